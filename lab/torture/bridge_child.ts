/**
 * A real bridge process on real pipes, in the hands of somebody who wishes it ill: reading can be stopped, the process
 * killed, its memory looked at.
 *
 * @module
 */

import { FrameCutter } from "../../tools/support/frames.ts";
import { startBridge } from "../../tools/support/process.ts";

/** How a bridge process is started. */
export interface BridgeChildOptions {
  /** Its working directory, where its log files go. */
  readonly directory: string;
  /** Flags of the bridge. */
  readonly flags?: readonly string[];
  /** Takes each body that it writes. */
  readonly onBody?: (body: string) => void;
}

/** How much of what it says on stderr is kept, in UTF-16 code units. */
const KEPT_STDERR = 100_000;

/** A running bridge process. */
export class BridgeChild {
  /** The process. */
  readonly process: Deno.ChildProcess;
  /** Settles at the end of its output. */
  readonly outputEnded: Promise<void>;
  /** Bytes that it was given and has not taken yet. */
  unsent = 0;
  /** Bodies that it has written. */
  bodies = 0;
  #stderr = "";
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #stderrEnded: Promise<void>;
  #held: Promise<void> | undefined;
  #release: (() => void) | undefined;

  /** @param options See {@linkcode BridgeChildOptions}. */
  constructor({ directory, flags = [], onBody = () => {} }: BridgeChildOptions) {
    this.process = startBridge(directory, flags);
    this.#writer = this.process.stdin.getWriter();
    this.outputEnded = this.#readAll(onBody);
    this.#stderrEnded = this.#readStderr();
  }

  /** What it has said on stderr so far, the beginning of it. */
  get stderr(): string {
    return this.#stderr;
  }

  /**
   * Sends bytes; they wait in memory until the bridge takes them.
   *
   * @param bytes The bytes.
   * @returns Settles when it has taken them, or is gone.
   */
  async send(bytes: Uint8Array): Promise<void> {
    this.unsent += bytes.length;
    try {
      await this.#writer.write(bytes);
    } catch {
      // It has gone: whoever sends finds that out by its end.
    }
    this.unsent -= bytes.length;
  }

  /** Says that nothing more comes. */
  async endInput(): Promise<void> {
    try {
      await this.#writer.close();
    } catch {
      // It has gone first, or was told before.
    }
  }

  /** Stops reading: from now on its pipe fills up. */
  hold(): void {
    if (this.#held) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    this.#release = resolve;
  }

  /** Reads on. */
  release(): void {
    this.#held = undefined;
    this.#release?.();
  }

  /** Kills it; nothing to do when it is gone. */
  kill(): void {
    try {
      this.process.kill("SIGKILL");
    } catch {
      // It is gone already.
    }
  }

  /**
   * Waits for its end and reads what is left.
   *
   * @returns How it ended.
   */
  async ended(): Promise<Deno.CommandStatus> {
    this.release();
    await Promise.all([this.outputEnded, this.#stderrEnded]);
    return await this.process.status;
  }

  /** Ends it by force and leaves nothing open. */
  async dispose(): Promise<void> {
    this.kill();
    await this.endInput();
    await this.ended();
  }

  async #readAll(onBody: (body: string) => void): Promise<void> {
    const cutter = new FrameCutter();
    for await (const chunk of this.process.stdout) {
      for (const body of cutter.texts(chunk)) {
        this.bodies++;
        onBody(body);
      }
      if (this.#held) await this.#held;
    }
  }

  async #readStderr(): Promise<void> {
    for await (const text of this.process.stderr.pipeThrough(new TextDecoderStream())) {
      if (this.#stderr.length < KEPT_STDERR) this.#stderr += text;
    }
  }
}
