/**
 * Starts a bridge process the way a player does: under its sandbox, with the log directory as working directory.
 *
 * @module
 */

import { BridgeClient, type BridgeClientOptions } from "./bridge_client.ts";
import { sinkOf, sourceOf } from "./streams.ts";

/** What a bridge process is started with. */
export interface SpawnOptions extends Pick<BridgeClientOptions, "actions" | "observer"> {
  /** The log directory. */
  readonly directory: string;
  /** Flags of the bridge, such as `--log-level=debug`. */
  readonly flags?: readonly string[];
  /** The Deno that runs it; the one that runs this when left out. */
  readonly deno?: string;
}

/** A running bridge process. */
export interface SpawnedBridge {
  /** The player's end of its pipe. */
  readonly client: BridgeClient;
  /** The process. */
  readonly process: Deno.ChildProcess;
  /** All that it has written to stderr, once it has ended. */
  readonly diagnostics: Promise<string>;
  /**
   * Closes its input and waits for its end.
   *
   * @returns How it ended.
   */
  close(): Promise<Deno.CommandStatus>;
}

/** The rights of the bridge (protocol.md, "Sandbox"), relative to its working directory. */
export const sandboxFlags: readonly string[] = ["--no-prompt", "--allow-read=.", "--allow-write=."];

/**
 * The arguments that start the bridge.
 *
 * @param flags Flags of the bridge itself.
 * @returns The arguments of Deno.
 */
export function bridgeArguments(flags: readonly string[] = []): string[] {
  return ["run", ...sandboxFlags, new URL("../main.ts", import.meta.url).href, ...flags];
}

/**
 * Starts a bridge process and connects to it.
 *
 * @param options See {@linkcode SpawnOptions}.
 * @returns The running bridge.
 */
export function spawnBridge(options: SpawnOptions): SpawnedBridge {
  const { directory, flags, deno = Deno.execPath(), ...clientOptions } = options;
  const process = new Deno.Command(deno, {
    args: bridgeArguments(flags),
    cwd: directory,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const client = new BridgeClient({
    source: sourceOf(process.stdout),
    sink: sinkOf(process.stdin),
    ...clientOptions,
  });
  // Drained all the time: a child must never wait for somebody to read its stderr.
  const diagnostics = new Response(process.stderr).text();
  return {
    client,
    process,
    diagnostics,
    async close(): Promise<Deno.CommandStatus> {
      await client.close();
      await diagnostics;
      return await process.status;
    },
  };
}
