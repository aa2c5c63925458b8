import "../support/deadline.ts";
import { assertEquals, assertLessOrEqual } from "@std/assert";
import { allEventTable, allOperationTable } from "../../handlers/all.ts";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import {
  type Conformance,
  gaps,
  readConformance,
  unnamedStatements,
} from "../../tools/conformance/conformance.ts";
import {
  readStatements,
  referenceTo,
  statementsByReference,
  statementsOf,
} from "../../tools/conformance/documents.ts";
import { evidenceOf, namedIn } from "../../tools/conformance/evidence.ts";
import { readFixture } from "../../tools/fixtures/fixture.ts";

/** Statements that nothing names. Many only describe, or tell a player what to do. */
const MOST_UNNAMED = 230;

/** Makes up a document, fixtures given as JSON, and a test. */
function madeUp(
  markdown: string,
  fixtures: readonly object[],
  shownByTest: readonly string[] = [],
): Conformance {
  return {
    statements: statementsOf("docs/d.md", markdown),
    fixtures: fixtures.map((fixture, index) => {
      const path = `fixtures/queue/f${index}.jsonc`;
      const text = JSON.stringify({ title: "A title", steps: [{ "> call": "queue.add" }], ...fixture });
      return evidenceOf(path, readFixture(path, text));
    }),
    tests: [{ path: "tests/a_test.ts", shows: shownByTest }],
  };
}

/** The gaps without those that only all documents and fixtures can fill. */
function gapsOfNames(conformance: Conformance): readonly string[] {
  return gaps(conformance).filter((gap) => !/^no (?:fixture has|document mentions) the /.test(gap));
}

Deno.test("the project has no gaps", async () => {
  assertEquals(gaps(await readConformance()), []);
});

Deno.test("fixtures and tests name as many statements of the documents as before", async () => {
  const unnamed = unnamedStatements(await readConformance());
  assertLessOrEqual(unnamed.length, MOST_UNNAMED, "`deno task docs --unnamed` lists them");
});

Deno.test("every statement of the documents has a reference of its own", async () => {
  const statements = await readStatements();
  const references = statementsByReference(statements);
  for (const statement of statements) {
    assertEquals(references.get(referenceTo(statement, references)), [statement]);
  }
});

Deno.test("sentences end where they end, rows are one statement, and headings and bold operations give the place", () => {
  const statements = statementsOf(
    "docs/d.md",
    `# First (in brackets)

One \`a. b\` sentence (with. brackets). Another
goes on. Rules:

1. An item. Two sentences
2. not this one
   - nested, and
     continued

**queue.add**, **queue.get**. Returns it.

| cell | other |
|---|---|
| a\\|b | \`c\` |

    code = code
## Second
End.`,
  );
  assertEquals(statements.map(({ line, heading, parts }) => [line, heading, ...parts]), [
    [3, "First", "One `a. b` sentence (with. brackets)."],
    [3, "First", "Another goes on."],
    [6, "First", "An item."],
    [6, "First", "Two sentences"],
    [7, "First", "not this one"],
    [8, "First", "nested, and continued"],
    [11, "queue.add, queue.get", "Returns it."],
    [15, "queue.add, queue.get", "a\\|b", "`c`"],
    [19, "Second", "End."],
  ]);
});

Deno.test("a sentence that nothing names is listed, and one that a fixture or a test names is not", () => {
  const document = "# H\n\nOne. Two. Three.\n\n| a | b |\n|---|---|\n| c | d |\n| c | e |\n";
  const conformance = madeUp(document, [{ shows: ["One.", "H | c | e"] }], ["H | Three."]);
  assertEquals(gapsOfNames(conformance), []);
  assertEquals(unnamedStatements(conformance), ["docs/d.md:3: Two.", "docs/d.md:7: H | c | d"]);
});

Deno.test("the row of a native action or signal is named by a fixture that has it", () => {
  const document = "| name | |\n|---|---|\n| player.queue.count | |\n| signal.selectionChanged | |\n";
  const steps = [{ "> call": "queue.getCount" }, { "< action": "player.queue.count" }];
  assertEquals(unnamedStatements(madeUp(document, [{ steps }])), [
    "docs/d.md:4:  | signal.selectionChanged",
  ]);
});

Deno.test("a name that no document has, or that stands twice, is a gap", () => {
  const conformance = madeUp("# H\n\nTwice. Twice.", [{ shows: ["Twice."] }], ["Never."]);
  assertEquals(gapsOfNames(conformance), [
    'fixtures/queue/f0.jsonc: "Twice." is at docs/d.md:3 and docs/d.md:3; put the heading or more cells before it',
    'tests/a_test.ts: no document has "Never."',
  ]);
});

