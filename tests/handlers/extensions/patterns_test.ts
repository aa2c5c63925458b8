import "../../support/deadline.ts";
import { assert, assertEquals, assertLess, assertThrows } from "@std/assert";
import fc from "fast-check";
import { Failure } from "../../../handlers/core/operation.ts";
import {
  budget,
  parseTitleFormat,
  splitText,
  tooMuchWork,
} from "../../../handlers/extensions/metadata/title_format.ts";
import { parsePattern, sortKey } from "../../../handlers/extensions/shared/patterns.ts";
import { unknownTrack } from "../../../host_stdio/api/shapes.ts";

Deno.test("splitText divides a text as split does", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b") });
  const part = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 5 });
  fc.assert(fc.property(text, part, fc.integer({ min: 1, max: 8 }), (text, part, most) => {
    assertEquals(splitText(text, part, most), text.split(part, most));
  }));
});

Deno.test("all that a title format may search and replace takes a few seconds", () => {
  const subject = { track: unknownTrack({ path: "/m/x.flac", subsong: 0 }), tags: new Map() };
  // Searches that compare again and again took a minute, and replacements without end ten.
  for (
    const pattern of [
      "$strstr($repeat(a,65536),$repeat(a,8)b$repeat(a,30000))",
      "$replace($repeat(a,65536),$repeat(a,15000)b$repeat(a,15000),x)",
      `$replace($repeat(a,65536)${",a,b,b,a".repeat(250)})`,
    ]
  ) {
    const [format, work] = [parseTitleFormat(pattern), budget()];
    const start = performance.now();
    assertThrows(
      () => {
        while (true) format.textFor(subject, work);
      },
      Failure,
      tooMuchWork,
    );
    assertLess(performance.now() - start, 10_000, pattern);
  }
});

Deno.test("the keys of a sorted library take little memory, whatever the pattern repeats", () => {
  const textOf = parsePattern("%path%".repeat(341));
  assert(textOf);
  const before = Deno.memoryUsage().heapUsed;
  const keys = Array.from({ length: 500 }, (_, place) => {
    const path = `/m/${place}/`.padEnd(1000, "x");
    return sortKey(textOf, unknownTrack({ path, subsong: 0 }), place);
  });
  assertEquals(new Set(keys.map(({ text }) => text.length)), new Set([256]));
  // The whole texts would take 170 MB.
  assertLess(Deno.memoryUsage().heapUsed - before, 50_000_000);
});
