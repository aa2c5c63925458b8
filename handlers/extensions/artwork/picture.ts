/**
 * A picture as the player answers it: its size, its type and its dimensions, read from the first bytes without decoding
 * the rest (extensions.md, "artwork").
 */

/** A picture in base64. */
export interface Picture {
  /** In bytes. */
  readonly size: number;
  readonly mimeType: string;
  /** In pixels; 0 when unknown. */
  readonly width: number;
  /** In pixels; 0 when unknown. */
  readonly height: number;
  /** A valid source of an image. */
  readonly dataUrl: string;
}

/** Base64 characters that hold the bytes up to the dimensions of a PNG: a multiple of four. */
const HEAD_LENGTH = 32;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MIME_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/;
const UNKNOWN_TYPE = "application/octet-stream";

/** Signatures of formats; a dot stands for any byte. */
const signatures: readonly (readonly [mimeType: string, signature: RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  // deno-lint-ignore no-control-regex -- bytes
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["image/bmp", /^BM/],
];

/** Returns the number of bytes of base64 data; undefined when it is not base64. */
export function base64Size(data: string): number | undefined {
  if (data.length % 4 !== 0 || !BASE64.test(data)) return undefined;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return data.length / 4 * 3 - padding;
}

/**
 * Describes a picture.
 *
 * @param data Valid base64.
 * @param size Its number of bytes.
 * @param stated The type that the player states, used when the bytes do not show it.
 */
export function pictureOf(data: string, size: number, stated: string | undefined): Picture {
  const head = atob(data.slice(0, HEAD_LENGTH));
  const known = signatures.find(([, signature]) => signature.test(head))?.[0];
  const mimeType = known ?? (stated !== undefined && MIME_TYPE.test(stated) ? stated : UNKNOWN_TYPE);
  const [width, height] = mimeType === "image/png" ? pngDimensions(head) : [0, 0];
  return { size, mimeType, width, height, dataUrl: `data:${mimeType};base64,${data}` };
}

/** The dimensions in the first chunk of a PNG, which is always its header. */
function pngDimensions(head: string): readonly [width: number, height: number] {
  if (head.length < 24 || head.slice(12, 16) !== "IHDR") return [0, 0];
  return [numberAt(head, 16), numberAt(head, 20)];
}

function numberAt(bytes: string, at: number): number {
  return [0, 1, 2, 3].reduce((number, offset) => number * 256 + bytes.charCodeAt(at + offset), 0);
}
