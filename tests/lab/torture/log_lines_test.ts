import { assertStringIncludes, assertThrows } from "@std/assert";
import { BrokenPromise } from "../../../lab/torture/ledger.ts";
import { checkNumberedLines, numberedLine } from "../../../lab/torture/log_lines.ts";

const line = (writer: string, number: number) => `[INFO] ${numberedLine(writer, number)}\n`;

function check(text: string, answered: Record<string, number[]>, mayEndTorn = false): void {
  const writers = new Map(Object.entries(answered).map(([writer, numbers]) => [writer, new Set(numbers)]));
  checkNumberedLines(text, writers, mayEndTorn);
}

function assertBroken(text: string, answered: Record<string, number[]>, what: string): void {
  assertStringIncludes(assertThrows(() => check(text, answered), BrokenPromise).message, what);
}

Deno.test("checkNumberedLines takes whole lines in order, answered or not, of several writers", () => {
  check(line("a", 0) + line("b", 0) + line("a", 1) + line("a", 4) + line("b", 2), { a: [0, 4], b: [2] });
  check("", { a: [] });
  check(line("a", 0) + line("a", 1).slice(0, 9), { a: [0] }, true);
});

Deno.test("checkNumberedLines finds what is torn, mixed, lost, doubled and out of order", () => {
  assertBroken(line("a", 0) + line("a", 1).slice(0, 9), { a: [0] }, "torn");
  assertBroken(line("a", 2).slice(0, 30) + line("b", 0), { a: [], b: [0] }, "not whole");
  assertBroken(line("a", 2).replace("éé", "é"), { a: [2] }, "not whole");
  assertBroken(line("a", 0), { a: [0, 1] }, "was answered and is not in the file");
  assertBroken(line("a", 0) + line("a", 0), { a: [0] }, "out of order or there twice");
  assertBroken(line("a", 1) + line("a", 0), { a: [0, 1] }, "out of order or there twice");
  assertBroken(line("c", 0), { a: [] }, "not whole");
});
