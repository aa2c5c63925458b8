import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { isStreamUrl, mediaPathProblem } from "../../limits/paths.ts";

function allAre(problem: string | undefined, paths: readonly string[]): void {
  for (const path of paths) assertEquals(mediaPathProblem(path), problem, JSON.stringify(path));
}

const drives = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

Deno.test("mediaPathProblem refuses an empty path", () => {
  allAre("Empty path", [
    "",
    "file://",
    "FILE://",
    "zip://",
    "unpack://",
    "unpack://zip|0|",
    "unpack://file://",
  ]);
});

Deno.test("mediaPathProblem lets absolute native paths pass", () => {
  allAre(undefined, [
    "C:\\a.mp3",
    "c:/a.mp3",
    "C:\\",
    "z:/",
    ...drives.split("").map((letter) => `${letter}:\\a`),
    "\\\\server\\share\\a.mp3",
    "//server/share/a.mp3",
    "\\/server/share",
    "/",
    "/a.mp3",
    "//",
    "/music/über/曲.flac",
    "/a|b|..|c.mp3",
    "C:\\50%2e%2e\\a.mp3",
    "C:\\%2e%2e\\a.mp3",
  ]);
});

Deno.test("mediaPathProblem refuses what is neither absolute nor a URL", () => {
  allAre("Invalid path format", [
    "a.mp3",
    "music/a.mp3",
    "./a.mp3",
    ".",
    " ",
    " /a.mp3",
    "\\a.mp3",
    "\\",
    "\\\\",
    "\\\\\\server",
    "C:",
    "C:a.mp3",
    "1:\\a.mp3",
    "é:\\a.mp3",
    "CC:\\a.mp3",
    "://a",
    "http:/a",
    "http:\\\\a",
    "http//a",
    "ht_tp://a",
    "hé://a",
    "\\Device\\HarddiskVolume1\\a.mp3",
    "\\GLOBAL\\a",
    "~/a.mp3",
  ]);
});

Deno.test("mediaPathProblem takes a scheme of 2 to 19 characters", () => {
  allAre(undefined, [
    "ab://x",
    "http://x/a.mp3",
    "HTTPS://x",
    "cdda://1",
    "a+b://x",
    "a-b://",
    "1.2://x",
    "12://x",
    `${"a".repeat(19)}://x`,
  ]);
  allAre("Invalid path format", [`${"a".repeat(20)}://x`, `${"a".repeat(2000)}://x`]);
});

Deno.test("mediaPathProblem takes one letter and a colon for a drive, not for a scheme", () => {
  allAre(undefined, ["a://x"]);
  allAre("Path traversal detected", ["a://x/../y"]);
  allAre("Invalid path format", ["1://x"]);
});

Deno.test("mediaPathProblem refuses device forms", () => {
  allAre("Device paths are not allowed", [
    "\\\\.\\PhysicalDrive0",
    "\\\\.\\",
    "\\\\.",
    "\\\\?\\C:\\a.mp3",
    "\\\\?\\UNC\\server\\share",
    "\\??\\C:\\a.mp3",
    "\\??",
    "//./pipe/a",
    "//?/C:/a.mp3",
    "/??/C:/a.mp3",
    "\\/.\\a",
    "/\\?/a",
    "\\\\\\.\\a",
    // They come before every other check.
    "\\\\?\\C:\\..\\a.mp3",
    "\\\\.\\a\u0000",
    "file://\\\\.\\PhysicalDrive0",
    "file:////./PhysicalDrive0",
    "file:///\\\\?\\C:\\a",
    "file:////%2e/a",
    "zip://\\\\.\\C:|a",
    "unpack://zip|5|\\\\?\\C:\\a.zip|b.mp3",
  ]);
  allAre(undefined, [
    "\\\\.server\\share",
    "\\\\server\\.\\a",
    "\\\\?a\\b",
    "/.",
    "/?/a",
    "/a/?/b",
    "C:\\??\\a",
  ]);
});

Deno.test("mediaPathProblem refuses control characters everywhere", () => {
  for (let code = 0; code < 0xa1; code++) {
    const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
    const character = String.fromCharCode(code);
    const expected = isControl ? "Invalid path format" : undefined;
    for (
      const path of [`/a${character}b`, `C:\\a${character}b`, `http://a${character}b`, `/ab${character}`]
    ) {
      assertEquals(mediaPathProblem(path), expected, JSON.stringify(path));
    }
  }
  allAre("Invalid path format", [
    "/a/..\u0000/b",
    "/\u0000/../b",
    "file:///a%00b",
    "file:///a%0Ab",
    "zip:///a%1f",
  ]);
  allAre(undefined, ["http://x/a%00b", "/a%00b"]);
});

