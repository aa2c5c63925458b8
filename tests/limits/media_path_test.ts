import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { isStreamUrl, mediaPathProblem } from "../../limits/paths.ts";

function allAre(problem: string | undefined, paths: readonly string[]): void {
  for (const path of paths) assertEquals(mediaPathProblem(path), problem, JSON.stringify(path));
}

Deno.test("mediaPathProblem accepts no parent segment in a native path, for any text", () => {
  const texts = fc.string({
    unit: fc.constantFrom("/", "\\", ".", "?", "|", ":", " ", "%", "2", "e", "C", "a", "\u0000"),
  });
  const prefixes = fc.constantFrom(
    "",
    "/",
    "C:\\",
    "\\\\a\\",
    "file://",
    "file:///",
    "zip:///",
    "unpack://zip|3|/",
  );
  fc.assert(
    fc.property(prefixes, texts, (prefix, text) => {
      const path = prefix + text;
      const problem = mediaPathProblem(path);
      const isNative = !/^[a-z0-9+.-]{2,19}:\/\//i.test(path);
      if (
        isNative && path.split(/[\\/]/).some((part) => /^[. ]+$/.test(part) && part.split(".").length > 2)
      ) {
        assertEquals(problem === undefined, false);
      }
      if (problem === undefined) assertEquals(path.includes("\u0000"), false);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("mediaPathProblem takes linear time for long texts", () => {
  // With a million characters, quadratic time would mean hours.
  const many = 1_000_000;
  allAre("Invalid path format", [
    "\\".repeat(many),
    "a".repeat(many),
    "%2".repeat(many),
    "zip://".repeat(many) + "a",
  ]);
  allAre(undefined, ["/".repeat(many), "/" + "a.".repeat(many), "unpack://zip|1|".repeat(many) + "/"]);
  allAre("Path traversal detected", ["/" + " .".repeat(many), "/" + "./".repeat(many) + ".."]);
});

Deno.test("isStreamUrl accepts URLs other than file://, behind archive prefixes too", () => {
  for (const path of ["http://x/a.mp3", "cdda://1", "unpack://zip|16|http://x/a.zip|b.mp3"]) {
    assertEquals(isStreamUrl(path), true, path);
  }
  for (const path of ["", "/a", "C:\\a", "a://b", "file:///a", "FILE://C:\\a", "zip:///a.zip", "a.mp3"]) {
    assertEquals(isStreamUrl(path), false, path);
  }
});
