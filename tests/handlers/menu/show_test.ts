import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { callOnce } from "../../support/call_once.ts";

Deno.test("menu.show refuses rows nested a hundred thousand deep", async () => {
  const items = JSON.parse(`[${'{"submenu":['.repeat(100_000)}${"]}".repeat(100_000)}]`);
  const { result, asked } = await callOnce({}, "menu.show", { items });
  assertEquals(asked, []);
  assertEquals(result, {
    success: false,
    error: "menu resource limit exceeded: depth",
    details: { field: "depth", limit: 8, actual: 9 },
  });
});
