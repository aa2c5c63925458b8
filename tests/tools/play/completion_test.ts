import "../../support/deadline.ts";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { stripAnsiCode } from "@std/fmt/colors";
import fc from "fast-check";
import { operationTable } from "../../../handlers/mod.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { Api } from "../../../tools/play/api.ts";
import type { CommandContext } from "../../../tools/play/command.ts";
import { commands } from "../../../tools/play/commands.ts";
import { complete, type JsonPlace, placeIn } from "../../../tools/play/completion.ts";
import { Words } from "../../../tools/play/line.ts";
import { Session, type SessionView } from "../../../tools/play/session.ts";
import { UsageError } from "../../../tools/support/options.ts";

const api = new Api();

const silentView: SessionView = {
  event: () => {},
  action: () => {},
  piece: () => {},
  diagnostic: () => {},
  lost: () => {},
  busy: () => {},
  recorded: () => {},
  notRecorded: () => {},
};

const player = new ReferencePlayer({ scanMilliseconds: Infinity });

/** A context with the parts of a session that completion and help use. */
function context(printed: string[] = [], unsupported: readonly string[] = []): CommandContext {
  return {
    api,
    session: { player, operations: [], unsupported: new Set(unsupported) } as unknown as Session,
    panel: "p1",
    shown: { events: true, actions: false, wire: false },
    width: 100,
    output: "",
    refusal: undefined,
    forward: undefined,
    print: (...lines) => void printed.push(...lines.map(stripAnsiCode)),
    showEvents: () => {},
    noteEvent: () => {},
    acceptRefusal: () => {},
    quit: () => {},
  };
}

/** What `:help` prints. */
function helpText(words: string, unsupported: readonly string[] = []): string {
  const printed: string[] = [];
  const help = commands.find(({ name }) => name === "help");
  void help?.run(new Words(words), context(printed, unsupported), new AbortController().signal);
  return printed.join("\n");
}

const completions: [line: string, candidates: string[], fragment: string][] = [
  ["clip", ["clipboard."], "clip"],
  ["queue.m", ["queue.moveToTop "], "queue.m"],
  ["queue.getCo", ["queue.getCount"], "queue.getCo"],
  ["queue.moveToTop ", ["{"], ""],
  ["queue.getCount ", [], ""],
  ["queue.moveToTop {", ["index: "], ""],
  ["queue.moveToTop {i", ["index: "], "i"],
  [`queue.moveToTop {"i`, [`"index": `], `"i`],
  ["queue.moveToTop {index: 1, ", [], ""],
  ["menu.getMainMenu {i18n: ", ["true", "false"], ""],
  ["menu.getMainMenu {i18n: t", ["true"], "t"],
  ["menu.show {windowMode: ", [`"fullscreen"`, `"contentSized"`], ""],
  ["menu.show {windowMode: 'c", [`'contentSized'`], "'c"],
  ["menu.show {items: [{seg", ["segments: "], "seg"],
  ["menu.show {items: [{submenu: [{lab", ["label: "], "lab"],
  ["menu.show {items: [{submenu: ", ["["], ""],
  ["nothing.known {", [], ""],
  ["nothing", [], "nothing"],
  [":men", [":menu "], ":men"],
  [":menu d", ["dismiss"], "d"],
  [":wire ", ["on", "off"], ""],
  [":wire on o", [], "o"],
  [":wait menu:s", ["menu:select"], "menu:s"],
  [":help clipboard.r", ["clipboard.read"], "clipboard.r"],
  [":help jit", ["jitQueue.playNow", "jitQueue.enqueueNext"], "jit"],
  [":player pre", ["previous"], "pre"],
  [":nothing ", [], ""],
];

for (const [line, candidates, fragment] of completions) {
  Deno.test(`Tab after ${JSON.stringify(line)}`, () => {
    const [found, replaced] = complete(line, context());
    // Only the beginning of a long list is compared.
    assertEquals(
      [found.slice(0, Math.max(candidates.length, line.endsWith("jit") ? 2 : Infinity)), replaced],
      [
        candidates,
        fragment,
      ],
    );
  });
}

Deno.test("completion and help know every operation and each of its parameters", () => {
  for (const name of operationTable.keys()) {
    assertEquals(
      complete(name.slice(0, -1), context())[0].some((found) => found.trim() === name),
      true,
      name,
    );
    const text = helpText(name);
    assertStringIncludes(text, operationTable.get(name)?.description ?? "");
    for (const { name: param } of api.methods.get(name)?.params ?? []) {
      const [found] = complete(`${name} {${param.slice(0, -1)}`, context());
      assertEquals(found.includes(`${param}: `), true, `${name} ${param}`);
      assertStringIncludes(text, `${param}: `);
    }
  }
});

