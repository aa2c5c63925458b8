import { assertEquals, assertThrows } from "@std/assert";
import { Words } from "../../../tools/play/desk.ts";
import { Misuse } from "../../../tools/play/prompt_line.ts";

Deno.test("words are taken one after the other, and what is left is told", () => {
  const words = new Words("  a 1  -2.5 on  the rest ");
  assertEquals([words.word("w"), words.index("i"), words.number("n"), words.onOrOff()], ["a", 1, -2.5, true]);
  assertThrows(() => words.end(), Misuse, 'nothing is known of "the rest"');
  assertEquals([words.text("t"), words.done], ["the rest", true]);
  words.end();
});

Deno.test("a word that is missing is told by what it is", () => {
  for (const take of ["word", "index", "number", "text", "indices"] as const) {
    assertThrows(() => new Words("")[take]("the item"), Misuse, "the item is missing");
  }
});

for (const text of ["-1", "1.5", "1e3", "x", "9007199254740992", "0x10"]) {
  Deno.test(`${text} is no index`, () => {
    assertThrows(() => new Words(text).index("the item"), Misuse, `not ${JSON.stringify(text)}`);
  });
}

Deno.test("only numbers written out are numbers, only on and off are choices", () => {
  for (const text of ["Infinity", "1e3", "", " ", "--1"]) {
    assertThrows(() => new Words(text).number("n"), Misuse);
  }
  for (const text of ["ON", "true", "1"]) {
    assertThrows(() => new Words(text).onOrOff(), Misuse, "say on or off");
  }
  assertThrows(() => new Words("1 2 x").indices("the item"), Misuse, '"x"');
  assertEquals(new Words("9007199254740991 0").indices("the item"), [Number.MAX_SAFE_INTEGER, 0]);
});
