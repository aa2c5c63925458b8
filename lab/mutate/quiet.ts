/**
 * Knowing that nothing more can happen, in place of waiting for it.
 *
 * @module
 */

import { setImmediate } from "node:timers";
import type { Disk, DiskFile } from "../../handlers/log/disk.ts";
import type { WaitFunction } from "../../tools/fixtures/bridge.ts";

/**
 * How many turns of the event loop nothing has to be under way. What has just come to its end goes on in the same turn; the
 * others are for what it begins.
 */
const TURNS = 3;

/**
 * How many rounds loops may take, all together, until something else gets its turn: ten times what any fixture takes. A
 * mutation that makes a loop endless is noticed by this, and one by which something begins itself again and again: its
 * worker could not be ended.
 */
const MAX_ROUNDS = 50_000_000;

/**
 * How many operations on files may be begun while one thing is waited for: fifty times what any fixture takes. A loop that
 * reads or writes without end is noticed by this.
 */
const MAX_OPERATIONS = 5000;

/** A loop goes on and on. */
export class EndlessLoop extends Error {
  override name = "EndlessLoop";
}

/**
 * Everything that linked code has under way in the world outside: operations on files and timers. As long as there is none,
 * and no microtask is left, nothing can happen any more.
 */
export class Undertakings {
  #count = 0;
  #rounds = 0;
  #operations = 0;
  readonly #allowed: string;

  /** `Deno`, as linked code sees it: what it begins is counted. */
  readonly deno: typeof Deno;

  /** @param allowed What the paths begin with that linked code may touch: a broken bridge may go for any. */
  constructor(allowed: string) {
    this.#allowed = allowed;
    this.deno = this.#counting(Deno);
  }

  /** Waits until it is there or nothing more can happen; the patience is not needed. */
  readonly wait: WaitFunction = async <Result>(
    _patienceMs: number,
    begin: (settle: (result: Result) => void) => void,
  ): Promise<Result | undefined> => {
    const settled: Result[] = [];
    let isSettled = false;
    this.#operations = 0;
    begin((result) => {
      isSettled = true;
      settled.push(result);
    });
    for (let quiet = 0; !isSettled && quiet < TURNS;) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.#rounds = 0;
      quiet = this.#count === 0 ? quiet + 1 : 0;
    }
    return settled[0];
  };

  /**
   * Is called in each round of every loop, and in each call of an async function.
   *
   * @param weight How many rounds it counts for.
   * @throws {EndlessLoop} When there have been too many.
   */
  readonly round = (weight = 1): void => {
    this.#rounds += weight;
    if (this.#rounds > MAX_ROUNDS) throw new EndlessLoop(`more than ${MAX_ROUNDS} rounds of loops`);
  };

  /**
   * A timer, as linked code sees it.
   *
   * @param callback What is called.
   * @param milliseconds When.
   */
  readonly setTimeout = (callback: () => void, milliseconds: number): void => {
    this.#count++;
    setTimeout(() => {
      this.#count--;
      callback();
    }, milliseconds);
  };

  /**
   * A disk, as linked code sees it: what it begins is counted.
   *
   * @param disk The disk.
   * @returns The same, counted.
   */
  readonly watched = (disk: Disk): Disk => this.#counting(disk);

  /** The same object, of which every method that answers later is counted, and of what it answers. */
  #counting<Owner extends object>(owner: Owner): Owner {
    return new Proxy(owner, {
      get: (_owner, key) => {
        const member: unknown = Reflect.get(owner, key, owner);
        if (typeof member !== "function" || isClass(member)) return member;
        return (...parameters: unknown[]): unknown => {
          const [path] = parameters;
          if (typeof path === "string" && !this.#isAllowed(path)) {
            return Promise.reject(new Deno.errors.NotCapable(`no access to ${path}`));
          }
          const answer: unknown = Reflect.apply(member, owner, parameters);
          return answer instanceof Promise ? this.#counted(answer) : answer;
        };
      },
    });
  }

  #isAllowed(path: string): boolean {
    return path.startsWith(this.#allowed) && !/(^|[\\/])\.\.([\\/]|$)/.test(path);
  }

  async #counted(answer: Promise<unknown>): Promise<unknown> {
    if (++this.#operations > MAX_OPERATIONS) {
      // Nobody needs to know how that one ends.
      answer.catch(() => {});
      throw new EndlessLoop(`more than ${MAX_OPERATIONS} operations on files`);
    }
    this.#count++;
    try {
      const value = await answer;
      return isFile(value) ? this.#counting(value) : value;
    } finally {
      this.#count--;
      this.#rounds = 0;
    }
  }
}

/** Whether it is an open file, whatever it is made of. */
function isFile(value: unknown): value is DiskFile {
  return typeof value === "object" && value !== null && "seek" in value;
}

/** Classes are called with `new` and compared with `instanceof`, for both of which they have to be themselves. */
function isClass(member: object): boolean {
  return Object.getOwnPropertyDescriptor(member, "prototype")?.writable === false;
}
