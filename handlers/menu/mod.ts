/**
 * Namespace `menu`: context menus and main menus, and the self-drawn menu overlay (specification, "menu").
 *
 * @module
 */

import type { ConnectionContext } from "../core/context.ts";
import type { NamespaceServices } from "../core/namespace.ts";
import { MenuOverlay } from "./overlay.ts";
import {
  getContextMenu,
  getMainMenu,
  runContextCommand,
  runContextCommandById,
  runMainMenuCommand,
} from "./commands.ts";
import { close, show, showNativePopup } from "./show.ts";

/** The operations of the namespace `menu`. */
export const menuOperations = [
  close,
  getContextMenu,
  getMainMenu,
  runContextCommand,
  runContextCommandById,
  runMainMenuCommand,
  show,
  showNativePopup,
] as const;

/** What the namespace `menu` keeps for a connection. */
export function menuServices(connection: ConnectionContext) {
  return { menu: new MenuOverlay(connection) } satisfies NamespaceServices;
}
