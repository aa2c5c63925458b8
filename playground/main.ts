/**
 * The playground: `deno task playground`. This process reads the command line and starts the server in another process,
 * which has only the permissions that it needs.
 */

import { dirname, fromFileUrl } from "@std/path";
import { exitWithUsageError, UsageError } from "../tools/support/options.ts";
import { typedPath } from "../tools/typed_path.ts";
import { browserCommand } from "./browser_command.ts";
import { makeDirectory, removeDirectory } from "./directory.ts";
import { keptToken, newToken } from "./kept_token.ts";
import { type PlaygroundOptions, readPlaygroundOptions, usage } from "./options.ts";
import { mpvPrograms } from "./players.ts";

/** The program of the server. In the package for Node.js both programs are bundled. */
const server = new URL(import.meta.url.endsWith(".ts") ? "serve.ts" : "serve.js", import.meta.url).href;
/** How long the server may take to end after Ctrl-C before it is killed, in milliseconds. */
const ENDING_MS = 1900;
const encoder = new TextEncoder();
const options = readOrExit();
if (options) Deno.exit(await run(options));
else await print(Deno.stdout, usage);

function readOrExit(): PlaygroundOptions | undefined {
  try {
    return readPlaygroundOptions(Deno.args);
  } catch (error) {
    if (error instanceof UsageError) exitWithUsageError("playground", error.message);
    throw error;
  }
}

async function run(options: PlaygroundOptions): Promise<number> {
  const files = options.files.map(typedPath);
  let folder: string | undefined;
  let plugins: string | undefined;
  try {
    folder = await placeAt("panel", options.panel, "isDirectory");
    plugins = await placeAt("plugins", options.plugins, "isFile");
  } catch (error) {
    if (error instanceof UsageError) exitWithUsageError("playground", error.message);
    throw error;
  }
  const readable = [folder, plugins && dirname(plugins)].filter((path) => path !== undefined);
  let token: string;
  try {
    token = options.token ?? (options.port === 0 ? newToken() : await keptToken());
  } catch (error) {
    await print(Deno.stderr, `playground: ${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
  const ended = Promise.withResolvers<void>();
  const signals = ["SIGINT", ...Deno.build.os === "windows" ? [] : ["SIGTERM" as const]] as const;
  for (const signal of signals) Deno.addSignalListener(signal, ended.resolve);
  const directory = await makeDirectory();
  try {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", ...rights(options, readable, directory), server],
      // In a process group of its own, which has the bridge and mpv too.
      detached: true,
      stdin: "piped",
      stdout: "inherit",
      stderr: "inherit",
    }).spawn();
    const writer = child.stdin.getWriter();
    // Other users of the machine cannot read the token on stdin. When this process ends, stdin ends, and so does the server.
    await writer.write(
      encoder.encode(`${JSON.stringify({ ...options, files, token, panel: folder, plugins, directory })}\n`),
    );
    let force: ReturnType<typeof setTimeout> | undefined;
    void ended.promise.then(() => {
      force = setTimeout(() => killGroup(child), ENDING_MS);
      return writer.close();
    }).catch(() => {
      // The server has ended.
    });
    const { code } = await child.status;
    clearTimeout(force);
    return force === undefined ? code : 0;
  } finally {
    await removeDirectory(directory);
  }
}

/** Kills a process and those that it has started: an mpv that hangs would outlive it. Windows has no process groups. */
function killGroup({ pid }: Deno.ChildProcess): void {
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, "SIGKILL");
  } catch (error) {
    // All have ended.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/**
 * Permissions of the server: reading this tree and the folders of the panel and the plugins, its own directory, the loopback
 * interface, a bridge. mpv needs more (docs/panels.md, "Access").
 */
function rights(
  { player, streams, open }: PlaygroundOptions,
  folders: readonly string[],
  directory: string,
): string[] {
  const browser = open ? browserCommand.slice(0, 1) : [];
  const common = ["--no-prompt", "--quiet", `--allow-write=${directory}`];
  if (player === "reference") {
    const tree = fromFileUrl(new URL("..", import.meta.url));
    return [
      ...common,
      `--allow-read=${[tree, directory, ...folders].join(",")}`,
      "--allow-net=127.0.0.1",
      `--allow-run=${[Deno.execPath(), ...browser].join(",")}`,
    ];
  }
  return [
    ...common,
    // Tracks may be anywhere.
    "--allow-read",
    // The proxy of streams looks up names and connects to the addresses that it has checked.
    streams.length > 0 ? "--allow-net" : "--allow-net=127.0.0.1",
    `--allow-run=${[Deno.execPath(), ...browser, ...mpvPrograms].join(",")}`,
    // mpv gets the environment.
    "--allow-env",
  ];
}

/**
 * Returns the real path of the file or folder that a flag names.
 *
 * @throws {UsageError} When it does not exist or is of another kind.
 */
async function placeAt(
  flag: string,
  given: string | undefined,
  kind: "isDirectory" | "isFile",
): Promise<string | undefined> {
  if (given === undefined) return undefined;
  try {
    const path = await Deno.realPath(typedPath(given));
    if ((await Deno.stat(path))[kind]) return path;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) throw error;
  }
  const what = kind === "isFile" ? "file" : "folder";
  throw new UsageError(`--${flag} is ${JSON.stringify(given)}; no such ${what}`);
}

async function print(file: { write(bytes: Uint8Array): Promise<number> }, text: string): Promise<void> {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}
