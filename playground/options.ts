/**
 * The command line of the playground.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type PlayerName, playerNames } from "./players.ts";

/** The text of `--help`. */
export const usage =
  `Panels in a real browser: starts a bridge in its sandbox, a player behind it and a page that
shows both. The page calls every operation from a form, shows the messages on the pipe and
draws the player with its menus. It uses no other host.

  deno task playground [OPTIONS]
  npx --yes deno@2.9.6 task playground [OPTIONS]     with Node.js and npm only

  --player NAME     ${playerNames.join(" or ")}; by default reference, a player in
                    memory; mpv must be installed
  --panel FOLDER    an existing panel, shown in frames with window.fb2k
  --port NUMBER     the port on 127.0.0.1; by default any free one
  --token TEXT      the end of the address, 22 or more of A-Z a-z 0-9 _ -; by default a
                    random one. Together with --port, an open page finds the playground
                    again after a restart. Other users of this machine may see the token.
  --help            print this and exit

Open the printed address. Ctrl-C ends everything. Exit code: 0 after Ctrl-C, 1 when the
playground could not start, 2 when the command line is wrong.
`;

/** The settings of a command line. */
export interface PlaygroundOptions {
  readonly player: PlayerName;
  /** The folder of the existing panel. */
  readonly panel: string | undefined;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** The token; undefined for a random one. */
  readonly token: string | undefined;
}

/** A parsed command line. */
export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "start"; readonly options: PlaygroundOptions }
  | { readonly kind: "wrong"; readonly message: string };

const names = ["player", "panel", "port", "token"] as const;

/** Parses the command line. */
export function readCommand(args: readonly string[]): Command {
  const wrong = (message: string): Command => ({ kind: "wrong", message });
  let unexpected: string | undefined;
  const { help, ...given } = parseArgs(args.filter((argument) => argument !== "--"), {
    string: names,
    boolean: ["help"],
    collect: names,
    alias: { h: "help" },
    unknown(argument) {
      unexpected ??= argument;
      return false;
    },
  });
  if (help === true) return { kind: "help" };
  if (unexpected !== undefined) return wrong(`unexpected argument ${JSON.stringify(unexpected)}`);
  const values: Partial<Record<(typeof names)[number], string>> = {};
  for (const name of names) {
    const texts = given[name];
    if (!Array.isArray(texts) || texts.length === 0) continue;
    if (texts.length > 1) return wrong(`--${name} is given ${texts.length} times`);
    if (texts[0] === "") return wrong(`--${name} needs a value`);
    values[name] = String(texts[0]);
  }
  const { player = "reference", panel, port = "0", token } = values;
  const name = playerNames.find((each) => each === player);
  if (!name) return wrong(`--player is ${JSON.stringify(player)}; it must be ${playerNames.join(" or ")}`);
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65535) {
    return wrong(`--port is ${JSON.stringify(port)}; it must be an integer from 0 to 65535`);
  }
  if (token !== undefined && !/^[\w-]{22,200}$/.test(token)) {
    return wrong("--token must have 22 to 200 characters of A-Z a-z 0-9 _ -");
  }
  return { kind: "start", options: { player: name, panel, port: Number(port), token } };
}