Deno.test("a fixture that names a statement about an operation and never calls it is a gap", () => {
  const document = `**queue.clear**. Empties it.

# queue

| operation | |
|---|---|
| add, addPaths | adds |
| flush | empties |
| console.* | prints |

Any sentence.`;
  const shows = [
    "Empties it.",
    "queue | add, addPaths",
    "queue | flush",
    "queue | console.*",
    "Any sentence.",
  ];
  const other = { shows, steps: [{ "> call": "queue.clear" }, { "> signal": "selectionChanged" }] };
  const together = {
    shows,
    steps: [{ "> together": [{ "> call": "queue.add" }, { "> call": "console.log" }] }],
  };
  assertEquals(gapsOfNames(madeUp(document, [other, together])), [
    'fixtures/queue/f0.jsonc: names "queue | add, addPaths" but never calls queue.add or queue.addPaths',
    'fixtures/queue/f0.jsonc: names "queue | flush" but never calls queue.flush',
    'fixtures/queue/f0.jsonc: names "queue | console.*" but never calls console.log or console.warn or console.error',
    'fixtures/queue/f1.jsonc: names "Empties it." but never calls queue.clear',
    'fixtures/queue/f1.jsonc: names "queue | flush" but never calls queue.flush',
  ]);
});

Deno.test("every operation, event, error code, native action and signal without a document or fixture is a gap", () => {
  const found = gaps(madeUp("", []));
  for (const name of allOperationTable.keys()) {
    assertEquals(found.includes(`no document mentions the operation ${name}`), true);
    assertEquals(found.includes(`no fixture has the operation ${name}`), true);
  }
  for (const name of allEventTable.keys()) {
    assertEquals(found.includes(`no document mentions the event ${name}`), true);
    assertEquals(found.includes(`no fixture has the event ${name}`), true);
  }
  for (const name of Object.keys(nativeActions)) {
    assertEquals(found.includes(`no fixture has the native action ${name}`), true);
  }
  assertEquals(found.includes("no fixture has the signal signal.overlaySelected"), true);
  assertEquals(found.includes("no fixture has the error code -32700"), true);
  assertEquals(found.includes("no fixture has the error code -32603"), false);
  assertEquals(found.includes("no document mentions the error code -32603"), true);
});

Deno.test("a document mentions the names in its text and the operations in its rows, as whole words", () => {
  const mentions = (markdown: string, name: string) =>
    !gaps(madeUp(markdown, [])).some((gap) => gap.startsWith("no document") && gap.endsWith(` ${name}`));
  assertEquals(mentions("Like `queue.get`.", "queue.get"), true);
  assertEquals(mentions("Like queue.getCount.", "queue.get"), false);
  assertEquals(mentions("# queue\n\n| op | |\n|---|---|\n| get, add | |", "queue.add"), true);
  assertEquals(mentions("# queue\n\n| op | |\n|---|---|\n| getCount | |", "queue.get"), false);
  assertEquals(mentions("# misc, queue\n\nadd: queues.", "queue.add"), true);
  assertEquals(mentions("# queue\n\naddPaths: queues.", "queue.add"), false);
  assertEquals(mentions("# misc\n\nadd: queues.", "queue.add"), false);
  assertEquals(mentions("Emits menu:select.", "menu:select"), true);
  assertEquals(mentions("answers -32602", "-32602"), true);
  assertEquals(mentions("answers -326021", "-32602"), false);
});

Deno.test("native actions, signals, events and error codes are found anywhere in a fixture", () => {
  const [evidence] = madeUp("", [{
    steps: [
      { "> together": [{ "> signal": "selectionChanged" }, { "> call": "queue.getCount" }] },
      {
        "< any order": [
          { "< action": "player.queue.count" },
          { "< event": "selection:changed", data: { $any: "object" } },
        ],
      },
      { "> error": { code: -1, message: "no" } },
      { "< error": { code: -32002, message: { $match: "no" } } },
      { "> call": "test.echo" },
      { "< result": { $any: "object" } },
    ],
  }]).fixtures;
  assertEquals([...evidence?.names ?? []].sort(), [
    "player.queue.count",
    "selection:changed",
    "signal.selectionChanged",
  ]);
  assertEquals([...evidence?.errorCodes ?? []], [-32002]);
});

Deno.test("a test names statements in comments", () => {
  const program = [
    "// Shows: A sentence that goes on",
    "// on the next line.",
    'Deno.test("a", () => {',
    "  // Shows: queue | add",
    "",
    "  // Another comment.",
    "});",
  ].join("\n");
  assertEquals(namedIn(program), ["A sentence that goes on on the next line.", "queue | add"]);
});
