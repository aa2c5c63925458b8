import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { readPromptLine, readWords } from "../../../tools/play/line.ts";
import { UsageError } from "../../../tools/support/options.ts";

const call = (name: string, params?: object) => ({ kind: "call", name, params });

const parsed: [line: string, said: unknown][] = [
  ["", { kind: "nothing" }],
  ["   \t", { kind: "nothing" }],
  ["# queue.get", { kind: "nothing" }],
  ["queue.get", call("queue.get")],
  ["  queue.get  ", call("queue.get")],
  ["queue.get {}", call("queue.get", {})],
  ["queue.add{tracks:[1]}", call("queue.add", { tracks: [1] })],
  [`queue.add {"tracks": [1, 2]}`, call("queue.add", { tracks: [1, 2] })],
  ["queue.add {tracks: [1,], /* the first */ playlist: +0}", call("queue.add", { tracks: [1], playlist: 0 })],
  ["test.echo {message: 'it\\'s & \"that\"'}", call("test.echo", { message: `it's & "that"` })],
  ["my_plugin.deep.method {}", call("my_plugin.deep.method", {})],
  [":quit", { kind: "command", name: "quit", rest: "" }],
  ["  :menu choose  a b ", { kind: "command", name: "menu", rest: "choose  a b" }],
  ["help", { kind: "command", name: "help", rest: "" }],
  ["help  queue.add", { kind: "command", name: "help", rest: "queue.add" }],
  [" exit ", { kind: "command", name: "exit", rest: "" }],
  ["quit", { kind: "command", name: "quit", rest: "" }],
  [":", { kind: "command", name: "", rest: "" }],
];

for (const [line, said] of parsed) {
  Deno.test(`the line ${JSON.stringify(line)} is parsed`, () =>
    assertEquals<unknown>(readPromptLine(line), said));
}

const refused: [line: string, reason: string][] = [
  ["queue", '"queue" is neither an operation with its parameters'],
  ["{tracks: [1]}", "is neither an operation"],
  [".get {}", "is neither an operation"],
  ["helpme", "is neither an operation"],
  ["Help", "is neither an operation"],
  ["queue.add {tracks: [1}", "invalid character '}' in column 22"],
  ["  queue.add {tracks: [1}", "invalid character '}' in column 24"],
  ["queue.add {tracks: [1]", "are incomplete"],
  ["queue.add {tracks: [1]} more", "invalid character 'm' in column 25"],
  ["queue.add tracks", "invalid character 'a' in column 13"],
  ["queue.add [1]", "the parameters must be an object"],
  ["queue.add null", "the parameters must be an object"],
  ["queue.add 'a'", "the parameters must be an object"],
  ["queue.add {tracks: [NaN]}", "JSON has no number NaN"],
  ["queue.add {playlist: -Infinity}", "playlist: JSON has no number -Infinity"],
];

for (const [line, reason] of refused) {
  Deno.test(`the line ${JSON.stringify(line)} is refused: ${reason}`, () => {
    assertThrows(() => readPromptLine(line), UsageError, reason);
  });
}

Deno.test("a parameter __proto__ is an ordinary member", () => {
  const line = readPromptLine('test.echo {"__proto__": {"polluted": 1}}');
  assertEquals(JSON.stringify(line.kind === "call" && line.params), '{"__proto__":{"polluted":1}}');
  assertEquals("polluted" in {}, false);
});

Deno.test("words are read as the usage of a command says", () => {
  assertEquals(readWords("", "  "), []);
  assertEquals(readWords("PLAYLIST ITEM [COUNT]", " 1  2 "), [1, 2]);
  assertEquals(readWords("[PLAYLIST [ITEM]]", ""), []);
  assertEquals(readWords("PLAYLIST ITEM…", "0 1 9007199254740991"), [0, [1, Number.MAX_SAFE_INTEGER]]);
  assertEquals(readWords("ITEM… | all", "all"), ["all"]);
  assertEquals(readWords("[on | off]", "off"), [false]);
  assertEquals(readWords("EVENT [SECONDS]", "menu:select -2.5"), ["menu:select", -2.5]);
  assertEquals(readWords("[VERB [TEXT]]", " change  a b 4 "), ["change", "a b 4"]);
});

const wrong: [usage: string, text: string, reason: string][] = [
  ["ITEM", "", "the item is missing"],
  ["ITEM", "1 2", 'unexpected "2" at the end'],
  ["", "now", 'unexpected "now" at the end'],
  ...["-1", "1.5", "1e3", "x", "9007199254740992", "0x10"].map((text): [string, string, string] => [
    "ITEM",
    text,
    `the item must be a whole number, 0 or more, not ${JSON.stringify(text)}`,
  ]),
  ["PLAYLIST ITEM…", "0 1 x", 'not "x"'],
  ...["Infinity", "1e3", "--1"].map((text): [string, string, string] => [
    "SECONDS",
    text,
    `the seconds must be a number, not ${JSON.stringify(text)}`,
  ]),
  ...["ON", "true", "1"].map((text): [string, string, string] => [
    "on | off",
    text,
    `say on or off, not ${JSON.stringify(text)}`,
  ]),
];

for (const [usage, text, reason] of wrong) {
  Deno.test(`${JSON.stringify(text)} is refused for ${usage === "" ? "no word" : usage}`, () => {
    assertThrows(() => readWords(usage, text), UsageError, reason);
  });
}
