/** The flags `--extensions` and `--no-extensions` of the tools that start a bridge. */

import { type ExtensionName, extensionNames } from "../../host_stdio/api/extension_names.ts";
import { switchOption, textOption, UsageError } from "./options.ts";

/** The flags. */
export const extensionOptions = { extensions: textOption(), "no-extensions": switchOption() };

/**
 * Returns the extensions to switch on: all by default.
 *
 * @throws {UsageError} When a name is unknown, or the flags contradict each other.
 */
export function chosenExtensions(
  { extensions, "no-extensions": none }: {
    readonly extensions: string | undefined;
    readonly "no-extensions": boolean;
  },
): readonly ExtensionName[] {
  if (none && extensions !== undefined) {
    throw new UsageError("--extensions and --no-extensions exclude each other");
  }
  if (none) return [];
  return extensions === undefined ? extensionNames : extensions.split(",").map(known);
}

function known(name: string): ExtensionName {
  const found = extensionNames.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError(
    `--extensions names ${JSON.stringify(name)}; the extensions are ${extensionNames.join(", ")}`,
  );
}
