import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readMessage } from "../../host_stdio/envelope.ts";

Deno.test("readMessage never throws on any JSON value", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assertEquals(["call", "response", "invalid"].includes(readMessage(value).kind), true);
  }));
});
