import { assertEquals } from "@std/assert";
import { findMutations } from "../../../tools/mutate/operators.ts";
import { setDeadline } from "../../support/deadline.ts";

setDeadline(300_000);

/** Returns the mutations of a text as `before → after`. */
function changes(text: string): string[] {
  return findMutations(text).map(({ start, end, becomes, form }) =>
    form === "swap" ? `swap ${text.slice(start, end)} ${becomes}` : `${text.slice(start, end)} → ${becomes}`
  );
}

Deno.test("a limit is off by one on both sides, as a whole", () => {
  assertEquals(changes("const MAX_BYTES = 64 * 1024;"), [
    "64 * 1024 → (64 * 1024) + 1",
    "64 * 1024 → (64 * 1024) - 1",
    "64 * 1024 → 64 / 1024",
  ]);
});

Deno.test("comparisons include or exclude the boundary, and equality is negated once", () => {
  assertEquals(changes("const a = b < 1;"), ["b < 1 → b <= 1", "1 → 2", "1 → 0"]);
  assertEquals(changes("if (a === b) c;"), ["a === b → a !== b", "c; → "]);
  assertEquals(changes("if (a) c;"), ["a → !(a)", "c; → "]);
  assertEquals(changes("if (!a) c;"), ["!a → a", "c; → "]);
});

Deno.test("statements are removed and swapped, and a return or throw is removed unless it is the last", () => {
  assertEquals(changes("a(); b();"), ["swap a(); b();", "a(); → ", "b(); → "]);
  assertEquals(changes("function f() { if (a) return 1; throw b; }"), [
    "a → !(a)",
    "return 1; → ",
    "1 → 2",
    "1 → 0",
    "throw b; → ",
  ]);
  assertEquals(changes("function f() { return a; }"), []);
});

Deno.test("assignments change places only where that can make a difference", () => {
  const swaps = (text: string) => changes(text).filter((change) => change.startsWith("swap")).length;
  for (
    const same of ["a = 1; b = 2;", "this.#a = c; this.b = d.e;", "a += 4; i++;", "a = []; b = () => c();"]
  ) {
    assertEquals(swaps(same), 0, same);
  }
  const others = [
    "a = b; b = 2;",
    "a = 1; b = a + 1;",
    "a = 1; a = 2;",
    "this.#a = 1; b = c(this.#a);",
    "a = c(); b = 2;",
    "a = c; c.d = 2;",
    "a = i++; b = 1;",
    "a = 1; b();",
  ];
  for (const other of others) assertEquals(swaps(other), 1, other);
});

Deno.test("fields and elements are dropped, one at a time", () => {
  assertEquals(changes("const a = { b, ...c };"), ["b → ", "...c → "]);
  assertEquals(changes("const a = [b, c];"), ["b → ", "c → "]);
});

Deno.test("texts, defaults, logic, waiting, methods and bodies are changed", () => {
  assertEquals(changes("const a = 'no';"), [`'no' → "no!"`]);
  assertEquals(changes("const a = `no ${b}`;"), ['`no ${b}` → `no ${b}` + "!"']);
  assertEquals(changes("const a = b ?? c;"), ["b ?? c → b"]);
  assertEquals(changes("const a = b && c;"), ["b && c → b || c"]);
  assertEquals(changes("const a = await b;"), ["await b → b"]);
  assertEquals(changes("const a = b.min(c, d);"), ["b.min(c, d) → b.max(c, d)"]);
  assertEquals(changes("const a = b.trim();"), ["b.trim() → b"]);
  assertEquals(changes("const a = () => b(c);"), ["b(c) → undefined"]);
});

Deno.test("what cannot be replaced is left alone: names, targets, callees, parts of a chain, tagged texts, types", () => {
  assertEquals(changes("import { a } from 'a'; type B = 'b'; const a = { 'b': c } as const;"), ["'b': c → "]);
  assertEquals(changes("[a, b] = c;"), ["[a, b] = c; → "]);
  assertEquals(changes("const a = b?.trim().trim();"), []);
  assertEquals(changes("const a = String.raw`b`;"), []);
  assertEquals(changes("class A { m() { return b; } }"), []);
});

Deno.test("code that only documents and tests use is left alone", () => {
  const definition =
    `defineOperation({ result: v.array("a"), errors: ["b"], description: "c", needs: ["d"], name: e });`;
  assertEquals(changes(definition), [`${definition} → `, "name: e → "]);
  const namespace = `defineNamespace({ name: "a", operations: b });`;
  assertEquals(changes(namespace), [`${namespace} → `, "operations: b → "]);
  assertEquals(changes(`const a = described(b, "c");`), []);
  assertEquals(changes(`const a = v.strictObject({ b: "c" });`), []);
});

Deno.test("each mutation has the names around it", () => {
  const text = "class A { #b() { const c = { d: true }; } }";
  assertEquals(findMutations(text).map(({ where }) => where), ["A.#b.c.d", "A.#b.c.d"]);
});
