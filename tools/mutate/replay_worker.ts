/** Controls a worker that replays fixtures (worker.ts) from the main thread. */

import type { News, Noticed, Order } from "./worker.ts";

/**
 * Timeout for all fixtures of one mutation, in milliseconds. They usually take a hundredth of it. Endless loops are noticed
 * earlier (pending_operations.ts).
 */
const DEADLINE_MS = 120_000;

/** A worker, which is replaced when it hangs. */
export class ReplayWorker {
  readonly #begin: Order & { readonly kind: "begin" };
  readonly #deadlineMs: number;
  #worker: Worker | undefined;

  /** @param deadlineMs The timeout for an order, in milliseconds. */
  constructor(begin: Order & { readonly kind: "begin" }, deadlineMs: number = DEADLINE_MS) {
    this.#begin = begin;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Replays a fixture against the unchanged bridge and returns the mutations whose code it runs.
   *
   * @throws {Error} When the replay does not end.
   */
  async reach(fixture: number): Promise<News & { readonly kind: "reached" }> {
    const news = await this.#ask({ kind: "reach", fixture });
    if (typeof news === "string" || news.kind !== "reached") throw new Error(`the replay fails: ${news}`);
    return news;
  }

  /** Replays fixtures against a broken bridge until one notices. */
  async tryOut(mutation: number, fixtures: readonly number[]): Promise<Noticed | undefined> {
    const news = await this.#ask({ kind: "try", mutation, fixtures });
    if (typeof news === "string") return { fixture: undefined, headline: news };
    return news.kind === "tried" ? news.noticed : undefined;
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** Sends an order. Returns the worker's report, or the reason why the worker has failed. */
  async #ask(order: Order): Promise<News | string> {
    const worker = this.#worker ??= this.#started();
    const { promise, resolve } = Promise.withResolvers<News | string>();
    const timer = setTimeout(() => resolve("the bridge hangs"), this.#deadlineMs);
    worker.onmessage = ({ data }: MessageEvent<News>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(`the worker has failed: ${event.message}`);
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

  #started(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.postMessage(this.#begin);
    return worker;
  }
}
