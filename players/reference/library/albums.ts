/**
 * The albums of the library as files in folders.
 *
 * @module
 */

import type { Handle } from "../../../host_stdio/shapes.ts";
import { keyOf } from "../../model/track_key.ts";
import { type AlbumNotes, albums } from "./album_data.ts";
import { madeUpTrack } from "./made_up.ts";
import type { MediaSource, MediaTrack } from "./media_source.ts";

/** The folder above everything in the library. */
export const LIBRARY_ROOT = "/music";

interface Placed {
  /** The file that a folder listing shows. */
  readonly file: string;
  readonly handle: Handle;
  readonly media: MediaTrack;
}

/** The written-down albums. */
export class AlbumSource implements MediaSource {
  readonly #files = new Map<string, Handle[]>();
  readonly #tracks = new Map<string, MediaTrack>();

  constructor() {
    for (const { file, handle, media } of albums.flatMap(placed)) {
      const inFile = this.#files.get(file);
      if (inFile) inFile.push(handle);
      else this.#files.set(file, [handle]);
      this.#tracks.set(keyOf(handle), media);
    }
  }

  tracksIn(path: string): readonly Handle[] | undefined {
    return this.#files.get(path);
  }

  find(handle: Handle): MediaTrack | undefined {
    return this.#tracks.get(keyOf(handle));
  }

  *filesBelow(folder: string): Iterable<string> {
    for (const path of this.#files.keys()) {
      if (path.startsWith(folder)) yield path;
    }
  }
}

function placed(notes: AlbumNotes): Placed[] {
  const { form, artist, album, date, genre, extension, discs } = notes;
  const folder = `${LIBRARY_ROOT}/${notes.folder ?? `${fileName(artist)}/${fileName(album)}`}`;
  return discs.flatMap((titles, disc) =>
    titles.map((title, index) => {
      const number = String(index + 1).padStart(2, "0");
      const name = `${discs.length > 1 ? `${disc + 1}-` : ""}${number} ${fileName(title)}.${extension}`;
      const { file, handle } = located(form, folder, fileName(album), name, extension, index);
      const track = madeUpTrack({
        ...handle,
        title,
        artist,
        album,
        date,
        genre,
        trackNumber: index + 1,
        discNumber: discs.length > 1 ? disc + 1 : 0,
        // A cue sheet says nothing of the sound it cuts up: that is in the audio file beside it.
      }, form === "cue" ? "image.flac" : handle.path);
      return { file, handle, media: { track, playable: !notes.damaged?.includes(title) } };
    })
  );
}

function located(
  form: AlbumNotes["form"],
  folder: string,
  album: string,
  name: string,
  extension: string,
  index: number,
): Pick<Placed, "file" | "handle"> {
  const whole = `${folder}/${album}.${form === "archive" ? "zip" : extension}`;
  switch (form) {
    case "files":
      return { file: `${folder}/${name}`, handle: { path: `${folder}/${name}`, subsong: 0 } };
    case "cue":
      return { file: whole, handle: { path: whole, subsong: index + 1 } };
    case "subsongs":
      return { file: whole, handle: { path: whole, subsong: index } };
    case "archive": {
      // The form in which archive members are named: kind, length of the archive's path, archive, member.
      const path = `unpack://zip|${whole.length}|${whole}|${name}`;
      return { file: whole, handle: { path, subsong: 0 } };
    }
  }
}

/** A title as a file's name: characters that some file system refuses become a line. */
function fileName(title: string): string {
  return title.replaceAll(/[\\/:*?"<>|]/g, "_");
}
