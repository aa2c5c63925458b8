import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { inNextTurn, LightClock } from "../../../host_stdio/process/light_timers.ts";

Deno.test("timers run once, in the order in which they are due, and none before its time", async () => {
  const clock = new LightClock();
  const start = clock.monotonic();
  const ran: string[] = [];
  await new Promise<void>((resolve) => {
    const timer = (name: string, milliseconds: number) =>
      clock.after(milliseconds, () => {
        assert(clock.monotonic() - start >= milliseconds, name);
        ran.push(name);
        if (ran.length === 4) resolve();
      });
    timer("late", 30);
    timer("soon", 0);
    timer("later", 40.5);
    timer("between", 10);
  });
  assertEquals(ran, ["soon", "between", "late", "later"]);
});

Deno.test("a cancelled timer does not run, also when an earlier timer cancels it at the same time", async () => {
  const clock = new LightClock();
  const ran: string[] = [];
  await new Promise<void>((resolve) => {
    const cancel = clock.after(1, () => void ran.push("cancelled"));
    cancel();
    cancel();
    clock.after(2, () => cancelOther());
    const cancelOther = clock.after(2, () => void ran.push("cancelled by another"));
    clock.after(5, resolve);
  });
  assertEquals(ran, []);
});

Deno.test("a timer that a timer sets is due after its own time", async () => {
  const clock = new LightClock();
  const ran: number[] = [];
  await new Promise<void>((resolve) => {
    const again = () => {
      ran.push(ran.length);
      if (ran.length === 3) resolve();
      else clock.after(1, again);
    };
    clock.after(1, again);
  });
  assertEquals(ran, [0, 1, 2]);
});

Deno.test({
  name: "a function in the next turn runs after all promise jobs, and not when it is cancelled",
  // The channel stays open for the whole process.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const order: string[] = [];
    const turn = new Promise<void>((resolve) =>
      void inNextTurn(() => {
        order.push("turn");
        resolve();
      })
    );
    inNextTurn(() => void order.push("cancelled"))();
    for (let job = 0; job < 100; job++) await undefined;
    order.push("jobs");
    await turn;
    await new Promise<void>((resolve) => void inNextTurn(resolve));
    assertEquals(order, ["jobs", "turn"]);
  },
});
