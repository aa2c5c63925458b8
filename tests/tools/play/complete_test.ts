import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { stripAnsiCode } from "@std/fmt/colors";
import { operationTable } from "../../../handlers/mod.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { Api } from "../../../tools/play/api.ts";
import { commands } from "../../../tools/play/commands.ts";
import { complete } from "../../../tools/play/complete.ts";
import { type Desk, Words } from "../../../tools/play/desk.ts";
import { Misuse } from "../../../tools/play/prompt_line.ts";
import { Session, type SessionView } from "../../../tools/play/session.ts";

const api = new Api();

const nobody: SessionView = {
  event: () => {},
  piece: () => {},
  diagnostic: () => {},
  lost: () => {},
  busy: () => {},
  recorded: () => {},
  notRecorded: () => {},
};

/** Who is asked what can be done with the player; nothing of it is done. */
const player = new ReferencePlayer();

/** What completion and help need of a desk: of the session only what can be done with its player. */
function desk(printed: string[] = []): Desk {
  return {
    api,
    session: { player } as unknown as Session,
    panel: "p1",
    shown: { events: true, wire: false },
    width: 100,
    print: (...lines) => void printed.push(...lines.map(stripAnsiCode)),
    showEvents: () => {},
    quit: () => {},
  };
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
  Deno.test(`Tab behind ${JSON.stringify(line)} offers what the definitions have`, () => {
    const [found, replaced] = complete(line, desk());
    // Of a long list the beginning is enough.
    assertEquals(
      [found.slice(0, Math.max(candidates.length, line.endsWith("jit") ? 2 : Infinity)), replaced],
      [
        candidates,
        fragment,
      ],
    );
  });
}

Deno.test("every operation and each of its parameters is completed, and help tells of both", () => {
  const help = commands.find(({ name }) => name === "help");
  for (const name of operationTable.keys()) {
    assertEquals(complete(name.slice(0, -1), desk())[0].some((found) => found.trim() === name), true, name);
    const printed: string[] = [];
    void help?.run(new Words(name), desk(printed), new AbortController().signal);
    const text = printed.join("\n");
    assertStringIncludes(text, operationTable.get(name)?.description ?? "");
    for (const { name: param } of api.methods.get(name)?.params ?? []) {
      assertEquals(
        complete(`${name} {${param.slice(0, -1)}`, desk())[0].includes(`${param}: `),
        true,
        `${name} ${param}`,
      );
      assertStringIncludes(text, `${param}: `);
    }
  }
});

Deno.test("every command is told of by help, alone and in the list of all", () => {
  const help = commands.find(({ name }) => name === "help");
  const all: string[] = [];
  void help?.run(new Words(""), desk(all), new AbortController().signal);
  for (const { name, about } of commands) {
    const printed: string[] = [];
    void help?.run(new Words(`:${name}`), desk(printed), new AbortController().signal);
    assertStringIncludes(printed.join("\n"), about);
    assertStringIncludes(all.join("\n"), `:${name}`);
  }
  assertThrows(() => help?.run(new Words("nope"), desk(), new AbortController().signal), Misuse, '"nope"');
});

Deno.test("help of menu.close tells parameters, defaults, failures, errors and events as they are defined", () => {
  const help = commands.find(({ name }) => name === "help");
  const printed: string[] = [];
  void help?.run(new Words("menu.close"), desk(printed), new AbortController().signal);
  const text = printed.join("\n");
  for (
    const part of [
      "reason: string",
      '"api" when left out',
      "{ success: true }",
      "-32602 Invalid params",
      "menu:dismiss",
    ]
  ) {
    assertStringIncludes(text, part);
  }
});

Deno.test("Tab completes the rows of the menu that is open, and the panels there are", async () => {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-play-test-" });
  const session = new Session(new ReferencePlayer(), directory, [], nobody);
  try {
    const here: Desk = Object.defineProperty(desk(), "session", { value: session });
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
