/** The events of the namespace `menu` (specification, "Events"). */

import * as v from "valibot";
import { described } from "../core/documented_schema.ts";
import { defineEvent } from "../core/event.ts";

/** The events of the menu overlay. */
export const menuEvents = {
  select: defineEvent({
    name: "menu:select",
    description: "The user chose a row of the menu overlay.",
    payload: () => v.strictObject({ menuId: v.string(), itemId: v.string() }),
  }),
  dismiss: defineEvent({
    name: "menu:dismiss",
    description: "The menu overlay has closed.",
    payload: () =>
      v.strictObject({
        menuId: v.string(),
        reason: described(
          v.string(),
          "`select` after a choice, `replaced` by another menu, the reason given to `menu.close`, or a reason of the player.",
        ),
      }),
  }),
  valueChanged: defineEvent({
    name: "menu:valueChanged",
    description: "A rich row of the menu overlay has changed its value; the menu stays open.",
    payload: () => v.strictObject({ menuId: v.string(), itemId: v.string(), value: v.number() }),
  }),
} as const;
