/**
 * The events of the extension `window` (theme-namespaces.md, "Events").
 *
 * @module
 */

import * as v from "valibot";
import type { Event } from "../../core/events.ts";

export const windowEvents = {
  "window:stateChanged": {
    description: "The window that contains the panel has changed.",
    payload: v.strictObject({
      isMaximized: v.boolean(),
      maximized: v.boolean(),
      isMinimized: v.boolean(),
      minimized: v.boolean(),
      isActive: v.boolean(),
      active: v.boolean(),
      isFullscreen: v.boolean(),
      fullscreen: v.boolean(),
    }),
  },
} as const satisfies Record<`window:${string}`, Event>;
