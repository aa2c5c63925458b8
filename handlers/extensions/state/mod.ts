/** Extension `state`: values that the panels share, without the player (extensions.md, "state"). */

import * as v from "valibot";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";
import { type ConnectionContext, defineNamespace, type Listeners } from "../../core/namespace.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import {
  boolean,
  integer,
  isAbsent,
  optional,
  params,
  requiredString,
  string,
  withDefault,
} from "../../core/params.ts";
import { checkedSize, MAX_NAME_LENGTH, nameTooLong, valueTooLarge } from "../shared/params.ts";
import { wildcardTest } from "../shared/wildcard.ts";

const stateEvents = {
  changed: defineEvent({
    name: "state:changed",
    description: "A panel has set a shared value.",
    payload: () =>
      v.strictObject({
        key: v.string(),
        value: v.unknown(),
        previousValue: described(v.unknown(), "Null when there was none."),
        expiresAt: described(
          v.nullable(v.number()),
          "When it is deleted, in Unix milliseconds; null for never.",
        ),
        sourceWindowId: described(v.string(), "The panel that has set it."),
      }),
  }),
  deleted: defineEvent({
    name: "state:deleted",
    description: "A shared value was deleted or has expired.",
    payload: () =>
      v.strictObject({
        key: v.string(),
        reason: v.picklist(["deleted", "expired"]),
        sourceWindowId: described(v.string(), "The panel that has deleted it; empty when it has expired."),
      }),
  }),
} as const;

/** The maximum number of keys. */
const MAX_KEYS = 1000;
/** The maximum size of all values, in bytes of JSON. */
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;

const full = {
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

const MIN_TTL_MS = 1000;
const MAX_TTL_MS = 86_400_000;
const badTtl = `ttlMs must be between ${MIN_TTL_MS} and ${MAX_TTL_MS}`;
const valueRequired = "value is required";

const key = described(
  v.pipe(requiredString("key is required"), v.maxLength(MAX_NAME_LENGTH, nameTooLong("key"))),
  "The name of the value.",
);

const get = defineOperation({
  name: "state.get",
  description: "Returns a value that the panels share.",
  params: () => params({ key }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      key: v.string(),
      value: described(v.unknown(), "Null when there is none."),
      exists: v.boolean(),
    }),
  handle: ({ key }, { state }: Context<SharedValues>) => {
    const kept = state.get(key);
    return succeeded({ key, value: kept?.value ?? null, exists: kept !== undefined });
  },
});

const set = defineOperation({
  name: "state.set",
  description: "Sets a value that the panels share until the bridge ends.",
  params: () =>
    params({
      key,
      value: described(
        v.pipe(v.unknown(), v.check((given) => !isAbsent(given), valueRequired)),
        "Any JSON but null.",
      ),
      silent: described(withDefault(boolean, false), "Whether the event is left out."),
      ttlMs: described(
        optional(v.pipe(integer, v.minValue(MIN_TTL_MS, badTtl), v.maxValue(MAX_TTL_MS, badTtl))),
        "After how many milliseconds it is deleted; never when left out.",
      ),
    }),
  result: () => v.strictObject({ success: v.literal(true) }),
  errors: [valueTooLarge("value"), full.keys, full.bytes],
  events: [stateEvents.changed],
  handle: ({ key, value, silent, ttlMs }, { panel = "", state }: Context<SharedValues>) => {
    state.set(key, value, panel, { silent, ttlMs });
    return succeeded();
  },
});

const remove = defineOperation({
  name: "state.delete",
  description: "Deletes a value that the panels share.",
  params: () => params({ key }),
  result: () => v.strictObject({ success: v.literal(true), existed: v.boolean() }),
  events: [stateEvents.deleted],
  handle: ({ key }, { panel = "", state }: Context<SharedValues>) =>
    succeeded({ existed: state.delete(key, panel) }),
});

const keys = defineOperation({
  name: "state.keys",
  description: "Lists the names of the values that the panels share, sorted.",
  params: () =>
    params({
      pattern: described(
        optional(v.pipe(string, v.maxLength(MAX_NAME_LENGTH, nameTooLong("pattern")))),
        "Only names of this form, with `*` for any text and `?` for a character.",
      ),
    }),
  result: () => v.strictObject({ success: v.literal(true), keys: v.array(v.string()) }),
  handle: ({ pattern }, { state }: Context<SharedValues>) => {
    const isNamed = pattern === undefined ? () => true : wildcardTest(pattern);
    return succeeded({ keys: state.keys.filter(isNamed) });
  },
});

export const state = defineNamespace({
  name: "state",
  operations: [get, set, remove, keys],
  events: Object.values(stateEvents),
  createState: (connection) => new SharedValues(connection),
  listeners: (values) => values,
});
