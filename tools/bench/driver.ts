/** Controls a process of client.c, which starts one contender. */

import type { Contender } from "./contenders.ts";

/** A response of the client: numbers by name, for each command as in client.c. */
export type Numbers = Readonly<Record<string, number>>;

/** How long a client may run, in milliseconds: a warm one runs through all rounds. */
const DEADLINE_MS = 3_600_000;

const encoder = new TextEncoder();

/** A client process and its contender. */
export class Driver {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: AsyncIterator<string>;

  constructor(client: string, contender: Contender, directory: string) {
    this.#child = new Deno.Command(client, {
      args: [contender.frames, contender.kind, ...contender.command],
      cwd: directory,
      signal: AbortSignal.timeout(DEADLINE_MS),
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = linesOf(this.#child.stdout);
  }

  /**
   * Sends a command, such as `trip`, with a number if it takes one.
   *
   * @throws {Error} When the client has exited; the reason is on its stderr.
   */
  async ask(command: string, number = 0): Promise<Numbers> {
    await this.#writer.write(encoder.encode(`${command} ${number}\n`));
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the client has exited during ${command} ${number}`);
    return JSON.parse(value);
  }

  /** Ends the client, which kills a contender that is not stopped. */
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
