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

Deno.test("test.echo keeps keys such as __proto__ and constructor", async () => {
  for (
    const params of [
      '{"constructor":1,"__proto__":{"polluted":true},"prototype":null,"toString":"x","hasOwnProperty":0}',
      '{"__proto__":{"message":"inherited"}}',
      '{"a":{"__proto__":{"b":1}}}',
    ]
  ) {
    assertEquals(await echo(params), `{"success":true,"echo":${params},"input":${params}}`);
  }
  assertEquals(Object.hasOwn(Object.prototype, "polluted"), false);
  assertEquals(
    await echo('{"message":{"__proto__":1},"constructor":2}'),
    '{"success":true,"echo":{"__proto__":1},"input":{"message":{"__proto__":1},"constructor":2}}',
  );
});

Deno.test("test.echo returns any JSON", async () => {
  await fc.assert(fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (params) => {
    const text = JSON.stringify(params);
    const message = Object.hasOwn(params, "message") ? JSON.stringify(params["message"]) : text;
    assertEquals(await echo(text), `{"success":true,"echo":${message},"input":${text}}`);
  }));
});
