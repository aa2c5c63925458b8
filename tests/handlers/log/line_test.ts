import { assertEquals } from "@std/assert";
import { formatLine } from "../../../handlers/log/mod.ts";

Deno.test("formatLine writes local time, level in upper case and text", () => {
  const time = new Date(2026, 0, 2, 3, 4, 5, 6).getTime();
  assertEquals(formatLine({ text: "hello", level: "info", time }), "[2026-01-02 03:04:05.006][INFO] hello\n");
});

Deno.test("formatLine fills up every part of the time", () => {
  const at = (...parts: [number, number, number, number, number, number, number]) =>
    formatLine({ text: "", level: "", time: new Date(...parts).getTime() });
  assertEquals(at(2026, 11, 31, 23, 59, 59, 999), "[2026-12-31 23:59:59.999][] \n");
  assertEquals(at(1999, 9, 10, 0, 0, 0, 10), "[1999-10-10 00:00:00.010][] \n");
  assertEquals(at(2024, 1, 29, 12, 30, 0, 100), "[2024-02-29 12:30:00.100][] \n");
});

Deno.test("formatLine leaves the time out when there is none", () => {
  assertEquals(formatLine({ text: "hello", level: "Warn", time: undefined }), "[WARN] hello\n");
});

Deno.test("formatLine takes any text as level", () => {
  assertEquals(formatLine({ text: "x", level: "straße 1]", time: undefined }), "[STRASSE 1]] x\n");
});
