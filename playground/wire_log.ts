/** Records the messages between player and bridge as rows. */

import type { Entry } from "../tools/fixtures/capture.ts";
import { FrameCutter } from "../tools/support/frames.ts";
import type { Speaker } from "../tools/support/wire_tap.ts";
import { WIRE_ROWS, type WireKind, type WireRow } from "./protocol.ts";

/** Maximum length of a body's text in a row, in UTF-16 code units. */
const SHOWN_TEXT = 2000;
/** Maximum length of a name in a row, in UTF-16 code units. */
const SHOWN_NAME = 200;
/** Maximum number of calls that an action names as its causes. */
const MAX_CAUSES = 64;
/** Maximum total size of the kept bodies, in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly row: WireRow;
  readonly body: Uint8Array<ArrayBuffer>;
}

interface Open {
  readonly seq: number;
  readonly time: number;
  readonly name: string;
  readonly panel: string | undefined;
}

type Message = Readonly<Record<string, unknown>>;

/** Keeps the latest messages and reports each new one. */
export class WireLog {
  readonly #heard: (row: WireRow) => void;
  readonly #now: () => number;
  readonly #kept: Kept[] = [];
  #keptBytes = 0;
  #lastSeq = 0;
  #cutters = newCutters();
  /** The pending requests, by id as JSON. */
  readonly #calls = new Map<string, Open>();
  readonly #actions = new Map<string, Open>();
  /** The rows of the pending calls, by panel, oldest first. */
  readonly #pending = new Map<string | undefined, Set<number>>();
  /** The ids that pages gave to calls that are not on the wire yet, by panel. */
  readonly #expected = new Map<string, (number | string)[]>();

  /**
   * @param heard Receives each new row.
   * @param now Returns the time in milliseconds since 1970-01-01 UTC.
   */
  constructor(heard: (row: WireRow) => void, now: () => number = wallClock) {
    this.#heard = heard;
    this.#now = now;
  }

  /** The rows kept, oldest first. */
  get rows(): WireRow[] {
    return this.#kept.map(({ row }) => row);
  }

  /** Records a copy of bytes from one end of the pipe. */
  hear(from: Speaker, bytes: Uint8Array): void {
    const cutter = this.#cutters[from];
    cutter.push(bytes);
    for (let body = cutter.next(); body; body = cutter.next()) this.#take(from, body);
  }

  /** Forgets the pending requests, because a new bridge starts. Announced calls wait for it. */
  begin(): void {
    this.#cutters = newCutters();
    this.#calls.clear();
    this.#actions.clear();
    this.#pending.clear();
  }

  /**
   * Announces the next call of a panel, with the id that its page has given it.
   *
   * @returns A function that withdraws the announcement when the call was not written.
   */
  expect(panel: string, callId: number | string): () => void {
    const waiting = this.#expected.get(panel) ?? [];
    this.#expected.set(panel, waiting);
    waiting.push(callId);
    return () => {
      const at = waiting.lastIndexOf(callId);
      if (at >= 0) waiting.splice(at, 1);
    };
  }

  /** Records a call that is not passed to the bridge, and the error that answers it. */
  refuse(panel: string, call: { id: number | string; method: string; params: unknown }, error: object): void {
    const { id, method: name, params } = call;
    const body = new TextEncoder().encode(JSON.stringify({ id, method: name, params, error }));
    this.#keep({ to: "player", kind: "refused", name, panel, callId: id }, body);
  }

  /** Returns the whole body of a message; undefined when the message is too old. */
  body(seq: number): string | undefined {
    const kept = this.#find(seq);
    return kept && new TextDecoder().decode(kept.body);
  }

  /** Returns messages in the order of the wire, for a fixture. Old messages and refused calls are left out. */
  entries(rows: readonly number[]): Entry[] {
    return [...new Set(rows)].sort((a, b) => a - b).flatMap((seq): Entry[] => {
      const kept = this.#find(seq);
      if (!kept || kept.row.kind === "refused") return [];
      const from = kept.row.to === "bridge" ? "player" : "bridge";
      return [{ kind: "frame", time: kept.row.time, from, body: kept.body }];
    });
  }

