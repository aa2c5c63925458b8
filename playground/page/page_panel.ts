/**
 * A panel of the page: connected by panel.js as every other panel is.
 *
 * @module
 */

import type { PanelError } from "../../panel/panel.d.ts";
import { connectPanel } from "../../panel/panel.js";
import type { PanelInfo, WireRow } from "../protocol.ts";
import { type Control, indexOfRow, socketAddress } from "./control.ts";
import { Value } from "./ui.ts";

/** How many events a panel shows. */
const KEPT_EVENTS = 200;

/** An event as the panel has heard it. */
export interface HeardEvent {
  readonly number: number;
  readonly time: number;
  readonly name: string;
  readonly data: unknown;
}

/** A call and what has become of it. */
export interface CallOutcome {
  readonly method: string;
  /** Counts the calls of the panel, over all its connections. */
  readonly number: number;
  /** What the wire calls it: the panel's own number, begun anew with each connection. */
  readonly callId: number;
  /** Milliseconds from the call to its answer, as the page has seen them; undefined while it is under way. */
  readonly took?: number;
  readonly result?: unknown;
  readonly error?: PanelError;
}

/** A panel. */
export class PagePanel {
  readonly framed: boolean;
  /** Its name and address, once the server has given them. */
  readonly info: Value<PanelInfo | undefined> = new Value<PanelInfo | undefined>(undefined);
  readonly events: Value<readonly HeardEvent[]> = new Value<readonly HeardEvent[]>([]);
  readonly outcome: Value<CallOutcome | undefined> = new Value<CallOutcome | undefined>(undefined);
  /** Why it is not there. */
  readonly defect: Value<string> = new Value("");
  readonly #wanted: string;
  #api: ReturnType<typeof connectPanel> | undefined;
  #socket: WebSocket | undefined;
  #calls = 0;
  #outcomes = 0;
  #events = 0;

  /**
   * @param wanted The name that it should have.
   * @param framed Whether it is the existing panel in a frame.
   */
  constructor(wanted: string, framed: boolean) {
    this.#wanted = wanted;
    this.framed = framed;
  }

  /**
   * Opens it at the server, anew after each loss of the connection.
   *
   * @param control The server.
   * @param eventNames What it listens to.
   */
  async open(control: Control, eventNames: readonly string[]): Promise<void> {
    const { generation } = control;
    const mine = generation.current;
    this.#socket?.close();
    this.info.set(undefined);
    this.defect.set("");
    try {
      const info = await control.ask("openPanel", { name: this.#wanted, framed: this.framed });
      if (generation.current !== mine) return;
      if (!this.framed) this.#connect(info, eventNames);
      this.info.set(info);
    } catch (error) {
      this.defect.set(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Closes it.
   *
   * @param control The server.
   */
  async close(control: Control): Promise<void> {
    const name = this.info.current?.name;
    this.#socket?.close();
    this.info.set(undefined);
    if (name === undefined) return;
    try {
      await control.ask("closePanel", { name });
    } catch {
      // The connection is lost, and with it every panel.
    }
  }

  /** Forgets the last call: nothing of it is shown, its answer included. */
  forgetOutcome(): void {
    this.#outcomes++;
    this.outcome.set(undefined);
  }

  /**
   * Calls an operation.
   *
   * @param method Its name.
   * @param params Its parameters.
   */
  async call(method: string, params: unknown): Promise<void> {
    const api = this.#api;
    if (!api) return;
    const callId = ++this.#calls;
    const number = ++this.#outcomes;
    const begin = performance.now();
    const settle = (what: { result: unknown } | { error: PanelError } | Record<never, never>): void => {
      // A later call is the one that is shown.
      if (this.#outcomes === number) this.outcome.set({ method, number, callId, ...what });
    };
    settle({});
    // The name is whatever was entered: the types of the API know the built-in ones only.
    const invoke = api.invoke as (method: string, params: unknown) => Promise<unknown>;
    try {
      const result = await invoke(method, params);
      settle({ result, took: performance.now() - begin });
    } catch (error) {
      // panel.js rejects with nothing else.
      settle({ error: error as PanelError, took: performance.now() - begin });
    }
  }

  #connect(info: PanelInfo, eventNames: readonly string[]): void {
    const socket = new WebSocket(socketAddress(`panel/${info.key}`));
    this.#socket = socket;
    socket.addEventListener("close", () => {
      // Nobody calls into a connection that is gone.
      if (this.#socket === socket) this.info.set(undefined);
    });
    this.#calls = 0;
    const api = connectPanel(socket);
    this.#api = api;
    const on = api.on as (name: string, listener: (data: unknown) => void) => void;
    for (const name of eventNames) {
      on(name, (data) => {
        const event = { number: ++this.#events, time: Date.now(), name, data };
        this.events.set([...this.events.current.slice(1 - KEPT_EVENTS), event]);
      });
    }
  }
}

/** What a call has left on the wire. */
export interface CallTrace {
  readonly call: WireRow;
  readonly answer: WireRow | undefined;
  /** What the bridge asked of the player meanwhile, each with the player's answer. */
  readonly actions: readonly { readonly asked: WireRow; readonly answered: WireRow | undefined }[];
  /** The events that the panel was sent meanwhile. */
  readonly events: readonly WireRow[];
}

/**
 * Finds a call on the wire.
 *
 * @param control The server.
 * @param panel The panel's name.
 * @param callId The panel's number of the call.
 * @returns What there is of it; undefined when it is not there yet, or not any more.
 */
export function traceOf(control: Control, panel: string, callId: number): CallTrace | undefined {
  const rows = control.rows.current;
  const call = rows.list.findLast((row) =>
    row.kind === "call" && row.panel === panel && row.callId === callId
  );
  if (!call) return undefined;
  const later = rows.list.slice(indexOfRow(rows, call.seq) + 1);
  const answer = later.find((row) => row.answers === call.seq);
  const meanwhile = answer ? later.slice(0, later.indexOf(answer)) : later;
  const answers = new Map(later.map((row) => [row.answers, row]));
  return {
    call,
    answer,
    actions: later.filter((row) => row.causes?.includes(call.seq)).map((asked) => ({
      asked,
      answered: answers.get(asked.seq),
    })),
    events: meanwhile.filter((row) => row.kind === "event" && (row.panel ?? panel) === panel),
  };
}
