/**
 * Writes the state diagram and the transition table in docs/jit_queue.md from the table that the session moves by.
 *
 * ```sh
 * deno run --allow-read=docs --allow-write=docs tools/build_jit_diagram.ts
 * ```
 *
 * @module
 */

import {
  type StateName,
  stateNames,
  transitions,
  type Trigger,
  triggers,
} from "../handlers/jit_queue/transitions.ts";
import { root } from "./tree.ts";

/** The document. */
export const document: URL = new URL("docs/jit_queue.md", root);

const BEGIN = "<!-- begin: made by tools/build_jit_diagram.ts from handlers/jit_queue/transitions.ts -->";
const END = "<!-- end: made -->";

const triggerNames = Object.keys(triggers) as Trigger[];

/**
 * The transition table as a Mermaid state diagram. What leads from one state to another by several ways is one arrow.
 *
 * @returns The text of the diagram.
 */
export function mermaidDiagram(): string {
  const lines = ["stateDiagram-v2", "  [*] --> Idle"];
  for (const from of stateNames) {
    for (const to of stateNames) {
      const labels = triggersBetween(from, to).map((trigger) => triggers[trigger]);
      if (labels.length > 0) lines.push(`  ${from} --> ${to}: ${labels.join("<br>")}`);
    }
  }
  return lines.join("\n");
}

/**
 * The transition table as a Markdown table, one row for each thing that can happen.
 *
 * @returns The text of the table.
 */
export function markdownTable(): string {
  const cells = [
    ["", ...stateNames],
    ["-", ...stateNames.map(() => "-")],
    ...triggerNames.map((trigger) => [
      triggers[trigger],
      ...stateNames.map((from) => transitions[from][trigger] ?? "–"),
    ]),
  ];
  const widths =
    cells[0]?.map((_cell, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) => {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === "-" ? "-" : " "));
    return `| ${padded.join(" | ")} |`;
  }).join("\n");
}

function triggersBetween(from: StateName, to: StateName): Trigger[] {
  return triggerNames.filter((trigger) => transitions[from][trigger] === to);
}

/**
 * Puts the diagram and the table into the document.
 *
 * @param text The document.
 * @returns The document with what is made made anew.
 * @throws {Error} When the document lacks the marks between which it goes.
 */
export function withDiagram(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error("docs/jit_queue.md lacks the marks for the diagram");
  const made = ["", "", "```mermaid", mermaidDiagram(), "```", "", markdownTable(), "", ""].join("\n");
  return text.slice(0, begin + BEGIN.length) + made + text.slice(end);
}

if (import.meta.main) {
  await Deno.writeTextFile(document, withDiagram(await Deno.readTextFile(document)));
}
