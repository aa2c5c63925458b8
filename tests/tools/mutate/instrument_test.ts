import { assertEquals, assertRejects } from "@std/assert";
import { instrument, IS_ON, ROUND } from "../../../tools/mutate/instrument.ts";
import { type Mutation, named } from "../../../tools/mutate/mutation.ts";
import { findMutations } from "../../../tools/mutate/operators.ts";
import { setDeadline } from "../../support/deadline.ts";

setDeadline(300_000);

type Run = (isOn: (id: number) => boolean, round: (weight?: number) => void) => unknown;

/** Instruments the body of a function and returns it as a function, with its mutations. */
async function prepared(body: string): Promise<{ run: Run; mutations: readonly Mutation[] }> {
  const mutations = named("f.ts", body, findMutations(body), 0);
  const code = `export default (${IS_ON}, ${ROUND}) => { ${instrument(body, mutations)} }`;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const { default: run } = await import(url) as { default: Run };
  URL.revokeObjectURL(url);
  return { run, mutations };
}

/** Returns the results of a body with each of its mutations active, and with none. */
async function outcomes(body: string): Promise<Record<string, unknown>> {
  const { run, mutations } = await prepared(body);
  const found: Record<string, unknown> = { none: run(() => false, () => {}) };
  for (const { id, kind, start, end } of mutations) {
    found[`${kind} ${body.slice(start, end)}`] = run((each) => each === id, () => {});
  }
  return found;
}

Deno.test("without an active mutation the code behaves as before; with one, only that differs", async () => {
  assertEquals(await outcomes("const list = []; list.push('a'); list.push('b'); return list.join('');"), {
    none: "ab",
    "statement return list.join('');": undefined,
    "order list.push('a');": "ba",
    "statement list.push('a');": "b",
    "method list.push('a')": "ab",
    "text 'a'": "a!b",
    "statement list.push('b');": "a",
    "method list.push('b')": "ba",
    "text 'b'": "ab!",
    "text ''": "a!b",
  });
});

Deno.test("mutations within mutations each have their own switch", async () => {
  assertEquals(await outcomes("return { a: [1 < 1, true] };"), {
    none: { a: [false, true] },
    "statement return { a: [1 < 1, true] };": undefined,
    "field a: [1 < 1, true]": {},
    "element 1 < 1": { a: [true] },
    "comparison 1 < 1": { a: [true, true] },
    // The last of four mutations: the right 1 becomes smaller.
    "number 1": { a: [false, true] },
    "element true": { a: [false] },
    "boolean true": { a: [false, false] },
  });
});

Deno.test("a statement without braces keeps its else", async () => {
  const { none, "statement a = 2;": removed } = await outcomes(
    "let a = 1; if (a === 1) a = 2; else a = 3; return a;",
  );
  assertEquals([none, removed], [2, 1]);
});

Deno.test("every round of every loop is counted", async () => {
  const { run } = await prepared(
    "for (const a of [1, 2]) for (let b = 0; b < 3; b++) a; while (false); return 0;",
  );
  let rounds = 0;
  run(() => false, () => rounds++);
  assertEquals(rounds, 8);
});

Deno.test("a loop that is made endless is ended", async () => {
  const { run, mutations } = await prepared("let a = 0; while (a < 3) { a++; } return a;");
  const endless = mutations.find(({ kind }) => kind === "statement");
  let rounds = 0;
  await assertRejects(
    async () => {
      await run((id) => id === endless?.id, () => {
        if (++rounds > 100) throw new Error("too many rounds");
      });
    },
    Error,
    "too many rounds",
  );
});

Deno.test("an async function that calls itself forever, without a loop, is ended", async () => {
  const { run } = await prepared(
    "const f = async () => { await null; return f(); }; const g = async (a) => a; class A { async h() {} }; return f();",
  );
  let weight = 0;
  await assertRejects(
    async () => {
      await run(() => false, (each = 1) => {
        if ((weight += each) > 1000) throw new Error("too many calls");
      });
    },
    Error,
    "too many calls",
  );
});

Deno.test("a mutation keeps its name while other lines change, and equal ones get different names", () => {
  const names = (text: string) => named("f.ts", text, findMutations(text), 0).map(({ name }) => name);
  const before = names("const f = () => a < b;");
  assertEquals(before, ["f.ts f: comparison: a < b → a <= b"]);
  assertEquals(names("const g = 1 + 1;\n\n\nconst f = () => a < b;").includes(before[0] ?? ""), true);
  assertEquals(names("f(a && b, a && b);").slice(1), [
    "f.ts : logic: a && b → a || b",
    "f.ts : logic: a && b → a || b (2)",
  ]);
});
