/**
 * The text of docs/conformance.md, an overview by section, and of docs/conformance/, which has every rule.
 *
 * @module
 */

import { anchorOf, code, list, page, table } from "../docs/markdown.ts";
import { type Conformance, fixturesOf, isOpen, type WireRow, wireRows } from "./conformance.ts";
import { type Evidence, FIXTURES } from "./evidence.ts";
import type { Rule, RuleFile } from "./rules.ts";

/** Path of the overview from the root. */
export const OVERVIEW = "docs/conformance.md";

const GENERATED = "<!-- Written by `deno task docs` from docs/rules/ and fixtures/. Do not edit. -->";
/** How many fixtures the overview links for a section. */
const MAX_FIXTURES = 3;
/** How many fixtures are linked beside a native action, signal or error code. */
const MAX_WIRE_FIXTURES = 3;

/** Writes the overview and a page for each namespace. Returns their texts by their paths from the root. */
export function conformancePages(conformance: Conformance): ReadonlyMap<string, string> {
  return new Map([
    [OVERVIEW, overview(conformance)],
    ...conformance.files.map((file): [string, string] => [
      `docs/conformance/${file.namespace}.md`,
      namespacePage(file, conformance),
    ]),
    ["docs/conformance/messages.md", messagesPage(conformance)],
  ]);
}

function overview(conformance: Conformance): string {
  const { files, fixtures } = conformance;
  const rules = files.flatMap(({ rules }) => rules);
  const open = rules.filter((rule) => isOpen(rule, conformance));
  const tested = rules.filter(({ test }) => test !== undefined);
  const exchanges = fixtures.reduce((sum, fixture) => sum + fixture.exchanges, 0);
  return page([
    "# Conformance",
    GENERATED,
    `The specification and the documents that complete it contain ${rules.length} rules: every numbered rule, every table ` +
    "row, and every sentence that settles an open point. This page lists them by section, with the fixtures that test " +
    "them. The pages in [conformance/](conformance/) have the text of every rule and all its fixtures.",
    `\`deno task replay\` replays the ${fixtures.length} fixtures, in which the bridge answers ${exchanges} calls.`,
    "## Open",
    open.length === 0 ? "Every rule has a fixture or a test." : list(open.map((rule) => lineOf(rule, ""))),
    "A recorded exchange cannot show these rules, so a test covers them:",
    list(tested.map((rule) => `${lineOf(rule, "")} [${rule.test}](../${rule.test})`)),
    "## Summary",
    summary(conformance),
    "Native actions, signals and error codes with their fixtures: [conformance/messages.md](conformance/messages.md).",
    ...files.flatMap((file) => sectionTable(file, conformance)),
  ]);
}

function summary(conformance: Conformance): string {
  const { files, fixtures } = conformance;
  const rows = files.map(({ namespace, rules }) => {
    const own = fixtures.filter(({ path }) => path.startsWith(`${FIXTURES}${namespace}/`));
    return [
      `[${namespace}](#${anchorOf(namespace)})`,
      String(rules.length),
      String(rules.filter((rule) => isOpen(rule, conformance)).length),
      String(own.length),
      String(own.reduce((sum, { exchanges }) => sum + exchanges, 0)),
    ];
  });
  return table(["namespace", "rules", "open rules", "fixtures", "calls answered"], rows);
}

/** The sections that rules of a namespace come from, one row each. */
function sectionTable({ namespace, rules }: RuleFile, conformance: Conformance): string[] {
  const details = `conformance/${namespace}.md`;
  const rows = [...Map.groupBy(rules, sectionOf)].map(([section, own]) => [
    sectionLink(section, conformance),
    `[${own.length}](${details}#${anchorOf(section)})`,
    namesOf(own),
    linksTo(fixturesOfAll(own, conformance), "../", { max: MAX_FIXTURES, namespace }),
  ]);
  return [
    `## ${namespace}`,
    `Text of every rule: [${details}](${details}).`,
    table(["section", "count", "rules", "fixtures"], rows),
  ];
}