Deno.test("mediaPathProblem refuses segments made only of dots and blanks with two or more dots", () => {
  const segments = ["..", "...", ".. ", " ..", ". .", " . . ", "........", ".".repeat(300)];
  for (const segment of segments) {
    allAre("Path traversal detected", [
      segment,
      `/${segment}`,
      `/a/${segment}`,
      `/a/${segment}/b`,
      `\\\\server\\${segment}\\b`,
      `C:\\a\\${segment}\\b`,
      `C:/a\\${segment}/b`,
      `${segment}/a`,
      `${segment}\\a`,
      `a/${segment}/b`,
      `file:///a/${segment}/b`,
      `zip:///a/${segment}/b.zip`,
    ]);
  }
});

Deno.test("mediaPathProblem lets names with many dots pass", () => {
  allAre(undefined, [
    "/R.E.M..flac",
    "C:\\Who....flac",
    "/....a",
    "/a....",
    "/.. a",
    "/a ..",
    "/./a",
    "/ ./a",
    "/. /a",
    "/ / /a",
    "/..\u00a0/a",
    "/․․/a",
  ]);
});

Deno.test("mediaPathProblem does not search other URLs for traversal", () => {
  allAre(undefined, [
    "http://x/../y",
    "http://..",
    "https://x/..\\..\\y",
    "files://x/../y",
    "cdda://../1",
    "..://a",
  ]);
});

Deno.test("mediaPathProblem judges file:// by what follows", () => {
  allAre(undefined, [
    "file:///a.mp3",
    "file://C:\\a.mp3",
    "file:///C:/a.mp3",
    "FiLe://c:/a.mp3",
    "file://\\\\server\\share\\a.mp3",
    "file:///100%.mp3",
    "file:///a%20b.mp3",
    "file:///a%2Fb.mp3",
    "file:///%c0%ae%c0%ae/a",
  ]);
  allAre("Invalid path format", [
    "file://a.mp3",
    "file://server/share/a.mp3",
    "file://file:///a.mp3",
    "file://http://x/a.mp3",
    "file://zip:///a.zip",
    "file:/a.mp3",
  ]);
  allAre("Path traversal detected", [
    "file://..",
    "file:///music/../etc",
    "file://C:\\..\\a.mp3",
    "file:///music/%2e%2e/etc",
    "file:///music/.%2E/etc",
    "file:///music%2f..%2fetc",
    "file:///music%5C..%5Cetc",
    "file:///music/%2e%2e%20/etc",
    "file://http://../a",
  ]);
});

Deno.test("mediaPathProblem judges archive prefixes by what follows", () => {
  allAre(undefined, [
    "unpack://zip|10|C:\\a.zip|b.mp3",
    "unpack://zip|17|file://C:\\a.zip|dir\\b.mp3",
    "unpack://rar|6|/a.rar|b/c.mp3",
    "unpack://C:\\a.zip|b.mp3",
    "UNPACK://ZIP|6|/a.zip|b.mp3",
    "zip:///a.zip!/b.mp3",
    "rar://C:\\a.rar|b.mp3",
    "7z:///a.7z|b",
    "tar:///a.tar|b",
    "archive:///a.tar|b",
    "unpack://zip|30|unpack://rar|8|C:\\a.rar|b.zip|c.mp3",
    "unpack://zip|16|http://x/a.zip|b.mp3",
    "zip://a://b",
  ]);
  allAre("Path traversal detected", [
    "unpack://zip|10|C:\\..\\a.zip|b.mp3",
    "unpack://zip|6|/a.zip|../b.mp3",
    "unpack://zip|6|/a.zip|..\\b.mp3",
    "unpack://zip|6|/a.zip|..",
    "unpack://zip|3|/a.zip|b/../../c",
    "unpack://zip|2|..|b",
    "unpack://..|2|/a.zip|b",
    "unpack://zip|40|unpack://rar|8|C:\\..\\a.rar|b.zip|c.mp3",
    "unpack://zip|16|http://x/../a.zip|b.mp3",
    "unpack://zip|20|file:///a/%2e%2e/a.zip|b.mp3",
    "zip:///a/../b.zip",
    "rar://../b",
  ]);
  allAre("Invalid path format", [
    "unpack://zip|5|a.zip|b.mp3",
    "unpack://zip|x|/a.zip|b",
    "unpack://zip|5",
    "zip://a.zip",
    "zip://zip|6|/a.zip|b",
  ]);
});

Deno.test("mediaPathProblem is decided for any text, and never lets two dots between separators of a native path pass", () => {
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

Deno.test("mediaPathProblem reads long hostile texts in linear time", () => {
  // Quadratic work on a million characters would not end within any patience.
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

Deno.test("isStreamUrl takes URLs other than file:// for streams, also behind archive prefixes", () => {
  for (const path of ["http://x/a.mp3", "cdda://1", "unpack://zip|16|http://x/a.zip|b.mp3"]) {
    assertEquals(isStreamUrl(path), true, path);
  }
  for (const path of ["", "/a", "C:\\a", "a://b", "file:///a", "FILE://C:\\a", "zip:///a.zip", "a.mp3"]) {
    assertEquals(isStreamUrl(path), false, path);
  }
});
