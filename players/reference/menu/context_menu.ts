import type { Handle } from "../../../host_stdio/api/shapes.ts";
import { IndexRanges } from "../../model/index_ranges.ts";
import { command, labelOf, type MenuRow, type MenuSubject, separator, submenu } from "../../model/menu.ts";
import type { Place } from "../../model/places.ts";
import type { Playlist } from "../../model/playlists.ts";
import { slice } from "../../model/tracks.ts";
import { isStream } from "../library/streams.ts";
import { commandGuid, MAX_STARS, type MenuParts } from "./parts.ts";

/** The maximum number of tracks examined to build a menu. A menu for 200,000 tracks must open at once too. */
const SAMPLE = 100;

/** Builds the context menu of some tracks for the player's current state. */
export function contextMenu(subject: MenuSubject, parts: MenuParts): MenuRow[] {
  const { tracks } = subject;
  const some = tracks.length > 0;
  const sample = slice(tracks, 0, SAMPLE);
  const files = sample.filter(({ path }) => !isStream(path));
  const streams = sample.length > files.length;
  return [
    command("&Play", guid(1), { enabled: some, run: () => play(subject, parts) }),
    ...(subject.source === "nowPlaying" ? nowPlayingRows(parts) : []),
    ...(subject.source === "playlist" ? playlistRows(parts) : []),
    ...(subject.source === "selection" ? removalRows(subject, parts) : []),
    separator,
    queueMenu(subject, parts),
    ...(some ? [sendToMenu(subject, parts), ratingMenu(subject, parts)] : []),
    ...(files.length > 0 ? fileRows(subject, files) : []),
    ...(streams ? [command("Reconnec&t", guid(60))] : []),
    ...(sample.some(({ subsong }) => subsong > 0) ? [command("Edit cue s&heet...", guid(61))] : []),
    ...(some ? legacyRows(subject, parts) : []),
    separator,
    command("P&roperties", guid(62), { enabled: some }),
  ];
}

function guid(number: number): string {
  return commandGuid("context", number);
}

function play(subject: MenuSubject, parts: MenuParts): void {
  const place = subject.placeOf(0);
  if (place) parts.playback.playPlace(place);
  else parts.playback.playPlace({ playlist: sendToNewPlaylist(subject, parts), item: 0 });
}

function nowPlayingRows({ playback }: MenuParts): MenuRow[] {
  return [
    command("Stop after &this track", guid(2), {
      checked: playback.stopAfterCurrent,
      run: () => playback.stopAfter(!playback.stopAfterCurrent),
    }),
  ];
}

function playlistRows({ playlists, selection }: MenuParts): MenuRow[] {
  const playlist = playlists.active;
  const length = playlist?.tracks.length ?? 0;
  return [
    command("Select &all", guid(3), {
      enabled: length > 0,
      run: () => playlist && selection.selectItems(playlist, "all"),
    }),
    command("&Rename playlist...", guid(4), { enabled: !playlist?.lock }),
    command("&Clear playlist", guid(5), {
      enabled: length > 0 && playlist?.lock === null,
      run: () => playlist && playlists.removeItems(playlist, 0, length),
    }),
  ];
}

function removalRows(subject: MenuSubject, { playlists }: MenuParts): MenuRow[] {
  const playlist = subject.tracks.length > 0 ? subject.placeOf(0)?.playlist : undefined;
  return [
    command("Re&move", guid(6), {
      enabled: playlist?.lock === null,
      run: () => {
        const items = IndexRanges.of(placesOf(subject).map(({ item }) => item));
        if (playlist) playlists.removeRanges(playlist, items);
      },
    }),
  ];
}

function queueMenu(subject: MenuSubject, { queue }: MenuParts): MenuRow {
  const located = subject.tracks.length > 0 && subject.placeOf(0) !== null;
  return submenu("Playback &queue", [
    command("&Add to playback queue", guid(10), {
      enabled: located,
      run: () => queue.add(placesOf(subject)),
    }),
    command("&Flush playback queue", guid(11), {
      enabled: queue.entries.length > 0,
      run: () => queue.clear(),
    }),
  ]);
}

