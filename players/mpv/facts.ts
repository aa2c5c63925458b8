import type { Handle, OverlayRow, Track } from "../../host_stdio/api/shapes.ts";
import { type FactParts, SharedFacts } from "../model/facts.ts";
import { History } from "../model/history.ts";
import type { OpenOverlay } from "../model/overlay.ts";
import type { PlayerFacts } from "../model/player.ts";
import type { App } from "./app.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";
import type { OsdMenu } from "./osd_menu.ts";
import type { TrackStore } from "./tracks.ts";

/** The maximum number of messages kept. */
const KEPT_NOTICES = 20;

/** Messages for the user. The first listener also gets all earlier messages. */
export class Notices {
  readonly #kept = new History<string>(KEPT_NOTICES);
  readonly #listeners = new Set<(sentence: string) => void>();
  #waiting: string[] | null = [];

  /** The latest messages, oldest first. */
  get last(): readonly string[] {
    return this.#kept.entries;
  }

  /** Keeps a message without calling the listeners. */
  keep(sentence: string): void {
    this.#kept.add(sentence);
  }

  /** Keeps a message and calls the listeners. */
  say(sentence: string): void {
    this.keep(sentence);
    if (this.#waiting) this.#waiting.push(sentence);
    else for (const listener of [...this.#listeners]) listener(sentence);
  }

  /** Adds a listener and returns a function that removes it. */
  on(listener: (sentence: string) => void): () => void {
    // Wrap each listener: the same function may be added twice.
    const own = (sentence: string): void => listener(sentence);
    this.#listeners.add(own);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const sentence of waiting) listener(sentence);
    return () => void this.#listeners.delete(own);
  }
}

/** The parts of the player that {@linkcode MpvFacts} reads. */
export interface MpvFactParts extends FactParts {
  readonly app: App;
  readonly link: MpvLink;
  readonly notices: Notices;
  readonly osd: OsdMenu;
  readonly overlay: { readonly open: OpenOverlay | null };
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

  get overlay(): OpenOverlay | null {
    return this.#parts.overlay.open;
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
