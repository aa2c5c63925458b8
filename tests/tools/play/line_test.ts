import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { readArguments, readParams, readPromptLine } from "../../../tools/play/line.ts";
import { UsageError } from "../../../tools/support/options.ts";

const parsed: [line: string, ...said: [name: string, params?: unknown] | []][] = [
  [""],
  ["   \t"],
  ["# queue.get"],
  ["queue.get", "queue.get"],
  ["  queue.get  ", "queue.get"],
  ["queue.get {}", "queue.get", {}],
  ["queue.add{tracks:[1]}", "queue.add", { tracks: [1] }],
  [`queue.add {"tracks": [1, 2]}`, "queue.add", { tracks: [1, 2] }],
  ["queue.add {tracks: [1,], /* the first */ playlist: +0}", "queue.add", { tracks: [1], playlist: 0 }],
  ["test.echo {message: 'it\\'s & \"that\"'}", "test.echo", { message: `it's & "that"` }],
  ["my_plugin.deep.method {}", "my_plugin.deep.method", {}],
  [":quit", ":quit", ""],
  ["  :menu choose  a b ", ":menu", "choose  a b"],
  ["help", ":help", ""],
  ["help  queue.add", ":help", "queue.add"],
  [" exit ", ":quit", ""],
  ["quit", ":quit", ""],
  [":", ":", ""],
];

for (const [line, ...said] of parsed) {
  Deno.test(`the line ${JSON.stringify(line)} is parsed`, () => {
    const read = readPromptLine(line);
    if (!read) return assertEquals(said, []);
    const { name, text } = read;
    const params = name.startsWith(":") ? text : readParams(read);
    assertEquals<unknown>([name, ...params === undefined ? [] : [params]], said);
  });
}

function unread(): never {
  throw new Error("the line was not read");
}

const refused: [line: string, reason: string][] = [
  ["queue", '"queue" is neither an operation with its parameters'],
  ["{tracks: [1]}", "is neither an operation"],
  [".get {}", "is neither an operation"],
  ["helpme", "is neither an operation"],
  ["Help", "is neither an operation"],
  ["queue.add {tracks: [1}", "invalid character '}' at 1:12"],
  ["  queue.add {tracks: [1}", "invalid character '}' at 1:12"],
  ["queue.add {tracks: [1]", "invalid end of input"],
  ["queue.add {tracks: [1]} more", "invalid character 'm' at 1:15"],
  ["queue.add tracks", "invalid character 'a' at 1:3"],
  ["queue.add [1]", "the parameters must be an object"],
  ["queue.add null", "the parameters must be an object"],
  ["queue.add 'a'", "the parameters must be an object"],
  ["queue.add {tracks: [NaN]}", "JSON has no number NaN"],
  ["queue.add {playlist: -Infinity}", "playlist: JSON has no number -Infinity"],
];

for (const [line, reason] of refused) {
  Deno.test(`the line ${JSON.stringify(line)} is refused: ${reason}`, () => {
    assertThrows(() => readParams(readPromptLine(line) ?? unread()), UsageError, reason);
  });
}

Deno.test("a parameter __proto__ is an ordinary member", () => {
  const params = readParams(readPromptLine('test.echo {"__proto__": {"polluted": 1}}') ?? unread());
  assertEquals(JSON.stringify(params), '{"__proto__":{"polluted":1}}');
  assertEquals("polluted" in {}, false);
});

Deno.test("arguments are read as JSON5, with commas between them", () => {
  assertEquals(readArguments(""), []);
  assertEquals(readArguments("0, 3"), [0, 3]);
  assertEquals(readArguments(" 'a b', {level: .5}, [1,], "), ["a b", { level: 0.5 }, [1]]);
  for (const text of ["0 3", "now", "'a", "NaN", "1], [2"]) {
    assertThrows(() => readArguments(text), UsageError);
  }
});
