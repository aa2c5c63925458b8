/** A panel of the page. It connects through panel.js like any other panel. */

import type { PanelError } from "../../panels/panel.d.ts";
import { connectPanel } from "../../panels/panel.js";
import type { PanelInfo, WireRow } from "../protocol.ts";
import { type Control, indexOfRow, socketAddress } from "./control.ts";
import { Value } from "./ui.ts";

export interface CallOutcome {
  readonly method: string;
  /** The number of the call, counted over all connections of the panel. */
  readonly number: number;
  /** The id of the call, counted from 1 in each connection. */
  readonly callId: number;
  /** Milliseconds from the call to its answer in the page; undefined while the call is pending. */
  readonly took?: number;
  readonly result?: unknown;
  readonly error?: PanelError;
}

export class PagePanel {
  readonly framed: boolean;
  /** Undefined until the server has opened the panel. */
  readonly info: Value<PanelInfo | undefined> = new Value<PanelInfo | undefined>(undefined);
  readonly outcome: Value<CallOutcome | undefined> = new Value<CallOutcome | undefined>(undefined);
  /** The reason why the panel could not be opened; "" for none. */
  readonly defect: Value<string> = new Value("");
  readonly #wanted: string;
  #api: ReturnType<typeof connectPanel> | undefined;
  #socket: WebSocket | undefined;
  #calls = 0;
  #outcomes = 0;

  /**
   * @param wanted The requested name. The server may append a number.
   * @param framed Whether this is the existing panel in a frame.
   */
  constructor(wanted: string, framed: boolean) {
    this.#wanted = wanted;
    this.framed = framed;
  }

  /** Opens the panel on the server. Call it again after each reconnection. */
  async open(control: Control): Promise<void> {
    const { generation } = control;
    const mine = generation.current;
    this.#socket?.close();
    this.info.set(undefined);
    this.defect.set("");
    try {
      const info = await control.ask("openPanel", { name: this.#wanted, framed: this.framed });
      if (generation.current !== mine) return;
      if (!this.framed) this.#connect(info);
      this.info.set(info);
    } catch (error) {
      this.defect.set(error instanceof Error ? error.message : String(error));
    }
  }

  async close(control: Control): Promise<void> {
    const name = this.info.current?.name;
    this.#socket?.close();
    this.info.set(undefined);
    if (name === undefined) return;
    try {
      await control.ask("closePanel", { name });
    } catch {
      // The connection is lost, which closes every panel.
    }
  }

  /** Removes the last call and ignores its answer. */
  forgetOutcome(): void {
    this.#outcomes++;
    this.outcome.set(undefined);
  }

  /** Calls an operation and shows its outcome. */
  async call(method: string, params: unknown): Promise<void> {
    const api = this.#api;
    if (!api) return;
    const callId = ++this.#calls;
    const number = ++this.#outcomes;
    const begin = performance.now();
    const settle = (what: { result: unknown } | { error: PanelError } | Record<never, never>): void => {
      // Ignore the answer when a later call has replaced this one.
      if (this.#outcomes === number) this.outcome.set({ method, number, callId, ...what });
    };
    settle({});
    // The types of panel.js include only the built-in operations.
    const invoke = api.invoke as (method: string, params: unknown) => Promise<unknown>;
    try {
      const result = await invoke(method, params);
      settle({ result, took: performance.now() - begin });
    } catch (error) {
      // panel.js rejects only with PanelError.
      settle({ error: error as PanelError, took: performance.now() - begin });
    }
  }

  #connect(info: PanelInfo): void {
    const socket = new WebSocket(socketAddress(`panel/${info.key}`));
    this.#socket = socket;
    socket.addEventListener("close", () => {
      // Without info, the page disables calls.
      if (this.#socket === socket) this.info.set(undefined);
    });
    this.#calls = 0;
    this.#api = connectPanel(socket);
  }
}

/** The messages of a call on the wire. */
export interface CallTrace {
  readonly call: WireRow;
  readonly answer: WireRow | undefined;
  /** The native actions of the call, each with the player's answer. */
  readonly actions: readonly { readonly asked: WireRow; readonly answered: WireRow | undefined }[];
  /** The events that the panel received between the call and its answer. */
  readonly events: readonly WireRow[];
}

/** Finds the messages of a call; undefined when its row does not exist yet or is no longer kept. */
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