Deno.test("an operation that the player does not support is not completed, and help says so", () => {
  const unsupported = ["queue.moveToTop"];
  assertEquals(complete("queue.moveT", context([], unsupported)), [[], "queue.moveT"]);
  const note = "Not supported by this player.";
  assertStringIncludes(helpText("queue.moveToTop", unsupported), note);
  assertEquals(helpText("queue", unsupported).split(note).length - 1, 1);
  assertEquals(helpText("queue").includes(note), false);
});

Deno.test("help describes every command, alone and in the overview", () => {
  const overview = helpText("");
  for (const { name, about } of commands) {
    assertStringIncludes(helpText(`:${name}`), about);
    assertStringIncludes(overview, `:${name}`);
  }
  assertThrows(() => helpText("nope"), UsageError, '"nope"');
});

Deno.test("help of menu.close has its parameters, defaults, failures, errors and events", () => {
  const text = helpText("menu.close");
  for (
    const part of [
      "reason: string",
      '"api" when left out',
      "{ success: true }",
      "-32602 Invalid params",
      "menu:dismiss",
    ]
  ) assertStringIncludes(text, part);
});

Deno.test("Tab completes the rows of the open menu and the panels", async () => {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  const session = new Session(new ReferencePlayer(), directory, { flags: [], extensions: [] }, silentView);
  try {
    const here: CommandContext = { ...context(), session };
    assertEquals(complete(":menu choose ", here)[0], []);
    await session.bridge.invoke("menu.show", {
      items: [{ id: "play", label: "Play", submenu: [{ id: "now", label: "Now" }] }, {
        id: "stop",
        label: "Stop",
      }],
    }, { panel: "p1" });
    assertEquals(complete(":menu choose ", here)[0], ["play", "now", "stop"]);
    assertEquals(complete(":menu choose s", here), [["stop"], "s"]);
    assertEquals(complete(":panel ", here)[0], ["p1", "p2", "-"]);
  } finally {
    await session.end();
    await Deno.remove(directory, { recursive: true });
  }
});

const place = (at: JsonPlace["at"], path: (string | number)[], fragment = "", keys: string[] = []) => ({
  at,
  path,
  fragment,
  keys,
});

const places: [text: string, place: JsonPlace | undefined][] = [
  ["{", place("key", [])],
  ["{ ", place("key", [])],
  ["{a", place("key", [], "a")],
  [`{"a`, place("key", [], `"a`)],
  [`{'a b`, place("key", [], `'a b`)],
  ["{a ", place("between", [], "", ["a"])],
  ["{a:", place("value", ["a"], "", ["a"])],
  ["{a: tr", place("value", ["a"], "tr", ["a"])],
  [`{a: "x, {y: [`, place("value", ["a"], `"x, {y: [`, ["a"])],
  [`{a: "x\\"`, place("value", ["a"], `"x\\"`, ["a"])],
  [`{a: "x"`, place("between", [], "", ["a"])],
  [`{a: "x",`, place("key", [], "", ["a"])],
  [`{a: 1, /* b: */ c`, place("key", [], "c", ["a"])],
  ["{a: [", place("value", ["a", 0])],
  ["{a: [1, 2, ", place("value", ["a", 2])],
  ["{a: [1", place("value", ["a", 0], "1")],
  ["{a: [{b: 1}, {c", place("key", ["a", 1], "c")],
  ["{a: [{b: 1}", place("between", ["a"])],
  ["{a: {b: {}}, d: {", place("key", ["d"])],
  ["{a: []", place("between", [], "", ["a"])],
  ["{}", undefined],
  ["{a: 1} ", undefined],
  ["{a b", undefined],
  ["{,", undefined],
  ["{a: ]", undefined],
  ["[1}", undefined],
  ["", undefined],
  ["1", undefined],
];

for (const [text, expected] of places) {
  Deno.test(`the place after ${JSON.stringify(text)}`, () => assertEquals(placeIn(text), expected));
}

Deno.test("placeIn takes any text, and the fragment is its end", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."{}[]:,\"'\\/* ab1\n") }), (text) => {
    const found = placeIn(text);
    if (found) assertEquals(text.endsWith(found.fragment), true);
  }));
});

Deno.test("every prefix of an object has a place, the whole object has none", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
    const text = JSON.stringify(value);
    for (let length = 1; length < text.length; length++) {
      assertEquals(typeof placeIn(text.slice(0, length)), "object", text.slice(0, length));
    }
    assertEquals(placeIn(text), undefined);
  }));
});
