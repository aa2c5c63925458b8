import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseQuery } from "../../../handlers/extensions/shared/query.ts";
import { wildcardTest } from "../../../handlers/extensions/shared/wildcard.ts";
import { type Track, unknownTrack } from "../../../host_stdio/api/shapes.ts";

/** A track with this title and no other metadata. */
function titled(title: string): Track {
  return { ...unknownTrack({ path: "/m/x.flac", subsong: 0 }), title };
}

type Condition =
  | { readonly word: string }
  | { readonly not: Condition }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.record({ word: fc.constantFrom("a", "b", "c", "a b", "AND", "(c)") }),
    fc.record({ not: tie("condition") }),
    fc.record({ all: fc.array(tie("condition"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie("condition"), { minLength: 1, maxLength: 3 }) }),
  ),
}));

function holds(condition: Condition, title: string): boolean {
  if ("word" in condition) return title.includes(condition.word.toLowerCase());
  if ("not" in condition) return !holds(condition.not, title);
  return "all" in condition
    ? condition.all.every((part) => holds(part, title))
    : condition.any.some((part) => holds(part, title));
}

/** Writes a condition as a query. Quotes words only when necessary, and varies the separators. */
function written(condition: Condition): string {
  if ("word" in condition) return /[ ()A-Z]/.test(condition.word) ? `"${condition.word}"` : condition.word;
  if ("not" in condition) return `NOT (${written(condition.not)})`;
  const isAll = "all" in condition;
  const parts = (isAll ? condition.all : condition.any).map((part) => `(${written(part)})`);
  const separators = isAll ? [" AND ", " ", ""] : [" OR ", "OR "];
  return parts.reduce((text, part, index) => text + separators[index % separators.length] + part);
}

Deno.test("a query finds the tracks that match its words, groups and keywords", () => {
  fc.assert(
    fc.property(condition, fc.string({ unit: fc.constantFrom("a", "b", "c", " ") }), (tree, title) => {
      const query = parseQuery(written(tree));
      assert(query, written(tree));
      assertEquals(query(titled(title)), holds(tree, title), written(tree));
    }),
  );
});

Deno.test("parseQuery never throws", () => {
  const piece = fc.constantFrom(
    ...["AND", "OR", "NOT", "IS", "HAS", "GREATER", "EQUAL", "PRESENT", "MISSING", "title", "%album artist%"],
    ...[" ", "(", ")", '"', "%", "*", "?", "7", "-", ".", "\n", "\ud83d", "ß", "\\"],
  );
  fc.assert(fc.property(fc.string({ unit: piece, maxLength: 40 }), (text) => {
    const query = parseQuery(text);
    if (query) assertEquals(typeof query(titled("title 7 ß")), "boolean");
  }));
});

Deno.test("wildcards compare whole texts, and a character outside the basic plane counts as one", () => {
  const character = fc.constantFrom("a", "b", ".", "😀", "\n");
  // `c` is the character itself, `+` a star before it. 100 signs take more than one word of places.
  const forms = fc.array(
    fc.tuple(character, fc.constantFrom("a", "", ..."*?+cccccccccccccccccccccccc")),
    { maxLength: 100, size: "max" },
  );
  fc.assert(
    fc.property(forms, (forms) => {
      const text = forms.map(([character]) => character).join("");
      const pattern = forms.map(([character, form]) =>
        form === "c" ? character : form === "+" ? `*${character}` : form
      ).join("");
      const source = pattern.replaceAll(".", "\\.").replace(/\*+/g, ".*").replaceAll("?", ".");
      assertEquals(wildcardTest(pattern)(text), new RegExp(`^${source}$`, "su").test(text));
    }),
    { numRuns: 500 },
  );
});

Deno.test("a pattern with many wildcards does not take exponential time", () => {
  const isLike = wildcardTest(`${"*a".repeat(1000)}*b`);
  assertEquals(isLike("a".repeat(20_000)), false);
});
