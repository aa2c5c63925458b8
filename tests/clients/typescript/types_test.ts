/** Tests of the client's types. They fail in the type check, not at run time. */

import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import type { ActionTable } from "../../../clients/typescript/actions.ts";
import type { ConnectedBridge } from "../../../clients/typescript/connected_bridge.ts";
import type {
  EventName,
  EventPayload,
  OperationFailure,
  OperationName,
  OperationParams,
  OperationResult,
} from "../../../clients/typescript/operation_types.ts";
import type { allOperations } from "../../../handlers/all.ts";
import { nativeActions } from "../../../host_stdio/api/native_actions.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { ScriptedBridge } from "./scripted_bridge.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

/** Causes a type error unless the type is true. */
function holds<_Claim extends true>(): void {}

/** Whether `Given` is assignable to `Wanted`. */
type Takes<Wanted, Given> = Given extends Wanted ? true : false;

Deno.test("every operation can be called, and its result has a type", () => {
  holds<Equal<OperationName, (typeof allOperations)[number]["name"]>>();
  type Unknown = {
    [Name in OperationName]: unknown extends OperationResult<Name> ? Name : never;
  }[OperationName];
  holds<Equal<Unknown, never>>();
  // Only test.echo has untyped parameters.
  type Loose = {
    [Name in OperationName]: string extends keyof OperationParams<Name>
      ? OperationParams<Name> extends Readonly<Record<string, never>> ? never : Name
      : never;
  }[OperationName];
  holds<Equal<Loose, "test.echo">>();
});

Deno.test("parameters have the types of their definitions", () => {
  holds<
    Equal<OperationParams<"queue.add">, {
      readonly playlist?: number | null | undefined;
      readonly tracks?: number[] | null | undefined;
      readonly track?: number | null | undefined;
    }>
  >();
  // The types of parameters that the handlers themselves check.
  holds<Takes<OperationParams<"queue.remove">, { index: 1 }>>();
  holds<Takes<OperationParams<"queue.remove">, { indices: [1, 2] }>>();
  holds<Equal<Takes<OperationParams<"queue.remove">, { indices: ["1"] }>, false>>();
  holds<Equal<OperationParams<"queue.addPaths">["paths"], string[]>>();
  holds<Equal<OperationParams<"selection.set">["handles"], string[]>>();
  holds<Equal<OperationParams<"jitQueue.preloadBatch">["urls"], string[]>>();
  holds<Equal<OperationParams<"log.write">["file"], string | null | undefined>>();
  holds<Equal<OperationParams<"log.write">["level"], string | null | undefined>>();
  holds<Takes<OperationParams<"console.log">, { message: { any: "JSON" } }>>();
  holds<Takes<OperationParams<"console.log">, { args: [1, "two", null] }>>();
  holds<Equal<Takes<OperationParams<"console.log">, { args: "no array" }>, false>>();
  holds<Equal<OperationParams<"misc.showPopupMessage">["message"], string | null | undefined>>();
  holds<
    Takes<
      OperationParams<"menu.getContextMenu">,
      { handles: ["/a", { path: "/b"; subsong: 1 }, { path: "/c" }] }
    >
  >();
  holds<Equal<Takes<OperationParams<"menu.getContextMenu">, { handles: [1] }>, false>>();
  holds<Equal<Takes<OperationParams<"menu.getContextMenu">, { mode: "sideways" }>, false>>();
  holds<
    Takes<OperationParams<"menu.show">, {
      items: [{ id: "a"; label: "A"; submenu: [{ type: "slider"; min: 0; max: 10 }] }];
    }>
  >();
  holds<Equal<Takes<OperationParams<"menu.show">, { items: [{ enabled: "yes" }] }>, false>>();
});

Deno.test("results have the types of their definitions, failures with their fields included", () => {
  holds<Equal<OperationResult<"queue.getCount">, { count: number; hasItems: boolean }>>();
  holds<Equal<OperationFailure<"queue.getCount">, never>>();
  holds<Equal<OperationFailure<"selection.getViewingTrack">, never>>();
  holds<Takes<OperationResult<"clipboard.write">, { success: true }>>();
  holds<Takes<OperationResult<"clipboard.write">, { success: false; error: string }>>();
  holds<
    Takes<
      OperationFailure<"queue.addPaths">,
      { success: false; error: string; isLocked: true; playlist: number }
    >
  >();
  holds<Equal<Takes<OperationFailure<"queue.addPaths">, { success: true; error: string }>, false>>();
  type Codes = OperationFailure<"menu.runMainMenuCommand">["code"];
  holds<Equal<Codes, "MENU_ITEM_DISABLED" | "MENU_MATCH_AMBIGUOUS" | "MENU_COMMAND_NOT_FOUND" | undefined>>();
  holds<Equal<OperationResult<"selection.getViewerMode">["mode"], "prefer_playing" | "prefer_selection">>();
});

