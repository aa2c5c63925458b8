import { assertEquals } from "@std/assert";
import { keyOf, owedFor } from "../../../lab/torture/owed.ts";

const encoder = new TextEncoder();

function owed(body: unknown, maxFrameBytes = 1024): unknown {
  return owedFor(encoder.encode(typeof body === "string" ? body : JSON.stringify(body)), maxFrameBytes);
}

const nothing = { must: undefined, perhaps: false };
const unreadable = { must: "null", perhaps: false };

Deno.test("owedFor finds a call owed its answer and a notification none", () => {
  assertEquals(owed({ jsonrpc: "2.0", id: 7, method: "a.b" }), { must: "7", perhaps: false, method: "a.b" });
  assertEquals(owed({ jsonrpc: "2.0", id: "7", method: "a.b" }), {
    must: '"7"',
    perhaps: false,
    method: "a.b",
  });
  assertEquals(owed({ jsonrpc: "2.0", method: "a.b" }), nothing);
});

Deno.test("owedFor finds what cannot be read answered under no id", () => {
  for (const body of ["", "{", "[]", "null", "5", [{ jsonrpc: "2.0", id: 1, method: "a" }]]) {
    assertEquals(owed(body), unreadable, JSON.stringify(body));
  }
  assertEquals(owedFor(new Uint8Array([0xff]), 1024), unreadable);
  assertEquals(owedFor(new Uint8Array(1025).fill(0x20), 1024), unreadable);
  for (const id of [null, 1.5, true, {}]) {
    assertEquals(owed({ jsonrpc: "2.0", id, method: "a" }), unreadable);
  }
});

Deno.test("owedFor finds a message that is none answered under its id", () => {
  assertEquals(owed({ id: "x", method: "a" }), { must: '"x"', perhaps: false });
  assertEquals(owed({ jsonrpc: "2.0", id: 1, method: 5 }), { must: "1", perhaps: false });
  assertEquals(owed({ jsonrpc: "2.0", id: 1, method: "a", panel: 5 }), { must: "1", perhaps: false });
  assertEquals(owed({ jsonrpc: "2.0", id: "x" }), { must: '"x"', perhaps: false });
});

Deno.test("owedFor leaves open what a native action under way decides", () => {
  assertEquals(owed({ jsonrpc: "2.0", id: 1 }), { must: "1", perhaps: true });
  assertEquals(owed({ jsonrpc: "2.0", id: 1, result: 1 }), nothing);
  assertEquals(owed({ jsonrpc: "2.0", id: 1, result: null, error: null }), nothing);
  assertEquals(owed({ jsonrpc: "2.0", id: 1, result: 1, error: {} }), { must: "1", perhaps: true });
});

Deno.test("owedFor leaves open under which id a very long one is answered", () => {
  const id = "i".repeat(900);
  assertEquals(owed({ jsonrpc: "2.0", id, method: "a" }), { must: keyOf(id), perhaps: true, method: "a" });
});
