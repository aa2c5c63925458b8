/**
 * The player's console.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { PlayerActions } from "../model/player_actions.ts";
import { History } from "../model/history.ts";

/** A line of the console. */
export interface ConsoleLine {
  /** How important it is. */
  readonly level: "info" | "warn" | "error";
  /** The line. */
  readonly line: string;
  /** When it was printed, in milliseconds since 1970-01-01 UTC. */
  readonly time: number;
}

/** The console, which keeps the last lines. */
export class Console {
  readonly #clock: Clock;
  readonly #lines: History<ConsoleLine>;

  /**
   * @param clock What tells the time of a line.
   * @param capacity How many lines are kept.
   */
  constructor(clock: Clock, capacity?: number) {
    this.#clock = clock;
    this.#lines = new History(capacity);
  }

  /** The lines kept, oldest first. */
  get lines(): readonly ConsoleLine[] {
    return this.#lines.entries;
  }

  /** Carries out `player.console.print`. */
  readonly print: PlayerActions["player.console.print"] = ({ level, line }) => {
    this.#lines.add({ level, line, time: this.#clock.now() });
    return {};
  };

  /**
   * Prints what the player itself has to complain of.
   *
   * @param line The line.
   */
  complain(line: string): void {
    this.#lines.add({ level: "error", line, time: this.#clock.now() });
  }
}
