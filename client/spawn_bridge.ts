/**
 * Starts a bridge process the way a player does: under its sandbox, with the log directory as working directory.
 *
 * @module
 */

import { plainText } from "../text/unicode.ts";
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
import { sinkOf, sourceOf } from "./streams.ts";

/** What a bridge process is started with. */
export interface SpawnOptions extends ConnectOptions {
  /** The log directory. */
  readonly directory: string;
  /** Flags of the bridge, such as `--log-level=debug`. */
  readonly flags?: readonly string[];
  /**
   * The Deno that runs it: an absolute path, or a name that the path finds. When left out, the one that runs this, or on
   * Node.js `deno`.
   */
  readonly deno?: string;
  /** A program that is the bridge, with its first arguments, such as a compiled one: in place of Deno. */
  readonly command?: readonly [program: string, ...args: string[]];
  /** Hears each line that the bridge writes to stderr, for people. */
  readonly onDiagnostic?: (line: string) => void;
}

/** How long a bridge that is told to end may take before it is ended by force, in milliseconds. */
const TERMINATION_GRACE_MS = 1000;

/** How much of what a bridge writes to stderr is kept, in UTF-16 code units. */
const KEPT_DIAGNOSTICS = 64 * 1024;

/** How many of the last lines on stderr a {@linkcode BridgeGone} has, and how much of each, in UTF-16 code units. */
const [TOLD_LINES, TOLD_LENGTH] = [10, 500];

/** Flags that the modules of JSR cannot do with: nothing has downloaded them before the bridge starts. */
const noDownloads: readonly string[] = ["--deny-import", "--cached-only"];

/**
 * The sandbox of the bridge (protocol.md, "Sandbox"): its rights, relative to its working directory, and what keeps Deno from
 * downloading, which no right does (SECURITY.md). What the bridge imports has to be in Deno's cache (`deno cache main.ts`).
 * Deno takes `--cached-only` for the right to import from every host; `--deny-import` takes that back.
 */
export const sandboxFlags: readonly string[] = [
  "--no-prompt",
  "--allow-read=.",
  "--allow-write=.",
  ...noDownloads,
];

/** What the bundle is started with besides: it imports no packages. */
export const bundleFlags: readonly string[] = ["--no-remote", "--no-npm"];

/**
 * Where the bridge's program is, seen from this module.
 *
 * @param here The URL of this module.
 * @returns What Deno is told to run.
 */
export function bridgeProgram(here: string): string {
  // Deno takes modules of JSR by the names of packages only.
  const [, name, version] = /^https:\/\/jsr\.io\/(@[^/]+\/[^/]+)\/([^/]+)\//.exec(here) ?? [];
  if (name !== undefined) return `jsr:${name}@${version}/bridge`;
  // In the package for Node.js the library is one file, beside which the bridge has a folder.
  const path = here.endsWith("/client/spawn_bridge.ts") ? "../main.ts" : "./bridge/main.js";
  return new URL(path, here).href;
}

/**
 * The arguments that start the bridge.
 *
 * @param flags Flags of the bridge itself.
 * @returns The arguments of Deno.
 */
export function bridgeArguments(flags: readonly string[] = []): string[] {
  const program = bridgeProgram(import.meta.url);
  return ["run", ...denoFlags(program), program, ...flags];
}

function denoFlags(program: string): readonly string[] {
  if (program.startsWith("jsr:")) return sandboxFlags.filter((flag) => !noDownloads.includes(flag));
  return program.endsWith(".ts") ? sandboxFlags : [...sandboxFlags, ...bundleFlags];
}

/** A bridge in a process of its own. */
export class SpawnedBridge extends ConnectedBridge {
  /** The process. */
  readonly process: { readonly pid: number; kill(signal: StopSignal): void };
  /** How the process has ended, once it has. */
  readonly status: Promise<ExitStatus>;
  /** What it has written to stderr, or the end of that if it is much, once it has ended. */
  readonly diagnostics: Promise<string>;

