import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { MAX_MENU_CSS_BYTES } from "../../../handlers/menu/limits.ts";
import { callOnce } from "../../support/call_once.ts";
import { Harness, type PlayerScript } from "../../support/harness.ts";

const player: PlayerScript = { "player.overlay.open": {}, "player.overlay.close": {} };

/** Returns the parameters of `player.overlay.open`, or the failed result. */
async function opened(params?: unknown): Promise<Record<string, unknown>> {
  const { result, asked } = await callOnce(player, "menu.show", params);
  if (!result["success"]) {
    assertEquals(asked, []);
    return result;
  }
  assertEquals(result, { success: true, menuId: "menu-1" });
  assertEquals(asked[0]?.name, "player.overlay.open");
  return asked[0]?.params as Record<string, unknown>;
}

Deno.test("a refused menu.show leaves the open menu open and uses no menu id", async () => {
  const harness = new Harness({ player });
  await harness.call("menu.show");
  const css = "x".repeat(MAX_MENU_CSS_BYTES + 1);
  assertEquals((await harness.call("menu.show", { css }))["success"], false);
  assertEquals((await harness.call("menu.show", { x: "no" }))["success"], false);
  assertEquals(harness.events, []);
  assertEquals(harness.asked.length, 1);
  assertEquals((await harness.call("menu.show"))["menuId"], "menu-2");
  await harness.close();
});

Deno.test("menu.show refuses rows nested a hundred thousand deep", async () => {
  const items = JSON.parse(`[${'{"submenu":['.repeat(100_000)}${"]}".repeat(100_000)}]`);
  assertEquals(await opened({ items }), {
    success: false,
    error: "menu resource limit exceeded: depth",
    details: { field: "depth", limit: 8, actual: 9 },
  });
});
