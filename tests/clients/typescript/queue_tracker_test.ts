import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { QueueTracker } from "../../../mod.ts";

/** A queue of a player without ids. The test knows which entry is which. */
class Queue {
  entries: { readonly key: string }[] = [];
  readonly tracker = new QueueTracker();
  /** The id that each entry got first. */
  readonly #idOf = new Map<object, string>();
  readonly #given = new Set<string>();

  get keys(): string[] {
    return this.entries.map(({ key }) => key);
  }

  add(keys: readonly string[]): void {
    this.entries.push(...keys.map((key) => ({ key })));
  }

  /** Compares, and checks that every entry still has its id. */
  look(): void {
    const seen = this.tracker.see(this.keys);
    const known = this.entries.map((entry) => this.#idOf.get(entry));
    assertEquals(seen.map((id, at) => known[at] === undefined ? undefined : id), known);
    for (const [at, entry] of this.entries.entries()) {
      const id = seen[at];
      assert(id !== undefined);
      if (this.#idOf.has(entry)) continue;
      assert(!this.#given.has(id), "an id is used once");
      this.#given.add(id);
      this.#idOf.set(entry, id);
    }
  }

  idAt(at: number): string {
    const entry = this.entries[at];
    return entry && this.#idOf.get(entry) || "unknown";
  }
}

type Change = (queue: Queue) => void;

const place = fc.nat({ max: 7 });
const places = fc.uniqueArray(place, { maxLength: 4 });

/** What the player and the bridge do. */
function changes(key: fc.Arbitrary<string>): fc.Arbitrary<Change> {
  return fc.oneof(
    fc.array(key, { maxLength: 4 }).map((keys): Change => (queue) => queue.add(keys)),
    fc.nat({ max: 2 }).map((count): Change => (queue) => queue.entries.splice(0, count)),
    places.map((places): Change => (queue) => {
      for (const at of queue.tracker.remove(places.map((at) => queue.idAt(at)))) queue.entries.splice(at, 1);
    }),
    places.map((places): Change => (queue) => {
      const order = queue.tracker.putFirst(places.map((at) => queue.idAt(at)));
      queue.entries = order.flatMap((old) => queue.entries[old] ?? []);
    }),
  );
}

function check(change: fc.Arbitrary<Change>): void {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const queue = new Queue();
      for (const change of changes) {
        change(queue);
        queue.look();
      }
    }),
    { numRuns: 2000 },
  );
}

Deno.test("queue tracker: what a player takes, queues, and changes for the bridge is never another entry", () => {
  check(changes(fc.constantFrom("a", "b")));
});

Deno.test("queue tracker: what the user removes and moves is never another entry while keys differ", () => {
  let last = 0;
  const key = fc.constant(undefined).map(() => `${++last}`);
  const byUser = fc.oneof(
    places.map((places): Change => (queue) => {
      queue.entries = queue.entries.filter((_entry, at) => !places.includes(at));
    }),
    place.map((at): Change => (queue) => queue.entries.splice(at, 0, { key: `${++last}` })),
    fc.tuple(place, place).map(([from, to]): Change => (queue) =>
      queue.entries.splice(to, 0, ...queue.entries.splice(from, 1))
    ),
  );
  check(fc.oneof(changes(key), byUser));
});

Deno.test("queue tracker: with equal keys as many as possible are kept, and an id never gets another key", () => {
  const list = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 10 });
  fc.assert(
    fc.property(fc.array(list, { maxLength: 8 }), (lists) => {
      const tracker = new QueueTracker();
      const keyOf = new Map<string, string>();
      let before: string[] = [];
      let idsBefore: string[] = [];
      for (const keys of lists) {
        const now = tracker.see(keys);
        assertEquals(new Set(now).size, keys.length);
        for (const [at, id] of now.entries()) {
          assertEquals(keyOf.get(id) ?? keys[at], keys[at]);
          keyOf.set(id, keys[at] ?? "");
        }
        for (const key of ["a", "b", "c"]) {
          const count = (list: readonly string[]) => list.filter((one) => one === key).length;
          const kept = now.filter((id) => keyOf.get(id) === key && idsBefore.includes(id)).length;
          assertEquals(kept, Math.min(count(keys), count(before)));
        }
        [before, idsBefore] = [keys, now];
      }
    }),
  );
});

Deno.test("queue tracker: of equal candidates those at the end are kept", () => {
  for (
    const [before, after, kept] of [
      ["aa", "a", "1"],
      ["aba", "ba", "12"],
      ["aba", "ab", "01"],
      ["aba", "a", "2"],
      ["aab", "ba", "21"],
      ["abca", "cab", "231"],
      ["a", "aa", "0n"],
      ["ab", "bc", "1n"],
      ["abc", "cab", "201"],
    ] as const
  ) {
    const tracker = new QueueTracker();
    const first = tracker.see([...before]);
    const second = tracker.see([...after]).map((id) => first.includes(id) ? first.indexOf(id) : "n");
    assertEquals(second.join(""), kept, `${before} ${after}`);
  }
});

Deno.test("queue tracker: unknown ids remove and move nothing", () => {
  const tracker = new QueueTracker();
  const [first] = tracker.see(["a", "b"]);
  assertEquals(tracker.remove(["x"]), []);
  assertEquals(tracker.putFirst(["x"]), [0, 1]);
  assertEquals(tracker.remove([first ?? "", first ?? ""]), [0]);
  assertEquals(tracker.remove([first ?? ""]), []);
});
