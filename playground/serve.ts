/**
 * The process of the playground's server. It reads its options as a line of JSON from stdin and ends when stdin ends, and
 * on SIGINT and SIGTERM.
 */

import * as v from "valibot";
import { extensionNames } from "../host_stdio/api/extension_names.ts";
import { plainText } from "../limits/unicode.ts";
import { UsageError } from "../tools/support/options.ts";
import { PluginModule } from "../tools/support/plugin_module.ts";
import { browserCommand } from "./browser_command.ts";
import { logDirectoryOf, removeDirectory } from "./directory.ts";
import { PanelFolder } from "./panel_files.ts";
import { frameKeysOf } from "./panels.ts";
import { NoSuchPlayer, playerNames, startPlayer } from "./players.ts";
import { Playground } from "./playground.ts";
import { type PlaygroundServer, servePlayground } from "./server.ts";

const startOptions = v.object({
  player: v.picklist(playerNames),
  files: v.array(v.string()),
  keyBindings: v.boolean(),
  streams: v.array(v.string()),
  panel: v.optional(v.string()),
  plugins: v.optional(v.string()),
  extensions: v.array(v.picklist(extensionNames)),
  port: v.number(),
  token: v.string(),
  open: v.boolean(),
  directory: v.string(),
});

const encoder = new TextEncoder();
const ending = new AbortController();
const ended = new Promise<void>((resolve) => ending.signal.addEventListener("abort", () => resolve()));
for (const signal of ["SIGINT", ...Deno.build.os === "windows" ? [] : ["SIGTERM" as const]] as const) {
  Deno.addSignalListener(signal, () => ending.abort());
}
const reader = Deno.stdin.readable.getReader();
const options = v.parse(startOptions, JSON.parse(await firstLine()));
const code = await run(options);
await removeDirectory(options.directory);
Deno.exit(code);

async function run(options: v.InferOutput<typeof startOptions>): Promise<number> {
  const { player: name, panel, port, directory } = options;
  void untilEnd().then(() => ending.abort());
  const report = (line: string): void => print(Deno.stderr, `playground: ${plainText(line)}\n`);
  // The end of mpv is not reported during shutdown.
  const say = (sentence: string): void => {
    if (!ending.signal.aborted) report(sentence);
  };
  const folder = panel === undefined ? undefined : await PanelFolder.open(panel);
  let plugins: PluginModule | undefined;
  let player;
  try {
    plugins = options.plugins === undefined ? undefined : await PluginModule.load(options.plugins);
    const { files, keyBindings, streams } = options;
    player = await startPlayer(name, directory, {
      files,
      keyBindings,
      streams,
      report,
      signal: ending.signal,
    });
  } catch (error) {
    if (ending.signal.aborted) return 0;
    if (!(error instanceof NoSuchPlayer || error instanceof UsageError)) throw error;
    print(Deno.stderr, `playground: ${error.message}\n`);
    return 1;
  }
  const { token } = options;
  await using playground = new Playground(player, {
    logDirectory: logDirectoryOf(directory),
    plugins,
    extensions: options.extensions,
    frameKey: panel === undefined ? undefined : frameKeysOf(token, panel),
    report,
    say,
  });
  let server: PlaygroundServer;
  try {
    server = servePlayground(playground, { port, token, folder, report });
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    report(`port ${port} is taken; choose another --port, or none`);
    return 1;
  }
  print(Deno.stdout, `${server.address}\n`);
  if (options.open) void openInBrowser(server.address, report);
  print(
    Deno.stderr,
    `${options.open ? "" : "Open this address in a browser. "}Ctrl-C ends the playground.\n`,
  );
  if (!ending.signal.aborted) await ended;
  await server.close();
  return 0;
}

/** Opens an address in the user's browser. */
async function openInBrowser(address: string, report: (line: string) => void): Promise<void> {
  const [program = "", ...args] = browserCommand;
  let reason: string;
  try {
    const { code } = await new Deno.Command(program, {
      args: [...args, address],
      // Not in the process group of the playground, which is killed when it hangs.
      detached: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    if (code === 0) return;
    reason = `it ended with exit code ${code}`;
  } catch (error) {
    // NotCapable: the program was already missing when the permissions were set.
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable)) throw error;
    reason = "it is not installed";
  }
  report(`${program} opened no browser: ${reason}; open the address yourself`);
}

async function firstLine(): Promise<string> {
  let rest = "";
  const decoder = new TextDecoder();
  while (!rest.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) return rest;
    rest += decoder.decode(value, { stream: true });
  }
  return rest;
}

async function untilEnd(): Promise<void> {
  while (!(await reader.read()).done);
}

function print(file: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = encoder.encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  } catch (error) {
    // Nobody reads the output any longer. Keep serving the page.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
