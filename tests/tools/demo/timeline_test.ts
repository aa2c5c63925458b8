import { assertEquals } from "@std/assert";
import { clockTime, timelineOf } from "../../../tools/demo/scenes/jit_timeline.ts";

Deno.test("a time is minutes and seconds", () => {
  assertEquals([0, 59.9, 60, 627].map(clockTime), ["0:00", "0:59", "1:00", "10:27"]);
});

Deno.test("a timeline shows when a track was buffered, played and followed", () => {
  const [first, second] = timelineOf([
    { title: "One", buffered: 0, begin: 0, end: 38, asked: [10] },
    { title: "Two", buffered: 10, begin: 38, end: 76, asked: [] },
  ], 76);
  assertEquals(first, `One                ${"█".repeat(10)}?${"█".repeat(27)}`);
  assertEquals(second, `Two                ${" ".repeat(10)}${"·".repeat(28)}${"█".repeat(38)}`);
});

Deno.test("a track that never began is shown as buffered to the end", () => {
  const [line] = timelineOf([{ title: "One", buffered: 70, asked: [] }], 76);
  assertEquals(line, `One                ${" ".repeat(70)}${"·".repeat(6)}`);
});
