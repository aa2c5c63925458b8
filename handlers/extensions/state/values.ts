/** The values that panels share (extensions.md, "state"). */

import type { ConnectionContext, Listeners } from "../../core/namespace.ts";
import { Failure } from "../../core/operation.ts";
import { checkedSize } from "../shared/json_size.ts";
import { stateEvents } from "./events.ts";

/** The maximum number of keys. */
export const MAX_KEYS = 1000;
/** The maximum size of all values, in bytes of JSON. */
export const MAX_TOTAL_BYTES = 8 * 1024 * 1024;

export const full = {
  keys: `state has its maximum number of keys (${MAX_KEYS})`,
  bytes: `state exceeds maximum size (${MAX_TOTAL_BYTES})`,
} as const;

interface Kept {
  readonly value: unknown;
  readonly size: number;
  /** Ends the timer of an expiring value. */
  readonly cancel: () => void;
}

/** Keeps values until they are deleted, expire, or the connection ends. */
export class SharedValues implements Listeners {
  readonly #connection: ConnectionContext;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  get keys(): string[] {
    return [...this.#kept.keys()].sort();
  }

  /** Returns a value in an object; undefined when there is none. */
  get(key: string): { readonly value: unknown } | undefined {
    return this.#kept.get(key);
  }

  /**
   * Keeps a value.
   *
   * @param source The panel that sets it.
   * @throws {Failure} When a limit is exceeded. Nothing has changed then.
   */
  set(
    key: string,
    value: unknown,
    source: string,
    { silent, ttlMs }: { readonly silent: boolean; readonly ttlMs: number | undefined },
  ): void {
    const size = checkedSize("value", value);
    const before = this.#kept.get(key);
    if (!before && this.#kept.size >= MAX_KEYS) throw new Failure(full.keys);
    const bytes = this.#bytes - (before?.size ?? 0) + size;
    if (bytes > MAX_TOTAL_BYTES) throw new Failure(full.bytes);
    const { clock, emit } = this.#connection;
    before?.cancel();
    const cancel = ttlMs === undefined
      ? () => {}
      : clock.after(ttlMs, () => void this.#remove(key, "expired", ""));
    this.#kept.set(key, { value, size, cancel });
    this.#bytes = bytes;
    if (silent) return;
    const expiresAt = ttlMs === undefined ? null : clock.now() + ttlMs;
    const previousValue = before?.value ?? null;
    emit(stateEvents.changed, { key, value, previousValue, expiresAt, sourceWindowId: source }, "all");
  }

  /** Deletes a value and returns whether there was one. */
  delete(key: string, source: string): boolean {
    return this.#remove(key, "deleted", source);
  }

  close(): void {
    for (const { cancel } of this.#kept.values()) cancel();
    this.#kept.clear();
  }

  #remove(key: string, reason: "deleted" | "expired", sourceWindowId: string): boolean {
    const kept = this.#kept.get(key);
    if (!kept) return false;
    kept.cancel();
    this.#kept.delete(key);
    this.#bytes -= kept.size;
    this.#connection.emit(stateEvents.deleted, { key, reason, sourceWindowId }, "all");
    return true;
  }
}
