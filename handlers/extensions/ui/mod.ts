/** Extension `ui`: context menus of the page (extensions.md, "window, ui, discovery, audio, lyrics"). */

import * as v from "valibot";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineNamespace } from "../../core/namespace.ts";
import { defineOperation, succeeded } from "../../core/operation.ts";
import { optional, params } from "../../core/params.ts";
import { chooseContext } from "../../menu/context.ts";
import { type MenuOverlay, menuOverlay } from "../../menu/overlay.ts";
import { overLimit, readRows, resourceDetails } from "../../menu/rows.ts";
import { anchor, coordinate, menuRows, menuRowsText } from "../../menu/show.ts";

const showContextMenu = defineOperation({
  name: "ui.showContextMenu",
  description: "Opens a menu, waits until it closes, and returns the chosen row.",
  needs: [["player.overlay.open", "player.menu.popup"]],
  params: () =>
    params({
      items: v.pipe(
        described(optional(menuRows()), `${menuRowsText} The native context menu when left out.`),
        v.transform((items) => items && readRows(items)),
      ),
      x: coordinate,
      y: coordinate,
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      selectedId: described(
        v.exactOptional(v.nullable(v.string())),
        "The id of the chosen row, null without a choice. Absent without `items`.",
      ),
    }),
  failureFields: () => ({
    details: described(v.optional(resourceDetails), "When a resource limit was exceeded."),
  }),
  errors: [overLimit("<field>")],
  handle: async ({ items, x, y }, context: Context<MenuOverlay>) => {
    if (!items) {
      const { player } = context;
      await player.request("player.menu.popup", { context: await chooseContext(player, "auto") });
      return succeeded();
    }
    const selectedId = await context.state.choose(context, {
      drawing: {
        items,
        x: anchor(x),
        y: anchor(y),
        windowMode: "fullscreen",
        css: null,
        cssReplace: false,
        backdrop: "acrylic",
        backdropDarkMode: true,
      },
      closeAnimationMs: 0,
    });
    return succeeded({ selectedId });
  },
});

export const ui = defineNamespace({
  name: "ui",
  operations: [showContextMenu],
  createState: (connection) => connection.part(menuOverlay),
});
