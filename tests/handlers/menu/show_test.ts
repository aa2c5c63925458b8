import { assertEquals } from "@std/assert";
import { MAX_MENU_CSS_BYTES } from "../../../handlers/menu/limits.ts";
import { callOnce } from "../../support/call_once.ts";
import { Harness, type PlayerScript } from "../../support/harness.ts";
import { assertPlayerFaults } from "../../support/player_faults.ts";
import { menuPlayer } from "./menu_player.ts";

const player: PlayerScript = { "player.overlay.open": {}, "player.overlay.close": {} };

/** What the player is asked to open, or the failed result. */
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

/** One member of what the player is asked to open. */
async function member(key: string, params: unknown): Promise<unknown> {
  return (await opened(params))[key];
}

const defaults = {
  menuId: "menu-1",
  items: [],
  x: null,
  y: null,
  windowMode: "fullscreen",
  css: null,
  cssReplace: false,
  backdrop: "acrylic",
  backdropDarkMode: true,
};

Deno.test("menu.show without parameters opens an empty menu at the cursor with every default", async () => {
  assertEquals(await opened(), defaults);
});

Deno.test("menu.show takes null for every default", async () => {
  const nothing = Object.fromEntries(
    [...Object.keys(defaults), "windowModel", "closeAnimationMs"].map((key) => [key, null]),
  );
  assertEquals(await opened(nothing), defaults);
});

Deno.test("menu.show hands the rows on with their defaults filled in", async () => {
  assertEquals(
    await member("items", { items: [{ id: "a", nonsense: 1, submenu: [{ type: "rating" }] }, 5] }),
    [{
      id: "a",
      label: "",
      type: "normal",
      enabled: true,
      checked: false,
      submenu: [{ id: "", label: "", type: "rating", enabled: true, checked: false, value: 0 }],
    }],
  );
});

Deno.test("menu.show answers a wrong type, the first one in the order of the table", async () => {
  const wrong: Record<string, unknown> = {
    items: {},
    x: "1",
    y: 1.5,
    css: 5,
    cssReplace: 0,
    backdropDarkMode: "no",
  };
  const types = {
    items: "an array",
    x: "an integer",
    y: "an integer",
    css: "a string",
    cssReplace: "a boolean",
  };
  for (const [key, type] of Object.entries({ ...types, backdropDarkMode: "a boolean" })) {
    assertEquals(await opened(wrong), { success: false, error: `${key} must be ${type}` });
    delete wrong[key];
  }
  assertEquals(await opened(wrong), defaults);
});

Deno.test("menu.show counts resources of a parameter before it looks at those behind it", async () => {
  const items = Array.from({ length: 513 }, () => ({}));
  assertEquals(await opened({ items, x: "a" }), {
    success: false,
    error: "menu resource limit exceeded: items",
    details: { field: "items", limit: 512, actual: 513 },
  });
  const css = "x".repeat(262_145);
  assertEquals(await opened({ css, x: "a" }), { success: false, error: "x must be an integer" });
});

Deno.test("menu.show takes a negative coordinate for the cursor's, each for itself", async () => {
  assertEquals(await opened({ x: -1, y: 0 }), { ...defaults, x: null, y: 0 });
  assertEquals(await opened({ x: 1920.0, y: -(2 ** 53 - 1) }), { ...defaults, x: 1920, y: null });
});

Deno.test("menu.show falls back to fullscreen for any other window mode", async () => {
  assertEquals(await member("windowMode", { windowMode: "contentSized" }), "contentSized");
  for (const windowMode of ["fullscreen", "ContentSized", "", 5, [], null]) {
    assertEquals(await member("windowMode", { windowMode }), "fullscreen");
  }
});

Deno.test("menu.show takes windowModel for windowMode when that is absent", async () => {
  const windowModel = "contentSized";
  for (const windowMode of [undefined, null]) {
    assertEquals(await member("windowMode", { windowMode, windowModel }), "contentSized");
  }
  for (const windowMode of ["fullscreen", "other", 5]) {
    assertEquals(await member("windowMode", { windowMode, windowModel }), "fullscreen");
  }
  assertEquals(await member("windowMode", { windowModel: "other" }), "fullscreen");
});

