/**
 * The operating system's clipboard.
 *
 * @module
 */

import { ActionError, type PlayerActions } from "./actions.ts";

/** A format that the clipboard can hold and the bridge can write. */
export type ClipboardFormat = "text" | "html" | "files";

/** The formats of an ordinary desktop. */
export const clipboardFormats: readonly ClipboardFormat[] = ["text", "html", "files"];

/** What is on the clipboard; null for a format that is not there. */
export interface ClipboardContent {
  /** Plain text. */
  readonly text: string | null;
  /** A complete "HTML Format" payload. */
  readonly html: string | null;
  /** Paths of files. */
  readonly files: readonly string[] | null;
  /** Whether there is an image. */
  readonly hasImage: boolean;
}

const EMPTY: ClipboardContent = { text: null, html: null, files: null, hasImage: false };

/** The clipboard that the player shares with every other program. */
export class Clipboard {
  /** Whether another program has it open, so that nobody else gets at it. */
  heldByAnother = false;
  #content: ClipboardContent = EMPTY;
  readonly #writable: ReadonlySet<ClipboardFormat>;

  /** @param writable The formats that can be written; others are left out of `written`. */
  constructor(writable: Iterable<ClipboardFormat> = clipboardFormats) {
    this.#writable = new Set(writable);
  }

  /** What is on it. */
  get content(): ClipboardContent {
    return this.#content;
  }

  /**
   * Puts something on it in place of what was there, as another program does.
   *
   * @param content The formats that it then holds.
   */
  replace(content: Partial<ClipboardContent>): void {
    this.#content = { ...EMPTY, ...content };
  }

  /** Carries out `player.clipboard.read`. */
  readonly read: PlayerActions["player.clipboard.read"] = () => {
    if (this.heldByAnother) throw new ActionError("The clipboard is in use by another program");
    const { text, files, hasImage } = this.#content;
    return { text, files: files && [...files], hasImage };
  };

  /** Carries out `player.clipboard.write`: a clipboard held by another program takes nothing. */
  readonly write: PlayerActions["player.clipboard.write"] = ({ formats }) => {
    const taken = this.heldByAnother ? [] : formats.filter(({ format }) => this.#writable.has(format));
    if (taken.length > 0) {
      const content: { -readonly [Key in keyof ClipboardContent]: ClipboardContent[Key] } = { ...EMPTY };
      for (const part of taken) {
        if (part.format === "files") content.files = part.data;
        else content[part.format] = part.data;
      }
      this.#content = content;
    }
    return { written: taken.map(({ format }) => format) };
  };
}
