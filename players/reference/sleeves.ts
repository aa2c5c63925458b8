import type { Handle } from "../../host_stdio/api/shapes.ts";
import type { PlayerActions } from "../model/actions.ts";
import type { Library } from "./library/library.ts";

/** The cover and lyrics of an album. */
export class Sleeves {
  readonly #library: Library;

  constructor(library: Library) {
    this.#library = library;
  }

  /** Every album has a front cover, drawn as SVG. Streams have none. */
  readonly artwork: PlayerActions["player.artwork.get"] = ({ handle, type, maxSize }) => {
    const track = this.#library.info(handle);
    if (!track || track.album === "" || type !== "front") return { found: false };
    const svg = cover(track.album, track.albumArtist, maxSize ?? COVER_PIXELS);
    return {
      found: true,
      mimeType: "image/svg+xml",
      data: btoa(String.fromCharCode(...new TextEncoder().encode(svg))),
    };
  };

  /** Every second track of an album has lyrics, the first of them with timestamps. */
  readonly lyrics: PlayerActions["player.media.lyrics"] = ({ handle }) => {
    const text = this.#lyricsOf(handle);
    return text === null ? { text } : { text, source: "embedded" };
  };

  #lyricsOf(handle: Handle): string | null {
    const track = this.#library.info(handle);
    if (!track || track.album === "" || track.trackNumber % 2 === 0) return null;
    const lines = [track.title, "La la la", track.title];
    if (track.trackNumber > 1) return lines.join("\n");
    return lines.map((line, index) => `[00:${String(index * 10).padStart(2, "0")}.00] ${line}`).join("\n");
  }
}

const COVER_PIXELS = 600;

/** Draws a cover as SVG: a disc, the album and the artist, in two colours derived from both names. */
export function cover(album: string, artist: string, pixels: number): string {
  const hue = [...`${artist} ${album}`].reduce(
    (sum, character) => (sum * 31 + character.charCodeAt(0)) % 360,
    7,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 100 100">` +
    `<rect width="100" height="100" fill="hsl(${hue} 45% 30%)"/>` +
    `<circle cx="70" cy="40" r="26" fill="hsl(${(hue + 40) % 360} 60% 60%)"/>` +
    `<circle cx="70" cy="40" r="5" fill="hsl(${hue} 45% 30%)"/>` +
    `<text x="8" y="82" font-family="sans-serif" font-size="8" fill="white">${escaped(album)}</text>` +
    `<text x="8" y="92" font-family="sans-serif" font-size="5" fill="white">${escaped(artist)}</text></svg>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
