/**
 * A bridge and its connection. The test is the player and sends and receives each message itself.
 */

import { assertEquals } from "@std/assert";
import { memoryPipe } from "../../clients/typescript/streams.ts";
import { Bridge } from "../../handlers/core/bridge.ts";
import { api } from "../../handlers/mod.ts";
import { Connection } from "../../host_stdio/connection.ts";
import { silentDiagnostics } from "../../host_stdio/diagnostics.ts";
import { bodiesOf, frameOf, joined } from "../../tools/support/frames.ts";
import { FakeClock } from "./fake_clock.ts";

/** A whole bridge behind a pipe in memory. */
export class ManualBridge {
  readonly #input = memoryPipe();
  readonly #pieces: Uint8Array[] = [];
  readonly #ended: Promise<unknown>;
  readonly #clock = new FakeClock();

  constructor() {
    const connection = new Connection({
      source: this.#input.source,
      sink: {
        write: (bytes) => {
          this.#pieces.push(bytes.slice());
          return Promise.resolve(bytes.length);
        },
      },
      limits: {
        maxFrameBytes: 1 << 20,
        maxQueueBytes: 1 << 20,
        actionTimeoutMs: 30_000,
        startTimeoutMs: 15_000,
      },
      clock: this.#clock,
      diagnostics: silentDiagnostics,
      application: (link) =>
        new Bridge(link, {
          disk: Deno,
          logDirectory: "/nonexistent",
          version: "0.0.0",
          clock: this.#clock,
          diagnostics: silentDiagnostics,
          api,
        }),
    });
    this.#ended = connection.run();
  }

  /**
   * Sends messages in one piece.
   *
   * @returns The messages that the bridge has written since: `id method panel params` for a request or notification,
   * `id result` or `id code` for a response.
   */
  async send(...messages: object[]): Promise<string[]> {
    this.#pieces.length = 0;
    await this.#input.sink.write(joined(...messages.map((body) => frameOf({ jsonrpc: "2.0", ...body }))));
    return await this.#written();
  }

  /** Ends the input and returns the messages written since. Fails when a timer is still running. */
  async end(): Promise<string[]> {
    this.#pieces.length = 0;
    await this.#input.sink.end();
    await this.#ended;
    assertEquals(this.#clock.pendingTimers, 0);
    return await this.#written();
  }

  async #written(): Promise<string[]> {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    return bodiesOf(joined(...this.#pieces)).bodies.map((body) => {
      const { id, method, params, result, error, panel } = JSON.parse(body);
      if (method !== undefined) return [id, method, panel, JSON.stringify(params)].join(" ");
      return `${id} ${error ? error.code : JSON.stringify(result)}`;
    });
  }
}
