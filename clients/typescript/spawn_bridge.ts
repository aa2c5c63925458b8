/** Starts a bridge process as a player does: in its sandbox, with the log directory as working directory. */

import { plainText } from "../../limits/unicode.ts";
import { BridgeClient } from "./bridge_client.ts";
import { type ChildProcess, type ExitStatus, startChild, type StopSignal } from "./child_process.ts";
import {
  type Abortable,
  closeWhenAborted,
  ConnectedBridge,
  type ConnectOptions,
} from "./connected_bridge.ts";
import { BridgeGone } from "./errors.ts";
import { report } from "./listeners.ts";
import { denoOnNode, howToGetDeno } from "./node_deno.ts";
import { sinkOf, sourceOf } from "./streams.ts";

/** Options of {@linkcode spawnBridge}. */
export interface SpawnOptions extends ConnectOptions {
  /**
   * The log directory, which must exist. It is the working directory of the process and the only directory that it can
   * access.
   */
  readonly directory: string;
  /** Flags of the bridge, such as `--log-level=debug`; none by default. `main.ts --help` lists them. */
  readonly flags?: readonly string[];
  /**
   * Path or name of the Deno executable. By default the running one; on Node.js that of npm's package `deno`, or else
   * `deno` on the PATH. Ignored with `command`.
   */
  readonly deno?: string;
  /** The bridge's own program and its first arguments, for example a compiled bridge. By default Deno runs the bridge. */
  readonly command?: readonly [program: string, ...args: string[]];
  /** Called with each line that the bridge writes to stderr. By default they are only kept, see `diagnostics`. */
  readonly onDiagnostic?: (line: string) => void;
}

/** How long a bridge may take after SIGTERM before it is killed, in milliseconds. */
const TERMINATION_GRACE_MS = 1000;

/** How much of the end of stderr is kept, in UTF-16 code units. */
const KEPT_DIAGNOSTICS = 64 * 1024;

/** How many of the last lines of stderr a {@linkcode BridgeGone} has, and how much of each, in UTF-16 code units. */
const [LAST_LINES, LINE_LENGTH] = [10, 500];

/** Flags that forbid downloads. They would also forbid modules from JSR, which are downloaded when the bridge starts. */
const noDownloads: readonly string[] = ["--deny-import", "--cached-only"];

/**
 * Flags of `deno run` for the sandbox of the bridge (protocol.md, "Sandbox"): permissions relative to the working directory,
 * and a ban on downloads, which permissions do not cover (SECURITY.md). The imports of the bridge must be in Deno's cache
 * (`deno cache main.ts`). `--deny-import` is necessary because `--cached-only` permits imports from every host.
 */
export const sandboxFlags: readonly string[] = [
  "--no-prompt",
  "--allow-read=.",
  "--allow-write=.",
  ...noDownloads,
];

/** Further flags for the bundle, which imports no packages. */
export const bundleFlags: readonly string[] = ["--no-remote", "--no-npm"];

/**
 * Returns the URL or the specifier of the bridge's program.
 *
 * @param here The URL of this module.
 */
export function bridgeProgram(here: string): string {
  // Deno runs modules from JSR by their package names only.
  const [, name, version] = /^https:\/\/jsr\.io\/(@[^/]+\/[^/]+)\/([^/]+)\//.exec(here) ?? [];
  if (name !== undefined) return `jsr:${name}@${version}/bridge`;
  // In the package for Node.js, the library is one file, and the bridge is in a folder beside it.
  const path = here.endsWith("/clients/typescript/spawn_bridge.ts") ? "../../main.ts" : "./bridge/main.js";
  return new URL(path, here).href;
}

/**
 * Returns the arguments with which Deno runs the bridge in its sandbox, for programs that start the process themselves.
 *
 * @param flags Flags of the bridge, such as `--log-level=debug`; none by default.
 * @returns The arguments after the name of the Deno executable.
 */
export function bridgeArguments(flags: readonly string[] = []): string[] {
  const program = bridgeProgram(import.meta.url);
  return ["run", ...denoFlags(program), program, ...flags];
}

