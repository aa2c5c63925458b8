import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { Harness } from "../support/harness.ts";

/** Echoes params given as JSON, so that `__proto__` is an own key. Returns the result as JSON. */
async function echo(params: string): Promise<string> {
  const harness = new Harness();
  const result = await harness.call("test.echo", JSON.parse(params));
  await harness.close();
  return JSON.stringify(result);
}

Deno.test("test.echo returns any JSON", async () => {
  await fc.assert(fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (params) => {
    const text = JSON.stringify(params);
    const message = Object.hasOwn(params, "message") ? JSON.stringify(params["message"]) : text;
    assertEquals(await echo(text), `{"success":true,"echo":${message},"input":${text}}`);
  }));
});
