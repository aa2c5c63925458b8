/** A bridge process. A scenario can hold its output back, kill it, and wait for its calls. */

import { FrameCutter, requestFrame } from "../../../tools/support/frames.ts";
import { startBridge } from "../../../tools/support/process.ts";
import { ContractViolation } from "./response_tracker.ts";

/** Settings of a bridge process. */
export interface BridgeChildOptions {
  /** Its working directory, where its log files go. */
  readonly directory: string;
  readonly flags?: readonly string[];
  /** Receives each body that the bridge writes. */
  readonly onBody?: (body: string) => void;
}

/** Length above which text on stderr is dropped, in UTF-16 code units. */
const KEPT_STDERR = 100_000;

/** A running bridge process. */
export class BridgeChild {
  readonly process: Deno.ChildProcess;
  /** Settles at the end of its output. */
  readonly outputEnded: Promise<void>;
  /** Number of sent bytes that the bridge has not read. */
  unsent = 0;
  /** Number of bodies that the bridge has written. */
  bodies = 0;
  #stderr = "";
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #stderrEnded: Promise<void>;
  #held: PromiseWithResolvers<void> | undefined;

  constructor({ directory, flags = [], onBody = () => {} }: BridgeChildOptions) {
    this.process = startBridge(directory, flags);
    this.#writer = this.process.stdin.getWriter();
    this.outputEnded = this.#readOutput(onBody);
    this.#stderrEnded = this.#readStderr();
  }

  /** The beginning of its stderr. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Sends bytes. Settles when the bridge has taken them or is gone. */
  async send(bytes: Uint8Array): Promise<void> {
    this.unsent += bytes.length;
    try {
      await this.#writer.write(bytes);
    } catch {
      // The bridge is gone; its end says so.
    }
    this.unsent -= bytes.length;
  }

  async endInput(): Promise<void> {
    try {
      await this.#writer.close();
    } catch {
      // The bridge is gone, or its input has ended.
    }
  }

  /** Stops reading the output, so that the pipe fills up. */
  hold(): void {
    this.#held ??= Promise.withResolvers<void>();
  }

  /** Resumes reading. */
  release(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  kill(): void {
    try {
      this.process.kill("SIGKILL");
    } catch {
      // The bridge is gone.
    }
  }

  /** Waits for the end of the process and of its output. */
  async ended(): Promise<Deno.CommandStatus> {
    this.release();
    await Promise.all([this.outputEnded, this.#stderrEnded]);
    return await this.process.status;
  }

  /**
   * Ends the input and waits for the end of the process.
   *
   * @throws {ContractViolation} When its exit code is not 0.
   */
  async end(): Promise<void> {
    await this.endInput();
    const { code } = await this.ended();
    if (code !== 0) throw new ContractViolation(`the bridge has exited with ${code}: ${this.stderr}`);
  }

  /** Kills the process and closes its pipes. */
  async dispose(): Promise<void> {
    this.kill();
    await this.endInput();
    await this.ended();
  }

  async #readOutput(onBody: (body: string) => void): Promise<void> {
    const cutter = new FrameCutter();
    for await (const chunk of this.process.stdout) {
      for (const body of cutter.texts(chunk)) {
        this.bodies++;
        onBody(body);
      }
      await this.#held?.promise;
    }
  }

  async #readStderr(): Promise<void> {
    for await (const text of this.process.stderr.pipeThrough(new TextDecoderStream())) {
      if (this.#stderr.length < KEPT_STDERR) this.#stderr += text;
    }
  }
}

/** The result of an operation. */
export type Result = Readonly<Record<string, unknown>>;

/** Calls an operation that needs no native action, and returns its result. */
export type Call = (method: string, params?: object) => Promise<Result>;

/**
 * Calls operations of a bridge of its own, then ends it.
 *
 * @throws {ContractViolation} When a call is answered with an error, or the exit code is not 0.
 */
export async function withBridge(directory: string, act: (call: Call) => Promise<void>): Promise<void> {
  let lastId = 0;
  const waiting = new Map<number, (response: { result?: Result; error?: unknown }) => void>();
  const child = new BridgeChild({
    directory,
    onBody(body) {
      const response = JSON.parse(body);
      waiting.get(response.id)?.(response);
      waiting.delete(response.id);
    },
  });
  void child.outputEnded.then(() => {
    for (const settle of waiting.values()) settle({ error: "the bridge is gone" });
  });
  try {
    await act(async (method, params = {}) => {
      const { promise, resolve } = Promise.withResolvers<{ result?: Result; error?: unknown }>();
      waiting.set(++lastId, resolve);
      await child.send(requestFrame(lastId, method, params));
      const { result, error } = await promise;
      if (result === undefined) {
        throw new ContractViolation(`${method} was answered ${JSON.stringify(error)}`);
      }
      return result;
    });
    await child.end();
  } finally {
    await child.dispose();
  }
}
