import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import type { ActionName } from "../../../host_stdio/api/native_actions.ts";
import { Harness } from "../../support/harness.ts";
import { type Fault, QueuePlayer } from "./queue_player.ts";

/** A call and its expected effect on a queue of paths. */
interface Step {
  name: string;
  params: object;
  /** The queue afterwards; undefined when the operation must fail. */
  expected(queue: readonly string[]): string[] | undefined;
}

const PLAYLIST = ["0/0", "0/1", "0/2", "0/3"];
const index = fc.integer({ min: -1, max: 6 });
const path = fc.constantFrom("x", "y", "folder2", "folder0", "none");

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.array(index, { maxLength: 5 }).map((tracks): Step => ({
    name: "queue.add",
    params: { playlist: 0, tracks },
    expected(queue) {
      const added = tracks.flatMap((track) => PLAYLIST[track] ?? []);
      return added.length > 0 ? [...queue, ...added] : undefined;
    },
  })),
  fc.array(path, { minLength: 1, maxLength: 4 }).map((paths): Step => ({
    name: "queue.addPaths",
    params: { paths },
    expected(queue) {
      const yields: Record<string, string[]> = {
        x: ["x"],
        y: ["y"],
        folder2: ["folder2/0", "folder2/1"],
      };
      const added = paths.flatMap((entry) => yields[entry] ?? []);
      return added.length > 0 ? [...queue, ...added] : undefined;
    },
  })),
  index.map((index): Step => ({
    name: "queue.remove",
    params: { index },
    expected: (queue) => index in queue ? queue.filter((_, at) => at !== index) : undefined,
  })),
  fc.array(index, { maxLength: 5 }).map((indices): Step => ({
    name: "queue.remove",
    params: { indices },
    expected: (queue) =>
      indices.some((index) => index in queue) ? queue.filter((_, at) => !indices.includes(at)) : undefined,
  })),
  index.map((index): Step => ({
    name: "queue.moveToTop",
    params: { index },
    expected(queue) {
      const entry = index > 0 ? queue[index] : undefined;
      return entry === undefined ? undefined : [entry, ...queue.filter((_, at) => at !== index)];
    },
  })),
  fc.constantFrom("queue.clear", "queue.flush").map((name): Step => ({
    name,
    params: {},
    expected: () => [],
  })),
);

const actions = [
  "player.playlist.list",
  "player.playlist.create",
  "player.playlist.append",
  "player.media.resolve",
  "player.queue.ids",
  "player.queue.append",
  "player.queue.remove",
  "player.queue.reorder",
  "player.queue.clear",
] as const satisfies readonly ActionName[];

const fault: fc.Arbitrary<[ActionName, Fault]> = fc.tuple(
  fc.constantFrom(...actions),
  fc.constantFrom<Fault>("refused", "lost", "silent", "garbled"),
);

/** Checks the numbers in a result against the queue before and after. */
function assertTrue(result: Record<string, unknown>, before: readonly string[], after: readonly string[]) {
  const { queueCount, addedCount, removedCount, clearedCount, removedIndex } = result;
  if (queueCount !== undefined) assertEquals(queueCount, after.length);
  if (addedCount !== undefined) assertEquals(addedCount, after.length - before.length);
  if (removedCount !== undefined) assertEquals(removedCount, before.length - after.length);
  if (clearedCount !== undefined) assertEquals(clearedCount, before.length - after.length);
  if (removedIndex !== undefined) assertEquals(before.length - after.length, 1);
}

Deno.test("any sequence of queue operations agrees with a simple model", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
    const player = new QueuePlayer([PLAYLIST.length], [0, 1, 2]);
    await using harness = new Harness({ player: player.script });
    for (const { name, params, expected } of steps) {
      const before = player.queued;
      const result = await harness.call(name, params);
      const after = expected(before);
      assertEquals(result["success"], after !== undefined, name);
      assertEquals(player.queued, after ?? before, name);
      assertTrue(result, before, player.queued);
    }
  }));
});

Deno.test("concurrent queue operations have the same effect as sequential ones", async () => {
  const delays = fc.array(fc.nat(3), { minLength: 1, maxLength: 10 });
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), delays, async (steps, delays) => {
    const player = new QueuePlayer([PLAYLIST.length], [0, 1, 2]);
    let asked = 0;
    player.onAction = async () => {
      for (let turn = delays[asked++ % delays.length] ?? 0; turn > 0; turn--) await Promise.resolve();
    };
    await using harness = new Harness({ player: player.script });
    const finished: { at: number; step: Step; result: Record<string, unknown> }[] = [];
    await Promise.all(steps.map(async (step, at) => {
      finished.push({ at, step, result: await harness.call(step.name, step.params) });
    }));
    let expected = ["0/0", "0/1", "0/2"];
    for (const { step, result } of finished) {
      const next = step.expected(expected);
      assertEquals(result["success"], next !== undefined);
      expected = next ?? expected;
    }
    assertEquals(player.queued, expected);
    // Calls take effect in the order of arrival, except queue.addPaths, which resolves its paths first.
    const others = finished.filter(({ step, result }) => result["success"] && step.name !== "queue.addPaths")
      .map(({ at }) => at);
    assertEquals(others, others.toSorted((a, b) => a - b));
  }));
});

Deno.test("no failure of the player loses or duplicates a queue entry or makes an answer wrong", async () => {
  const trial = fc.array(fc.tuple(step, fc.array(fault, { maxLength: 3 })), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(trial, async (steps) => {
      const player = new QueuePlayer([PLAYLIST.length], [0, 1, 2]);
      await using harness = new Harness({ player: player.script });
      for (const [{ name, params, expected }, faults] of steps) {
        for (const [action, kind] of faults) player.faults[action] = [kind];
        const before = player.queued;
        const result = await harness.call(name, params);
        for (const action of actions) delete player.faults[action];

        const after = expected(before);
        const done = JSON.stringify(player.queued) === JSON.stringify(after);
        const untouched = JSON.stringify(player.queued) === JSON.stringify(before);
        assert(done || untouched, `${name} is done or not done at all`);
        if (result["success"]) {
          assert(done, `${name} that succeeds is done`);
          assertTrue(result, before, player.queued);
        } else {
          assert(untouched || "error" in result, `${name} that fails without an error has done nothing`);
        }
        for (const { path, playlist, item } of player.queue) {
          assertEquals(
            player.playlists.find(({ id }) => id === playlist)?.items[item],
            path,
            "every entry is still where it came from",
          );
        }
      }
    }),
    { numRuns: 500 },
  );
});
