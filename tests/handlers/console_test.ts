import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { callOnce } from "../support/call_once.ts";

Deno.test("console.log prints any JSON value as JSON", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue().filter((value) => typeof value !== "string"), async (message) => {
      const { asked: [print] } = await callOnce({ "player.console.print": {} }, "console.log", { message });
      assertEquals(print?.params, { level: "info", line: JSON.stringify(message) });
    }),
  );
});
