import "../../support/deadline.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { misfitOfEvent, outcomeOf } from "../../../tools/play/result_check.ts";

Deno.test("a result that fits its schema is a result, one that says success: false is refused", () => {
  assertEquals(outcomeOf("queue.getCount", { count: 2, hasItems: true }), { kind: "result" });
  const reason = "Player did not answer";
  assertEquals(outcomeOf("queue.clear", { success: false, error: reason }), { kind: "refused", reason });
  assertEquals(outcomeOf("bridge.unregisterPlugin", { removed: true }), { kind: "result" });
});

Deno.test("a result with a missing, an additional or a wrong member does not fit its schema", () => {
  for (
    const result of [
      { count: 2 },
      { count: 2, hasItems: true, extra: 1 },
      { count: "2", hasItems: true },
      {},
      null,
    ]
  ) {
    const outcome = outcomeOf("queue.getCount", result);
    assertEquals(outcome.kind, "misfit", JSON.stringify(result));
  }
  assertEquals(outcomeOf("bridge.unregisterPlugin", {}).kind, "misfit");
});

Deno.test("an operation of a plugin may answer anything", () => {
  for (const result of [null, [], "text", { success: true }]) {
    assertEquals(outcomeOf("lyrics.find", result), { kind: "result" });
  }
  assertEquals(outcomeOf("lyrics.find", { success: false }), { kind: "refused", reason: "success is false" });
});

Deno.test("the payload of a built-in event must fit its schema, that of a plugin's event may be anything", () => {
  assertEquals(misfitOfEvent("menu:select", { menuId: "menu-1", itemId: "a" }), undefined);
  assertMatch(misfitOfEvent("menu:select", { menuId: 1, itemId: "a" }) ?? "", /^menuId: /);
  assertEquals(misfitOfEvent("lyrics:found", 1), undefined);
  assertEquals(misfitOfEvent("lyrics", 1), "there is no such event");
});
