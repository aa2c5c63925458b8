import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { Harness } from "../support/harness.ts";
import { assertPlayerFaults } from "../support/player_faults.ts";

const player = { "player.console.print": {} };

/** Calls an operation of the console. */
async function call(name: string, params: unknown): Promise<{ result: unknown; lines: unknown[] }> {
  const harness = new Harness({ player });
  const result = await harness.call(name, params);
  await harness.close();
  return { result, lines: harness.asked.map(({ params }) => params) };
}

for (
  const [name, level, marker] of [
    ["console.log", "info", ""],
    ["console.warn", "warn", "[WARN] "],
    ["console.error", "error", "[ERROR] "],
  ] as const
) {
  const prints = async (params: unknown, text: string) =>
    assertEquals(await call(name, params), {
      result: { success: true },
      lines: [{ level, line: marker + text }],
    });
  const fails = async (params: unknown, error: string) =>
    assertEquals(await call(name, params), { result: { success: false, error }, lines: [] });

  Deno.test(`${name} prints a string as it is behind its marker`, async () => {
    await prints({ message: 'Hällo\n\t"x"' }, 'Hällo\n\t"x"');
    await prints({ message: " " }, " ");
  });

  Deno.test(`${name} prints what is no string as compact JSON`, async () => {
    await prints({ message: { a: [1, "b", null], constructor: 1 } }, '{"a":[1,"b",null],"constructor":1}');
    await prints({ message: 0 }, "0");
    await prints({ message: false }, "false");
    await prints({ message: [] }, "[]");
  });

  Deno.test(`${name} prints null for a message that is null, whatever args are`, async () => {
    await prints({ message: null }, "null");
    await prints({ message: null, args: ["a"] }, "null");
  });

  Deno.test(`${name} prefers message and does not look at args`, async () => {
    await prints({ message: "m", args: ["a"] }, "m");
    await prints({ args: 5, message: "m" }, "m");
  });

  Deno.test(`${name} joins args with one blank`, async () => {
    await prints({ args: ["a", 1, { b: 2 }, null, "c d"] }, 'a 1 {"b":2} null c d');
    await prints({ args: ["", ""] }, " ");
    await prints({ args: [0] }, "0");
  });

  Deno.test(`${name} requires a text that is not empty`, async () => {
    for (const params of [{}, { args: [] }, { args: [""] }, { args: null }, { message: "" }]) {
      await fails(params, "message is required");
    }
    await fails({ message: "", args: ["a"] }, "message is required");
  });

  Deno.test(`${name} refuses args that are no array`, async () => {
    for (const args of ["a", 1, true, {}, { length: 1, 0: "a" }]) {
      await fails({ args }, "args must be an array");
    }
  });

  Deno.test(`${name} ignores other keys`, async () => {
    await prints({ message: "m", text: "t", level: "x", line: 5 }, "m");
    await prints(JSON.parse('{"message":"m","__proto__":{"message":"p"}}'), "m");
    await fails(JSON.parse('{"__proto__":{"message":"p","args":["a"]}}'), "message is required");
    await fails({ text: "t" }, "message is required");
  });

  Deno.test(`${name} reports a player that fails`, async () => {
    await assertPlayerFaults({
      operation: name,
      params: { message: "m" },
      player,
      action: "player.console.print",
    });
  });
}

Deno.test("console.log prints any JSON value in a form that reads back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue().filter((value) => typeof value !== "string"), async (message) => {
      const { lines } = await call("console.log", { message });
      assertEquals(lines, [{ level: "info", line: JSON.stringify(message) }]);
    }),
  );
});

Deno.test("console.log asks in the name of the calling panel", async () => {
  const harness = new Harness({ player });
  await harness.call("console.log", { message: "m" }, { panel: "p7" });
  await harness.call("console.log", { message: "m" }, { panel: null });
  assertEquals(harness.asked.map(({ panel }) => panel), ["p7", undefined]);
  await harness.close();
});
