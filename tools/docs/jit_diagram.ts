/**
 * The state diagram and the transition table in docs/jit_queue.md, generated from the table that the session follows.
 */

import {
  type StateName,
  stateNames,
  transitions,
  type Trigger,
  triggers,
} from "../../handlers/jit_queue/transitions.ts";

const BEGIN = "<!-- begin: written by `deno task docs` from handlers/jit_queue/transitions.ts -->";
const END = "<!-- end: written by `deno task docs` -->";

const triggerNames = Object.keys(triggers) as Trigger[];

/** Writes the transition table as a Mermaid state diagram, with one arrow for each pair of connected states. */
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

/** Writes the transition table in Markdown, aligned as `deno fmt` aligns it. */
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
 * Replaces the diagram and the table in the text of docs/jit_queue.md.
 *
 * @throws {Error} When the text lacks the marks around the generated part.
 */
export function withDiagram(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error("docs/jit_queue.md lacks the marks for the diagram");
  const generated = ["", "", "```mermaid", mermaidDiagram(), "```", "", markdownTable(), "", ""].join("\n");
  return text.slice(0, begin + BEGIN.length) + generated + text.slice(end);
}