/** Shortens ids to words, grouped by subject: `queue.add: duplicates, types; queue.get: whole`. */
function namesOf(rules: readonly Rule[]): string {
  const subjects = Map.groupBy(rules, ({ id }) => id.slice(0, id.lastIndexOf("/")));
  return [...subjects].map(([subject, own]) => {
    const names = own.map(({ id }) => id.slice(subject.length + 1).replaceAll("-", " ")).join(", ");
    return subjects.size === 1 ? names : `${subject}: ${names}`;
  }).join("; ");
}

function namespacePage({ namespace, rules }: RuleFile, conformance: Conformance): string {
  return page([
    `# Rules: ${namespace}`,
    GENERATED,
    "Overview: [conformance.md](../conformance.md).",
    ...[...Map.groupBy(rules, sectionOf)].flatMap(([section, own]) => [
      `## ${section}`,
      list(own.map((rule) => {
        const links = linksTo(fixturesOf(rule, conformance), "../../", { namespace });
        const test = rule.test === undefined ? "" : `[${rule.test}](../../${rule.test})`;
        return `${lineOf(rule, positionOf(rule))}  \n  ${links || test || "**open**"}`;
      })),
    ]),
  ]);
}

function messagesPage(conformance: Conformance): string {
  const cells = ({ name, description, fixtures }: WireRow): string[] => [
    code(name),
    description,
    linksTo(fixtures, "../../", { max: MAX_WIRE_FIXTURES }) || "none",
  ];
  return page([
    "# Messages",
    GENERATED,
    ...Object.entries(wireRows(conformance)).flatMap(([heading, rows]) => [
      `## ${heading}`,
      table(["name", "description", "fixtures"], rows.map(cells)),
    ]),
  ]);
}

function lineOf({ id, text }: Rule, position: string): string {
  return `${code(id)}${position && ` (${position})`}: ${text.replaceAll(/\s+/g, " ")}`;
}

/** Returns the document and section of a rule, such as `specification, queue.add`. */
function sectionOf({ source }: Rule): string {
  return source.split(", ", 2).join(", ");
}

/** Returns the position within the section, such as `rule 1`. */
function positionOf({ source }: Rule): string {
  return source.split(", ").slice(2).join(", ");
}

/** Links a section to its heading in the document, or to the heading of its namespace. */
function sectionLink(section: string, { headings }: Conformance): string {
  const [document = "", name = ""] = section.split(/[,;] /);
  const found = headings.get(document);
  if (!found) return section;
  const heading =
    [name, name.split(".")[0] ?? ""].flatMap((begin) =>
      found.find((heading) => new RegExp(`^${RegExp.escape(begin)}(?:$| \\(|[:,])`, "i").test(heading)) ?? []
    )[0];
  return `[${section}](${document}.md${heading === undefined ? "" : `#${anchorOf(heading)}`})`;
}

function fixturesOfAll(rules: readonly Rule[], conformance: Conformance): readonly Evidence[] {
  return [...new Set(rules.flatMap((rule) => fixturesOf(rule, conformance)))];
}

/** Links fixtures by their names; those in the folder of the page's namespace without the folder. */
function linksTo(
  fixtures: readonly Evidence[],
  toRoot: string,
  { max = Infinity, namespace = "" }: { readonly max?: number; readonly namespace?: string } = {},
): string {
  const links = fixtures.slice(0, max).map(({ path }) => {
    const name = path.slice(FIXTURES.length).replace(/\.jsonc$/, "");
    return `[${
      name.startsWith(`${namespace}/`) ? name.slice(namespace.length + 1) : name
    }](${toRoot}${path})`;
  });
  if (fixtures.length > max) links.push(`${fixtures.length - max} more`);
  return links.join(", ");
}
