import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { formatTrackHandle, parseTrackHandle } from "../../limits/paths.ts";
import { MAX_SUBSONG } from "../../limits/wire.ts";

Deno.test("parseTrackHandle reads back what formatTrackHandle writes", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }).filter((path) => !path.includes("|subsong:")),
      fc.integer({ min: 0, max: MAX_SUBSONG }),
      (path, subsong) => {
        assertEquals(parseTrackHandle(formatTrackHandle({ path, subsong })), {
          path,
          subsong,
          malformed: false,
        });
      },
    ),
  );
});
