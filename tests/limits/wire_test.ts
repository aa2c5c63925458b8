import { unknownTrack } from "../../host_stdio/shapes.ts";
import { assertEquals, assertLess, assertThrows } from "@std/assert";
import { defaultWireLimits, LENGTH_BYTES, maxContainers, wireLimitRanges } from "../../limits/wire.ts";

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

Deno.test("a message may have one array or object for each 16 bytes of the frame limit, and at least a million", () => {
  assertEquals(maxContainers(defaultWireLimits.maxFrameBytes), 4_194_304);
  assertEquals(maxContainers(2 ** 29 - 24), 33_554_430);
  assertEquals([maxContainers(1024), maxContainers(2 ** 24), maxContainers(2 ** 24 + 16)], [
    1_048_576,
    1_048_576,
    1_048_577,
  ]);
});

Deno.test("the shortest answer for 250,000 queued or a million selected tracks is within the limits", () => {
  const entry = { ...unknownTrack({ path: "", subsong: 0 }), playlist: null, item: null };
  for (const smallest of [entry, { path: "/a.mp3" }]) {
    // One byte more for the comma.
    const fitting = defaultWireLimits.maxFrameBytes / (JSON.stringify(smallest).length + 1);
    assertLess(fitting, maxContainers(defaultWireLimits.maxFrameBytes), JSON.stringify(smallest));
  }
});
