/** The state diagram in docs/jit_queue.md, generated from what a walk over the sessions has seen. */

import { stateNames } from "../../handlers/jit_queue/session.ts";
import { moves, starts, walk } from "./jit_walk.ts";

const BEGIN = "<!-- begin: written by `deno task docs` from a walk over the sessions -->";
const END = "<!-- end: written by `deno task docs` -->";

/** How many inputs lead from a start to the sessions of the diagram. */
const DEPTH = 2;

/** Writes a Mermaid state diagram, with one arrow for each pair of different states that an input connects. */
export function mermaidDiagram(): string {
  const { transitions } = walk(starts, Object.keys(moves), DEPTH);
  const lines = ["stateDiagram-v2", "  [*] --> Idle"];
  for (const from of stateNames) {
    for (const to of stateNames) {
      const causes = transitions.get(`${from} --> ${to}`);
      if (causes && from !== to) lines.push(`  ${from} --> ${to}: ${[...causes].sort().join("<br>")}`);
    }
  }
  return lines.join("\n");
}

/**
 * Replaces the diagram in the text of docs/jit_queue.md.
 *
 * @throws {Error} When the text lacks the marks around the generated part.
 */
export function withDiagram(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error("docs/jit_queue.md lacks the marks for the diagram");
  const generated = ["", "", "```mermaid", mermaidDiagram(), "```", "", ""].join("\n");
  return text.slice(0, begin + BEGIN.length) + generated + text.slice(end);
}
