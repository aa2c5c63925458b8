/**
 * The types of panel.js, the page side of the API for any web view (docs/panels.md).
 *
 * @module
 */

import type { EventName, EventPayload, PanelApi } from "../mod.ts";

/** A call as a page posts it. */
export interface PanelCall {
  /** Its number, which the answer carries again. */
  readonly id: number;
  /** The operation's full name. */
  readonly method: string;
  /** Its parameters. */
  readonly params: unknown;
}

/** A way to send messages to the player and to hear from it. */
export interface PanelChannel {
  /**
   * Sends a call; what it throws rejects that call. It may answer before it returns.
   *
   * @param call The call.
   */
  post(call: PanelCall): void;
  /**
   * Is called once, at the beginning.
   *
   * @param receive To be called with each message of the player: `{id, result}`, `{id, error}` or `{event, data}`.
   * @param ended To be called when the player cannot answer any more.
   */
  listen(receive: (message: unknown) => void, ended: () => void): void;
}

/** A message port, or what a web view has in its place, such as `chrome.webview`. */
export interface PanelPort {
  postMessage(message: unknown): void;
  addEventListener(type: string, listener: (event: MessageEvent) => void): void;
  start?(): void;
}

/** An error of the protocol (protocol.md, "Error codes"), or the end of the connection. */
export interface PanelError extends Error {
  /** The number of the error; 0 when the connection has ended. */
  readonly code: number;
  /** What came with it, if anything. */
  readonly data?: unknown;
}

/** What a page has of the API. */
export interface Panel extends PanelApi {
  /**
   * Listens to an event until it has come once; `off` with the same listener ends it before.
   *
   * @param name Its name.
   * @param listener What to call with its payload.
   * @returns A function that removes the listener.
   */
  once<Name extends EventName>(name: Name, listener: (data: EventPayload<Name>) => void): () => void;
}

/**
 * Gives a page `invoke`, `on`, `off` and `once`. `invoke` rejects with a {@linkcode PanelError}, or with what the channel's
 * `post` throws. Each event is also dispatched on `window` as a CustomEvent `fb2k:<event>` with the payload as `detail`.
 *
 * @param target What leads to the player. A WebSocket carries JSON texts, everything else the objects themselves.
 * @returns The API.
 */
export function connectPanel(target: WebSocket | PanelPort | PanelChannel): Panel;
