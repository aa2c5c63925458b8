/** The rules for the native actions of extensions (docs/native-actions.md, "Extensions"). */

import { PLAYLIST_NOT_FOUND } from "../../host_stdio/api/native_actions.ts";
import { RuleBroken } from "./bridge_seat.ts";
import { answers, type Check, NothingToCheck, type Rule, TRACKS } from "./rule.ts";

const UNKNOWN = "tonearm-check-unknown";
const UNKNOWN_HANDLE = { path: "/tonearm-check/there is no such file.wav", subsong: 0 };

const SIGNALLED = "The signals are sent for every cause, the bridge's own actions included.";

/** Maximum difference between the requested and the reached position of a seek, in seconds. */
const SEEK_TOLERANCE = 2;

const playback: readonly Rule[] = [
  {
    name: "player.playback.pause pauses and resumes, and signals both",
    says: SIGNALLED,
    reach: "user",
    async check(check) {
      await check.playing();
      for (const paused of [true, false]) {
        const since = check.seat.position;
        await check.seat.ask("player.playback.pause", { paused });
        await check.seat.signal("signal.playbackPaused", since, (params) => params.paused === paused);
        const state = paused ? "paused" : "playing";
        check.same("state", (await check.seat.ask("player.playback.state", {})).state, state);
      }
    },
  },
  {
    name: "player.playback.seek moves the position, and signals it",
    says: SIGNALLED,
    reach: "user",
    async check(check) {
      await check.playing();
      await check.seat.ask("player.playback.pause", { paused: true });
      const { canSeek, length } = await check.seat.ask("player.playback.state", {});
      if (!canSeek) throw new NothingToCheck("the track is not seekable");
      const since = check.seat.position;
      await check.seat.ask("player.playback.seek", { position: length / 2 });
      await check.seat.signal("signal.playbackSeeked", since);
      const { position } = await check.seat.ask("player.playback.state", {});
      await check.seat.ask("player.playback.pause", { paused: false });
      if (Math.abs(position - length / 2) > SEEK_TOLERANCE) {
        throw new RuleBroken(`position is ${position}, and has to be about ${length / 2}`);
      }
    },
  },
  {
    name: "player.playback.state tells a stopped player from a playing one",
    says: "`{state, position, length, canSeek, level, muted, order, stopAfterCurrent}`",
    reach: "user",
    async check(check) {
      await check.playing();
      check.same("state", (await check.seat.ask("player.playback.state", {})).state, "playing");
      await check.seat.ask("player.playback.stop", {});
      check.same("state", (await check.seat.ask("player.playback.state", {})).state, "stopped");
    },
  },
  {
    name: "player.playback.setVolume changes only what it is given, and signals it",
    says: "`{level?, muted?}` at least one",
    reach: "user",
    async check({ seat, same }) {
      const { level, muted } = await seat.ask("player.playback.state", {});
      try {
        const other = level < 0.5 ? 1 : 0.25;
        const since = seat.position;
        await seat.ask("player.playback.setVolume", { level: other });
        await seat.signal("signal.volumeChanged", since);
        const now = await seat.ask("player.playback.state", {});
        same("muted", now.muted, muted);
        if (Math.abs(now.level - other) > 0.02) {
          throw new RuleBroken(`level is ${now.level}, and has to be ${other}`);
        }
        await seat.ask("player.playback.setVolume", { muted: !muted });
        same("muted", (await seat.ask("player.playback.state", {})).muted, !muted);
      } finally {
        await seat.ask("player.playback.setVolume", { level, muted });
      }
    },
  },
  {
    name: "player.playback.setStopAfterCurrent sets the option, and signals it",
    says: SIGNALLED,
    reach: "user",
    async check({ seat, same }) {
      const { stopAfterCurrent: before } = await seat.ask("player.playback.state", {});
      const since = seat.position;
      await seat.ask("player.playback.setStopAfterCurrent", { enabled: !before });
      await seat.signal("signal.stopAfterCurrentChanged", since);
      same("stopAfterCurrent", (await seat.ask("player.playback.state", {})).stopAfterCurrent, !before);
      await seat.ask("player.playback.setStopAfterCurrent", { enabled: before });
    },
  },
  {
    name: "player.playback.setOrder sets the order in player.playback.state, and signals it",
    says: SIGNALLED,
    reach: "user",
    async check({ seat, same }) {
      const { order } = await seat.ask("player.playback.state", {});
      const other = order === 0 ? 1 : 0;
      const since = seat.position;
      await seat.ask("player.playback.setOrder", { order: other });
      await seat.signal("signal.orderChanged", since);
      same("order", (await seat.ask("player.playback.state", {})).order, other);
      await seat.ask("player.playback.setOrder", { order });
    },
  },
];

