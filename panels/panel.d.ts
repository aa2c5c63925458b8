/**
 * The types of panel.js, the page side of the API for any web view (docs/panels.md).
 *
 * @module
 */

import type {
  EventName,
  EventPayload,
  OperationName,
  OperationParams,
  OperationResult,
  PanelApi,
} from "../mod.ts";

declare global {
  /** The API, where the player has set it. */
  var fb2k: Panel;
  interface Window {
    readonly fb2k: Panel;
  }
}

/** A call of a page. */
export interface PanelCall {
  /** The id, which the answer repeats. */
  readonly id: number;
  /** The operation's full name, such as `queue.add`. */
  readonly method: string;
  /** The parameters. */
  readonly params: unknown;
}

/** A message channel between a page and the player. */
export interface PanelChannel {
  /**
   * Sends a call. An error that it throws rejects the call. The answer may arrive before it returns.
   */
  post(call: PanelCall): void;
  /**
   * Called once at the start.
   *
   * @param receive Call it with each message of the player: `{id, result}`, `{id, error}` or `{event, data}`.
   * @param ended Call it when the connection to the player has ended.
   */
  listen(receive: (message: unknown) => void, ended: () => void): void;
}

/** A message port, or a similar object of a web view, such as `chrome.webview`. */
export interface PanelPort {
  postMessage(message: unknown): void;
  addEventListener(type: string, listener: (event: MessageEvent) => void): void;
  start?(): void;
}

/** An error of the protocol (protocol.md, "Error codes"), or the end of the connection. */
export interface PanelError extends Error {
  /** The JSON-RPC code; 0 if the connection has ended. */
  readonly code: number;
  /** The `data` member of the error, if there is one. */
  readonly data?: unknown;
}

/** The namespaces of the operations. */
type NamespaceName = OperationName extends `${infer Namespace}.${infer _Method}` ? Namespace : never;

/** The parameters of a call; optional if none is required. */
type Params<Name extends OperationName> = Record<never, never> extends OperationParams<Name>
  ? [params?: OperationParams<Name>]
  : [params: OperationParams<Name>];

/** A result with a list of playlists is this list, with all members of the result set on it. */
type AsList<Result> = Result extends { readonly playlists: infer List } ? List & Result : Result;

/** The result of an operation, as a page gets it. */
type CallResult<Name extends OperationName> = Name extends "playlist.getAll" ? AsList<OperationResult<Name>>
  : OperationResult<Name>;

/**
 * The operations as functions of their namespaces: `panel.queue.add({ tracks: [1] })` is
 * `panel.invoke("queue.add", { tracks: [1] })`.
 */
export type PanelNamespaces = {
  readonly [Namespace in NamespaceName]: {
    readonly [
      Name in OperationName as Name extends `${Namespace}.${infer Method}` ? Method : never
    ]: (...params: Params<Name>) => Promise<CallResult<Name>>;
  };
};

/** Events of the player's own, by name, with their payloads: merge this interface (docs/players.md). */
// deno-lint-ignore no-empty-interface -- members come by merging
export interface OwnEvents {}

/**
 * The API in a page, often as `window.fb2k`. Namespaces of the player's own are members too: merge this interface
 * (docs/players.md). An operation that the player does not offer, and a namespace without one, are undefined.
 */
export interface Panel extends Omit<PanelApi, "invoke">, PanelNamespaces {
  /**
   * Calls an operation. The result of `playlist.getAll` is the array of the playlists, with the members of the result.
   *
   * @param name The operation's full name, such as `queue.add`.
   */
  invoke<Name extends OperationName>(name: Name, ...params: Params<Name>): Promise<CallResult<Name>>;
  on<Name extends EventName>(name: Name, listener: (data: EventPayload<Name>) => void): () => void;
  on<Name extends keyof OwnEvents>(name: Name, listener: (data: OwnEvents[Name]) => void): () => void;
  off<Name extends EventName>(name: Name, listener: (data: EventPayload<Name>) => void): void;
  off<Name extends keyof OwnEvents>(name: Name, listener: (data: OwnEvents[Name]) => void): void;
  /**
   * Listens to the next event of a name. `off` with the same listener removes it earlier.
   *
   * @param name The name, such as `menu:select`.
   * @param listener Called with the payload.
   * @returns A function that removes the listener.
   */
  once<Name extends EventName>(name: Name, listener: (data: EventPayload<Name>) => void): () => void;
  once<Name extends keyof OwnEvents>(name: Name, listener: (data: OwnEvents[Name]) => void): () => void;
}

/**
 * Connects a page to its player. `invoke` rejects with a {@linkcode PanelError}, or with an error of the channel's `post`.
 * Each event is also dispatched on `window` as a CustomEvent `fb2k:<event>` with the payload as `detail`.
 *
 * @param target The channel to the player. A WebSocket carries JSON texts, other channels carry objects.
 * @param operations The names in the answer of `bridge.initialize`. Without them, the functions are those of the
 * specification, and `system.listAvailableApis` adds the others.
 */
export function connectPanel(
  target: WebSocket | PanelPort | PanelChannel,
  operations?: readonly string[],
): Panel;
