import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { BridgeLost, SceneBroken, Stage } from "../../../tools/demo/stage.ts";
import { Transcript } from "../../../tools/demo/transcript.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { IMPATIENT, onStage } from "./scripted_bridge.ts";

const event = (name: string, data: unknown) => ({
  method: "event",
  params: { event: name, panel: "p1", data },
});

Deno.test("a result that fits its schema is returned, and the operation counts as called", async () => {
  const failures = await onStage(() => [{ result: { count: 2, hasItems: true } }], async (stage) => {
    assertEquals(await stage.call("queue.getCount"), { count: 2, hasItems: true });
    assertEquals([...stage.succeeded], ["queue.getCount"]);
  });
  assertEquals(failures, []);
});

Deno.test("a result with a field too many or too few is a failure", async () => {
  for (const result of [{ count: 2, hasItems: true, extra: 1 }, { count: 2 }, {}, null]) {
    const failures = await onStage(() => [{ result }], async (stage) => {
      await assertRejects(() => stage.call("queue.getCount"), SceneBroken, "does not fit its schema");
      assertEquals(stage.succeeded.size, 0);
    });
    assertEquals(failures.length, 1);
  }
});

const REASON = "Invalid index or already at top";
const refusal = { result: { success: false, error: REASON } };

Deno.test("a refusal that nobody expected is a failure, in a result or as an error", async () => {
  for (const answer of [refusal, { error: { code: -32603, message: REASON } }]) {
    const failures = await onStage(() => [answer], async (stage) => {
      await assertRejects(() => stage.call("queue.moveToTop"), SceneBroken);
    });
    assertEquals(failures, [`queue.moveToTop: ${REASON}`]);
  }
});

Deno.test("a refusal that is expected is none, and does not count as called", async () => {
  const failures = await onStage(() => [refusal], async (stage) => {
    await stage.refused("queue.moveToTop", {}, "Invalid index");
    assertEquals([stage.counts.refusals, stage.succeeded.size], [1, 0]);
  });
  assertEquals(failures, []);
});

Deno.test("what is expected to be refused and is not, or for another reason, is a failure", async () => {
  const success = { result: { success: true, movedIndex: 1, queueCount: 2 } };
  const reasons = { "was not refused": success, "for another reason": refusal };
  for (const [reason, answer] of Object.entries(reasons)) {
    const failures = await onStage(() => [answer], async (stage) => {
      await assertRejects(() => stage.refused("queue.moveToTop", {}, "Queue is"), SceneBroken, reason);
    });
    assertEquals(failures.length, 1);
  }
});

Deno.test("an event that does not fit its schema, or is unknown, is a failure", async () => {
  for (const bad of [event("menu:select", { menuId: 1 }), event("menu:burnt", {})]) {
    const answers = [bad, { result: { count: 0, hasItems: false } }];
    const [failure] = await onStage(() => answers, async (stage) => {
      await stage.call("queue.getCount");
    });
    assertStringIncludes(failure ?? "", "does not fit");
  }
});

Deno.test("events that a call has to cause may come before and after its answer, in their order", async () => {
  const dismiss = event("menu:dismiss", { menuId: "menu-1", reason: "api" });
  const select = event("menu:select", { menuId: "menu-1", itemId: "x" });
  const result = { result: { success: true } };
  for (const messages of [[select, dismiss, result], [select, result, dismiss], [result, select, dismiss]]) {
    const failures = await onStage(() => messages, async (stage) => {
      await stage.call("menu.close", {}, { events: ["menu:select", "menu:dismiss"] });
    });
    assertEquals(failures, []);
  }
  const failures = await onStage(() => [dismiss, select, result], async (stage) => {
    const call = stage.call("menu.close", {}, { events: ["menu:select", "menu:dismiss"] });
    await assertRejects(() => call, SceneBroken, "did not come");
  }, IMPATIENT);
  assertEquals(failures.length, 1);
});

Deno.test("a bridge that does not answer is lost, and so is one that goes", async () => {
  await onStage(() => [], async (stage) => {
    await assertRejects(() => stage.call("queue.clear"), BridgeLost, "no answer within 0.3 s");
  }, IMPATIENT);
  const stage = new Stage({
    player: new ReferencePlayer(),
    clock: new FakeClock(),
    profile: "",
    transcript: new Transcript(() => {}, 100),
  });
  await assertRejects(() => stage.call("queue.clear"), BridgeLost);
});

Deno.test("a claim that does not hold is a failure", async () => {
  const failures = await onStage(() => [], (stage) => {
    stage.claim("water is wet", true);
    assertThrows(() => stage.claim("water is dry", false), SceneBroken);
    return Promise.resolve();
  });
  assertEquals(failures, ["this does not hold: water is dry"]);
});

Deno.test("what the bridge asks of the player is kept together with the answer", async () => {
  const asks = { method: "player.clipboard.read", id: 7, params: {} };
  await onStage((method) => method === "test.echo" ? [asks] : [], async (stage, lines) => {
    await assertRejects(() => stage.call("test.echo", { message: 1 }), BridgeLost);
    await stage.settle();
    const [happening] = stage.take();
    assertEquals(happening?.kind === "action" && happening.outcome, {
      result: { text: null, files: null, hasImage: false },
    });
    assertEquals(lines, []);
  }, IMPATIENT);
});