Deno.test("events have the types of their definitions", () => {
  holds<Equal<EventPayload<"menu:select">, { menuId: string; itemId: string }>>();
  holds<Takes<EventName, "selection:changed">>();
  holds<Equal<Takes<EventName, "selection:changing">, false>>();
});

/** Never called: only type-checked. */
export function misuse(bridge: ConnectedBridge): void {
  // @ts-expect-error: there is no such operation.
  void bridge.invoke("queue.addd");
  // @ts-expect-error: the parameter is required.
  void bridge.invoke("clipboard.write");
  // @ts-expect-error: the parameter is required.
  void bridge.invoke("clipboard.write", {});
  // @ts-expect-error: the parameter is a string.
  void bridge.invoke("clipboard.write", { text: 1 });
  // @ts-expect-error: the operation takes no parameters.
  void bridge.invoke("queue.clear", { all: true });
  // @ts-expect-error: the parameter is called tracks.
  void bridge.invoke("queue.add", { track_s: [1] });
  // @ts-expect-error: there is no such event.
  bridge.on("menu:selected", () => {});
  // @ts-expect-error: the event's payload has no such member.
  bridge.on("menu:select", ({ row }) => row);
  // @ts-expect-error: there is no such native action.
  bridge.implement({ "player.queue.counts": () => ({ count: 1 }) });
  // @ts-expect-error: the answer's count is a number.
  bridge.implement({ "player.queue.count": () => ({ count: "1" }) });
  // @ts-expect-error: the action must return an answer.
  bridge.implement({ "player.queue.count": () => {} });
  // @ts-expect-error: there is no such signal.
  bridge.signal({ name: "signal.trackEnded", params: {} });
  // @ts-expect-error: the signal's params lack required members.
  bridge.signal({ name: "signal.trackStarted", params: { handle: { path: "/a" } } });
}

Deno.test("calls, events and native actions infer their types", async () => {
  const bridge = new ScriptedBridge();
  const { client } = bridge;
  const missing = client.implement({
    "player.queue.count": () => ({ count: 1 }),
    "player.clipboard.write": ({ formats }, panel) => {
      holds<Equal<typeof panel, string | undefined>>();
      return { written: formats.map(({ format }) => format) };
    },
  });
  holds<Equal<Extract<(typeof missing)[number], "player.queue.count">, never>>();
  holds<Takes<(typeof missing)[number], "player.queue.get">>();
  client.on("menu:valueChanged", ({ value }, panel) => {
    holds<Equal<typeof value, number>>();
    holds<Equal<typeof panel, string | undefined>>();
  });
  const call = client.invoke("queue.add", { tracks: [1] });
  await bridge.answer({ success: true, addedCount: 1, queueCount: 1 });
  const result = await call;
  if ("error" in result) holds<Equal<typeof result.error, string>>();
  else assertEquals([result.addedCount, result.queueCount], [1, 1]);
  const plugin = client.invokePlugin("a.b", { c: 1 });
  holds<Equal<Awaited<typeof plugin>, unknown>>();
  await bridge.answer(1);
  assertEquals(await plugin, 1);
  await bridge.go();
});

Deno.test("optional actions of a table count as missing", async () => {
  const bridge = new ScriptedBridge();
  const table: ActionTable = {};
  const missing = bridge.client.implement(table);
  holds<Takes<(typeof missing)[number], "player.queue.count">>();
  assertEquals(missing.includes("player.queue.count"), true);
  await bridge.go();
});

Deno.test("the reference player implements everything", async () => {
  const bridge = new ScriptedBridge();
  const player = new ReferencePlayer();
  const actions: ActionTable = player.actions;
  assertEquals(Object.keys(actions).length, Object.keys(nativeActions).length);
  const missing = bridge.client.implement(player.actions);
  holds<Equal<(typeof missing)[number], never>>();
  assertEquals(missing, []);
  player.close();
  await bridge.go();
});
