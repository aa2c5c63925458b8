/** A bridge process on real pipes. The test writes bytes and reads frames. */

import { AssertionError } from "@std/assert";
import { FrameCutter, frameOf, parseBody } from "../../tools/support/frames.ts";
import { bridgeCommand, startProgram } from "../../tools/support/process.ts";
import { waitFor } from "./deadline.ts";

/** Options of a bridge process. */
export interface ProcessOptions {
  /** Flags of the bridge. */
  readonly flags?: readonly string[];
  /** The working directory; by default a new one, which is removed at the end. */
  readonly directory?: string;
  /** Arguments of Deno that replace the usual command. */
  readonly args?: readonly string[];
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running bridge process. */
export class BridgeProcess implements AsyncDisposable {
  /** The working directory. */
  readonly directory: string;
  readonly child: Deno.ChildProcess;
  /** Writes to stdin. */
  readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  /** The whole stderr. */
  readonly stderr: Promise<string>;
  readonly #ownDirectory: boolean;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #cutter = new FrameCutter();
  #inputEnded = false;

  private constructor(directory: string, ownDirectory: boolean, options: ProcessOptions) {
    this.directory = directory;
    this.#ownDirectory = ownDirectory;
    const { flags, args: given, env = {} } = options;
    const { program, args } = given ? { program: Deno.execPath(), args: given } : bridgeCommand(flags);
    this.child = startProgram(program, args, { cwd: directory, env });
    this.writer = this.child.stdin.getWriter();
    this.#reader = this.child.stdout.getReader();
    this.stderr = new Response(this.child.stderr).text();
  }

  static async start(options: ProcessOptions = {}): Promise<BridgeProcess> {
    const directory = options.directory ?? await Deno.makeTempDir({ prefix: "tonearm-test-" });
    return new BridgeProcess(directory, options.directory === undefined, options);
  }

  /** Writes each body as a frame. */
  async write(...bodies: unknown[]): Promise<void> {
    for (const body of bodies) await this.writer.write(frameOf(body));
  }

  /** Reads one frame; undefined at the end of output. */
  // deno-lint-ignore no-explicit-any -- any JSON, looked at by assertions
  async read(): Promise<any> {
    while (true) {
      const body = this.#cutter.next();
      if (body) {
        const parsed = parseBody(body);
        if ("defect" in parsed) throw new AssertionError(`the bridge has written ${parsed.defect}`);
        return parsed.message;
      }
      const { done, value } = await waitFor("a frame of the bridge", this.#reader.read());
      if (done) {
        if (this.#cutter.rest.length > 0) throw new AssertionError("the output ends inside a frame");
        return undefined;
      }
      this.#cutter.push(value);
    }
  }

  /** Writes one body and reads one frame. */
  // deno-lint-ignore no-explicit-any -- any JSON, looked at by assertions
  async ask(body: unknown): Promise<any> {
    await this.write(body);
    return await this.read();
  }

  /** Closes stdin. */
  async endInput(): Promise<void> {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    await this.writer.close().catch(() => {
      // The bridge has already exited.
    });
  }

  /** Closes stdout, as a player that has exited does. */
  async closeOutput(): Promise<void> {
    await this.#reader.cancel();
  }

  /** Closes stdin, reads the remaining frames and waits for the exit. */
  async end(): Promise<{ code: number; frames: unknown[]; stderr: string }> {
    await this.endInput();
    const frames: unknown[] = [];
    for (let frame = await this.read(); frame !== undefined; frame = await this.read()) frames.push(frame);
    const [{ code }, stderr] = await Promise.all([this.child.status, this.stderr]);
    return { code, frames, stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.endInput();
    await this.#reader.cancel();
    const kill = setTimeout(() => this.child.kill("SIGKILL"), 5000);
    await this.child.status;
    clearTimeout(kill);
    await this.stderr;
    if (this.#ownDirectory) await Deno.remove(this.directory, { recursive: true });
  }
}

export function request(id: unknown, method: string, params?: unknown, panel?: string): object {
  return { jsonrpc: "2.0", id, method, params, panel };
}
