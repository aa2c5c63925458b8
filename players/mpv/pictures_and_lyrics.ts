/** Pictures and lyrics of tracks, from the files themselves and from files beside them. */

import { dirname, extname, join } from "@std/path";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import type { ActionHandler } from "../model/actions.ts";
import { isMediaFile, type Media } from "./media.ts";
import type { MediaAccess } from "./media_access.ts";
import type { Probe } from "./probe.ts";
import { lyricsOf } from "./tags.ts";

/** Names of pictures in an album's folder, without their extensions, by picture type. */
const pictureNames: Readonly<Record<string, readonly string[]>> = {
  front: ["cover", "front", "folder", "album"],
  back: ["back"],
  disc: ["disc", "cd"],
  artist: ["artist"],
};

const pictureExtensions = [".jpg", ".jpeg", ".png", ".webp", ".gif"];

/** The maximum number of bytes read of a picture: one more than the bridge accepts, so that it refuses more. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024 + 1;

/** The first characters of JPEG, PNG, GIF and WebP, in which a dot stands for any byte. */
const pictureHeads = /^(?:\xff\xd8\xff|\x89PNG|GIF8[79]a|RIFF.{4}WEBP)/s;

/** Whether the first bytes are those of a picture. */
function isPicture(bytes: Uint8Array): boolean {
  return pictureHeads.test(String.fromCharCode(...bytes.subarray(0, 16)));
}

/** The maximum size of a lyrics file, in bytes. */
const MAX_LYRICS_BYTES = 1024 * 1024;

/** The extensions of lyrics files, in order of preference. Each replaces the extension of the media file. */
const lyricsExtensions = [".lrc", ".txt"];

/** Reads pictures and lyrics of tracks. */
export class PicturesAndLyrics {
  readonly #media: Media;
  readonly #access: MediaAccess;
  readonly #probe: Probe;

  constructor(media: Media, access: MediaAccess, probe: Probe) {
    this.#media = media;
    this.#access = access;
    this.#probe = probe;
  }

  /** Prefers the embedded picture to one in the folder, and scales neither. Streams have no picture. */
  readonly artwork: ActionHandler<"player.artwork.get"> = async ({ handle, type }) => {
    const path = await this.#fileOf(handle);
    if (path === undefined) return { found: false };
    const picture = (type === "front" ? await this.#probe.picture(path, MAX_PICTURE_BYTES) : undefined) ??
      await this.#besides(path, type);
    return picture ? { found: true, data: picture.toBase64() } : { found: false };
  };

  /** Prefers a file beside the track to the track's tag, because the file may have timestamps. */
  readonly lyrics: ActionHandler<"player.media.lyrics"> = async ({ handle }) => {
    const path = await this.#fileOf(handle);
    if (path === undefined) return { text: null };
    const stem = path.slice(0, path.length - extname(path).length);
    // A text file beside any other file is not lyrics: a page must not read arbitrary text files of the user.
    for (const extension of isMediaFile(path) ? lyricsExtensions : []) {
      const bytes = await this.#read(stem + extension, MAX_LYRICS_BYTES + 1);
      if (bytes && bytes.length <= MAX_LYRICS_BYTES) {
        return { text: new TextDecoder().decode(bytes), source: "file" };
      }
    }
    const text = await this.#probe.open(path, async (read) => lyricsOf(await read("metadata")));
    return text ? { text, source: "embedded" } : { text: null };
  };

  /** Returns the path of a file that may be opened. */
  async #fileOf(handle: Handle): Promise<string | undefined> {
    if (isStreamUrl(handle.path)) return undefined;
    const [[track] = []] = await this.#media.tracksOf([handle]);
    return track?.path;
  }

  async #besides(path: string, type: string): Promise<Uint8Array | undefined> {
    for (const name of pictureNames[type] ?? []) {
      for (const extension of pictureExtensions) {
        for (const spelling of [name, `${name[0]?.toUpperCase()}${name.slice(1)}`]) {
          const bytes = await this.#read(join(dirname(path), spelling + extension), MAX_PICTURE_BYTES);
          if (bytes && isPicture(bytes)) return bytes;
        }
      }
    }
    return undefined;
  }

  /**
   * Reads the beginning of a file beside a track; undefined for one that does not exist or may not be read, and for a
   * link out of the folder.
   */
  async #read(path: string, limit: number): Promise<Uint8Array | undefined> {
    if (await this.#access.problem(path) !== undefined) return undefined;
    try {
      if (dirname(await Deno.realPath(path)) !== await Deno.realPath(dirname(path))) return undefined;
      // Opening a pipe would wait for a writer.
      const { isFile, size } = await Deno.stat(path);
      if (!isFile) return undefined;
      const bytes = new Uint8Array(Math.min(size, limit));
      using file = await Deno.open(path);
      let length = 0;
      while (length < bytes.length) {
        const count = await file.read(bytes.subarray(length));
        if (count === null) break;
        length += count;
      }
      return bytes.subarray(0, length);
    } catch {
      // No such file, or this user may not read it.
      return undefined;
    }
  }
}
