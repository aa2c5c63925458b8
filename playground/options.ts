import { type ExtensionName, extensionNames } from "../host_stdio/api/extension_names.ts";
import { chosenExtensions, extensionOptions } from "../tools/support/extensions_option.ts";
import {
  choiceOption,
  integerOption,
  readOptions,
  switchOption,
  textOption,
  UsageError,
} from "../tools/support/options.ts";
import { allowedStreams, streamsOption, streamsUsage } from "../tools/support/streams_option.ts";
import { tokenPattern } from "./kept_token.ts";
import { type PlayerName, playerNames } from "./players.ts";

/** How this playground is started: from the tree, or from the package for Node.js, in which its modules are bundled. */
const synopsis = import.meta.url.endsWith(".ts")
  ? `  deno task playground [OPTIONS] [FILES]
  npx --yes deno@2.9.6 task playground [OPTIONS] [FILES]     with Node.js and npm only`
  : "  npx tonearm-playground [OPTIONS] [FILES]";

/** The text of `--help`. */
export const usage =
  `Panels in a real browser: starts a bridge in its sandbox, a player connected to it and a page
that shows both. The page calls every operation from a form, shows the messages on the pipe and
draws the player with its menus. It uses no host but 127.0.0.1 and, with mpv, those of streams.

${synopsis}

  --player NAME     ${playerNames.join(" or ")}; by default reference, a player in
                    memory; mpv must be installed. FILES are for mpv: files, folders,
                    wildcards and URLs, which it plays and which are its library
  --key-bindings    adds mpv's key bindings and commands to the main menu
${streamsUsage}.
                    By default *, or none with --panel; always those in FILES
  --panel FOLDER    an existing panel, shown in frames with window.fb2k
  --plugins FILE    a module with plugins: operations and events of the player's own
                    (docs/players.md)
  --extensions NAMES
                    the extensions to switch on, with commas between them; by default all:
                    ${extensionNames.slice(0, 7).join(", ")},
                    ${extensionNames.slice(7).join(", ")}
  --no-extensions   switches on no extension
  --port NUMBER     the port on 127.0.0.1; by default any free one. With a port, the
                    address, open pages and what panels store outlive a restart.
  --token TEXT      the end of the address, 22 or more of A-Z a-z 0-9 _ -; by default a
                    random one, which is kept for use with --port. Other users of
                    this machine may see a --token.
  --open            opens the printed address in your browser
  --help            print this and exit

Open the printed address. Ctrl-C ends everything. Exit code: 0 after Ctrl-C, 1 when the
playground could not start, 2 when the command line is wrong.
`;

/** The settings of a command line. */
export interface PlaygroundOptions {
  readonly player: PlayerName;
  /** The files that mpv plays, which are also its library. */
  readonly files: readonly string[];
  /** Whether the main menu has mpv's key bindings and commands. */
  readonly keyBindings: boolean;
  /** The hosts from which mpv may open streams. */
  readonly streams: readonly string[];
  /** The folder of the existing panel. */
  readonly panel: string | undefined;
  /** The module with plugins. */
  readonly plugins: string | undefined;
  readonly extensions: readonly ExtensionName[];
  /** The port; 0 for any free one. */
  readonly port: number;
  /** The token; undefined for a random or kept one. */
  readonly token: string | undefined;
  /** Whether the address is opened in the user's browser. */
  readonly open: boolean;
}

/**
 * Parses the command line.
 *
 * @returns The settings; undefined for `--help`.
 * @throws {UsageError} When the command line is wrong.
 */
export function readPlaygroundOptions(args: readonly string[]): PlaygroundOptions | undefined {
  const parsed = readOptions(args, {
    player: choiceOption(playerNames, "reference"),
    panel: textOption(),
    port: integerOption({ min: 0, max: 65535 }, 0),
    token: textOption(),
    open: switchOption(),
    plugins: textOption(),
    "key-bindings": switchOption(),
    ...streamsOption,
    ...extensionOptions,
  }, { operands: true });
  if (!parsed) return undefined;
  const { player, panel, port, token, open, plugins, "key-bindings": keyBindings, operands: files } = parsed;
  if (player !== "mpv" && keyBindings) throw new UsageError("--key-bindings is for --player=mpv");
  if (player !== "mpv" && parsed["allow-streams"].length > 0) {
    throw new UsageError("--allow-streams is for --player=mpv");
  }
  if (player !== "mpv" && files.length > 0) {
    throw new UsageError(`unexpected argument ${JSON.stringify(files[0])}: files are for --player=mpv`);
  }
  const extensions = chosenExtensions(parsed);
  const streams = player === "mpv" ? allowedStreams(parsed, panel === undefined, files) : [];
  if (token !== undefined && !tokenPattern.test(token)) {
    throw new UsageError("--token must have 22 to 200 characters of A-Z a-z 0-9 _ -");
  }
  return { player, files, keyBindings, streams, panel, port, token, open, plugins, extensions };
}
