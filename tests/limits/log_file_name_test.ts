import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { DEFAULT_LOG_FILE, isLogFileName } from "../../handlers/log/limits.ts";

function allAre(expected: boolean, values: readonly unknown[]): void {
  for (const value of values) assertEquals(isLogFileName(value), expected, JSON.stringify(value));
}

Deno.test("isLogFileName takes leaf names that end in .log or .txt in any case", () => {
  assertEquals(DEFAULT_LOG_FILE, "webview_ui.log");
  allAre(true, [
    DEFAULT_LOG_FILE,
    "a.log",
    "a.txt",
    "a.LOG",
    "a.Txt",
    "a b.log",
    "a..log",
    "a.b.log",
    "a .log",
    "日本.log",
  ]);
  allAre(true, [
    "-.log",
    "~.log",
    "$.txt",
    "a'b.log",
    "(a).log",
    "%2e.log",
    "a\u00a0.log",
    "😀.txt",
    "log.log",
  ]);
  allAre(false, [
    "a",
    "a.lo",
    "a.logs",
    "a.log.bak",
    "a_log",
    "a.ⅼog",
    "a.loġ",
    "log",
    "",
    "a.log/",
    "a.logx",
  ]);
});

Deno.test("isLogFileName asks for something before the ending", () => {
  allAre(false, [".log", ".txt", "..log", "...txt", " .log"]);
});

Deno.test("isLogFileName refuses separators, wildcards and other characters that some system forbids", () => {
  for (const character of '/\\:*?"<>|') {
    allAre(false, [`a${character}b.log`, `${character}a.log`, `a${character}.log`, `a.log${character}`]);
  }
  allAre(false, [
    "../a.log",
    "..\\a.log",
    "/etc/a.log",
    "C:\\a.log",
    "C:a.log",
    "a.txt:b.log",
    "a\\..\\b.log",
  ]);
});

Deno.test("isLogFileName refuses control characters", () => {
  for (let code = 0; code < 0xa0; code++) {
    if (code >= 0x20 && code < 0x7f) continue;
    allAre(false, [`a${String.fromCharCode(code)}b.log`, `a.log${String.fromCharCode(code)}`]);
  }
});

Deno.test("isLogFileName refuses a blank or a dot at either end", () => {
  allAre(false, [" a.log", ".a.log", "a.log ", "a.log.", "a.log. ", "..a.txt"]);
});

Deno.test("isLogFileName refuses reserved device names in any case, with blanks and with any extension", () => {
  const names = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
  for (const digit of "0123456789¹²³") names.push(`COM${digit}`, `LPT${digit}`);
  for (const name of names) {
    allAre(false, [
      `${name}.log`,
      `${name.toLowerCase()}.txt`,
      `${name} .log`,
      `${name}   .x.log`,
      `${name}.x.txt`,
    ]);
    allAre(true, [`${name}x.log`, `x${name}.log`, `x.${name}.log`, `${name}_.txt`, `${name} x.log`]);
  }
  allAre(true, [
    "COM.log",
    "COM10.log",
    "LPT.txt",
    "COM⁴.log",
    "CON$.log",
    "ſCON.log",
    "CLOCK$.log",
    "N UL.log",
  ]);
});

Deno.test("isLogFileName takes 255 bytes of UTF-8 and no more", () => {
  allAre(true, ["a".repeat(251) + ".log", "あ".repeat(83) + "aa.log", "😀".repeat(62) + "aaa.log"]);
  allAre(false, [
    "a".repeat(252) + ".log",
    "あ".repeat(84) + ".log",
    "😀".repeat(63) + ".log",
    "a".repeat(1e6) + ".log",
  ]);
});

Deno.test("isLogFileName refuses what is no string", () => {
  allAre(false, [undefined, null, 1, true, {}, [], ["a.log"], { toString: () => "a.log" }]);
});

Deno.test("isLogFileName never takes a name with a separator, whatever the text", () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", ".", "/", "\\", ":", " ", "\u0000", "é", "C", "O", "N"),
  });
  fc.assert(
    fc.property(texts, fc.constantFrom(".log", ".txt", ""), (text, ending) => {
      const name = text + ending;
      if (!isLogFileName(name)) return;
      assert(
        !/[/\\:]/.test(name) && !name.includes("\u0000") && !/^[. ]|[. ]$/.test(name) &&
          /[^.]\.(log|txt)$|\.\.(log|txt)$/.test(name),
      );
      assert(!/^con *\./i.test(name));
    }),
    { numRuns: 2000 },
  );
});
