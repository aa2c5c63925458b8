import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { EventLoopTurn } from "../../host_stdio/event_loop.ts";

/** Code that an answer resumes. It awaits this many promises before it is done. */
async function resumedCode(promises: number, done: () => void): Promise<void> {
  for (let count = 0; count < promises; count++) await undefined;
  done();
}

Deno.test("EventLoopTurn.end waits until the resumed code is done, through any number of promises", async () => {
  const turn = new EventLoopTurn();
  const order: string[] = [];
  turn.resume();
  void resumedCode(10_000, () => order.push("response"));
  turn.wrote();
  await turn.end();
  order.push("event");
  assertEquals(order, ["response", "event"]);
});

Deno.test("EventLoopTurn.output waits for the first output only", async () => {
  const turn = new EventLoopTurn();
  let isDone = false;
  turn.resume();
  void resumedCode(10, () => turn.wrote());
  void resumedCode(1000, () => isDone = true);
  await turn.output();
  assertEquals([isDone, turn.isResumed], [false, false]);
  await turn.end();
  assertEquals(isDone, true);
});

Deno.test("EventLoopTurn.output of code that writes nothing waits until the turn has ended", async () => {
  const turn = new EventLoopTurn();
  let isDone = false;
  turn.resume();
  void resumedCode(1000, () => isDone = true);
  await turn.output();
  assertEquals([isDone, turn.isResumed], [true, false]);
});
