import type { Clock } from "../../host_stdio/clock.ts";
import type { DialogUser } from "../model/dialogs.ts";
import type { OverlayUser } from "../model/overlay.ts";
import type { PanelSettings } from "../model/panels.ts";
import type { PlaylistSeed } from "../model/playlists.ts";
import type { PluginMethods } from "../model/plugins.ts";
import type { AppPaths, Theme } from "./app.ts";
import type { SeededTrack } from "./library/sources.ts";

/** How a reference player is set up. All options are optional. */
export interface ReferencePlayerOptions {
  /** The clock that moves the music; the machine's by default. */
  readonly clock?: Clock;
  /** Seconds of music per second of the clock; 1 by default. */
  readonly speed?: number;
  /** Milliseconds of the clock that a track takes to open; 0 by default. */
  readonly openingMilliseconds?: number;
  /** Milliseconds of the clock that the host `slow.example` takes to answer; 2000 by default. */
  readonly slowMilliseconds?: number;
  /**
   * Milliseconds of the clock that a scan of the media library takes, the first one included; 500 by default. With
   * Infinity no scan ends.
   */
  readonly scanMilliseconds?: number;
  /** The seed of random playback; 1 by default. The same seed gives the same order. */
  readonly seed?: number;
  /** The profile directory that the player reports. */
  readonly profile?: string;
  /** The other directories that the player reports. */
  readonly paths?: Partial<Omit<AppPaths, "profile">>;
  /** Tracks that precede those of the library. */
  readonly tracks?: readonly SeededTrack[];
  /** The number of tracks in the large collection, which takes no memory; 200,000 by default. */
  readonly collectionSize?: number;
  /** The playlists; by default albums, favourites, a large one, streams and an empty one. */
  readonly playlists?: readonly PlaylistSeed[];
  /** The panels by name; by default `p1`, and `p2` on a display of 144 dpi. */
  readonly panels?: Readonly<Record<string, PanelSettings>>;
  /** Dots per inch of the main display; 96 by default. */
  readonly dpi?: number;
  /** The user's locale, a BCP 47 tag; `en-US` by default. */
  readonly locale?: string;
  /** The system's colours; dark with the accent `#1E88E5` by default. */
  readonly theme?: Partial<Theme>;
  /** The maximum number of lines in the console; 1000 by default. */
  readonly consoleLines?: number;
  /** Whether the main menu's tree can be built; true by default. */
  readonly canBuildMainMenuTree?: boolean;
  /** A scripted user who reacts to menu overlays; none by default. */
  readonly overlayUser?: OverlayUser;
  /** A scripted user who answers dialogs; none by default: they stay open. */
  readonly dialogUser?: DialogUser;
  /** External plugins by their namespaces. */
  readonly plugins?: Readonly<Record<string, PluginMethods>>;
}
