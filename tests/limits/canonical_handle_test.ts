import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { canonicalHandle } from "../../limits/canonical_handle.ts";

function same(...paths: string[]): void {
  const [first] = paths.map((path) => canonicalHandle({ path, subsong: 0 }));
  for (const path of paths) assertEquals(canonicalHandle({ path, subsong: 0 }), first, path);
}

Deno.test("a file:// URL made of any POSIX path is the same as the path", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (name) => {
    const path = `/${name.replaceAll("\\", "")}`;
    if (/^\/[a-z]:\//i.test(path)) return;
    const url = `file://${path.split("/").map(encodeURIComponent).join("/")}`;
    same(path, url);
  }));
});
