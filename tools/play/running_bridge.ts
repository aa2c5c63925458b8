/**
 * A bridge process with everything on tape that has crossed its pipes.
 *
 * @module
 */

import { resolve } from "@std/path";
import { startChild } from "../../client/child_process.ts";
import { bridgeArguments, SpawnedBridge, type SpawnOptions } from "../../client/spawn_bridge.ts";
import { bridgeFlagsOf } from "../fixtures/write_fixture.ts";
import { writeNormalizedFixture } from "../fixtures/normalize.ts";
import { type FileFormat, snapshotLogs } from "../fixtures/log_snapshot.ts";
import { CaptureBuffer, captureMemories, entriesOf, type Speaker } from "../fixtures/capture.ts";
import { keepOn, tapped } from "./tap.ts";

/** What a bridge is started with. */
export interface RunningBridgeOptions extends Pick<SpawnOptions, "directory" | "actions" | "onDiagnostic"> {
  /** Flags of the bridge. */
  readonly flags: readonly string[];
  /** Hears every piece of bytes before it is passed on. */
  readonly onPiece: (from: Speaker, piece: Uint8Array) => void;
}

/** How a recording came out. */
export interface WrittenRecording {
  /** How many messages it has. */
  readonly messages: number;
  /** Why it does not hold, in words; undefined when it does. */
  readonly flaw: string | undefined;
}

/** A bridge and its tapes. */
export class RunningBridge {
  /** The player's end of it. */
  readonly bridge: SpawnedBridge;
  readonly #command: readonly string[];
  readonly #logDirectory: string;
  readonly #tapes: Readonly<Record<Speaker, CaptureBuffer>>;
  readonly #before: ReadonlyMap<string, FileFormat>;

  /**
   * Starts it.
   *
   * @param options See {@linkcode RunningBridgeOptions}.
   */
  constructor({ directory, flags, onPiece, ...options }: RunningBridgeOptions) {
    const program = Deno.execPath();
    const args = bridgeArguments(flags);
    this.#command = [program, ...args];
    this.#logDirectory = resolve(directory, bridgeFlagsOf(this.#command).flags.logDirectory ?? ".");
    this.#before = snapshotLogs(this.#logDirectory);
    const [player, bridge] = captureMemories();
    const tapes = { player: new CaptureBuffer(player), bridge: new CaptureBuffer(bridge) };
    this.#tapes = tapes;
    const child = tapped(startChild({ program, args, directory }), {
      hear(from, piece) {
        keepOn(tapes[from], piece);
        onPiece(from, piece);
      },
      inputEnded: () => tapes.player.end(),
    });
    this.bridge = new SpawnedBridge(child, options);
  }

  /**
   * Writes all that has crossed the pipes as a fixture, once the bridge has ended.
   *
   * @param file The file, which is not there yet.
   * @returns How it came out.
   * @throws {Deno.errors.AlreadyExists} When it is there.
   */
  async write(file: string): Promise<WrittenRecording> {
    const { code, signal } = await this.bridge.status;
    const { text, messages, flaw } = await writeNormalizedFixture({
      entries: entriesOf(this.#tapes),
      command: this.#command,
      logDirectory: this.#logDirectory,
      before: this.#before,
      after: snapshotLogs(this.#logDirectory),
      exit: signal === null ? code : undefined,
    });
    await Deno.writeTextFile(file, text, { createNew: true });
    const full = this.#tapes.player.full || this.#tapes.bridge.full;
    return { messages, flaw: full ? "the exchange was too long to keep; this is its beginning" : flaw };
  }
}
