import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { Harness, type PlayerScript } from "../support/harness.ts";
import { assertPlayerFaults } from "../support/player_faults.ts";

const config = {
  panelName: "Main",
  transparentBackground: false,
  grabFocus: true,
  enableDragDrop: false,
  url: "http://localhost/",
  nested: { any: [1, null] },
};
const player: PlayerScript = {
  "player.panel.getConfig": { config },
  "player.panel.setConfig": ({ patch }) => ({ config: { ...config, ...patch } as typeof config }),
};
const notFound = { success: false, error: "Panel not found" };

/** Calls `panel.setConfig` and tells the result, the actions asked and the patches sent. */
async function set(params: unknown, options: { panel?: string | null } = {}) {
  const harness = new Harness({ player });
  const result = await harness.call("panel.setConfig", params, options);
  await harness.close();
  const asked = harness.asked.map(({ name }) => name);
  const patches = harness.asked.filter(({ name }) => name === "player.panel.setConfig").map(({ params }) =>
    params
  );
  return { result, asked, patches };
}

Deno.test("panel.getConfig answers all that the player gives for the calling panel", async () => {
  const harness = new Harness({ player });
  const result = await harness.call("panel.getConfig", { panel: "p2", ignored: 1 }, { panel: "p7" });
  assertEquals(result, { success: true, config });
  assertEquals(harness.asked, [{ name: "player.panel.getConfig", params: {}, panel: "p7" }]);
  await harness.close();
});

for (const name of ["panel.getConfig", "panel.setConfig"]) {
  Deno.test(`${name} finds no panel when the player knows none of that name`, async () => {
    const harness = new Harness({ player: { ...player, "player.panel.getConfig": { config: null } } });
    assertEquals(await harness.call(name, { grabFocus: false }), notFound);
    assertEquals(harness.asked.map(({ name }) => name), ["player.panel.getConfig"]);
    await harness.close();
  });

  Deno.test(`${name} finds no panel when the call comes from none, and asks nothing`, async () => {
    const harness = new Harness({ player });
    assertEquals(await harness.call(name, { grabFocus: false }, { panel: null }), notFound);
    assertEquals(harness.asked, []);
    await harness.close();
  });

  Deno.test(`${name} takes an empty panel name for a panel like any other`, async () => {
    const harness = new Harness({ player });
    const { success } = await harness.call(name, {}, { panel: "" });
    assertEquals(success, true);
    assertEquals(harness.asked[0]?.panel, "");
    await harness.close();
  });

  Deno.test(`${name} reports a player that cannot give the configuration`, async () => {
    const { grabFocus: _, ...lacking } = config;
    await assertPlayerFaults({
      operation: name,
      params: { grabFocus: false },
      player,
      action: "player.panel.getConfig",
      misfits: [{}, { config: "x" }, { config: lacking }, { config: { ...config, panelName: null } }],
    });
  });
}

Deno.test("panel.setConfig sends only the fields whose value changes", async () => {
  assertEquals(await set({ ...config, panelName: "Other", enableDragDrop: true }), {
    result: { success: true, changed: true },
    asked: ["player.panel.getConfig", "player.panel.setConfig"],
    patches: [{ patch: { enableDragDrop: true, panelName: "Other" } }],
  });
});

Deno.test("panel.setConfig sends each of the four fields when it changes", async () => {
  for (
    const patch of [
      { enableDragDrop: true },
      { grabFocus: false },
      { panelName: "" },
      { panelName: "main" },
      { transparentBackground: true },
    ]
  ) {
    const { result, patches } = await set(patch);
    assertEquals(result, { success: true, changed: true });
    assertEquals(patches, [{ patch }]);
  }
});

