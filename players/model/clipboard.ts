import { ActionError, type PlayerActions } from "./actions.ts";

/** A format that the bridge can write to the clipboard. */
export type ClipboardFormat = "text" | "html" | "files";

/** All formats. */
export const clipboardFormats: readonly ClipboardFormat[] = ["text", "html", "files"];

/** The content of the clipboard; null for a missing format. */
export interface ClipboardContent {
  /** Plain text. */
  readonly text: string | null;
  /** A complete payload of the Windows format "HTML Format". */
  readonly html: string | null;
  /** Paths of files. */
  readonly files: readonly string[] | null;
  /** Whether there is an image. */
  readonly hasImage: boolean;
}

const EMPTY: ClipboardContent = { text: null, html: null, files: null, hasImage: false };

/** The system clipboard, shared with other programs. */
export class Clipboard {
  /** Whether another program keeps the clipboard open, so that reading fails and writing does nothing. */
  heldByAnother = false;
  #content: ClipboardContent = EMPTY;
  readonly #writable: ReadonlySet<ClipboardFormat>;

  /** @param writable The formats that can be written; by default all. Others are ignored. */
  constructor(writable: Iterable<ClipboardFormat> = clipboardFormats) {
    this.#writable = new Set(writable);
  }

  get content(): ClipboardContent {
    return this.#content;
  }

  /** Replaces the content, as another program does. Formats left out are null. */
  replace(content: Partial<ClipboardContent>): void {
    this.#content = { ...EMPTY, ...content };
  }

  readonly read: PlayerActions["player.clipboard.read"] = () => {
    if (this.heldByAnother) throw new ActionError("The clipboard is in use by another program");
    const { text, files, hasImage } = this.#content;
    return { text, files: files && [...files], hasImage };
  };

  /** Writes the supported formats. Writes nothing while another program holds the clipboard. */
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
