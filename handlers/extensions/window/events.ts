/** The events of the extension `window` (extensions.md, "Events"). */

import * as v from "valibot";
import { defineEvent } from "../../core/event.ts";

export const windowEvents = {
  stateChanged: defineEvent({
    name: "window:stateChanged",
    description: "The window that contains the panel has changed.",
    payload: () =>
      v.strictObject({
        isMaximized: v.boolean(),
        maximized: v.boolean(),
        isMinimized: v.boolean(),
        minimized: v.boolean(),
        isActive: v.boolean(),
        active: v.boolean(),
        isFullscreen: v.boolean(),
        fullscreen: v.boolean(),
      }),
  }),
} as const;
