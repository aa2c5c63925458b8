/**
 * The types of panel.js, the page side of the API for any web view (docs/panels.md). Packages have the same in one file,
 * fb2k.d.ts, which `deno task build types` writes from openrpc.json.
 *
 * @module
 */

import type {
  EventName as BridgeEventName,
  EventPayload,
  OperationName,
  OperationParams,
  OperationResult,
} from "../mod.ts";

/** The namespaces of the operations. */
type NamespaceName = OperationName extends `${infer Namespace}.${infer _Method}` ? Namespace : never;

/** The parameters of a call; optional if none is required. */
type Params<Name extends OperationName> = Record<never, never> extends OperationParams<Name>
  ? [params?: OperationParams<Name>]
  : [params: OperationParams<Name>];

/** The operations by their full names. */
export type Operations = {
  [Name in OperationName]: (
    ...params: Params<Name>
  ) => Promise<
    Name extends "artwork.getAvailableTypes" | "playlist.getAll" ? AsList<OperationResult<Name>>
      : OperationResult<Name>
  >;
};

/** The operations as functions of their namespaces. */
export type Namespaces = {
  readonly [Namespace in NamespaceName]: {
    readonly [
      Name in OperationName as Name extends `${Namespace}.${infer Method}` ? Method : never
    ]: Operations[Name];
  };
};

/** The events of the bridge. */
type BridgeEvents = { [Name in BridgeEventName]: EventPayload<Name> };

/** The events by their names, with their payloads. */
export interface Events extends BridgeEvents, OwnEvents {}

// Also in fb2k.d.ts:

declare global {
  /** The API, where the player has set it. */
  var fb2k: Panel;
  /** Types for the JSDoc of a page. */
  namespace fb2k {
    /** The payload of an event, such as `fb2k.Event<"menu:select">`. */
    type Event<Name extends EventName> = Events[Name];
    /** The result of an operation that has not failed, such as `fb2k.Result<"queue.add">`. */
    type Result<Name extends keyof Operations> = Exclude<
      Awaited<ReturnType<Operations[Name]>>,
      { success: false }
    >;
  }
  interface Window {
    readonly fb2k: Panel;
  }
  interface WindowEventMap extends WindowEvents {}
}

/** The events on window. */
type WindowEvents = { [Name in EventName as `fb2k:${Name}`]: CustomEvent<Events[Name]> };

/**
 * The API in a page, often as `window.fb2k`. Namespaces of the player's own are members too: merge this interface
 * (docs/players.md). An operation that the player does not offer, and a namespace without one, are undefined.
 *
 * `panel.queue.add({ tracks: [1] })` is `panel.invoke("queue.add", { tracks: [1] })`.
 */
export interface Panel extends Namespaces {
  /**
   * Calls an operation.
   *
   * @param name The full name, such as `queue.add`.
   * @param params The parameters; optional if none is required.
   * @returns The result. Rejected with a {@linkcode PanelError}, a TypeError, or an error of the channel's `post`.
   */
  invoke<Name extends keyof Operations>(
    name: Name,
    ...params: Parameters<Operations[Name]>
  ): ReturnType<Operations[Name]>;
  /**
   * Listens to an event.
   *
   * @param name The name, such as `menu:select`.
   * @param listener Called with the payload of each event.
   * @returns A function that removes the listener.
   */
  on<Name extends EventName | (string & Record<never, never>)>(
    name: Name,
    listener: Listener<Name>,
  ): () => void;
  /**
   * Removes a listener.
   *
   * @param name The name of the event.
   * @param listener The function that was passed to `on` or `once`.
   */
  off<Name extends EventName | (string & Record<never, never>)>(name: Name, listener: Listener<Name>): void;
  /**
   * Listens to the next event of a name. `off` with the same listener removes it earlier.
   *
   * @param name The name, such as `menu:select`.
   * @param listener Called with the payload.
   * @returns A function that removes the listener.
   */
  once<Name extends EventName | (string & Record<never, never>)>(
    name: Name,
    listener: Listener<Name>,
  ): () => void;
}

/** The name of an event. */
export type EventName = keyof Events;

/** A function that is called with the payload of an event. A name that is only known when the page runs takes any payload. */
export type Listener<Name extends string> = Name extends EventName ? (data: Events[Name]) => void
  // deno-lint-ignore no-explicit-any -- the payload is known when the page runs
  : string extends Name ? (data: any) => void
  : `There is no event ${Name}. Did you mean ${NearestTo<Name>}?`;

/** Events of the player's own, by name, with their payloads: merge this interface (docs/players.md). */
// deno-lint-ignore no-empty-interface -- members come by merging
export interface OwnEvents {}

/** The events that differ from a name by one letter, else those of its namespace, else all. */
type NearestTo<Name extends string> = [NearTo<Name>] extends [never]
  ? [InNamespaceOf<Name>] extends [never] ? EventName : InNamespaceOf<Name>
  : NearTo<Name>;
type NearTo<Name extends string> = {
  [Event in EventName]: IsNear<Lowercase<Name>, Lowercase<Event>> extends true ? Event : never;
}[EventName];
type InNamespaceOf<Name extends string> = Name extends `${infer Namespace}:${string}`
  ? Extract<EventName, `${Namespace}:${string}`>
  : never;

/** Whether two texts differ by a letter that is missing, added, another one, or exchanged with the next. */
type IsNear<A extends string, B extends string> = Ends<A, B> extends
  [infer C extends string, infer D extends string]
  ? Tail<C> extends D | Tail<D> ? true : C extends Tail<D> ? true : IsExchanged<C, D>
  : never;
type IsExchanged<A extends string, B extends string> = A extends `${infer C}${infer D}${infer End}`
  ? B extends `${D}${C}${End}` ? true : false
  : false;
/** What is left of two texts after the beginning that they share. */
type Ends<A extends string, B extends string> = A extends `${infer C}${infer D}`
  ? B extends `${C}${infer E}` ? Ends<D, E> : [A, B]
  : [A, B];
type Tail<Text extends string> = Text extends `${string}${infer End}` ? End : "";

/** A result with a list of playlists is this list, with all members of the result set on it. */
type AsList<Result> = Result extends { readonly playlists: infer List } | { readonly types: infer List }
  ? List & Result
  : Result;

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
  /** Sends a call. An error that it throws rejects the call. The answer may arrive before it returns. */
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
  /** The code as a text, such as `METHOD_NOT_FOUND`; `OPERATION_FAILED` for a number without one. */
  readonly reason: string;
  /** The `data` member of the error, if there is one. */
  readonly data?: unknown;
}

/**
 * Connects a page to its player. Each event is also dispatched on `window` as a CustomEvent `fb2k:<event>` with the
 * payload as `detail`.
 *
 * @param target The channel to the player. A WebSocket carries JSON texts, other channels carry objects.
 * @param operations The names in the answer of `bridge.initialize`. Without them, the functions are those of the
 * specification, and `system.listAvailableApis` adds the others.
 */
export function connectPanel(
  target: WebSocket | PanelPort | PanelChannel,
  operations?: readonly string[],
): Panel;

// End.
