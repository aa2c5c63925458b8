import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Message, readMessage } from "../../host_stdio/envelope.ts";

Deno.test("readMessage reads a message without a method as a response", () => {
  const response = { kind: "response", id: 3, result: { a: 1 }, error: undefined, defect: undefined };
  assertEquals(readMessage({ jsonrpc: "2.0", id: 3, result: { a: 1 } }), response as Message);
  assertEquals(readMessage({ jsonrpc: "2.0", id: 3, result: { a: 1 }, error: null }), response as Message);
  assertEquals(
    readMessage({ jsonrpc: "2.0", id: 3, result: null }),
    { ...response, result: null } as Message,
  );
  const error = { code: 1, message: "x" };
  assertEquals(
    readMessage({ jsonrpc: "2.0", id: 3, error }),
    { ...response, result: undefined, error } as Message,
  );
  assertEquals(
    readMessage({ jsonrpc: "2.0", id: 3, result: null, error }),
    { ...response, result: undefined, error } as Message,
  );
});

Deno.test("readMessage reports the defect of a response", () => {
  function defectOf(body: unknown): string | undefined {
    const message = readMessage(body);
    return message.kind === "response" ? message.defect : message.kind;
  }
  assertEquals(defectOf({ jsonrpc: "2.0", id: 3 }), "neither method, result nor error");
  assertEquals(defectOf({ id: 3, result: 1 }), 'jsonrpc must be "2.0"');
  assertEquals(defectOf({ jsonrpc: "2.0", id: 3, result: 1, error: {} }), "both result and error");
  assertEquals(
    defectOf({ jsonrpc: "2.0", id: 3, result: false, error: {} }),
    "both result and error",
  );
});

Deno.test("readMessage never throws on any JSON value", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assertEquals(["call", "response", "invalid"].includes(readMessage(value).kind), true);
  }));
});
