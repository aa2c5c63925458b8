import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { Harness, type PlayerScript } from "../support/harness.ts";

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

for (const name of ["panel.getConfig", "panel.setConfig"]) {
  Deno.test(`${name} fails without a calling panel and does not ask the player`, async () => {
    const harness = new Harness({ player });
    assertEquals(await harness.call(name, { grabFocus: false }, { panel: null }), notFound);
    assertEquals(harness.asked, []);
    await harness.close();
  });

  Deno.test(`${name} accepts an empty panel name`, async () => {
    const harness = new Harness({ player });
    const { success } = await harness.call(name, {}, { panel: "" });
    assertEquals(success, true);
    assertEquals(harness.asked[0]?.panel, "");
    await harness.close();
  });
}

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
