/**
 * Workers that replay fixtures against broken bridges.
 *
 * @module
 */

import type { News, Noticed, Order } from "./worker.ts";

/**
 * How long all fixtures may take for one mutation, in milliseconds: a hundred times what they take. Loops without end are
 * noticed before (see quiet.ts).
 */
const DEADLINE_MS = 120_000;

/** A worker, which is replaced when it hangs. */
export class Hand {
  readonly #begin: Order & { readonly kind: "begin" };
  readonly #deadlineMs: number;
  #worker: Worker | undefined;

  /**
   * @param begin What each worker is begun with.
   * @param deadlineMs How long an order may take, in milliseconds.
   */
  constructor(begin: Order & { readonly kind: "begin" }, deadlineMs: number = DEADLINE_MS) {
    this.#begin = begin;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Replays a fixture against the bridge as it is.
   *
   * @param fixture The fixture's index.
   * @returns What it reaches.
   * @throws {Error} When that does not come to an end.
   */
  async reach(fixture: number): Promise<News & { readonly kind: "reached" }> {
    const news = await this.#carryOut({ kind: "reach", fixture });
    if (typeof news === "string" || news.kind !== "reached") throw new Error(`the replay fails: ${news}`);
    return news;
  }

  /**
   * Replays fixtures against a broken bridge until one notices.
   *
   * @param mutation The mutation's id.
   * @param fixtures The fixtures' indices.
   * @returns How it was noticed; undefined when it was not.
   */
  async tryOut(mutation: number, fixtures: readonly number[]): Promise<Noticed | undefined> {
    const news = await this.#carryOut({ kind: "try", mutation, fixtures });
    if (typeof news === "string") return { fixture: undefined, headline: news };
    return news.kind === "tried" ? news.noticed : undefined;
  }

  /** Ends the worker. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** What a worker answers, or why it does not. */
  async #carryOut(order: Order): Promise<News | string> {
    const worker = this.#worker ??= this.#begun();
    const { promise, resolve } = Promise.withResolvers<News | string>();
    const timer = setTimeout(() => resolve("the bridge hangs"), this.#deadlineMs);
    worker.onmessage = ({ data }: MessageEvent<News>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(`the worker has ended: ${event.message}`);
    };
    worker.postMessage(order);
    const news = await promise;
    clearTimeout(timer);
    if (typeof news === "object" && news.kind === "failed") {
      this.end();
      throw new Error(`a worker fails: ${news.reason}`);
    }
    if (typeof news === "string") this.end();
    return news;
  }

  #begun(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.postMessage(this.#begin);
    return worker;
  }
}