function sendToMenu(subject: MenuSubject, parts: MenuParts): MenuRow {
  const { playlists } = parts;
  return submenu("Sen&d to", [
    command("&New playlist", guid(20), {
      subGuid: commandGuid("child", 0x1020),
      run: () => void sendToNewPlaylist(subject, parts),
    }),
    separator,
    ...playlists.all.map((playlist) =>
      command(labelOf(playlist.name), guid(20), {
        subGuid: commandGuid("child", 0x1020, playlist.serial),
        enabled: playlist.lock === null,
        run: () => playlists.insertItems(playlist, playlist.tracks.length, slice(subject.tracks)),
      })
    ),
  ]);
}

function ratingMenu({ tracks }: MenuSubject, { ratings }: MenuParts): MenuRow {
  const stars = new Set(slice(tracks, 0, SAMPLE).map((handle) => ratings.of(handle)));
  return submenu(
    "&Rating",
    Array.from({ length: MAX_STARS + 1 }, (_row, count) => {
      const given = stars.size === 1 && stars.has(count);
      return command(count === 0 ? "<not set>" : "★".repeat(count), guid(21), {
        subGuid: commandGuid("child", 0x1021, count),
        checked: given,
        radioChecked: given,
        run: () => slice(tracks).forEach((handle) => ratings.set(handle, count)),
      });
    }),
  );
}

function fileRows({ tracks }: MenuSubject, files: readonly { path: string }[]): MenuRow[] {
  const single = tracks.length === 1;
  const folders = new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf("/"))));
  return [
    submenu("&Tagging", [
      command("&Edit tags...", guid(30)),
      command("&Copy tags", guid(31), { enabled: single }),
      command("&Paste tags", guid(32), { enabled: false }),
      separator,
      // The same label as under ReplayGain, with another path.
      command("&Remove", guid(33)),
    ]),
    submenu("&File operations", [
      command("&Copy to...", guid(40)),
      command("&Move to...", guid(41)),
      command("&Rename to...", guid(42)),
      separator,
      command("&Delete file", guid(43), { enabled: single }),
    ]),
    submenu("Replay&Gain", [
      command("&Scan per-file track gain", guid(50)),
      ...(single ? [] : [command("Scan selection as a single &album", guid(51))]),
      command("&Remove", guid(52)),
    ]),
    submenu("&Convert", [
      command("&Quick convert...", guid(53)),
      // Each preset's name is unique.
      submenu(
        "&Presets",
        ["FLAC", "MP3 320", "Opus 128"].map((name, index) =>
          command(name, guid(54), { subGuid: commandGuid("child", 0x1054, index) })
        ),
      ),
    ]),
    command("Open containing &folder", guid(55), { enabled: folders.size === 1 }),
  ];
}

/** Commands of old components have no GUID. They run by their ids, and the player cannot confirm that they ran. */
function legacyRows({ tracks }: MenuSubject, { clipboard, library }: MenuParts): MenuRow[] {
  const nameOf = (handle: Handle) => {
    const { artist, title } = library.describe(handle);
    return artist && title ? `${artist} - ${title}` : title || handle.path;
  };
  return [
    submenu("&Legacy tools", [
      command("Search the &web", undefined, { enabled: tracks.length === 1 }),
      command("&Copy name", undefined, {
        run: () => clipboard.replace({ text: slice(tracks).map(nameOf).join("\r\n") }),
      }),
    ]),
  ];
}

function sendToNewPlaylist({ tracks }: MenuSubject, { playlists }: MenuParts): Playlist {
  const handles = slice(tracks);
  const playlist = playlists.insertFromMenu("From the context menu");
  playlists.insertItems(playlist, 0, handles);
  return playlist;
}

function placesOf({ tracks, placeOf }: MenuSubject): Place[] {
  const places: Place[] = [];
  for (let index = 0; index < tracks.length; index++) {
    const place = placeOf(index);
    if (place) places.push(place);
  }
  return places;
}
