import { assertEquals } from "@std/assert";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { ScriptedBridge } from "./scripted_bridge.ts";

/** Returns the playback order after the bridge has gone. The user sets `user:<n>`, the bridge `<n>`. */
async function orderAfter(...steps: readonly (number | `user:${number}`)[]): Promise<number> {
  const player = new ReferencePlayer();
  const bridge = new ScriptedBridge({ actions: player.actions });
  for (const step of steps) {
    if (typeof step === "number") await bridge.ask("player.playback.setOrder", { order: step });
    else player.user.setOrder(Number(step.slice("user:".length)));
  }
  bridge.client.client.abandon();
  await bridge.client.ended;
  // The player restores the order in a later turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 0));
  player.close();
  return player.playbackOrder;
}

Deno.test("the user's playback order is restored when a bridge has gone without doing so", async () => {
  assertEquals(await orderAfter("user:4"), 4, "the bridge changed nothing");
  assertEquals(await orderAfter("user:4", 0), 4, "the bridge did not restore it");
  assertEquals(await orderAfter("user:4", 0, 4), 4, "the bridge restored it");
  assertEquals(await orderAfter("user:4", 0, 0), 4, "the bridge set its own order twice");
  assertEquals(await orderAfter("user:4", 0, 4, "user:2"), 2, "the user chose another order afterwards");
  assertEquals(await orderAfter("user:4", 0, 4, "user:3", 0), 3, "a second session did not restore it");
  assertEquals(await orderAfter("user:4", 0, "user:2"), 2, "the user chose another order in the session");
  assertEquals(
    await orderAfter("user:4", 0, "user:2", 4, 2),
    2,
    "the bridge found the user's choice and kept it",
  );
  assertEquals(await orderAfter(0), 0);
  assertEquals(await orderAfter(0, 0, "user:5"), 5);
});

Deno.test("an order that a slow player sets while the bridge goes is restored", async () => {
  let order = 6;
  const asked: number[] = [];
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => answer = resolve);
  const bridge = new ScriptedBridge({
    actions: {
      "player.playback.setOrder": async (params, _panel, signal) => {
        asked.push(params.order);
        await answered;
        if (asked.length > 1) signal.throwIfAborted();
        const previous = order;
        order = params.order;
        return { previous };
      },
    },
  });
  await bridge.write({ jsonrpc: "2.0", id: 1, method: "player.playback.setOrder", params: { order: 0 } });
  while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  bridge.client.client.abandon();
  answer();
  while (order !== 6 || asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(asked, [0, 6]);
});

Deno.test("a player that fails to restore the order does no harm", async () => {
  let calls = 0;
  const bridge = new ScriptedBridge({
    actions: {
      "player.playback.setOrder": () => {
        if (++calls > 1) throw new Error("no");
        return { previous: 3 };
      },
    },
  });
  await bridge.ask("player.playback.setOrder", { order: 0 });
  bridge.client.client.abandon();
  await bridge.client.ended;
  assertEquals(calls, 2);
});
