import type { Handle, OverlayRow, Track } from "../../host_stdio/api/shapes.ts";
import { type FactParts, SharedFacts } from "../model/facts.ts";
import type { PlayerFacts } from "../model/player.ts";
import type { App } from "./app.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";
import type { Notices } from "./notices.ts";
import type { OsdMenu } from "./osd_menu.ts";
import type { TrackStore } from "./tracks.ts";

/** The parts of the player that {@linkcode MpvFacts} reads. */
export interface MpvFactParts extends FactParts {
  readonly app: App;
  readonly link: MpvLink;
  readonly notices: Notices;
  readonly osd: OsdMenu;
  readonly tracks: TrackStore;
  /** A description of the clipboard. */
  readonly clipboardKind: string;
}

/** The state of mpv as a player. */
export class MpvFacts extends SharedFacts implements PlayerFacts {
  readonly #parts: MpvFactParts;

  constructor(parts: MpvFactParts) {
    super(parts);
    this.#parts = parts;
  }

  get contextMenu(): readonly OverlayRow[] | null {
    return this.overlay ? null : this.#parts.osd.rows;
  }

  get consoleLines(): readonly { readonly level: string; readonly line: string }[] {
    return this.#parts.app.consoleLines;
  }

  get desktop(): readonly string[] {
    const { clipboardKind, link, notices } = this.#parts;
    return [
      `The clipboard: ${clipboardKind}`,
      "Theme and locale: mpv has no settings for them",
      "Native context menus: on mpv's screen, chosen from by its keys",
      ...notices.last,
      ...link.connected ? [] : ["mpv is not running"],
    ];
  }

  describe(handle: Handle): Track {
    return this.#parts.tracks.describe(handle);
  }

  look(handles: readonly Handle[]): Promise<void> {
    return this.#parts.tracks.look(handles);
  }
}
