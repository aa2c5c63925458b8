import { assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { canonicalHandle } from "../../../handlers/jit_queue/track.ts";

function same(...paths: string[]): void {
  const [first] = paths.map((path) => canonicalHandle({ path, subsong: 0 }));
  for (const path of paths) assertEquals(canonicalHandle({ path, subsong: 0 }), first, path);
}

function different(one: string, other: string): void {
  assertNotEquals(canonicalHandle({ path: one, subsong: 0 }), canonicalHandle({ path: other, subsong: 0 }));
}

Deno.test("a file:// form and its native POSIX path are the same", () => {
  same("/music/a b.flac", "file:///music/a b.flac", "file:///music/a%20b.flac", "FILE:///music/a%20b.flac");
  same("/music/é", "file:///music/%C3%A9", "file://localhost/music/é", "file:/music/é");
});

Deno.test("a file:// form and its native Windows path are the same, whatever the slashes and the case", () => {
  same(
    "C:\\Music\\A b.flac",
    "c:/music/a b.flac",
    "file:///C:/Music/A%20b.flac",
    "file://C:\\Music\\A b.flac",
    "file://C:/Music/A%20b.flac",
    "file://localhost/C:/Music/A%20b.flac",
  );
});

Deno.test("a share and its file:// form are the same", () => {
  same(
    "\\\\server\\share\\a.flac",
    "\\\\SERVER/share/a.flac",
    "file://server/share/a.flac",
    "file://\\\\server\\share\\a.flac",
  );
});

Deno.test("POSIX paths differ by case, and so does what follows a URL's host", () => {
  different("/music/a", "/music/A");
  different("http://x/a", "http://x/A");
  different("http://User@x/a", "http://user@x/a");
  different("http://x/a b", "http://x/a%20b");
  same("HTTP://Example.COM/a", "http://example.com/a");
  same("http://u@X:80/a", "http://u@x:80/a");
});

Deno.test("a percent sign in a native path is itself, in a file:// form an escape unless it cannot be one", () => {
  different("/music/a%20b", "/music/a b");
  same("file:///music/100%", "/music/100%");
  same("file://C:\\100%25", "C:\\100%25");
});

Deno.test("subsongs differ", () => {
  assertNotEquals(canonicalHandle({ path: "/a", subsong: 1 }), canonicalHandle({ path: "/a", subsong: 2 }));
  assertNotEquals(canonicalHandle({ path: "/a", subsong: 1 }), canonicalHandle({ path: "1|/a", subsong: 0 }));
});

Deno.test("a file:// URL made of any POSIX path is the same as the path", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (name) => {
    const path = `/${name.replaceAll("\\", "")}`;
    if (/^\/[a-z]:\//i.test(path)) return;
    const url = `file://${path.split("/").map(encodeURIComponent).join("/")}`;
    same(path, url);
  }));
});
