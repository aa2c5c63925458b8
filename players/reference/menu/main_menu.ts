/**
 * The main menu.
 *
 * @module
 */

import { editMenu } from "./edit_menu.ts";
import { fileMenu } from "./file_menu.ts";
import { helpMenu } from "./help_menu.ts";
import { libraryMenu } from "./library_menu.ts";
import type { MenuParts } from "./menu_parts.ts";
import type { MenuRow } from "../../model/menu_rows.ts";
import { playbackMenu } from "./playback_menu.ts";
import { viewMenu } from "./view_menu.ts";

/**
 * Builds the main menu as it is at this moment.
 *
 * @param parts What its commands act on.
 * @returns The six menus.
 */
export function mainMenu(parts: MenuParts): MenuRow[] {
  return [fileMenu, editMenu, viewMenu, playbackMenu, libraryMenu, helpMenu].map((menu) => menu(parts));
}
