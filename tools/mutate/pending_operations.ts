/** Detects that a bridge is idle, which means that nothing more happens until it gets input. Replays then need no timeouts. */

import { setImmediate } from "node:timers";
import type { Disk, DiskFile } from "../../handlers/core/disk.ts";
import type { WaitFunction } from "../fixtures/bridge.ts";

/** Number of event loop turns without a pending operation after which a bridge is idle. An operation may start another. */
const IDLE_TURNS = 3;

/**
 * Maximum number of rounds of all loops in one turn of the event loop. The largest fixture takes a fifth of it. A mutation that
 * makes a loop or a recursion endless exceeds it: otherwise the worker could not be stopped.
 */
const MAX_ROUNDS = 50_000_000;

/** Maximum number of file operations during one wait, fifty times what a fixture takes. Only an endless loop exceeds it. */
const MAX_OPERATIONS = 5000;

/** A loop or recursion does not end. */
export class EndlessLoop extends Error {
  override name = "EndlessLoop";
}

/** Counts the pending file operations and timers of linked code. At zero, and without microtasks, the code is idle. */
export class PendingOperations {
  #count = 0;
  #rounds = 0;
  #operations = 0;
  readonly #allowed: string;

  /** `Deno` for linked code, with operations counted. */
  readonly deno: typeof Deno;

  /** @param allowed The prefix of all paths that linked code may touch: a broken bridge may use any path. */
  constructor(allowed: string) {
    this.#allowed = allowed;
    this.deno = this.#counting(Deno);
  }

  /** Waits for a result, or until the bridge is idle. Ignores the timeout. */
  readonly wait: WaitFunction = async <Result>(
    _timeoutMs: number,
    promise: Promise<Result>,
  ): Promise<Result | undefined> => {
    const settled: Result[] = [];
    let isSettled = false;
    this.#operations = 0;
    void promise.then((result) => {
      isSettled = true;
      settled.push(result);
    });
    for (let idle = 0; !isSettled && idle < IDLE_TURNS;) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.#rounds = 0;
      idle = this.#count === 0 ? idle + 1 : 0;
    }
    return settled[0];
  };

  /**
   * Called in each round of a loop and in each call of an async function.
   *
   * @throws {EndlessLoop} When there are too many rounds.
   */
  readonly round = (weight = 1): void => {
    this.#rounds += weight;
    if (this.#rounds > MAX_ROUNDS) throw new EndlessLoop(`more than ${MAX_ROUNDS} rounds of loops`);
  };

  /** `setTimeout` for linked code, counted. */
  readonly setTimeout = (callback: () => void, milliseconds: number): void => {
    this.#count++;
    setTimeout(() => {
      this.#count--;
      callback();
    }, milliseconds);
  };

  /** A disk for linked code, with operations counted. */
  readonly watched = (disk: Disk): Disk => this.#counting(disk);

  /** Wraps an object, to count calls of its asynchronous methods and of the methods of files that they open. */
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
      // The result is not used.
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

function isFile(value: unknown): value is DiskFile {
  return typeof value === "object" && value !== null && "seek" in value;
}

/** Classes are not wrapped: `new` and `instanceof` need the original. */
function isClass(member: object): boolean {
  return Object.getOwnPropertyDescriptor(member, "prototype")?.writable === false;
}
