/** Scenarios, and the context in which a scenario runs. */

import type { SeededRandom } from "../support/random.ts";

/** One part of the torture run. */
export interface Scenario {
  /** Its name, for `--only`. */
  readonly name: string;
  /** One line, for `--help`. */
  readonly description: string;
  /** Its share of the time, relative to the other scenarios. */
  readonly weight: number;
  /**
   * Runs the scenario once, and again while there is time.
   *
   * @returns A summary; it begins with `skipped` when this machine cannot run the scenario.
   * @throws {ContractViolation} When the bridge fails; the message says how to repeat it.
   */
  run(context: ScenarioContext): Promise<string>;
}

/** Interval at which progress is printed where a line cannot be overwritten, in milliseconds. */
const PROGRESS_MS = 10_000;
/** Maximum number of directories that exist at a time. Some are large. */
const KEPT_DIRECTORIES = 4;

const encoder = new TextEncoder();
const onTerminal = Deno.stderr.isTerminal();

/** Time, directories and progress of one scenario. */
export class ScenarioContext implements AsyncDisposable {
  readonly seed: number;
  readonly random: SeededRandom;
  readonly #name: string;
  readonly #end: number;
  readonly #directories: string[] = [];
  #lastProgress = performance.now();

  /** @param milliseconds The time for the scenario. */
  constructor(name: string, seed: number, random: SeededRandom, milliseconds: number) {
    this.#name = name;
    this.seed = seed;
    this.random = random;
    this.#end = performance.now() + milliseconds;
  }

  /** The time left, in milliseconds. */
  timeLeft(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Counts from 0 while there is time; yields at least once. */
  *rounds(): Generator<number> {
    for (let round = 0; round === 0 || this.timeLeft() > 0; round++) yield round;
  }

  /** Makes an empty directory. It is removed after the scenario, or earlier when a scenario makes many. */
  async directory(): Promise<string> {
    if (this.#directories.length >= KEPT_DIRECTORIES) await remove(this.#directories.shift());
    const directory = await Deno.makeTempDir({ prefix: "tonearm-torture-" });
    this.#directories.push(directory);
    return directory;
  }

  /** Prints progress to stderr, at most every ten seconds where that is not a terminal. */
  progress(text: string): void {
    const line = `${this.#name}: ${text}`;
    if (onTerminal) {
      Deno.stderr.writeSync(encoder.encode(`\r\u001b[K${line.slice(0, Deno.consoleSize().columns - 1)}`));
    } else if (performance.now() - this.#lastProgress >= PROGRESS_MS) {
      this.#lastProgress = performance.now();
      Deno.stderr.writeSync(encoder.encode(`${line}\n`));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (onTerminal) Deno.stderr.writeSync(encoder.encode("\r\u001b[K"));
    for (const directory of this.#directories.splice(0)) await remove(directory);
  }
}

async function remove(directory: string | undefined): Promise<void> {
  if (directory !== undefined) await Deno.remove(directory, { recursive: true });
}
