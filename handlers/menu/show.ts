/** `menu.show`, `menu.close` and `menu.showNativePopup` (specification, "menu"). */

import * as v from "valibot";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import type { Context } from "../core/context.ts";
import { described, documentation, documentedAs } from "../core/documented_schema.ts";
import { defineOperation, succeeded } from "../core/operation.ts";
import {
  array,
  boolean,
  integer,
  isAbsent,
  optional,
  params,
  string,
  treatedAs,
  withDefault,
} from "../core/params.ts";
import { chooseContext, contextErrors, handlesParam, modeParam } from "./context.ts";
import { menuEvents, type MenuOverlay } from "./overlay.ts";
import {
  clampCloseAnimation,
  CLOSE_ANIMATION_MAX_MS,
  givenMenuRow,
  MAX_DISMISS_REASON,
  MAX_MENU_CSS_BYTES,
  MAX_MENU_DEPTH,
  MAX_MENU_ROWS,
  MAX_MENU_SVG_BYTES,
  MAX_ROW_SEGMENTS,
  overLimit,
  readRows,
  resourceDetails,
  withinStyleSize,
} from "./rows.ts";

const windowMode = treatedAs(v.picklist(["fullscreen", "contentSized"]), "fullscreen");

// Resource limits are checked together with their parameter, before the parameters after it.
/** Makes the schema of a menu's rows as a page gives them. */
export const menuRows = () => documentedAs(array, v.array(schemaOf(givenMenuRow)));

export const menuRowsText =
  `The menu's rows: at most ${MAX_MENU_ROWS} in all, ${MAX_MENU_DEPTH} levels deep, with at most ` +
  `${MAX_ROW_SEGMENTS} segments a row and ${MAX_MENU_SVG_BYTES} bytes of icons in all.`;

/** A coordinate of the menu. */
export const coordinate = described(
  optional(integer),
  "Screen pixels; the cursor's position when omitted or negative.",
);

const showEntries = () =>
  params({
    items: v.pipe(
      described(withDefault(menuRows(), []), menuRowsText),
      v.transform((items) => readRows(items)),
    ),
    x: coordinate,
    y: coordinate,
    windowMode: described(
      windowMode,
      "`fullscreen` covers the work area, `contentSized` is a window of the menu's own size.",
    ),
    windowModel: described(windowMode, "An alias of `windowMode`, used only without `windowMode`."),
    css: v.pipe(
      described(optional(string), `A style sheet of at most ${MAX_MENU_CSS_BYTES} bytes.`),
      v.transform(withinStyleSize),
    ),
    cssReplace: described(
      withDefault(boolean, false),
      "Whether `css` replaces the built-in styles instead of being added to them.",
    ),
    backdrop: described(
      treatedAs(v.picklist(["acrylic", "mica", "mica-alt", "none"]), "acrylic"),
      "The material of the menu's background.",
    ),
    backdropDarkMode: described(withDefault(boolean, true), "Whether the backdrop is tinted dark."),
    closeAnimationMs: described(
      treatedAs(v.number(), 0),
      `Milliseconds between the end and the hiding of the menu, from 0 to ${CLOSE_ANIMATION_MAX_MS}.`,
    ),
  });

const showParams = () => {
  const entries = showEntries();
  return v.pipe(
    v.custom<v.InferInput<typeof entries>>((input) => typeof input === "object" && input !== null),
    documentation(entries),
    v.transform((raw) => isAbsent(raw.windowMode) ? { ...raw, windowMode: raw.windowModel } : raw),
    entries,
  );
};

export const show = defineOperation({
  name: "menu.show",
  description: "Opens the self-drawn menu overlay, replacing an open one, and returns its id.",
  needs: ["player.overlay.open"],
  params: showParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      menuId: described(v.string(), "The menu's id in events."),
    }),
  failureFields: () => ({
    details: described(v.optional(resourceDetails), "When a resource limit was exceeded."),
  }),
  errors: [overLimit("<field>")],
  events: [menuEvents.select, menuEvents.dismiss, menuEvents.valueChanged],
  handle: async (given, context: Context<MenuOverlay>) => {
    const { items, x, y, windowMode, css, cssReplace, backdrop, backdropDarkMode } = given;
    const menuId = await context.state.show(context, {
      drawing: {
        items,
        x: anchor(x),
        y: anchor(y),
        windowMode,
        css: css ?? null,
        cssReplace,
        backdrop,
        backdropDarkMode,
      },
      closeAnimationMs: clampCloseAnimation(given.closeAnimationMs),
    });
    return succeeded({ menuId });
  },
});

export const close = defineOperation({
  name: "menu.close",
  description: "Closes the self-drawn menu overlay if one is open.",
  params: () =>
    params({
      reason: described(
        treatedAs(v.string(), "api"),
        `The reason that \`menu:dismiss\` gives, cut to ${MAX_DISMISS_REASON} characters.`,
      ),
    }),
  result: () => v.strictObject({ success: v.literal(true) }),
  failure: "never",
  events: [menuEvents.dismiss],
  handle: async ({ reason }, { state }: Context<MenuOverlay>) => {
    await state.dismiss(reason);
    return succeeded();
  },
});

export const showNativePopup = defineOperation({
  name: "menu.showNativePopup",
  description: "Opens the native context menu at the cursor; answers before it is shown.",
  needs: ["player.menu.popup"],
  params: () => params({ handles: handlesParam, mode: modeParam }),
  result: () => v.strictObject({ success: v.literal(true) }),
  errors: Object.values(contextErrors),
  handle: async ({ handles, mode }, { player }) => {
    await player.request("player.menu.popup", { context: await chooseContext(player, mode, handles) });
    return succeeded();
  },
});

/** Returns null, which stands for the position of the cursor, if a coordinate is absent or negative. */
export function anchor(coordinate: number | undefined): number | null {
  return coordinate === undefined || coordinate < 0 ? null : coordinate;
}
