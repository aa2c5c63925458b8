/** The compiler refuses definitions that do not fit together. Each `@ts-expect-error` fails when it accepts one. */

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import * as v from "valibot";
import type { Context } from "../../../handlers/core/context.ts";
import { defineEvent, type Emit } from "../../../handlers/core/event.ts";
import { defineNamespace } from "../../../handlers/core/namespace.ts";
import { defineOperation, noParams, succeeded } from "../../../handlers/core/operation.ts";

const changed = defineEvent({
  name: "shelf:changed",
  description: "The shelf has changed.",
  payload: () => v.strictObject({ count: v.number() }),
});

const add = defineOperation({
  name: "shelf.add",
  description: "Adds a title.",
  params: () => v.object({ title: v.string() }),
  result: () => v.strictObject({ success: v.literal(true), count: v.number() }),
  events: [changed],
  handle: ({ title }, { state, emit }: Context<Set<string>>) => {
    state.add(title);
    emit(changed, { count: state.size }, "all");
    return succeeded({ count: state.size });
  },
});

const parts = {
  description: "Does something for a test.",
  params: () => v.object({ title: v.string() }),
  result: () => v.strictObject({ count: v.number() }),
} as const;

Deno.test("the compiler knows the types of parameters, result and failure", () => {
  const count = defineOperation({
    name: "shelf.count",
    ...parts,
    params: noParams,
    failure: "error",
    handle: () => ({ count: 1 }),
  });
  const name: "shelf.count" = count.name;
  const failure: "error" = count.failure;
  assertEquals({ name, failure }, { name: "shelf.count", failure: "error" });
});

Deno.test("the compiler refuses a parameter that the schema lacks", () => {
  defineOperation({
    name: "shelf.find",
    ...parts,
    // @ts-expect-error: there is no parameter author.
    handle: ({ author }) => ({ count: Number(author) }),
  });
});

Deno.test("the compiler refuses a result that does not fit its schema", () => {
  defineOperation({
    name: "shelf.find",
    ...parts,
    // @ts-expect-error: count is a number.
    handle: ({ title }) => ({ count: title }),
  });
  defineOperation({
    name: "shelf.find",
    ...parts,
    // @ts-expect-error: count is missing.
    handle: () => Promise.resolve({}),
  });
});

Deno.test("the compiler refuses a payload that does not fit its event", () => {
  const emit: Emit = () => {};
  emit(changed, { count: 1 }, { panel: "p1" });
  // @ts-expect-error: count is a number.
  emit(changed, { count: "1" }, "all");
  // @ts-expect-error: the payload is missing.
  emit(changed, {}, "all");
  // @ts-expect-error: an event is a value, not its name.
  emit("shelf:changed", { count: 1 }, "all");
});

Deno.test("the compiler refuses an operation or event of another namespace, and one for another state", () => {
  const createState = () => new Set<string>();
  const shelf = defineNamespace({ name: "shelf", operations: [add], events: [changed], createState });
  assertEquals(shelf.operations.map(({ name }) => name), ["shelf.add"]);
  // @ts-expect-error: shelf.add is no operation of desk.
  defineNamespace({ name: "desk", operations: [add], createState });
  // @ts-expect-error: shelf:changed is no event of desk.
  defineNamespace({ name: "desk", operations: [], events: [changed], createState });
  // @ts-expect-error: shelf.add expects a set of titles.
  defineNamespace({ name: "shelf", operations: [add], createState: () => new Map<string, number>() });
});

Deno.test("the compiler refuses a listener whose parameters are not those of the signal", () => {
  const createState = () => undefined;
  defineNamespace({
    name: "shelf",
    operations: [],
    createState,
    listeners: () => ({ on: { "signal.overlaySelected": ({ itemId }) => assertEquals(itemId, "") } }),
  });
  defineNamespace({
    name: "shelf",
    operations: [],
    createState,
    // @ts-expect-error: this signal has no such parameter.
    listeners: () => ({ on: { "signal.overlaySelected": ({ title }) => assertEquals(title, "") } }),
  });
});
