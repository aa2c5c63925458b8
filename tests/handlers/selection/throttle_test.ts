import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { SELECTION_CHANGED_INTERVAL, Throttle } from "../../../handlers/selection/selection_changes.ts";
import { FakeClock } from "../../support/fake_clock.ts";

function start(interval = SELECTION_CHANGED_INTERVAL) {
  const clock = new FakeClock(0);
  const calls: number[] = [];
  const throttle = new Throttle(clock, interval, () => calls.push(clock.now()));
  return { clock, calls, throttle };
}

Deno.test("Throttle.close cancels the timer", () => {
  const { clock, calls, throttle } = start();
  throttle.trigger();
  throttle.trigger();
  throttle.close();
  throttle.close();
  assertEquals(clock.pendingTimers, 0);
  throttle.trigger();
  clock.advance(1000);
  throttle.trigger();
  assertEquals(calls, [0]);
});

Deno.test("Throttle may be triggered from its own callback", () => {
  const clock = new FakeClock(0);
  const calls: number[] = [];
  const throttle = new Throttle(clock, 50, () => {
    calls.push(clock.now());
    if (calls.length < 3) throttle.trigger();
  });
  throttle.trigger();
  clock.advance(1000);
  assertEquals(calls, [0, 50, 100]);
});

Deno.test("Throttle waits no longer than the interval when the clock is set back", () => {
  let now = 1_000_000;
  const waits: number[] = [];
  const clock = { now: () => now, after: (milliseconds: number) => (waits.push(milliseconds), () => {}) };
  let calls = 0;
  const throttle = new Throttle(clock, 50, () => calls++);
  throttle.trigger();
  now = 0;
  throttle.trigger();
  assertEquals(calls, 1);
  assertEquals(waits, [50]);
});

Deno.test("Throttle keeps the interval and delivers the last trigger for any sequence", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 120 })), fc.integer({ min: 1, max: 80 }), (pauses, interval) => {
      const { clock, calls, throttle } = start(interval);
      let last: number | undefined;
      for (const pause of pauses) {
        clock.advance(pause);
        throttle.trigger();
        last = clock.now();
      }
      clock.advance(interval);
      for (let i = 1; i < calls.length; i++) assert((calls[i] ?? 0) - (calls[i - 1] ?? 0) >= interval);
      if (last !== undefined) assert((calls.at(-1) ?? -1) >= last && (calls.at(-1) ?? 0) <= last + interval);
      assertEquals(clock.pendingTimers, 0);
    }),
  );
});
