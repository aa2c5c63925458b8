import { assertEquals, assertThrows } from "@std/assert";
import { Misuse, readPromptLine } from "../../../tools/play/prompt_line.ts";

const call = (name: string, params?: object, background = false) => ({
  kind: "call",
  name,
  params,
  background,
});

const understood: [line: string, said: unknown][] = [
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
  ["queue.get &", call("queue.get", undefined, true)],
  ["test.echo {message: 'a &'} &", call("test.echo", { message: "a &" }, true)],
  ["test.echo {message: 'a &'}", call("test.echo", { message: "a &" })],
  ["my_plugin.deep.method {}", call("my_plugin.deep.method", {})],
  [":quit", { kind: "command", name: "quit", rest: "" }],
  ["  :menu choose  a b ", { kind: "command", name: "menu", rest: "choose  a b" }],
  ["help", { kind: "command", name: "help", rest: "" }],
  ["help  queue.add", { kind: "command", name: "help", rest: "queue.add" }],
  [" exit ", { kind: "command", name: "exit", rest: "" }],
  ["quit", { kind: "command", name: "quit", rest: "" }],
  [":", { kind: "command", name: "", rest: "" }],
];

for (const [line, said] of understood) {
  Deno.test(`the line ${JSON.stringify(line)} is understood`, () =>
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
  ["queue.add {tracks: [1]", "the parameters are not finished"],
  ["queue.add {tracks: [1]} more", "invalid character 'm' in column 25"],
  ["queue.add tracks", "invalid character 'a' in column 13"],
  ["queue.add [1]", "the parameters have to be an object"],
  ["queue.add null", "the parameters have to be an object"],
  ["queue.add 'a'", "the parameters have to be an object"],
  ["queue.add {tracks: [NaN]}", "NaN is no number that JSON has"],
  ["queue.add {playlist: -Infinity}", "playlist: -Infinity is no number that JSON has"],
];

for (const [line, reason] of refused) {
  Deno.test(`the line ${JSON.stringify(line)} is refused: ${reason}`, () => {
    assertThrows(() => readPromptLine(line), Misuse, reason);
  });
}

Deno.test("a member __proto__ of the parameters is a member like any other", () => {
  const line = readPromptLine('test.echo {"__proto__": {"polluted": 1}}');
  assertEquals(JSON.stringify(line.kind === "call" && line.params), '{"__proto__":{"polluted":1}}');
  assertEquals("polluted" in {}, false);
});
