import "../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { operationTable } from "../../handlers/mod.ts";

import { nearestName } from "../../limits/names.ts";

const operationNames = [...operationTable.keys()];

Deno.test("nearestName finds the intended name of a misspelt one", () => {
  for (
    const [name, known, expected] of [
      ["itmes", ["css", "items"], "items"],
      ["traks", ["tracks"], "tracks"],
      ["TRACKS", ["tracks"], "tracks"],
      ["track_id", ["trackId", "track"], "trackId"],
      ["ulr", ["path", "url"], "url"],
      ["menu:selekt", ["menu:change", "menu:select"], "menu:select"],
      ["menu.shwo", operationNames, "menu.show"],
      ["quue.ad", operationNames, "queue.add"],
      ["queue.addPath", operationNames, "queue.addPaths"],
    ] as const
  ) assertEquals(nearestName(name, known), expected, name);
});

Deno.test("nearestName finds no name that only has the same length", () => {
  for (
    const [name, known] of [
      ["x", ["y"]],
      ["ab", ["cd"]],
      ["", ["id"]],
      ["colour", ["items", "css"]],
      ["items", []],
      ["weather.today", operationNames],
    ] as const
  ) assertEquals(nearestName(name, known), undefined, name);
});

Deno.test("nearestName returns the first of equally near names", () => {
  assertEquals(nearestName("ite", ["item", "site"]), "item");
  assertEquals(nearestName("ite", ["site", "item"]), "site");
});

Deno.test("nearestName finds the only name that ends with one without its namespace", () => {
  const known = ["playback:queueChanged", "jitQueue:error", "queue.get", "selection.get"];
  assertEquals(nearestName("queuechanged", known), "playback:queueChanged");
  assertEquals(nearestName("get", known), undefined);
  assertEquals(nearestName("", ["queue."]), "queue.");
});

Deno.test("nearestName does not compare names of more than 64 characters", () => {
  const known = ["a".repeat(63)];
  assertEquals(nearestName("a".repeat(64), known), known[0]);
  assertEquals(nearestName("a".repeat(65), known), undefined);
});

Deno.test("nearestName finds each operation in any case, and a name when a letter is missing", () => {
  fc.assert(
    fc.property(fc.constantFrom(...operationNames), fc.nat(), (name, at) => {
      const index = at % name.length;
      assertEquals(nearestName(name.toUpperCase(), operationNames), name);
      assert(nearestName(`${name.slice(0, index)}${name.slice(index + 1)}`, operationNames) !== undefined);
    }),
  );
});
