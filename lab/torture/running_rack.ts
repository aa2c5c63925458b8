/**
 * What a scenario is given while it runs.
 *
 * @module
 */

import type { Rack } from "./scenario.ts";

/** How often progress is told where it cannot be written over, in milliseconds. */
const PROGRESS_MS = 10_000;

const encoder = new TextEncoder();
const onTerminal = Deno.stderr.isTerminal();

/** What a scenario is given, for its share of the time. Progress goes to stderr, written over on a terminal. */
export class RunningRack implements Rack {
  readonly seed: number;
  readonly #name: string;
  readonly #end: number;
  readonly #directories: string[] = [];
  #lastTold = performance.now();

  /**
   * @param name The name of the scenario.
   * @param seed What its chances come from.
   * @param milliseconds Its share of the time.
   */
  constructor(name: string, seed: number, milliseconds: number) {
    this.#name = name;
    this.seed = seed;
    this.#end = performance.now() + milliseconds;
  }

  hasTime(): boolean {
    return this.timeLeft() > 0;
  }

  timeLeft(): number {
    return Math.max(0, this.#end - performance.now());
  }

  async directory(): Promise<string> {
    // The one before is done with, and some hold much.
    if (this.#directories.length > 3) await this.#remove(this.#directories.shift());
    const directory = await Deno.makeTempDir({ prefix: "tonearm-torture-" });
    this.#directories.push(directory);
    return directory;
  }

  progress(text: string): void {
    const line = `${this.#name}: ${text}`;
    if (onTerminal) {
      Deno.stderr.writeSync(encoder.encode(`\r\u001b[K${line.slice(0, Deno.consoleSize().columns - 1)}`));
    } else if (performance.now() - this.#lastTold >= PROGRESS_MS) {
      this.#lastTold = performance.now();
      Deno.stderr.writeSync(encoder.encode(`${line}\n`));
    }
  }

  /** Removes what was made and the line that tells progress. */
  async clear(): Promise<void> {
    if (onTerminal) Deno.stderr.writeSync(encoder.encode("\r\u001b[K"));
    for (const directory of this.#directories.splice(0)) await this.#remove(directory);
  }

  async #remove(directory: string | undefined): Promise<void> {
    if (directory !== undefined) await Deno.remove(directory, { recursive: true });
  }
}
