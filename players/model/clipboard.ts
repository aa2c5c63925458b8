import type { PlayerActions } from "./actions.ts";

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
  #content: ClipboardContent = EMPTY;

  get content(): ClipboardContent {
    return this.#content;
  }

  /** Replaces the content, as another program does. Formats left out are null. */
  replace(content: Partial<ClipboardContent>): void {
    this.#content = { ...EMPTY, ...content };
  }

  readonly read: PlayerActions["player.clipboard.read"] = () => {
    const { text, files, hasImage } = this.#content;
    return { text, files: files && [...files], hasImage };
  };

  readonly write: PlayerActions["player.clipboard.write"] = ({ formats }) => {
    const content: { -readonly [Key in keyof ClipboardContent]: ClipboardContent[Key] } = { ...EMPTY };
    for (const part of formats) {
      if (part.format === "files") content.files = part.data;
      else content[part.format] = part.data;
    }
    this.#content = content;
    return { written: formats.map(({ format }) => format) };
  };
}
