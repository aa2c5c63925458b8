/**
 * What a torture is made of.
 *
 * @module
 */

/** What a scenario is given. */
export interface Rack {
  /** What its chances come from. */
  readonly seed: number;
  /** Whether there is still time: one unit of work is done in any case, another only while there is. */
  hasTime(): boolean;
  /**
   * How much of the time is left.
   *
   * @returns Milliseconds, at least 0.
   */
  timeLeft(): number;
  /**
   * Makes an empty directory, which is removed in the end.
   *
   * @returns Its path.
   */
  directory(): Promise<string>;
  /**
   * Tells how far it is.
   *
   * @param text A few words.
   */
  progress(text: string): void;
}

/** One kind of torture. */
export interface Scenario {
  /** Its name, for `--only`. */
  readonly name: string;
  /** What it does, for `--help`. */
  readonly description: string;
  /** How much of the time it gets, beside the others. */
  readonly weight: number;
  /**
   * Does it.
   *
   * @param rack What it is given.
   * @returns What was done, in words; begins with `skipped` when it cannot be done here.
   * @throws {BrokenPromise} When the bridge does not stand it; the message says how to do it again.
   */
  run(rack: Rack): Promise<string>;
}