/** Returns the paths of a playlist's tracks. */
async function paths({ seat }: Check, playlist: string): Promise<string[]> {
  const { tracks } = await seat.ask("player.playlist.items", { playlist, start: 0, count: 2000 });
  return tracks.map(({ path, subsong }) => `${path}|${subsong}`);
}

/** Leaves a rule out that asks for actions that a player has without the extension, too. */
function requirePlaylist({ seat }: Check): void {
  if (!seat.extensions.has("playlist")) throw new NothingToCheck("the extension playlist is off");
}

const playlists: readonly Rule[] = [
  {
    name: "player.playlist.items answers the page that it is asked for, and the total",
    says: "`{total, tracks: Track[]}`",
    reach: "own",
    async check(check) {
      const playlist = await check.filledPlaylist();
      for (
        const [start, count, expected] of [[0, TRACKS, TRACKS], [1, 1, 1], [TRACKS, 5, 0], [0, 0, 0]] as const
      ) {
        const page = await check.seat.ask("player.playlist.items", { playlist, start, count });
        check.same("the number of tracks", page.tracks.length, expected);
        check.same("total", page.total, TRACKS);
        const wanted = (await check.handles()).slice(start, start + count).map(({ path }) => path);
        check.same("the tracks", page.tracks.map(({ path }) => path), wanted);
      }
    },
  },
  {
    name: "player.playlist.removeItems removes the items in one step, and signals them",
    says: "`{playlist, items}` ascending, distinct, valid; one step",
    reach: "own",
    async check(check) {
      const playlist = await check.filledPlaylist();
      const [, second] = await paths(check, playlist);
      const since = check.seat.position;
      const { count } = await check.seat.ask("player.playlist.removeItems", {
        playlist,
        items: [0, TRACKS - 1],
      });
      check.same("count", count, TRACKS - 2);
      await check.seat.signal("signal.playlistItemsChanged", since, (params) => params.change === "removed");
      check.same("the tracks", await paths(check, playlist), [second]);
    },
  },
  {
    name: "player.playlist.removeItems refuses an item that is not in the playlist",
    says: "An index or a range that is not in the list is answered with an error, and nothing is done.",
    reach: "own",
    async check(check) {
      const playlist = await check.filledPlaylist();
      await check.seat.refused("player.playlist.removeItems", { playlist, items: [0, TRACKS] });
      await check.seat.refused("player.playlist.removeItems", { playlist, items: [-1, 0] });
      check.same("the number of tracks", (await paths(check, playlist)).length, TRACKS);
    },
  },
  {
    name: "player.playlist.reorder puts the item order[i] at place i, and signals it",
    says: "`{playlist, order}` order[new] = old; one step, or refused whole",
    reach: "own",
    async check(check) {
      const playlist = await check.filledPlaylist();
      const before = await paths(check, playlist);
      const since = check.seat.position;
      await check.seat.ask("player.playlist.reorder", { playlist, order: [1, 2, 0] });
      await check.seat.signal(
        "signal.playlistItemsChanged",
        since,
        (params) => params.change === "reordered",
      );
      check.same("the tracks", await paths(check, playlist), [before[1], before[2], before[0]]);
      await check.seat.refused("player.playlist.reorder", { playlist, order: [0, 0, 1] });
      await check.seat.refused("player.playlist.reorder", { playlist, order: [0, 1] });
      check.same("the tracks", await paths(check, playlist), [before[1], before[2], before[0]]);
    },
  },
  {
    name: "player.playlist.select selects exactly the given items, moves the focus, and signals both",
    says: "exactly these are selected then",
    reach: "own",
    async check(check) {
      const { seat, same } = check;
      const playlist = await check.filledPlaylist();
      let since = seat.position;
      await seat.ask("player.playlist.select", { playlist, items: [0, 2] });
      await seat.signal(
        "signal.playlistSelectionChanged",
        since,
        (params) => params.playlist === playlist && params.selected,
      );
      since = seat.position;
      await seat.ask("player.playlist.select", { playlist, focus: 1 });
      await seat.signal("signal.playlistSelectionChanged", since, ({ focus }) => focus === 1);
      const both = { items: [0, 2], focus: 1 };
      same("the selection", await seat.ask("player.playlist.selection", { playlist }), both);
      await seat.refused("player.playlist.select", { playlist, items: [TRACKS] });
      await seat.ask("player.playlist.select", { playlist, items: [1], focus: null });
      const one = { items: [1], focus: null };
      same("the selection", await seat.ask("player.playlist.selection", { playlist }), one);
    },
  },
  {
    name: "player.playlist.rename and player.playlist.delete act on one playlist, and signal it",
    says: SIGNALLED,
    reach: "own",
    async check(check) {
      requirePlaylist(check);
      const { seat } = check;
      const playlist = await check.create(0);
      const first = (await seat.ask("player.playlist.list", {})).playlists[0];
      check.same("the first playlist", first?.id, playlist);
      let since = seat.position;
      await seat.ask("player.playlist.rename", { playlist, name: `${check.ownName} renamed` });
      await seat.signal("signal.playlistRenamed", since, (params) => params.playlist === playlist);
      check.same("name", (await check.listed(playlist)).name, `${check.ownName} renamed`);
      since = seat.position;
      await seat.ask("player.playlist.delete", { playlist });
      await seat.signal("signal.playlistsChanged", since, ({ order }) => !order.includes(playlist));
      await seat.refused("player.playlist.delete", { playlist }, PLAYLIST_NOT_FOUND);
      check.same("whether a later playlist has its id", await check.create() === playlist, false);
    },
  },
  {
    name: "player.playlist.append signals the new items",
    says: SIGNALLED,
    reach: "own",
    async check(check) {
      requirePlaylist(check);
      const playlist = await check.emptyPlaylist();
      const since = check.seat.position;
      await check.append(playlist, await check.handles());
      await check.seat.signal(
        "signal.playlistItemsChanged",
        since,
        ({ playlist: id, change, start, count, total }) =>
          id === playlist && change === "added" && start === 0 && count === TRACKS && total === TRACKS,
      );
    },
  },
];

