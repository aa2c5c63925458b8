/**
 * The text of docs/conformance.md.
 *
 * @module
 */

import { type Conformance, fixturesOf, type WireRow, wireRows } from "./conformance.ts";
import { type Evidence, FIXTURES } from "./evidence.ts";
import type { Rule, RuleFile } from "./rules.ts";

/** The path of the document from the root. */
export const DOCUMENT = "docs/conformance.md";

/** From the folder of the document to the root. */
const TO_ROOT = "../";
/** How many fixtures stand beside a native action, a signal or an error code: some occur nearly everywhere. */
const MOST_SHOWN = 3;

/**
 * Makes the document.
 *
 * @param conformance All rules and fixtures.
 * @returns Its text.
 */
export function conformanceDocument(conformance: Conformance): string {
  const parts = [
    "# Conformance",
    "Made by `deno task docs` from `docs/rules/` and `fixtures/`; not to be changed by hand. Every row of a table " +
    "and every numbered rule of the specification, and every sentence of the pages that settle what it leaves open, with " +
    "the fixtures that hold the bridge to it. `deno task replay` replays the fixtures.",
    countsTable(conformance),
    ...conformance.files.flatMap((file) => rulesOf(file, conformance)),
    "## What goes over the wire",
    ...Object.entries(wireRows(conformance)).flatMap(([heading, rows]) => [
      `### ${heading}`,
      table(["", "", "fixtures"], rows.map(wireCells)),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Rules, fixtures and exchanges of each namespace. */
function countsTable(conformance: Conformance): string {
  const { files, fixtures } = conformance;
  const namespaces = new Set([...files.map(({ namespace }) => namespace), ...fixtures.map(folderOf)]);
  const rows = [...namespaces].map((namespace): [string, number, number, number] => {
    const rules = files.find((file) => file.namespace === namespace)?.rules ?? [];
    const own = fixtures.filter((fixture) => folderOf(fixture) === namespace);
    return [namespace, rules.length, own.length, own.reduce((sum, { exchanges }) => sum + exchanges, 0)];
  });
  const sum = (column: 1 | 2 | 3) => rows.reduce((total, row) => total + row[column], 0);
  return table(["", "rules", "fixtures", "exchanges"], [
    ...rows.map((row) => row.map(String)),
    ["all", ...([1, 2, 3] as const).map((column) => String(sum(column)))],
  ]);
}

function folderOf({ path }: Evidence): string {
  return path.slice(FIXTURES.length).split("/")[0] ?? "";
}

/** The rules of a namespace, a table for each section that they come from. */
function rulesOf({ namespace, rules }: RuleFile, conformance: Conformance): string[] {
  const sections = Map.groupBy(rules, sectionOf);
  return [
    `## ${namespace}`,
    ...[...sections].flatMap(([section, own]) => [
      `### ${section}`,
      table(
        ["rule", "says", "at", "fixtures"],
        own.map((rule) => [`\`${rule.id}\``, rule.text, placeOf(rule), holdersOf(rule, conformance)]),
      ),
    ]),
  ];
}

/** The document and the section of a rule. */
function sectionOf({ source }: Rule): string {
  return source.split(", ", 2).join(", ");
}

/** The place within the section. */
function placeOf({ source }: Rule): string {
  return source.split(", ").slice(2).join(", ");
}

function holdersOf(rule: Rule, conformance: Conformance): string {
  const links = fixturesOf(rule, conformance).map(linkOf);
  if (rule.test !== undefined) links.push(`[test](${TO_ROOT}${rule.test})`);
  return links.join(", ") || "none";
}

function wireCells({ name, description, fixtures }: WireRow): string[] {
  const links = fixtures.slice(0, MOST_SHOWN).map(linkOf);
  if (fixtures.length > MOST_SHOWN) links.push(`${fixtures.length - MOST_SHOWN} more`);
  return [`\`${name}\``, description, links.join(", ") || "none"];
}

function linkOf({ path }: Evidence): string {
  const name = path.slice(FIXTURES.length).replace(/\.jsonc$/, "");
  return `[${name}](${TO_ROOT}${path})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows.map((row) => row.map(cell))]
    .map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Text that ends neither its cell nor its row. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
