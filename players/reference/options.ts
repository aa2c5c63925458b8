/**
 * What a reference player can be made with.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { AccessRule } from "./media.ts";
import type { AppPaths, Theme } from "./app.ts";
import type { ClipboardFormat } from "../model/clipboard.ts";
import type { SeededTrack } from "./library/sources.ts";
import type { OverlayUser } from "../model/overlay.ts";
import type { PanelSettings } from "../model/panels.ts";
import type { PlaylistSeed } from "../model/playlists.ts";
import type { PluginMethods } from "./plugins.ts";

/** Everything is optional. */
export interface ReferencePlayerOptions {
  /** What tells the time and moves the music; the machine's clock when left out. */
  readonly clock?: Clock;
  /** Seconds of music in a second of the clock; 1 when left out. */
  readonly speed?: number;
  /** Milliseconds of the clock from the choice of a track to its first sound; 0 when left out: it sounds at once. */
  readonly openingMilliseconds?: number;
  /** Milliseconds of the clock by which the host `slow.example` is late; 2000 when left out. */
  readonly slowMilliseconds?: number;
  /** What chance is made from: the same seed gives the same random order. 1 when left out. */
  readonly seed?: number;
  /** The profile directory that it reports. */
  readonly profile?: string;
  /** The other directories that it reports. */
  readonly paths?: Partial<Omit<AppPaths, "profile">>;
  /** Tracks brought along, in front of the library's own. */
  readonly tracks?: readonly SeededTrack[];
  /** How many tracks the library's large collection has; 200,000 when left out. They take no memory. */
  readonly collectionSize?: number;
  /** The playlists in place of the usual ones. */
  readonly playlists?: readonly PlaylistSeed[];
  /** What media may be read; when left out, nothing below a folder `private` and nothing ending in `.secret` may. */
  readonly mayRead?: AccessRule;
  /** The panels by their names; `p1` and, on a finer display, `p2` when left out. */
  readonly panels?: Readonly<Record<string, PanelSettings>>;
  /** Dots per inch of the main display; 96 when left out. */
  readonly dpi?: number;
  /** The user's locale, a BCP 47 tag; `en-US` when left out. */
  readonly locale?: string;
  /** The system's colours. */
  readonly theme?: Partial<Theme>;
  /** Formats that can be written to the clipboard; all when left out. */
  readonly clipboardFormats?: readonly ClipboardFormat[];
  /** How many lines the console keeps; 1000 when left out. */
  readonly consoleLines?: number;
  /** Whether the main menu's tree can be built; true when left out. */
  readonly canBuildMainMenuTree?: boolean;
  /** A person who answers every menu overlay; when left out nobody does. */
  readonly overlayUser?: OverlayUser;
  /** External plugins by their namespaces. */
  readonly plugins?: Readonly<Record<string, PluginMethods>>;
}