Deno.test("menu.show keeps the default backdrop for any other value", async () => {
  for (const backdrop of ["acrylic", "mica", "mica-alt", "none"]) {
    assertEquals(await member("backdrop", { backdrop }), backdrop);
  }
  for (const backdrop of ["Mica", "", 5, {}]) assertEquals(await member("backdrop", { backdrop }), "acrylic");
});

Deno.test("menu.show hands css, cssReplace and backdropDarkMode on", async () => {
  const given = { css: "a { }", cssReplace: true, backdropDarkMode: false };
  assertEquals(await opened(given), { ...defaults, ...given });
  assertEquals(await member("css", { css: "" }), "");
});

Deno.test("menu.show takes 262144 bytes of css and refuses one more, counted in UTF-8", async () => {
  const refused = (actual: number) => ({
    success: false,
    error: "menu resource limit exceeded: css",
    details: { field: "css", limit: 262144, actual },
  });
  const longest = "x".repeat(MAX_MENU_CSS_BYTES);
  const longestWide = "€".repeat((MAX_MENU_CSS_BYTES - 1) / 3) + "x";
  assertEquals(await member("css", { css: longest }), longest);
  assertEquals(await member("css", { css: longestWide }), longestWide);
  assertEquals(await opened({ css: `${longest}x` }), refused(262145));
  assertEquals(await opened({ css: `${longestWide}x` }), refused(262145));
  assertEquals(await opened({ css: `${longestWide}𝄞` }), refused(262148));
});

Deno.test("menu.show refuses rows over a limit before css over one, and opens nothing", async () => {
  const css = "x".repeat(MAX_MENU_CSS_BYTES + 1);
  const items = Array.from({ length: 513 }, () => ({}));
  assertEquals(await opened({ items, css }), {
    success: false,
    error: "menu resource limit exceeded: items",
    details: { field: "items", limit: 512, actual: 513 },
  });
});

Deno.test("menu.show that is refused leaves the open menu alone and uses up no menu id", async () => {
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

Deno.test("menu.show clamps closeAnimationMs to 0 to 1000, and takes 0 for what is no number", async () => {
  const animation = async (closeAnimationMs: unknown) => {
    const harness = new Harness({ player });
    await harness.call("menu.show", { closeAnimationMs });
    await harness.call("menu.close");
    await harness.close();
    return harness.asked.at(-1)?.params;
  };
  const cases = [[-1, 0], [0, 0], [250, 250], [250.9, 250], [1000, 1000], [1001, 1000], ["5", 0], [true, 0], [
    null,
    0,
  ]];
  for (const [given, animationMs] of cases) {
    assertEquals(await animation(given), { menuId: "menu-1", reason: "api", animationMs });
  }
});

Deno.test("menu.show asks the player in the name of the calling panel", async () => {
  const harness = new Harness({ player });
  await harness.call("menu.show", {}, { panel: "p7" });
  assertEquals(harness.asked.map(({ panel }) => panel), ["p7"]);
  await harness.close();
});

Deno.test("menu.show reports a player that fails to open", async () => {
  await assertPlayerFaults({ operation: "menu.show", player, action: "player.overlay.open" });
});

Deno.test("menu.showNativePopup asks the player for the popup and answers", async () => {
  const { result, asked } = await callOnce(menuPlayer([]), "menu.showNativePopup", { mode: "playlist" });
  assertEquals(result, { success: true });
  assertEquals(asked, [{ name: "player.menu.popup", params: { context: { source: "playlist" } } }]);
});

Deno.test("menu.showNativePopup reports a player that fails", async () => {
  await assertPlayerFaults({
    operation: "menu.showNativePopup",
    params: { mode: "playlist" },
    player: menuPlayer([]),
    action: "player.menu.popup",
  });
});
