import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { formatTrackHandle, MAX_SUBSONG, parseTrackHandle } from "../../limits/paths.ts";

Deno.test("parseTrackHandle reads a path without suffix as subsong 0", () => {
  for (const text of ["", "C:\\a.mp3", "a|b", "a|subsong", "a|Subsong:1", "a|subsong :1"]) {
    assertEquals(parseTrackHandle(text), { path: text, subsong: 0, malformed: false }, text);
  }
});

Deno.test("parseTrackHandle reads the suffix", () => {
  const read = (digits: string) => parseTrackHandle(`/a.cue|subsong:${digits}`);
  for (const [digits, subsong] of [["0", 0], ["1", 1], ["007", 7], ["4294967295", MAX_SUBSONG]] as const) {
    assertEquals(read(digits), { path: "/a.cue", subsong, malformed: false }, digits);
  }
  assertEquals(read("0".repeat(400) + "5").subsong, 5);
});

Deno.test("parseTrackHandle cuts a malformed suffix off and gives subsong 0", () => {
  for (
    const suffix of [
      "",
      " 1",
      "1 ",
      "1\n",
      "-1",
      "+1",
      "1.0",
      "1e3",
      "0x1",
      "one",
      "١",
      "4294967296",
      "9".repeat(400),
    ]
  ) {
    assertEquals(
      parseTrackHandle(`/a.cue|subsong:${suffix}`),
      { path: "/a.cue", subsong: 0, malformed: true },
      suffix,
    );
  }
});

Deno.test("parseTrackHandle splits at the last mark", () => {
  assertEquals(parseTrackHandle("a|subsong:1|subsong:2"), {
    path: "a|subsong:1",
    subsong: 2,
    malformed: false,
  });
  assertEquals(parseTrackHandle("a|subsong:1|subsong:x"), {
    path: "a|subsong:1",
    subsong: 0,
    malformed: true,
  });
  assertEquals(parseTrackHandle("|subsong:3"), { path: "", subsong: 3, malformed: false });
});

Deno.test("formatTrackHandle writes the suffix only when the subsong is greater than 0", () => {
  assertEquals(formatTrackHandle({ path: "/a.cue", subsong: 0 }), "/a.cue");
  assertEquals(formatTrackHandle({ path: "/a.cue", subsong: 1 }), "/a.cue|subsong:1");
  assertEquals(formatTrackHandle({ path: "/a.cue", subsong: MAX_SUBSONG }), "/a.cue|subsong:4294967295");
});

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
