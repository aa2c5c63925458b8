import "../../support/deadline.ts";
import { assert, assertThrows } from "@std/assert";
import { stateNames } from "../../../handlers/jit_queue/session.ts";
import { mermaidDiagram, withDiagram } from "../../../tools/docs/jit_diagram.ts";

Deno.test("the diagram has an arrow to and from every state", () => {
  const diagram = mermaidDiagram();
  for (const name of stateNames) {
    assert(diagram.includes(`--> ${name}: `));
    assert(diagram.includes(`\n  ${name} --> `));
  }
});

Deno.test("withDiagram refuses a document without marks", () => {
  assertThrows(() => withDiagram("# The JIT queue"), Error, "lacks the marks");
});
