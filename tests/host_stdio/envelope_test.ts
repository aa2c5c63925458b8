import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Id, type Message, readMessage } from "../../host_stdio/envelope.ts";

function refused(id: Id | null, reason: string): Message {
  return { kind: "invalid", id, reason };
}

Deno.test("readMessage reads a request, a notification and a panel", () => {
  assertEquals(readMessage({ jsonrpc: "2.0", id: 7, method: "a.b", params: { x: 1 }, panel: "p", more: 1 }), {
    kind: "call",
    id: 7,
    method: "a.b",
    params: { x: 1 },
    panel: "p",
  });
  assertEquals(readMessage({ jsonrpc: "2.0", method: "a.b" }), {
    kind: "call",
    id: undefined,
    method: "a.b",
    params: undefined,
    panel: undefined,
  });
});

Deno.test("readMessage refuses a batch", () => {
  assertEquals(
    readMessage([{ jsonrpc: "2.0", id: 1, method: "a.b" }]),
    refused(null, "batches are not supported"),
  );
  assertEquals(readMessage([]), refused(null, "batches are not supported"));
});

Deno.test("readMessage refuses values that are not objects", () => {
  for (const value of [null, 1, "x", true]) {
    assertEquals(readMessage(value), refused(null, "a message must be an object"));
  }
});

Deno.test("readMessage refuses another version and returns the id", () => {
  for (const jsonrpc of [undefined, null, "1.0", 2, 2.0, "2.0 "]) {
    assertEquals(readMessage({ jsonrpc, id: "x", method: "a.b" }), refused("x", 'jsonrpc must be "2.0"'));
  }
});

Deno.test("readMessage accepts only strings and safe integers as ids", () => {
  for (const id of ["", "7", 0, -1, 7, 7.0, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) {
    const message = readMessage({ jsonrpc: "2.0", id, method: "a.b" });
    assertEquals(message.kind === "call" && message.id, id);
  }
  for (const id of [null, 1.5, 2 ** 53, -(2 ** 53), true, {}, [1]]) {
    assertEquals(
      readMessage({ jsonrpc: "2.0", id, method: "a.b" }),
      refused(null, "id must be a string or an integer"),
    );
  }
});

Deno.test("readMessage refuses a method that is not a string and returns the id", () => {
  for (const method of [null, 1, {}, []]) {
    assertEquals(readMessage({ jsonrpc: "2.0", id: 3, method }), refused(3, "method must be a string"));
  }
});

Deno.test("readMessage refuses a panel that is not a string and returns the id", () => {
  for (const panel of [null, 1, {}, []]) {
    assertEquals(
      readMessage({ jsonrpc: "2.0", id: 3, method: "a.b", panel }),
      refused(3, "panel must be a string"),
    );
  }
});

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
