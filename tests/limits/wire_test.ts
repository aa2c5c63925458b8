import "../support/deadline.ts";
import { assertEquals, assertLess, assertThrows } from "@std/assert";
import { unknownTrack } from "../../host_stdio/api/shapes.ts";
import { defaultWireLimits, jsonLimits, LENGTH_BYTES, wireLimitRanges } from "../../limits/wire.ts";

Deno.test("the largest frame limit is the maximum length of a string", () => {
  const [, most] = wireLimitRanges.maxFrameBytes;
  assertEquals("x".repeat(most).length, most);
  assertThrows(() => "x".repeat(most + 1), RangeError);
});

Deno.test("every default is in its range, and the largest frame fits the length prefix", () => {
  for (const [name, [least, most]] of Object.entries(wireLimitRanges)) {
    const value = defaultWireLimits[name as keyof typeof defaultWireLimits];
    assertEquals([least <= value, value <= most], [true, true], name);
  }
  assertLess(wireLimitRanges.maxFrameBytes[1], 2 ** (8 * LENGTH_BYTES));
});

Deno.test("the limits of a message's shape grow with a frame limit above 64 MiB only", () => {
  const usual = { containers: 262_144, values: 3_145_728, names: 65_536 };
  for (const bytes of [1024, defaultWireLimits.maxFrameBytes, defaultWireLimits.maxFrameBytes + 7]) {
    assertEquals(jsonLimits(bytes), usual);
  }
  assertEquals(jsonLimits(2 ** 28), { containers: 1_048_576, values: 12_582_912, names: 262_144 });
});

Deno.test("100,000 queued and 250,000 selected tracks are within the limits of a message's shape", () => {
  const entry = { ...unknownTrack({ path: "", subsong: 0 }), playlist: null, item: null, entry: "1" };
  const { containers, values } = jsonLimits(defaultWireLimits.maxFrameBytes);
  // Three more for the message, its result and the list.
  assertLess(100_000 + 3, containers);
  assertLess(100_000 * Object.keys(entry).length, values);
  assertLess(250_000 + 3, containers);
  assertLess(250_000 * Object.keys({ path: "/a.mp3", subsong: 0 }).length, values);
});