function denoFlags(program: string): readonly string[] {
  if (program.startsWith("jsr:")) return sandboxFlags.filter((flag) => !noDownloads.includes(flag));
  return program.endsWith(".ts") ? sandboxFlags : [...sandboxFlags, ...bundleFlags];
}

/** A bridge in a process of its own, started by {@linkcode spawnBridge}. */
export class SpawnedBridge extends ConnectedBridge {
  /** The process: its id, and `kill`, which sends it a signal. */
  readonly process: { readonly pid: number; kill(signal: StopSignal): void };
  /** Settles when the process has ended. On Node.js, rejected with {@linkcode BridgeGone} if it did not start. */
  readonly status: Promise<ExitStatus>;
  /** Settles with the last output on stderr, at most 65,536 UTF-16 code units, when the process has closed it. */
  readonly diagnostics: Promise<string>;

  /**
   * Connects to a process. Use {@linkcode spawnBridge} instead.
   *
   * @param child The process.
   * @param options See {@linkcode SpawnOptions}.
   */
  constructor(child: ChildProcess, options: Omit<SpawnOptions, "directory">) {
    const { actions, observer, settings, flags = [], maxFrameBytes = frameLimitIn(flags), onDiagnostic } =
      options;
    // Read stderr always: a child must never block on it.
    const diagnostics = readLines(child.stderr, onDiagnostic);
    super(
      new BridgeClient({
        source: sourceOf(child.stdout),
        sink: sinkOf(child.stdin),
        whyGone: () => whyGone(child.status, diagnostics),
        ...(actions && { actions }),
        ...(observer && { observer }),
        ...(settings && { settings }),
        ...(maxFrameBytes !== undefined && { maxFrameBytes }),
      }),
    );
    this.process = child;
    this.status = child.status;
    // An unhandled rejection would end this process.
    child.status.catch(() => {});
    this.diagnostics = diagnostics;
  }

  /**
   * Closes the bridge as {@linkcode ConnectedBridge.close} does, and waits for the end of its process.
   *
   * @param options A signal that ends the process: with SIGTERM when it is aborted, with SIGKILL 1 second later.
   * @returns How the process ended.
   * @throws {BridgeGone} If the process did not start, which Node.js reports here.
   */
  override async close(options: Abortable = {}): Promise<ExitStatus> {
    const { signal } = options;
    let force = (): void => {};
    const forced = new Promise<void>((resolve) => {
      force = () => void this.#terminate().then(resolve);
    });
    if (signal?.aborted) force();
    signal?.addEventListener("abort", force, { once: true });
    try {
      await Promise.race([super.close().then(() => this.diagnostics), forced]);
      return await this.status;
    } finally {
      signal?.removeEventListener("abort", force);
    }
  }

  /** Ends the process. It does not wait for pipes that a child of the process holds open. */
  async #terminate(): Promise<void> {
    this.process.kill("SIGTERM");
    const timer = setTimeout(() => this.process.kill("SIGKILL"), TERMINATION_GRACE_MS);
    try {
      await this.status;
    } catch {
      // The process did not start, which the status reports.
    }
    clearTimeout(timer);
    let grace: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => grace = setTimeout(resolve, TERMINATION_GRACE_MS));
    await Promise.race([this.ended.then(() => this.diagnostics), late]);
    clearTimeout(grace);
    this.client.abandon();
  }
}

/**
 * Starts a bridge process in its sandbox and connects to it.
 *
 * Calls that are pending when the process ends are rejected with a {@linkcode BridgeGone} that has the exit code and the last
 * lines of stderr.
 *
 * @param options See {@linkcode SpawnOptions}.
 * @returns The running bridge.
 * @throws {BridgeGone} If the process cannot be started. On Node.js, calls are rejected with it instead.
 * @throws The signal's reason, if the signal is aborted already.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { spawnBridge } from "../../mod.ts";
 *
 * const directory = await Deno.makeTempDir();
 * {
 *   await using bridge = spawnBridge({ directory });
 *   const { pong } = await bridge.invoke("test.ping");
 *
 *   assertEquals(pong, true);
 * }
 * await Deno.remove(directory, { recursive: true });
 * ```
 */
