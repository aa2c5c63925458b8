import { waitFor } from "../support/deadline.ts";
import { wav } from "./mpv/real_mpv.ts";

/**
 * A server of streams: `/plays`, `/slow`, whose first byte comes after three seconds, and `/hangs`, which never answers.
 * Others are not found.
 */
export class Streams implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #end = Promise.withResolvers<void>();
  readonly #asked: string[] = [];
  #wake = Promise.withResolvers<void>();

  /** @param seconds The length of each stream. */
  constructor(seconds = 0) {
    const file = wav(seconds);
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const { pathname } = new URL(request.url);
      this.#asked.push(pathname);
      this.#wake.resolve();
      this.#wake = Promise.withResolvers();
      if (pathname.startsWith("/hangs")) await waitFor("the end of the test", this.#end.promise);
      if (pathname.startsWith("/slow")) await this.#sleep(3000);
      if (!/^\/(plays|slow)/.test(pathname)) return new Response(null, { status: 404 });
      return new Response(file, { headers: { "content-type": "audio/wav" } });
    });
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.#server.addr.port}${path}`;
  }

  /** Waits until a player has asked for a stream as often as this. */
  async asked(path: string, times = 1): Promise<void> {
    while (this.#asked.filter((each) => each === path).length < times) {
      await waitFor(`request ${times} of ${path}`, this.#wake.promise);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.resolve();
    await this.#server.shutdown();
  }

  /** Waits, but not longer than the test. */
  async #sleep(milliseconds: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const slept = new Promise<void>((resolve) => timer = setTimeout(resolve, milliseconds));
    await waitFor("the first byte of a slow stream", Promise.race([slept, this.#end.promise]));
    clearTimeout(timer);
  }
}