  #find(seq: number): Kept | undefined {
    const [first] = this.#kept;
    return first && this.#kept[seq - first.row.seq];
  }

  #take(from: Speaker, body: Uint8Array<ArrayBuffer>): void {
    const time = this.#now();
    const message = messageOf(body);
    const details = from === "player" ? this.#fromPlayer(message, time) : this.#fromBridge(message, time);
    this.#keep({ to: from === "player" ? "bridge" : "player", ...details }, body, time);
  }

  #fromPlayer(message: Message, time: number): Details {
    const { id, method } = message;
    const panel = textOf(message["panel"]);
    if (typeof method !== "string") return answerDetails(message, take(this.#actions, id), time, true);
    if (id === undefined) {
      return { kind: method.startsWith("signal.") ? "signal" : "notice", name: method, panel };
    }
    const seq = this.#lastSeq + 1;
    this.#calls.set(JSON.stringify(id), { seq, time, name: method, panel });
    const pending = this.#pending.get(panel);
    if (pending) pending.add(seq);
    else this.#pending.set(panel, new Set([seq]));
    const callId = panel === undefined ? undefined : this.#expected.get(panel)?.shift();
    return { kind: "call", name: method, panel, callId };
  }

  #fromBridge(message: Message, time: number): Details {
    const { id, method, params } = message;
    if (typeof method !== "string") {
      const call = take(this.#calls, id);
      if (call) this.#answered(call);
      return answerDetails(message, call, time, false);
    }
    if (method === "event") {
      const { event, panel } = isObject(params) ? params : {};
      return { kind: "event", name: textOf(event) ?? "event", panel: textOf(panel) };
    }
    const panel = textOf(message["panel"]);
    if (id === undefined) return { kind: "notice", name: method, panel };
    this.#actions.set(JSON.stringify(id), { seq: this.#lastSeq + 1, time, name: method, panel });
    const causes = [...(this.#pending.get(panel) ?? new Set()).values().take(MAX_CAUSES)];
    return { kind: "action", name: method, panel, causes };
  }

  #answered({ panel, seq }: Open): void {
    const pending = this.#pending.get(panel);
    pending?.delete(seq);
    if (pending?.size === 0) this.#pending.delete(panel);
  }

  #keep(details: Details & { to: WireRow["to"] }, body: Uint8Array<ArrayBuffer>, time = this.#now()): void {
    const text = new TextDecoder().decode(body);
    const row: WireRow = {
      seq: ++this.#lastSeq,
      time,
      bytes: body.length,
      text: text.slice(0, SHOWN_TEXT),
      whole: text.length <= SHOWN_TEXT,
      ...details,
      name: details.name.length > SHOWN_NAME ? `${details.name.slice(0, SHOWN_NAME)}…` : details.name,
    };
    this.#kept.push({ row, body });
    this.#keptBytes += body.length;
    while (this.#kept.length > WIRE_ROWS || this.#keptBytes > KEPT_BYTES) {
      this.#keptBytes -= this.#kept.shift()?.body.length ?? 0;
    }
    this.#heard(row);
  }
}

type Details = Pick<WireRow, "kind" | "name" | "panel" | "answers" | "took" | "causes" | "callId">;

function answerDetails(
  message: Message,
  open: Open | undefined,
  time: number,
  isAction: boolean,
): Details {
  const failed = Object.hasOwn(message, "error");
  const kind: WireKind = isAction ? (failed ? "actionError" : "actionResult") : failed ? "error" : "result";
  if (!open) return { kind: failed ? kind : "notice", name: "" };
  return { kind, name: open.name, panel: open.panel, answers: open.seq, took: time - open.time };
}

function take(open: Map<string, Open>, id: unknown): Open | undefined {
  const key = JSON.stringify(id);
  const found = open.get(key);
  open.delete(key);
  return found;
}

function messageOf(body: Uint8Array): Message {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return isObject(value) ? value : {};
  } catch {
    // The body is not JSON: the row shows only its text.
    return {};
  }
}

function isObject(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function newCutters(): Readonly<Record<Speaker, FrameCutter>> {
  return { player: new FrameCutter(), bridge: new FrameCutter() };
}

/** The wall clock with fractions of a millisecond. */
function wallClock(): number {
  return performance.timeOrigin + performance.now();
}
