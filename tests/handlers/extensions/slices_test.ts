import "../../support/deadline.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { filterInSlices, Slices, sortInSlices } from "../../../handlers/extensions/shared/long_work.ts";

/** A clock that advances ten milliseconds with each reading. */
function hastyClock(): { monotonic(): number } {
  let now = 0;
  return { monotonic: () => now += 10 };
}

const never = new AbortController().signal;

Deno.test("a long loop lets other work run before it ends", async () => {
  let others = 0;
  setImmediate(() => others++);
  const found = await filterInSlices(
    Array.from({ length: 1000 }, (_, index) => index),
    (index) => {
      if (index === 999) assert(others > 0);
      return index % 2 === 0;
    },
    new Slices(hastyClock(), never),
  );
  assertEquals(found.length, 500);
});

Deno.test("a loop whose signal is aborted ends at the next pause", async () => {
  const controller = new AbortController();
  let steps = 0;
  const loop = filterInSlices(Array.from({ length: 10_000 }), () => {
    if (++steps === 100) controller.abort(new Error("enough"));
    return true;
  }, new Slices(hastyClock(), controller.signal));
  await assertRejects(() => loop, Error, "enough");
  assert(steps < 200, `${steps} steps`);
});

Deno.test("a sort in slices equals a stable sort and compares no more often than a merge sort", async () => {
  const lengths = fc.constantFrom(0, 1, 4095, 4096, 4097, 8192, 8193, 12_289, 20_000);
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 1000 }), async (length, spread) => {
      const items = Array.from({ length }, (_, place) => ({ key: (place * 7919) % spread, place }));
      let compared = 0;
      const compare = (a: { key: number }, b: { key: number }) => {
        compared++;
        return a.key - b.key;
      };
      const sorted = await sortInSlices(items, compare, new Slices(hastyClock(), never));
      assertEquals(sorted, items.toSorted((a, b) => a.key - b.key));
      assert(compared <= length * Math.ceil(Math.log2(length + 1)) + length);
    }),
    { numRuns: 20 },
  );
});
