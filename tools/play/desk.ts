/**
 * What the commands of the prompt act on, and what a command is.
 *
 * @module
 */

import type { EventMessage } from "../../client/bridge_client.ts";
import type { Api } from "./api.ts";
import { Misuse } from "./prompt_line.ts";
import type { Session } from "./session.ts";

/** Everything in reach of a command. */
export interface Desk {
  /** What is known of the operations. */
  readonly api: Api;
  /** Bridge and player. */
  readonly session: Session;
  /** The panel that calls; undefined for the player itself. */
  panel: string | undefined;
  /** What is shown as it comes. */
  readonly shown: { events: boolean; wire: boolean };
  /** How many characters a line may have. */
  readonly width: number;
  /**
   * Writes lines.
   *
   * @param lines The lines, without their ends.
   */
  print(...lines: string[]): void;
  /**
   * Writes events, a line each.
   *
   * @param events The events.
   */
  showEvents(events: readonly EventMessage[]): void;
  /** Ends everything once the line under way is done. */
  quit(): void;
}

/** A command of the prompt. */
export interface Command {
  /** Its name, without the colon. */
  readonly name: string;
  /** Another name. */
  readonly alias?: string;
  /** What may follow the name, as help shows it. */
  readonly usage: string;
  /** One sentence. */
  readonly about: string;
  /**
   * Completes a word.
   *
   * @param before The words before it.
   * @param desk What there is.
   * @returns What the word may be.
   */
  complete?(before: readonly string[], desk: Desk): Iterable<string>;
  /**
   * Carries it out.
   *
   * @param words What follows the name.
   * @param desk What it acts on.
   * @param signal Ends it early.
   * @throws {Misuse} When what follows the name is wrong.
   */
  run(words: Words, desk: Desk, signal: AbortSignal): void | Promise<void>;
}

/** What follows the name of a command, word by word. */
export class Words {
  #rest: string;

  /** @param text The words. */
  constructor(text: string) {
    this.#rest = text.trim();
  }

  /** Whether there is nothing more. */
  get done(): boolean {
    return this.#rest === "";
  }

  /**
   * Takes the next word.
   *
   * @param what What it is, in case it is missing.
   * @returns The word.
   * @throws {Misuse} When there is none.
   */
  word(what: string): string {
    const [word = ""] = this.#rest.split(/\s+/u, 1);
    if (word === "") throw new Misuse(`${what} is missing`);
    this.#rest = this.#rest.slice(word.length).trimStart();
    return word;
  }

  /**
   * Takes the next word, which is a number.
   *
   * @param what What it is.
   * @returns The number.
   * @throws {Misuse} When there is none, or it is no number.
   */
  number(what: string): number {
    const word = this.word(what);
    if (!/^-?\d+(?:\.\d+)?$/u.test(word)) {
      throw new Misuse(`${what} has to be a number, not ${JSON.stringify(word)}`);
    }
    return Number(word);
  }

  /**
   * Takes the next word, which is a whole number from 0 on.
   *
   * @param what What it is.
   * @returns The number.
   * @throws {Misuse} When there is none, or it is none.
   */
  index(what: string): number {
    const word = this.word(what);
    const number = Number(word);
    if (!/^\d+$/u.test(word) || !Number.isSafeInteger(number)) {
      throw new Misuse(`${what} has to be a whole number from 0 on, not ${JSON.stringify(word)}`);
    }
    return number;
  }

  /**
   * Takes all that is left, which are whole numbers from 0 on.
   *
   * @param what What each is.
   * @returns The numbers, at least one.
   * @throws {Misuse} When there is none, or one is none.
   */
  indices(what: string): number[] {
    const numbers = [this.index(what)];
    while (!this.done) numbers.push(this.index(what));
    return numbers;
  }

  /**
   * Takes the next word, which says on or off.
   *
   * @returns Whether it says on.
   * @throws {Misuse} When it says something else.
   */
  onOrOff(): boolean {
    const word = this.word("on or off");
    if (word !== "on" && word !== "off") throw new Misuse(`say on or off, not ${JSON.stringify(word)}`);
    return word === "on";
  }

  /**
   * Takes all that is left, blanks included.
   *
   * @param what What it is, in case it is missing.
   * @returns The text.
   * @throws {Misuse} When there is none.
   */
  text(what: string): string {
    const text = this.#rest;
    if (text === "") throw new Misuse(`${what} is missing`);
    this.#rest = "";
    return text;
  }

  /**
   * Says that nothing more is understood.
   *
   * @throws {Misuse} When there is something more.
   */
  end(): void {
    if (!this.done) throw new Misuse(`nothing is known of ${JSON.stringify(this.#rest)} behind that`);
  }
}
