import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { ForwardClock } from "../../../tools/play/forward_clock.ts";

const MINUTE_MS = 60_000;

Deno.test("forward runs due timers in order, each at its own time, and those that they set", () => {
  const clock = new ForwardClock();
  const begin = clock.monotonic();
  const ran: string[] = [];
  const note = (name: string): void => {
    ran.push(`${name} ${Math.floor((clock.monotonic() - begin) / MINUTE_MS)}`);
  };
  const cancelLate = clock.after(9 * MINUTE_MS, () => note("late"));
  clock.after(3 * MINUTE_MS, () => note("second"));
  clock.after(MINUTE_MS, () => {
    note("first");
    clock.after(MINUTE_MS, () => note("nested"));
  });
  const cancel = clock.after(MINUTE_MS, () => note("cancelled"));
  cancel();
  clock.forward(4 * MINUTE_MS);
  assertEquals(ran, ["first 1", "nested 2", "second 3"]);
  clock.forward(5 * MINUTE_MS);
  assertEquals(ran.at(-1), "late 9");
  cancelLate();
});

Deno.test("time continues after forward, and a timer that is not due yet runs by itself", async () => {
  const clock = new ForwardClock();
  const wall = Date.now();
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.after(MINUTE_MS + 10, resolve);
  clock.forward(MINUTE_MS);
  // Date.now has whole milliseconds.
  assert(clock.now() - wall >= MINUTE_MS - 1);
  await promise;
});
