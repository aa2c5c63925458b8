import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import { IndexRanges } from "../../../players/model/index_ranges.ts";
import { joined, sequenceOf, slice, TrackList } from "../../../players/model/tracks.ts";

const madeUp = (length: number) => ({ length, at: (index: number) => ({ path: `m${index}`, subsong: 0 }) });

const edits = fc.array(fc.record({ insert: fc.boolean(), at: fc.nat(12), count: fc.nat(6) }), {
  maxLength: 25,
});

Deno.test("TrackList agrees with an array under insertions and removals", () => {
  fc.assert(fc.property(fc.nat(9), edits, (length, edits) => {
    const list = new TrackList(madeUp(length));
    const array = slice(madeUp(length));
    let last = 0;
    for (const { insert, at, count } of edits) {
      const start = Math.min(at, array.length);
      if (insert) {
        const handles = Array.from({ length: count }, () => ({ path: `n${last++}`, subsong: 0 }));
        list.insert(start, handles);
        array.splice(start, 0, ...handles);
      } else {
        const end = Math.min(start + count, array.length);
        list.remove(IndexRanges.from(start, end - start));
        array.splice(start, end - start);
      }
      assertEquals(list.length, array.length);
      assertEquals(slice(list), array);
    }
    assertThrows(() => list.at(array.length), RangeError);
  }));
});

Deno.test("TrackList keeps its tracks when many short runs are merged and when they are reordered", () => {
  const list = new TrackList(madeUp(1000));
  const even = Array.from({ length: 500 }, (_index, place) => 2 * place);
  list.remove(IndexRanges.of(even));
  const odd = even.map((index) => ({ path: `m${index + 1}`, subsong: 0 }));
  assertEquals(slice(list), odd);
  list.reorder(odd.map((_track, index) => 499 - index));
  assertEquals(slice(list), odd.toReversed());
});

Deno.test("TrackList does not modify its source", () => {
  const given = [{ path: "a", subsong: 0 }];
  const list = new TrackList(sequenceOf(given));
  list.insert(1, given);
  list.insert(2, given);
  assertEquals([list.length, given.length], [3, 1]);
});

Deno.test("IndexRanges agrees with a set of indices", () => {
  const indices = fc.array(fc.nat(20), { maxLength: 15 });
  fc.assert(fc.property(indices, fc.nat(20), fc.nat(5), indices, (given, at, count, others) => {
    const ranges = IndexRanges.of(given);
    const sorted = [...new Set(given)].sort((a, b) => a - b);
    assertEquals(all(ranges), sorted);
    assertEquals(
      all(ranges.afterInsertion(at, count)),
      sorted.map((index) => index < at ? index : index + count),
    );
    assertEquals(
      all(ranges.afterRemoval(IndexRanges.of(others))),
      sorted.filter((index) => !others.includes(index)).map((index) =>
        index - new Set(others.filter((other) => other < index)).size
      ),
    );
    assertEquals(
      all(ranges.afterReordering(Array.from({ length: 21 }, (_place, index) => (index + at) % 21))),
      sorted.map((index) => (index + at) % 21).sort((a, b) => a - b),
    );
    assertEquals(
      all(IndexRanges.from(at, count)),
      Array.from({ length: count }, (_index, place) => at + place),
    );
    assertEquals(ranges.countBelow(at), sorted.filter((index) => index < at).length);
    assertEquals(
      all(ranges.othersBelow(21)),
      Array.from({ length: 21 }, (_index, index) => index).filter((index) => !given.includes(index)),
    );
    assertThrows(() => ranges.at(sorted.length), RangeError);
    assertThrows(() => ranges.at(-1), RangeError);
  }));
});

Deno.test("joined sequences behave like one", () => {
  const sequence = joined([madeUp(2), madeUp(0), sequenceOf([{ path: "x", subsong: 1 }])]);
  assertEquals(slice(sequence).map(({ path }) => path), ["m0", "m1", "x"]);
  assertEquals(slice(sequence, 2, 5).length, 1);
  assertEquals(slice(sequence, 3), []);
  assertThrows(() => sequence.at(3), RangeError);
  assertThrows(() => sequenceOf([]).at(0), RangeError);
});

function all(ranges: IndexRanges): number[] {
  const indices = Array.from({ length: ranges.length }, (_index, place) => ranges.at(place));
  assertEquals(
    ranges.spans.flatMap(({ start, count }) => Array.from({ length: count }, (_i, index) => start + index)),
    indices,
  );
  return indices;
}
