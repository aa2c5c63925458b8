import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { Harness } from "../support/harness.ts";

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
      await using harness = new Harness({
        player: {
          "player.panel.getConfig": { config: state },
          "player.panel.setConfig": ({ patch }) => ({ config: Object.assign(state, patch) }),
        },
      });
      const { changed } = await harness.call("panel.setConfig", given);
      assertEquals(state, { ...current, ...given } as typeof current);
      assertEquals(changed, JSON.stringify(state) !== JSON.stringify(current));
      assertEquals(harness.asked.length, changed ? 2 : 1);
    },
  ));
});
