/**
 * What menu commands act on.
 *
 * @module
 */

import type { App } from "../app.ts";
import type { Clipboard } from "../../model/clipboard.ts";
import type { Library } from "../library/library.ts";
import type { Playback } from "../playback.ts";
import type { Playlists } from "../../model/playlists.ts";
import type { Queue } from "../../model/queue.ts";
import type { Selection } from "../../model/selection.ts";
import type { System } from "../system.ts";
import type { MenuSettings } from "./menu_settings.ts";
import type { Ratings } from "./ratings.ts";

/** The parts of the player that menu commands act on. */
export interface MenuParts {
  readonly app: App;
  readonly clipboard: Clipboard;
  readonly library: Library;
  readonly playback: Playback;
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly ratings: Ratings;
  readonly selection: Selection;
  readonly settings: MenuSettings;
  readonly system: System;
}
