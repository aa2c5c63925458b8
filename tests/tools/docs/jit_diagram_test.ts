import "../../support/deadline.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { stateNames, transitions } from "../../../handlers/jit_queue/transitions.ts";
import { markdownTable, mermaidDiagram, withDiagram } from "../../../tools/docs/jit_diagram.ts";

Deno.test("the diagram has exactly the arrows of the transition table", () => {
  const arrows = mermaidDiagram().split("\n").slice(2).map((line) => line.trim().split(":")[0]);
  const expected = stateNames.flatMap((from) =>
    stateNames.filter((to) => Object.values(transitions[from]).includes(to)).map((to) => `${from} --> ${to}`)
  );
  assertEquals(arrows, expected);
});

Deno.test("the Markdown table has a row for each trigger and a column for each state", () => {
  const [heading, , ...rows] = markdownTable().split("\n");
  for (const name of stateNames) assert(heading?.includes(name));
  assertEquals(rows.length, 14);
});

Deno.test("withDiagram refuses a document without marks", () => {
  assertThrows(() => withDiagram("# The JIT queue"), Error, "lacks the marks");
});
