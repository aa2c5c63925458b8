/**
 * Namespace `menu`: context menus, the main menu, and the menu overlay that the player draws itself (specification,
 * "menu").
 */

import { defineNamespace } from "../core/namespace.ts";
import {
  getContextMenu,
  getMainMenu,
  runContextCommand,
  runContextCommandById,
  runMainMenuCommand,
} from "./commands.ts";
import { menuEvents, menuOverlay } from "./overlay.ts";
import { close, show, showNativePopup } from "./show.ts";

export const menu = defineNamespace({
  name: "menu",
  operations: [
    close,
    getContextMenu,
    getMainMenu,
    runContextCommand,
    runContextCommandById,
    runMainMenuCommand,
    show,
    showNativePopup,
  ],
  events: Object.values(menuEvents),
  createState: (connection) => connection.part(menuOverlay),
});