const others: readonly Rule[] = [
  {
    name: "player.library.tracks answers pages of one list",
    says: "in a stable order until libraryChanged",
    reach: "own",
    async check({ seat, same }) {
      const first = await seat.ask("player.library.tracks", { offset: 0, limit: 2 });
      same("the number of tracks", first.tracks.length, Math.min(2, first.total));
      if (!first.enabled) same("total", first.total, 0);
      const again = await seat.ask("player.library.tracks", { offset: 1, limit: 1 });
      same("the second track", again.tracks[0]?.absolutePath, first.tracks[1]?.absolutePath);
      const behind = await seat.ask("player.library.tracks", { offset: first.total, limit: 5 });
      same("the page after the last", behind.tracks.length, 0);
    },
  },
  {
    name:
      "player.artwork.get finds nothing for an unknown track, and answers bytes when it is asked for them",
    says: "`{found: false}`, `{found: true, mimeType?, data: base64}` or, for any, `{found: true, url}`",
    reach: "own",
    async check({ seat, same, handles }) {
      const request = { type: "front", maxSize: null, accept: "bytes" };
      same(
        "found",
        (await seat.ask("player.artwork.get", { handle: UNKNOWN_HANDLE, ...request })).found,
        false,
      );
      const [handle] = await handles();
      const answer = await seat.ask("player.artwork.get", { handle, ...request });
      if (answer.found && !("data" in answer)) {
        throw new RuleBroken("the answer is a URL, and has to be bytes");
      }
    },
  },
  {
    name: "player.media.lyrics answers null for an unknown track",
    says: '`{text: string|null, source?: "embedded"|"file"}`',
    reach: "own",
    check: async ({ seat, same }) =>
      same("text", (await seat.ask("player.media.lyrics", { handle: UNKNOWN_HANDLE })).text, null),
  },
  {
    name: "player.window.state answers null for an unknown panel",
    says: "`{window: null | {maximized, minimized, fullscreen, active}}`",
    reach: "own",
    check: async ({ seat, same }) =>
      same("window", (await seat.ask("player.window.state", {}, UNKNOWN)).window, null),
  },
  {
    name: "player.ui.dialog stays open without holding up other requests until it is closed",
    says: "It does not hold up the player, other panels or other requests.",
    reach: "windows",
    async check({ seat, same }) {
      const prompt = { kind: "prompt", title: "Tonearm check", message: "", value: "" };
      const asked = seat.ask("player.ui.dialog", prompt);
      let isOpen = true;
      asked.catch(() => {}).finally(() => isOpen = false);
      // If another panel's end had closed it, its answer would come before the second of these.
      for (let round = 0; round < 2; round++) await seat.ask("player.ui.dialog", { kind: "close" }, UNKNOWN);
      if (!isOpen) same("the answer before the end", await asked, "none");
      await seat.ask("player.ui.dialog", { kind: "close" });
      same("the answer", await asked, {});
    },
  },
  {
    name: "player.media.tags answers each track in its place, and null for an unknown one",
    says: "in their order, null for one that cannot be read",
    reach: "own",
    async check({ seat, same, handles }) {
      const [handle] = await handles();
      const { tracks } = await seat.ask("player.media.tags", { handles: [UNKNOWN_HANDLE, handle] });
      same("the paths", tracks.map((each) => each?.track.path ?? null), [null, handle?.path]);
    },
  },
  answers("player.app.components", {}),
];

/** The rules for extensions, in the order in which they are checked. */
export const extensionRules: readonly Rule[] = [...playback, ...playlists, ...others];
