/** Extension `state`: values that the panels share, without the player (extensions.md, "state"). */

import * as v from "valibot";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineNamespace } from "../../core/namespace.ts";
import { defineOperation, succeeded } from "../../core/operation.ts";
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
import { MAX_NAME_LENGTH, nameTooLong, valueTooLarge } from "../shared/json_size.ts";
import { wildcardTest } from "../shared/wildcard.ts";
import { stateEvents } from "./events.ts";
import { full, SharedValues } from "./values.ts";

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
