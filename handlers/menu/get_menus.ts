/**
 * `menu.getContextMenu` and `menu.getMainMenu` (specification, "menu").
 *
 * @module
 */

import * as v from "valibot";
import { described } from "../documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../operation.ts";
import { optional, params, string } from "../params.ts";
import { dependentParams } from "../selective_params.ts";
import { chooseContext, contextErrors, contextModes, lacksHandles } from "./context.ts";
import { handlesParam, i18nParam, localeParam, modeParam, withAvailabilityParam } from "./context_params.ts";
import { buildContextMenu, buildMainMenu, contextMenuFailed } from "./menus.ts";
import { findTranslation } from "./translation.ts";
import { findMenu, menuItem, shapeMenu } from "./tree.ts";

/** `menu.getContextMenu`: the context menu tree. */
export const getContextMenu = defineOperation({
  name: "menu.getContextMenu",
  description: "Gives the context menu tree for the chosen context.",
  params: dependentParams(
    {
      handles: handlesParam,
      i18n: i18nParam,
      locale: localeParam,
      mode: modeParam,
      withAvailability: withAvailabilityParam,
    },
    ({ mode, handles }) => mode === "handles" && lacksHandles(handles) ? contextErrors.noHandles : undefined,
  ),
  result: v.strictObject({
    success: v.literal(true),
    items: v.array(menuItem),
    i18n: v.boolean(),
    locale: v.string(),
    mode: described(v.picklist(contextModes.filter((mode) => mode !== "auto")), "The mode that took effect."),
    withAvailability: v.boolean(),
  }),
  errors: [...Object.values(contextErrors), contextMenuFailed],
  handle: async ({ handles, i18n, locale, mode, withAvailability }, { player }) => {
    const context = await chooseContext(player, mode, handles);
    const nodes = await buildContextMenu(player, context);
    const translate = await findTranslation(i18n, locale);
    const items = shapeMenu({ nodes, labels: [] }, { translate, withAvailability });
    return succeeded({ items, i18n, locale, mode: context.source, withAvailability });
  },
});

/** `menu.getMainMenu`: the main menu tree, or a flat list where there is none. */
export const getMainMenu = defineOperation({
  name: "menu.getMainMenu",
  description: "Gives the main menu tree, or a flat list of commands when the player cannot build a tree.",
  params: params({
    i18n: i18nParam,
    locale: localeParam,
    root: described(
      optional(string),
      "Name or path of a submenu to which the tree is restricted; the whole menu when left out or empty.",
    ),
    withAvailability: withAvailabilityParam,
  }),
  result: v.strictObject({
    success: v.literal(true),
    items: v.array(menuItem),
    fallback: described(v.boolean(), "Whether `items` is a flat list because there is no tree."),
  }),
  failureFields: {
    items: described(v.optional(v.strictTuple([])), "When `root` was not found."),
    fallback: described(v.optional(v.boolean()), "When `root` was not found."),
  },
  errors: [menuNotFound("<root>")],
  handle: async ({ i18n, locale, root = "", withAvailability }, { player }) => {
    const { nodes, fallback } = await buildMainMenu(player);
    const menu = findMenu(nodes, root);
    if (!menu) throw new Failure(menuNotFound(root), { items: [], fallback });
    const translate = await findTranslation(i18n, locale);
    return succeeded({ items: shapeMenu(menu, { translate, withAvailability }), fallback });
  },
});

function menuNotFound(root: string): string {
  return `Menu not found: ${root}`;
}