export function spawnBridge(options: SpawnOptions): SpawnedBridge {
  const { directory, deno, command, signal } = options;
  signal?.throwIfAborted();
  const flags = flagsOf(options);
  const [program, ...args] = command
    ? [...command, ...flags]
    : [deno ?? defaultDeno(), ...bridgeArguments(flags)];
  const advice = command || deno !== undefined ? undefined : howToGetDeno;
  const bridge = new SpawnedBridge(startChild({ program, args, directory, advice }), options);
  // The process is killed 1 second after the signal, and its last output is read in another second.
  closeWhenAborted(bridge, signal, 3 * TERMINATION_GRACE_MS);
  return bridge;
}

/** Makes the error of a bridge process that has ended, with the last lines of its stderr. */
async function whyGone(ended: Promise<ExitStatus>, diagnostics: Promise<string>): Promise<BridgeGone> {
  let status: ExitStatus;
  try {
    status = await ended;
  } catch (error) {
    return error instanceof BridgeGone
      ? error
      : new BridgeGone("the bridge could not be started", { cause: error });
  }
  const { code, signal } = status;
  const lines = (await diagnostics).trimEnd().split("\n").slice(-LAST_LINES);
  const stderr = lines.map((line) => plainText(line.slice(0, LINE_LENGTH)).slice(0, LINE_LENGTH)).join("\n");
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  const message = `the bridge has gone ${how}${stderr === "" ? "" : `: ${stderr}`}`;
  return new BridgeGone(message, { exitCode: code, stderr, cause: status });
}

const FRAME_LIMIT = "--max-frame-bytes";

/** Returns the flags of the bridge, with the frame limit of this end. */
function flagsOf({ flags = [], maxFrameBytes }: SpawnOptions): readonly string[] {
  if (maxFrameBytes === undefined || frameLimitIn(flags) !== undefined) return flags;
  return [...flags, `${FRAME_LIMIT}=${maxFrameBytes}`];
}

/**
 * Returns the frame limit in the flags; undefined if there is none, or if it is not a number: the bridge refuses that.
 */
function frameLimitIn(flags: readonly string[]): number | undefined {
  const at = flags.findIndex((flag) => flag === FRAME_LIMIT || flag.startsWith(`${FRAME_LIMIT}=`));
  const value = flags[at] === FRAME_LIMIT ? flags[at + 1] : flags[at]?.slice(FRAME_LIMIT.length + 1);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

function defaultDeno(): string {
  if (!("Deno" in globalThis)) return denoOnNode();
  if (Deno.build.standalone) {
    throw new Error("a compiled program cannot run the bridge: set the option deno or command");
  }
  return Deno.execPath();
}

/** Reads a stream of text line by line. Returns the last {@linkcode KEPT_DIAGNOSTICS} code units. */
async function readLines(
  stream: ReadableStream<Uint8Array>,
  onLine: ((line: string) => void) | undefined,
): Promise<string> {
  const decoder = new TextDecoder();
  let kept = "";
  let unfinished = "";
  const tell = (line: string): void => {
    try {
      onLine?.(line);
    } catch (error) {
      report(error);
    }
  };
  const take = (text: string): void => {
    kept = (kept + text).slice(-KEPT_DIAGNOSTICS);
    const lines = (unfinished + text).split("\n");
    unfinished = lines.pop() ?? "";
    for (const line of lines) tell(line);
    // Pass an overlong line on in parts.
    if (unfinished.length > KEPT_DIAGNOSTICS) {
      tell(unfinished);
      unfinished = "";
    }
  };
  for await (const bytes of stream) take(decoder.decode(bytes, { stream: true }));
  take(decoder.decode());
  if (unfinished !== "") tell(unfinished);
  return kept;
}
