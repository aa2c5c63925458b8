/**
 * What the bridge owes for a frame, read from protocol.md alone and apart from the code under test: whether it has to be
 * answered, and under which id.
 *
 * @module
 */

/** An id as it is compared: its JSON text, `null` for none. */
export type IdKey = string;

/** What is owed for a frame. */
export interface Owed {
  /** The id under which exactly one answer has to come; undefined when none has to. */
  readonly must: IdKey | undefined;
  /** Whether it depends on what else is under way if there is one: then it may be missing. */
  readonly perhaps: boolean;
  /** The method of a call that can be read; undefined for anything else. */
  readonly method?: string;
}

const NOTHING: Owed = { must: undefined, perhaps: false };
const UNREADABLE: Owed = { must: "null", perhaps: false };

/** What an answer takes beside its id; an id that leaves no room for it is answered under none. */
const ROOM_FOR_ANSWER = 256;

/**
 * Reads what the bridge owes for a frame.
 *
 * @param body The frame's body.
 * @param maxFrameBytes The largest body that the bridge takes.
 * @returns What it owes.
 */
export function owedFor(body: Uint8Array, maxFrameBytes: number): Owed {
  if (body.length > maxFrameBytes) return UNREADABLE;
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // Neither UTF-8 nor JSON: that is what is asked here.
    return UNREADABLE;
  }
  if (typeof message !== "object" || message === null || Array.isArray(message)) return UNREADABLE;
  const { jsonrpc, id, method, panel, result, error } = message as Record<string, unknown>;
  const readable = typeof id === "string" || Number.isSafeInteger(id);
  const key = readable ? keyOf(id) : "null";
  const owed: Owed = { must: key, perhaps: key.length > maxFrameBytes - ROOM_FOR_ANSWER };
  if (method === undefined) {
    const answers = [result, error ?? undefined].filter((member) => member !== undefined).length;
    if (jsonrpc === "2.0" && answers === 1) return NOTHING;
    // A native action with this number may wait; then it has failed.
    return { ...owed, perhaps: owed.perhaps || typeof id === "number" };
  }
  if (jsonrpc !== "2.0") return owed;
  if (id !== undefined && !readable) return UNREADABLE;
  if (typeof method !== "string") return owed;
  if (panel !== undefined && typeof panel !== "string") return owed;
  return id === undefined ? NOTHING : { ...owed, method };
}

/**
 * An id as it is compared.
 *
 * @param id A string, an integer or null.
 * @returns Its JSON text.
 */
export function keyOf(id: unknown): IdKey {
  return JSON.stringify(id) ?? "null";
}