Deno.test("panel.setConfig does not call the player when nothing changes", async () => {
  const { panelName, transparentBackground, grabFocus, enableDragDrop } = config;
  for (
    const params of [
      undefined,
      {},
      { panelName, transparentBackground, grabFocus, enableDragDrop },
      { panelName: null, transparentBackground: null, grabFocus: null, enableDragDrop: null },
    ]
  ) {
    assertEquals(await set(params), {
      result: { success: true, changed: false },
      asked: ["player.panel.getConfig"],
      patches: [],
    });
  }
});

Deno.test("panel.setConfig changes no field but the four", async () => {
  const { result, patches } = await set({ url: "http://evil/", nested: 1, PanelName: "x", constructor: 1 });
  assertEquals(result, { success: true, changed: false });
  assertEquals(patches, []);
  assertEquals((await set({ url: "http://evil/", grabFocus: false })).patches, [{
    patch: { grabFocus: false },
  }]);
  assertEquals((await set(JSON.parse('{"__proto__":{"grabFocus":false}}'))).patches, []);
});

for (
  const [field, type, wrong] of [
    ["enableDragDrop", "boolean", ["true", 1, 0, [], {}]],
    ["grabFocus", "boolean", ["", 1, [true], {}]],
    ["panelName", "string", [1, true, ["x"], {}]],
    ["transparentBackground", "boolean", ["false", 0, [], {}]],
  ] as const
) {
  Deno.test(`panel.setConfig refuses ${field} when it is no ${type}`, async () => {
    for (const value of wrong) {
      assertEquals(await set({ [field]: value }), {
        result: { success: false, error: `${field} must be a ${type}` },
        asked: [],
        patches: [],
      });
    }
  });
}

Deno.test("panel.setConfig reports the first wrong type in the order of the specification", async () => {
  const fields = ["enableDragDrop", "grabFocus", "panelName", "transparentBackground"];
  for (const [i, first] of fields.entries()) {
    const wrong = fields.slice(i).reverse().map((field) => [field, 1]);
    const { result } = await set(Object.fromEntries(wrong));
    assertEquals(result["error"], `${first} must be a ${first === "panelName" ? "string" : "boolean"}`);
  }
});

Deno.test("panel.setConfig reports a wrong type before a missing panel", async () => {
  const { result } = await set({ grabFocus: 1 }, { panel: null });
  assertEquals(result, { success: false, error: "grabFocus must be a boolean" });
});

Deno.test("panel.setConfig asks in the name of the calling panel", async () => {
  const harness = new Harness({ player });
  await harness.call("panel.setConfig", { grabFocus: false, panel: "p1" }, { panel: "p9" });
  assertEquals(harness.asked.map(({ panel }) => panel), ["p9", "p9"]);
  await harness.close();
});

Deno.test("panel.setConfig reports a player that cannot change the configuration", async () => {
  await assertPlayerFaults({
    operation: "panel.setConfig",
    params: { grabFocus: false },
    player,
    action: "player.panel.setConfig",
    misfits: [{}, { config: null }],
  });
});

Deno.test("panel.setConfig sends exactly the difference for any configuration", async () => {
  const fields = fc.record({
    enableDragDrop: fc.boolean(),
    grabFocus: fc.boolean(),
    panelName: fc.constantFrom("", "a", "b"),
    transparentBackground: fc.boolean(),
  });
  await fc.assert(fc.asyncProperty(
    fields,
    fields.chain((whole) => fc.subarray(Object.entries(whole)).map((some) => Object.fromEntries(some))),
    async (current, given) => {
      const state = { ...current };
      const harness = new Harness({
        player: {
          "player.panel.getConfig": { config: state },
          "player.panel.setConfig": ({ patch }) => ({ config: Object.assign(state, patch) }),
        },
      });
      const { changed } = await harness.call("panel.setConfig", given);
      assertEquals(state, { ...current, ...given } as typeof current);
      assertEquals(changed, JSON.stringify(state) !== JSON.stringify(current));
      assertEquals(harness.asked.length, changed ? 2 : 1);
      await harness.close();
    },
  ));
});
