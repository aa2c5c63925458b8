/** The flag `--allow-streams` of the tools that start mpv. */

import { hostsOf, isHostName, PUBLIC_HOSTS } from "../../players/mpv/stream_rule.ts";
import { textsOption, UsageError } from "./options.ts";

/** The flag. */
export const streamsOption = { "allow-streams": textsOption() };

/** Its lines in a help text, for a column of 18 characters. */
export const streamsUsage = `  --allow-streams HOSTS
                    the hosts from which mpv may open streams, with commas between
                    them: names or addresses, with or without a port, or * for
                    every public host. Private and local ones must be named`;

/**
 * Returns the hosts from which mpv may open streams.
 *
 * @param userTypes Whether the user types what is played: then every public host is allowed.
 * @param entries What the user has given to play; the hosts in it are allowed.
 * @throws {UsageError} When a host has another form.
 */
export function allowedStreams(
  { "allow-streams": texts }: { readonly "allow-streams": readonly string[] },
  userTypes: boolean,
  entries: readonly string[],
): readonly string[] {
  const named = texts.flatMap((text) => text.split(","));
  const wrong = named.find((host) => !isHostName(host));
  if (wrong !== undefined) {
    throw new UsageError(
      `--allow-streams names ${JSON.stringify(wrong)}; a host is like radio.example, 192.168.1.2:8000 or *`,
    );
  }
  return [...new Set([...userTypes ? [PUBLIC_HOSTS] : [], ...named, ...hostsOf(entries)])];
}
