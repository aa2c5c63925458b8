/** What is measured beside what: a bare echo on Deno, the bridge from source, and the bridge as a bundle. */

import { bundleFlags, sandboxFlags } from "../../clients/typescript/spawn_bridge.ts";
import { BUNDLE_ENTRY, bundleBridge } from "../build/bundle.ts";
import { stampOf } from "../build/stamp.ts";
import { runProgram } from "../support/process.ts";

/** How long a command may take, in milliseconds. */
const COMMAND_MS = 60_000;

/** A program that is measured. */
export interface Contender {
  readonly name: "echo" | "source" | "bundle";
  readonly command: readonly string[];
}

/** An answer of the client: numbers by name, for each command as in client.c. */
export type Numbers = Readonly<Record<string, number>>;

/** Builds the client and the bundle in a directory, runs a function with them, and removes the directory. */
export async function withContenders(
  run: (contenders: readonly Contender[], start: (contender: Contender) => Client) => Promise<void>,
): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-bench-" });
  try {
    const client = `${directory}/client`;
    const { code, stderr } = await runProgram("cc", ["-O2", "-o", client, pathOf("./client.c")]);
    if (code !== 0) throw new Error(`cc has failed:\n${stderr}`);
    await bundleBridge(directory, await stampOf());
    const deno = [Deno.execPath(), "run", ...sandboxFlags];
    await run([
      { name: "echo", command: [...deno, pathOf("./echo.ts")] },
      { name: "source", command: [...deno, pathOf("../../main.ts")] },
      { name: "bundle", command: [...deno, ...bundleFlags, `${directory}/${BUNDLE_ENTRY}`] },
    ], (contender) => new Client(client, contender, directory));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** A client process, and the contender that it starts. */
export class Client {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: ReadableStreamDefaultReader<string>;

  constructor(client: string, { name, command }: Contender, directory: string) {
    this.#child = new Deno.Command(client, {
      args: [name === "echo" ? "echo" : "rpc", ...command],
      cwd: directory,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /**
   * Sends a command, such as `trip`, with its number.
   *
   * @throws {Error} When the client has exited; the reason is on its stderr.
   */
  async ask(command: string, number = 0): Promise<Numbers> {
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), COMMAND_MS);
    await this.#writer.write(new TextEncoder().encode(`${command} ${number}\n`));
    let line = "";
    while (!line.endsWith("\n")) {
      const { value } = await this.#lines.read();
      if (value === undefined) throw new Error(`the client has exited during ${command} ${number}`);
      line += value;
    }
    clearTimeout(timer);
    return JSON.parse(line);
  }

  /**
   * Starts the contender with a first call.
   *
   * @returns The time to its answer in nanoseconds, and the process.
   */
  async start(adds = false): Promise<{ readonly ns: number; readonly pid: number }> {
    const { ns = NaN, pid = NaN } = await this.ask("start", adds ? 1 : 0);
    return { ns, pid };
  }

  /** Puts the client and the contender on the last processor. */
  async pin(contender: number): Promise<void> {
    for (const pid of [this.#child.pid, contender]) {
      const last = `${navigator.hardwareConcurrency - 1}`;
      const { code, stderr } = await runProgram("taskset", ["-apc", last, `${pid}`]);
      if (code !== 0) throw new Error(`taskset has failed:\n${stderr}`);
    }
  }

  /** Ends the contender and the client. */
  async end(): Promise<void> {
    await this.ask("stop");
    await this.#writer.close();
    await this.#lines.cancel();
    await this.#child.status;
  }
}

function pathOf(relative: string): string {
  return new URL(relative, import.meta.url).pathname;
}
