/**
 * The other end of client.c: one client process with one contender behind it.
 *
 * @module
 */

import type { Contender } from "./contenders.ts";

/** What the client answers: numbers by name; client.c tells which command answers which. */
export type Numbers = Readonly<Record<string, number>>;

const encoder = new TextEncoder();

/** A client, and the contender that it starts. */
export class Driver {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: AsyncIterator<string>;

  /**
   * @param client The compiled client.
   * @param contender What it starts.
   * @param directory The working directory.
   */
  constructor(client: string, contender: Contender, directory: string) {
    this.#child = new Deno.Command(client, {
      args: [contender.frames, contender.kind, ...contender.command],
      cwd: directory,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = linesOf(this.#child.stdout);
  }

  /**
   * Has the client do something.
   *
   * @param command A command of client.c, such as `trip`.
   * @param number Its number, if it takes one.
   * @returns What it has measured.
   * @throws When the client has ended, which says why on stderr.
   */
  async ask(command: string, number = 0): Promise<Numbers> {
    await this.#writer.write(encoder.encode(`${command} ${number}\n`));
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the client has ended over ${command} ${number}`);
    return JSON.parse(value);
  }

  /** Ends the client; a contender that it has not stopped is killed. */
  async end(): Promise<void> {
    await this.#writer.close();
    await this.#lines.return?.();
    await this.#child.status;
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  return undefined;
}
