import "../support/deadline.ts";
import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { allEventTable, allOperationTable } from "../../handlers/all.ts";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { type Conformance, gaps, readConformance } from "../../tools/conformance/conformance.ts";
import { evidenceOf } from "../../tools/conformance/evidence.ts";
import { readRules, type Rule } from "../../tools/conformance/rules.ts";
import { PlacedError } from "../../tools/fixtures/jsonc.ts";
import { readFixture } from "../../tools/fixtures/read_fixture.ts";
import { root } from "../../tools/tree.ts";

/** Makes up rules, and fixtures given as JSON. */
function madeUp(rules: readonly Partial<Rule>[], fixtures: readonly object[]): Conformance {
  return {
    files: [{
      namespace: "queue",
      rules: rules.map((rule, index) => ({
        id: "queue.add/1",
        text: "A sentence.",
        source: "specification, queue.add, rule 1",
        place: `docs/rules/queue.jsonc:${index + 1}:1`,
        ...rule,
      })),
    }],
    fixtures: fixtures.map((fixture, index) => {
      const path = `fixtures/queue/f${index}.jsonc`;
      return evidenceOf(
        path,
        readFixture(
          path,
          JSON.stringify({ title: "A title", steps: [{ "> call": "queue.add" }], ...fixture }),
        ),
      );
    }),
  };
}

/** The gaps without those that only the full set of rules and fixtures can fill. */
function gapsOfRules(conformance: Conformance): readonly string[] {
  return gaps(conformance).filter((gap) => !/^no rule mentions|occurs in no fixture$/.test(gap));
}

Deno.test("the project has no gaps", async () => {
  assertEquals(gaps(await readConformance()), []);
});

Deno.test("every test that a rule names exists", async () => {
  const { files } = await readConformance();
  for (const { test, place } of files.flatMap(({ rules }) => rules)) {
    if (test === undefined) continue;
    assertMatch(test, /^tests\/[a-z0-9_/]+_test\.ts$/, place);
    assertEquals((await Deno.stat(new URL(test, root))).isFile, true, place);
  }
});

Deno.test("a rule without a fixture is a gap, unless it names a test", () => {
  const rules = [{ id: "queue.add/1" }, { id: "queue.add/2" }, {
    id: "queue.add/3",
    test: "tests/a_test.ts",
  }];
  assertEquals(gapsOfRules(madeUp(rules, [{ rules: ["queue.add/1"] }])), [
    "docs/rules/queue.jsonc:2:1: queue.add/2 has no fixture",
  ]);
});

Deno.test("a fixture that names an unknown rule is a gap", () => {
  assertEquals(gapsOfRules(madeUp([{}], [{ rules: ["queue.add/1", "queue.add/9"] }])), [
    "fixtures/queue/f0.jsonc: there is no rule queue.add/9",
  ]);
});

Deno.test("a fixture that names a rule of an operation and never calls it is a gap", () => {
  const rules = [{ id: "queue.add/1" }, { id: "queue/all" }, { id: "selection:changed/payload" }];
  const named = rules.map(({ id }) => id);
  const other = { rules: named, steps: [{ "> call": "queue.addPaths" }, { "> signal": "selectionChanged" }] };
  const together = { rules: named, steps: [{ "> together": [{ "> call": "queue.add" }] }] };
  assertEquals(gapsOfRules(madeUp(rules, [other, together])), [
    "fixtures/queue/f0.jsonc: names queue.add/1 but never calls queue.add",
  ]);
});

Deno.test("a repeated id is a gap", () => {
  assertEquals(gapsOfRules(madeUp([{}, {}], [{ rules: ["queue.add/1"] }])), [
    "docs/rules/queue.jsonc:2:1: queue.add/1 is already at docs/rules/queue.jsonc:1:1",
  ]);
});

Deno.test("every operation, event, error code, native action and signal without a rule or fixture is a gap", () => {
  const found = gaps(madeUp([], []));
  for (const name of allOperationTable.keys()) {
    assertEquals(found.includes(`no rule mentions the operation ${name}`), true);
  }
  for (const name of allEventTable.keys()) {
    assertEquals(found.includes(`no rule mentions the event ${name}`), true);
  }
  for (const name of Object.keys(nativeActions)) {
    assertEquals(found.includes(`Native actions: ${name} occurs in no fixture`), true);
  }
  assertEquals(found.includes("Signals: signal.overlaySelected occurs in no fixture"), true);
  assertEquals(found.includes("Error codes: -32700 occurs in no fixture"), true);
  assertEquals(found.includes("no rule mentions the error code -32603"), true);
});

Deno.test("a rule mentions the name that its id begins with, and the names in its text", () => {
  const mentions = (rule: Partial<Rule>, name: string) =>
    !gaps(madeUp([rule], [])).some((gap) => gap.endsWith(` ${name}`) && gap.startsWith("no rule"));
  assertEquals(mentions({ id: "queue.get/result" }, "queue.get"), true);
  assertEquals(mentions({ id: "queue.getCount/result" }, "queue.get"), false);
  assertEquals(mentions({ text: "Like `queue.get`." }, "queue.get"), true);
  assertEquals(mentions({ text: "Like queue.getCount." }, "queue.get"), false);
  assertEquals(mentions({ id: "menu/e", text: "Emits menu:select." }, "menu:select"), true);
  assertEquals(mentions({ text: "answers -32602" }, "-32602"), true);
  assertEquals(mentions({ text: "answers -326021" }, "-32602"), false);
});

Deno.test("native actions, signals, events and error codes are found anywhere in a fixture", () => {
  const [evidence] = madeUp([], [{
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
  assertEquals(evidence?.exchanges, 2);
});

Deno.test("errors in rule files have file and line", () => {
  const refused = (content: string) => assertThrows(() => readRules("a.jsonc", content), PlacedError).message;
  assertEquals(refused("{}"), "a.jsonc:1:1: must be an array");
  assertEquals(refused("[1]"), "a.jsonc:1:2: [0] must be an object");
  assertEquals(refused('[\n{ "id": "queue.add/1", "text": "x" }]'), "a.jsonc:2:1: [0].source is missing");
  assertEquals(
    refused('[{ "id": "a/b", "text": " ", "source": "s" }]'),
    "a.jsonc:1:25: [0].text must not be empty",
  );
  assertMatch(refused('[{ "id": "a b", "text": "x", "source": "s" }]'), /id must be an id such as/);
  assertMatch(
    refused('[{ "id": "a/b", "text": "x", "source": "s", "more": 1 }]'),
    /more does not belong/,
  );
});