  /**
   * Takes a process over.
   *
   * @param child The process.
   * @param options See {@linkcode SpawnOptions}.
   */
  constructor(child: ChildProcess, options: Omit<SpawnOptions, "directory">) {
    const { actions, observer, flags = [], maxFrameBytes = frameLimitIn(flags), onDiagnostic } = options;
    // Read all the time: a child must never wait for somebody to read its stderr.
    const diagnostics = readLines(child.stderr, onDiagnostic);
    super(
      new BridgeClient({
        source: sourceOf(child.stdout),
        sink: sinkOf(child.stdin),
        whyGone: () => whyGone(child.status, diagnostics),
        ...(actions && { actions }),
        ...(observer && { observer }),
        ...(maxFrameBytes !== undefined && { maxFrameBytes }),
      }),
    );
    this.process = child;
    this.status = child.status;
    // Whoever asks is told that it could not be started; a promise that nobody looks at would end this process.
    child.status.catch(() => {});
    this.diagnostics = diagnostics;
  }

  /**
   * Closes the bridge as {@linkcode ConnectedBridge.close} does and waits for the end of its process.
   *
   * @param options What makes it give up waiting: the process is told to end then, and ended by force when it has not
   * ended a second later.
   * @returns How the process has ended.
   * @throws {BridgeGone} When the process could not be started, which Node.js finds out later.
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

  /** Ends the process. Another one that it has started may hold its pipes open: nobody waits for that. */
  async #terminate(): Promise<void> {
    this.process.kill("SIGTERM");
    const timer = setTimeout(() => this.process.kill("SIGKILL"), TERMINATION_GRACE_MS);
    try {
      await this.status;
    } catch {
      // It could not be started; whoever asks for its status is told.
    }
    clearTimeout(timer);
    let patience: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => patience = setTimeout(resolve, TERMINATION_GRACE_MS));
    await Promise.race([this.ended.then(() => this.diagnostics), late]);
    clearTimeout(patience);
    this.client.abandon();
  }
}

/**
 * Starts a bridge process and connects to it.
 *
 * @param options See {@linkcode SpawnOptions}.
 * @returns The running bridge.
 * @throws {BridgeGone} When the process cannot be started. Node.js finds that out later: calls are rejected with it.
 * @throws The reason of the signal, when that is aborted already.
 */
export function spawnBridge(options: SpawnOptions): SpawnedBridge {
  const { directory, deno, command, signal } = options;
  signal?.throwIfAborted();
  const flags = flagsOf(options);
  const [program, ...args] = command
    ? [...command, ...flags]
    : [deno ?? defaultDeno(), ...bridgeArguments(flags)];
  const bridge = new SpawnedBridge(startChild({ program, args, directory }), options);
  // The process is ended by force a second after the signal; what it has written is read in another one.
  closeWhenAborted(bridge, signal, 3 * TERMINATION_GRACE_MS);
  return bridge;
}

/** Says how a bridge process has ended, with the last lines of its stderr. */
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
  const lines = (await diagnostics).trimEnd().split("\n").slice(-TOLD_LINES);
  const stderr = lines.map((line) => plainText(line.slice(0, TOLD_LENGTH)).slice(0, TOLD_LENGTH)).join("\n");
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  const message = `the bridge has gone ${how}${stderr === "" ? "" : `: ${stderr}`}`;
  return new BridgeGone(message, { exitCode: code, stderr, cause: status });
}

const FRAME_LIMIT = "--max-frame-bytes";

/** The flags of the bridge: both ends have the same frame limit. */
function flagsOf({ flags = [], maxFrameBytes }: SpawnOptions): readonly string[] {
  if (maxFrameBytes === undefined || frameLimitIn(flags) !== undefined) return flags;
  return [...flags, `${FRAME_LIMIT}=${maxFrameBytes}`];
}

/** The frame limit that flags of the bridge name; undefined for none, or for one that the bridge will refuse. */
function frameLimitIn(flags: readonly string[]): number | undefined {
  const at = flags.findIndex((flag) => flag === FRAME_LIMIT || flag.startsWith(`${FRAME_LIMIT}=`));
  const value = flags[at] === FRAME_LIMIT ? flags[at + 1] : flags[at]?.slice(FRAME_LIMIT.length + 1);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

function defaultDeno(): string {
  if (!("Deno" in globalThis)) return "deno";
  if (Deno.build.standalone) {
    throw new Error("a compiled program is no Deno: name one (option deno), or a bridge (option command)");
  }
  return Deno.execPath();
}

/** Reads text to its end, line by line, and gives the last of it. */
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
    // A line without an end is told in parts.
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
