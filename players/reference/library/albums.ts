/**
 * The albums of the library, as files in folders. Their made-up names cover what real metadata contains:
 * left-to-right and right-to-left scripts, accents in both Unicode forms, emoji, and special characters.
 */

import { madeUpTrack, type PlacedTrack } from "./sources.ts";

/** How the tracks of an album are stored. */
export type AlbumForm =
  /** A file for each track. */
  | "files"
  /** One audio file with a cue sheet. Subsongs count from 1. */
  | "cue"
  /** One file of many tunes. Subsongs count from 0. */
  | "subsongs"
  /** Files in an archive. */
  | "archive";

export interface AlbumNotes {
  readonly form: AlbumForm;
  /** The folder below the library's root; by default, artist and album. */
  readonly folder?: string;
  readonly artist: string;
  readonly album: string;
  readonly date: string;
  readonly genre: string;
  /** The extension of its files. */
  readonly extension: string;
  /** The track titles of each disc. */
  readonly discs: readonly (readonly string[])[];
  /** Titles of tracks that cannot be decoded. */
  readonly damaged?: readonly string[];
}

export const albums: readonly AlbumNotes[] = [
  {
    form: "files",
    artist: "Harbour Lights",
    album: "Tidewater",
    date: "1998",
    genre: "Folk",
    extension: "flac",
    discs: [[
      "Low Water",
      "The Ferryman's Daughter",
      "Salt and Lantern",
      "Eight Bells",
      "Under the Breakwater",
      "Gulls",
      "Nine Fathoms Down",
      "Home by the Estuary",
    ]],
  },
  {
    form: "files",
    artist: "The Paper Engines",
    album: "Machines for Living",
    date: "2004-09-13",
    genre: "Electronic",
    extension: "mp3",
    discs: [[
      "Power On",
      "100% Cotton",
      "#1 (Again)",
      "Question? Mark!",
      "Half / Whole",
      "A&R",
      'The "Quoted" One',
      "Back\\Slash",
      "Power Off...",
    ]],
  },
  {
    form: "files",
    artist: "Sólveig Ægisdóttir",
    album: "Þögn",
    date: "2011",
    genre: "Ambient",
    extension: "opus",
    discs: [["Ís", "Hvítá", "Norðurljós", "Ég man", "Þögn"]],
  },
  {
    form: "files",
    artist: "青木灯",
    album: "夜の図書館",
    date: "2016-11-02",
    genre: "Jazz",
    extension: "flac",
    discs: [["入口", "栞", "三階の窓", "雨音と頁", "閉館のベル", "帰り道 🌙"]],
  },
  {
    form: "files",
    artist: "Снежный Экспресс",
    album: "Полустанок",
    date: "1987",
    genre: "Rock",
    extension: "mp3",
    discs: [["Отправление", "Чай в подстаканнике", "Метель", "Полустанок", "Прибытие"]],
  },
  {
    form: "files",
    artist: "ليلى النهر",
    album: "ضوء بعيد",
    date: "2020",
    genre: "World",
    extension: "m4a",
    discs: [["فجر", "ضوء بعيد", "الطريق القديم", "عودة"]],
  },
  {
    form: "files",
    // With combining accents (NFD), as some file systems store them.
    artist: "Cafe\u0301 Re\u0301gence",
    album: "Fin de partie",
    date: "1974",
    genre: "Chanson",
    extension: "ogg",
    discs: [["Ouverture", "Le fou du roi", "De\u0301ja\u0300 vu", "Mat"]],
  },
  {
    form: "files",
    artist: "Linden Quartet",
    album: "The Complete String Quartets",
    date: "1961",
    genre: "Classical",
    extension: "flac",
    discs: [
      ["No. 1: I. Allegro", "No. 1: II. Adagio", "No. 1: III. Scherzo", "No. 1: IV. Presto"],
      ["No. 2: I. Allegro", "No. 2: II. Largo", "No. 2: III. Menuetto", "No. 2: IV. Allegro"],
    ],
  },
  {
    form: "cue",
    artist: "Marble Arcade",
    album: "Live at the Observatory",
    date: "1979",
    genre: "Progressive Rock",
    extension: "cue",
    discs: [["Introduction", "Parallax", "Transit of Venus", "Band Introduction", "Meridian", "Encore"]],
  },
  {
    form: "subsongs",
    artist: "K. Hoshino",
    album: "Rocket Badger II",
    date: "1989",
    genre: "Chiptune",
    extension: "nsf",
    discs: [["Title", "Stage 1", "Stage 2", "Boss", "Game Over"]],
  },
  {
    form: "archive",
    artist: "Various Demos",
    album: "Attic Tapes",
    date: "1993",
    genre: "Lo-Fi",
    extension: "mp3",
    discs: [["Kitchen Song", "Untitled", "Kitchen Song (Take 2)"]],
  },
  {
    form: "files",
    folder: "private/Rehearsals",
    artist: "Harbour Lights",
    album: "Rehearsals",
    date: "1997",
    genre: "Folk",
    extension: "wav",
    discs: [["Low Water (Sketch)", "Count-In"]],
  },
  {
    form: "files",
    folder: "unsorted",
    artist: "",
    album: "",
    date: "",
    genre: "",
    extension: "mp3",
    discs: [["damaged", "R.E.M. style", "Who..."]],
    damaged: ["damaged"],
  },
];

/** The root folder of the library. */
export const LIBRARY_ROOT = "/music";

/** The tracks of all albums. */
export function placedAlbums(): PlacedTrack[] {
  return albums.flatMap(placed);
}

function placed(notes: AlbumNotes): PlacedTrack[] {
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
        // A cue sheet has no codec: the audio file beside it does.
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
): Pick<PlacedTrack, "file" | "handle"> {
  const whole = `${folder}/${album}.${form === "archive" ? "zip" : extension}`;
  switch (form) {
    case "files":
      return { file: `${folder}/${name}`, handle: { path: `${folder}/${name}`, subsong: 0 } };
    case "cue":
      return { file: whole, handle: { path: whole, subsong: index + 1 } };
    case "subsongs":
      return { file: whole, handle: { path: whole, subsong: index } };
    case "archive": {
      // foobar2000's form of archive members: kind, length of the archive's path, archive, member.
      const path = `unpack://zip|${whole.length}|${whole}|${name}`;
      return { file: whole, handle: { path, subsong: 0 } };
    }
  }
}

/** Returns a title as a file name. Characters that some file systems refuse become underscores. */
function fileName(title: string): string {
  return title.replaceAll(/[\\/:*?"<>|]/g, "_");
}
