/**
 * The rules that a player is checked against (docs/native-actions.md), in the order in which they are checked.
 */

import { MENU_TREE_UNAVAILABLE, PLAYLIST_NOT_FOUND } from "../../host_stdio/api/native_actions.ts";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import { type Refusal, RuleBroken } from "./bridge_seat.ts";
import { extensionRules } from "./extension_rules.ts";
import { answers, type Check, NothingToCheck, type Rule, TRACKS } from "./rule.ts";
import { compare, timeline, timelineRules } from "./timeline_rules.ts";

/** An id, name, command and path that exist in no player. */
const UNKNOWN = "tonearm-check-unknown";
const UNKNOWN_COMMAND = 2_147_483_000;
const UNKNOWN_GUID = "{7D1F8B02-5C39-4E0A-9B4E-000000000000}";
const UNKNOWN_PATH = "/tonearm-check/there is no such file.wav";

const RANGE = "An index or a range that is not in the list is answered with an error, and nothing is done.";

const general: readonly Rule[] = [
  {
    name: "an action that does not exist is answered with error -32601",
    says: "A player that does not implement an action answers -32601",
    reach: "own",
    async check({ seat, same }) {
      const { error } = await seat.request("player.tonearm.check", {});
      same("the code of the error", (error as Refusal | undefined)?.code, -32601);
    },
  },
  {
    name: "requests are answered under their ids, whatever else is unanswered",
    says:
      "A player answers every request once, under its id; a request that takes long does not hold up others.",
    reach: "own",
    async check({ seat, media, same }) {
      const paths = [...Array.from({ length: 40 }, (_, at) => Array<string>(at).fill(UNKNOWN_PATH)), media];
      const [lengths] = await Promise.all([
        Promise.all(
          paths.map(async (paths) => (await seat.ask("player.media.resolve", { paths })).resolved.length),
        ),
        ...paths.map(() => seat.ask("player.playlist.list", {})),
      ]);
      same("the lengths of resolved", lengths, paths.map(({ length }) => length));
    },
  },
  answers("player.clipboard.read", {}),
  answers("player.app.paths", {}),
  answers("player.system.display", {}),
  answers("player.system.locale", {}),
  answers("player.system.theme", {}),
  {
    name: "the locale is a BCP 47 tag",
    says: "`{locale}` BCP 47",
    reach: "own",
    async check({ seat }) {
      const { locale } = await seat.ask("player.system.locale", {});
      try {
        new Intl.Locale(locale);
      } catch {
        throw new RuleBroken(`locale is ${JSON.stringify(locale)}, which is not a BCP 47 tag`);
      }
    },
  },
  {
    name: "the configuration of an unknown panel is null",
    says: "`{config: object|null}` null: unknown panel",
    reach: "own",
    check: async ({ seat, same }) =>
      same("config", (await seat.ask("player.panel.getConfig", {}, UNKNOWN)).config, null),
  },
  {
    name: "an operation of an unknown plugin is answered with an error",
    says: "an operation that no plugin has is answered with an error",
    reach: "own",
    check: ({ seat }) =>
      seat.refused("player.plugin.invoke", { namespace: UNKNOWN, method: "x", params: {} }),
  },
];

const media: readonly Rule[] = [
  {
    name: "player.media.authorize denies each path at most once, by its index",
    says: "`{denied: [{index, reason}]}`",
    reach: "own",
    async check({ seat, media, same }) {
      same("denied", (await seat.ask("player.media.authorize", { paths: [] })).denied, []);
      const paths = [...media, UNKNOWN_PATH];
      const denied = (await seat.ask("player.media.authorize", { paths })).denied.map(({ index }) => index);
      same("the indices denied", denied.filter((index) => index >= paths.length), []);
      same("the indices denied", new Set(denied).size, denied.length);
    },
  },
  {
    name:
      "player.media.resolve answers a list for each entry, in order, empty when an entry resolves to nothing",
    says: "`{resolved: Handle[][]}` one list per entry, empty when an entry resolves to nothing",
    reach: "own",
    async check({ seat, handles, same }) {
      same("resolved", (await seat.ask("player.media.resolve", { paths: [] })).resolved, []);
      const [known] = await handles();
      const { resolved } = await seat.ask("player.media.resolve", {
        paths: [UNKNOWN_PATH, known, UNKNOWN_PATH],
      });
      same("the lengths of resolved", resolved.map(({ length }) => length), [0, 1, 0]);
      same("resolved[1][0].path", resolved[1]?.[0]?.path, known?.path);
    },
  },
  {
    name: "player.media.info describes a track under its own path",
    says: "`{track: Track|null}`",
    reach: "own",
    async check({ seat, handles, same }) {
      const [handle] = await handles();
      const { track } = await seat.ask("player.media.info", { handle });
      if (track) same("track.path", track.path, handle?.path);
      await seat.ask("player.media.info", { handle: { path: UNKNOWN_PATH, subsong: 0 } });
    },
  },
];

const playlists: readonly Rule[] = [
  answers("player.playlist.list", {}),
  {
    name: "player.playlist.create adds an empty playlist at the end, and the others keep their ids",
    says: "is not reused for another playlist in that time.",
    reach: "own",
    async check(check) {
      const { seat, same } = check;
      // A playlist of the same name exists: names are not ids.
      await check.emptyPlaylist();
      const before = (await seat.ask("player.playlist.list", {})).playlists.map(({ id }) => id);
      const since = seat.position;
      const id = await check.create();
      const { playlists } = await seat.ask("player.playlist.list", {});
      same("the ids", playlists.map(({ id }) => id), [...before, id]);
      const { name = "", count, locked } = playlists.at(-1) ?? {};
      // A player may make names unique, and report more, such as the duration.
      same(`whether the name ${JSON.stringify(name)} has that given`, name.includes(check.ownName), true);
      same("the last playlist", { count, locked }, { count: 0, locked: false });
      await seat.signal("signal.playlistsChanged", since, ({ order }) => `${order}` === `${[...before, id]}`);
    },
  },
  {
    name: "player.playlist.append answers the index of the first new item, and how many there are",
    says: "`{start, count}` start: index of the first new item",
    reach: "own",
    async check(check) {
      const playlist = await check.emptyPlaylist();
      const handles = await check.handles();
      check.same("the answer", await check.append(playlist, handles), { start: 0, count: TRACKS });
      check.same("the answer", await check.append(playlist, handles.slice(0, 1)), {
        start: TRACKS,
        count: 1,
      });
      check.same("the answer", await check.append(playlist, []), { start: TRACKS + 1, count: 0 });
      check.same("count", (await check.listed(playlist)).count, TRACKS + 1);
    },
  },
  {
    name:
      "player.playlist.insert puts tracks before the item at the index, and queued items keep their tracks",
    says: "before the item at the index",
    reach: "user",
    async check(check) {
      const { seat, same } = check;
      const playlist = await check.filledPlaylist();
      const [first, second, third] = await check.handles();
      if (!first || !second || !third) return;
      const insert = (index: number, ...handles: Handle[]) =>
        seat.ask("player.playlist.insert", { playlist, index, handles });
      if (seat.claims("player.queue.append")) {
        await seat.ask("player.queue.append", { entries: [{ playlist, item: 1 }] });
      }
      same("the answer", await insert(1, third, first), { count: 2 });
      same("the answer", await insert(TRACKS + 2, second), { count: 1 });
      same("the answer to no tracks", await insert(0), { count: 0 });
      for (const index of [TRACKS + 4, -1]) {
        await seat.refused("player.playlist.insert", { playlist, index, handles: [first] });
      }
      same("count", (await check.listed(playlist)).count, TRACKS + 3);
      if (seat.claims("player.queue.append")) {
        same("the last entry of the queue", (await queue(check)).at(-1)?.slice(1), [playlist, 3]);
      }
      // Only the extension `playlist` has the action.
      if (!seat.claims("player.playlist.items")) return;
      const { tracks } = await seat.ask("player.playlist.items", { playlist, start: 0, count: TRACKS + 3 });
      const wanted = [first, third, first, second, third, second].map(({ path }) => path);
      same("the tracks", tracks.map(({ path }) => path), wanted);
    },
  },
  {
    name: "player.playlist.remove answers how many items are left",
    says: "`{count}` items left",
    reach: "own",
    async check(check) {
      const playlist = await check.filledPlaylist();
      check.same("the answer", await check.remove(playlist, 1, 1), { count: TRACKS - 1 });
      check.same("the answer", await check.remove(playlist, 0, 0), { count: TRACKS - 1 });
      check.same("count", (await check.listed(playlist)).count, TRACKS - 1);
    },
  },
  {
    name: "player.playlist.remove refuses a range outside the list",
    says: RANGE,
    reach: "own",
    async check(check) {
      const playlist = await check.filledPlaylist();
      for (const [start, count] of [[TRACKS, 1], [TRACKS - 1, 2], [0, TRACKS + 1], [-1, 1]]) {
        await check.seat.refused("player.playlist.remove", { playlist, start, count });
      }
      check.same("count", (await check.listed(playlist)).count, TRACKS);
    },
  },
  {
    name: "a locked playlist is listed as such, and the bridge's own actions pass",
    says: "the bridge's own actions pass",
    reach: "own",
    async check(check) {
      const playlist = await check.filledPlaylist();
      const lock = (locked: boolean) =>
        check.seat.ask("player.playlist.lock", { playlist, name: check.ownName, locked });
      await lock(true);
      try {
        check.same("locked", (await check.listed(playlist)).locked, true);
        await check.append(playlist, (await check.handles()).slice(0, 1));
        await check.remove(playlist, 0, 1);
      } finally {
        await lock(false);
      }
      check.same("locked", (await check.listed(playlist)).locked, false);
    },
  },
  ...([
    ["player.playlist.append", { handles: [] }],
    ["player.playlist.remove", { start: 0, count: 0 }],
    ["player.playlist.lock", { name: "x", locked: true }],
    ["player.playlist.activate", {}],
    ["player.playback.play", { item: 0 }],
    ["player.playlist.items", { start: 0, count: 1 }],
    ["player.playlist.rename", { name: "x" }],
    ["player.playlist.delete", {}],
    ["player.playlist.removeItems", { items: [] }],
    ["player.playlist.reorder", { order: [] }],
    ["player.playlist.selection", {}],
    ["player.playlist.select", { items: [] }],
    ["player.playlist.insert", { index: 0, handles: [] }],
  ] as const).map(([action, params]): Rule => ({
    name: `${action} refuses the id of no playlist with error -32011`,
    says: "A player answers an unknown id with error -32011 and does nothing.",
    reach: "own",
    check: ({ seat }) => seat.refused(action, { playlist: UNKNOWN, ...params }, PLAYLIST_NOT_FOUND),
  })),
  {
    name: "player.playlist.activate makes a playlist the active one",
    says: "| player.playlist.activate | `{playlist: id}` | `{}` |",
    reach: "user",
    async check(check) {
      const { seat, same } = check;
      for (const playlist of [await check.create(), await check.emptyPlaylist()]) {
        const since = seat.position;
        await seat.ask("player.playlist.activate", { playlist });
        same("active", (await seat.ask("player.playlist.list", {})).active, playlist);
        // Only the extension `playlist` has the signal.
        if (!seat.claimed?.has("player.playlist.items")) continue;
        await seat.signal("signal.playlistActivated", since, (params) => params.playlist === playlist);
      }
    },
  },
];

/** An entry of the queue: its id, its playlist and its item. */
type QueuedItem = readonly [string, string | null, number | null];

async function queue({ seat }: Check): Promise<QueuedItem[]> {
  const { entries } = await seat.ask("player.queue.get", {});
  return entries.map(({ entry, playlist, item }) => [entry, playlist, item]);
}

/** Queues items of the check's own playlist. Returns the playlist, the queue before the call, and the new ids. */
async function queued(check: Check, items: readonly number[]): Promise<{
  readonly playlist: string;
  readonly before: readonly QueuedItem[];
  readonly ids: readonly string[];
}> {
  const playlist = await check.anyPlaylist();
  const before = await queue(check);
  const { count, entries } = await check.seat.ask("player.queue.append", {
    entries: items.map((item) => ({ playlist, item })),
  });
  check.same("count", count, before.length + items.length);
  check.same("the number of new entries", entries.length, items.length);
  return { playlist, before, ids: entries };
}

const queueRules: readonly Rule[] = [
  answers("player.queue.get", {}),
  {
    name: "player.queue.count counts what player.queue.get lists",
    says: "`{count}`",
    reach: "own",
    async check(check) {
      const { count } = await check.seat.ask("player.queue.count", {});
      check.same("count", count, (await queue(check)).length);
    },
  },
  {
    name: "player.queue.ids lists the ids of the entries that player.queue.get lists",
    says: "the ids of all entries in order",
    reach: "user",
    async check(check) {
      const { before, ids } = await queued(check, [1, 0]);
      const { entries } = await check.seat.ask("player.queue.ids", {});
      check.same("entries", entries, [...before.map(([id]) => id), ...ids]);
    },
  },
  {
    name: "player.queue.append puts items at the end, with their places, and answers their ids",
    says: "count: entries now queued. entries: the ids of the new ones",
    reach: "user",
    async check(check) {
      const since = check.seat.position;
      const { playlist, before, ids } = await queued(check, [1, 0]);
      check.same("the queue", await queue(check), [...before, [ids[0], playlist, 1], [ids[1], playlist, 0]]);
      // Only the extension `playback` has the signal.
      if (check.seat.claimed?.has("player.playback.state")) {
        await check.seat.signal("signal.queueChanged", since, ({ origin }) => origin !== "user_removed");
      }
      const nothing = await check.seat.ask("player.queue.append", { entries: [] });
      check.same("the answer to no entries", nothing, { count: before.length + 2, entries: [] });
    },
  },
  {
    name: "player.queue.append refuses an item that is not in the playlist, and an unknown playlist",
    says: RANGE,
    reach: "user",
    async check(check) {
      const { playlist, before } = await queued(check, []);
      const entries = (second: object) => ({ entries: [{ playlist, item: 0 }, second] });
      for (const item of [TRACKS, -1]) {
        await check.seat.refused("player.queue.append", entries({ playlist, item }));
      }
      await check.seat.refused(
        "player.queue.append",
        entries({ playlist: UNKNOWN, item: 0 }),
        PLAYLIST_NOT_FOUND,
      );
      check.same("the queue", await queue(check), before);
    },
  },
  {
    name: "player.queue.remove removes the entries with the ids, and leaves out unknown ones",
    says: "the entries with these ids; unknown ones are left out",
    reach: "user",
    async check(check) {
      const { playlist, before, ids: [first = "", second = "", third] } = await queued(check, [0, 1, 2]);
      const remove = (...entries: string[]) => check.seat.ask("player.queue.remove", { entries });
      const { removed, count } = await remove(second, UNKNOWN, first);
      check.same("removed", removed.toSorted(), [first, second].toSorted());
      check.same("count", count, before.length + 1);
      check.same("the answer to a removed entry", await remove(first), { removed: [], count });
      check.same("the queue", await queue(check), [...before, [third, playlist, 2]]);
    },
  },
  {
    name: "an id of a queue entry is never given to another entry",
    says: "never belongs to another entry while the bridge runs",
    reach: "user",
    async check(check) {
      const { ids } = await queued(check, [0, 1]);
      await check.seat.ask("player.queue.remove", { entries: [...ids] });
      const { ids: later } = await queued(check, [0, 1]);
      check.same("the ids used again", later.filter((id) => ids.includes(id)), []);
    },
  },
  {
    name: "player.queue.reorder puts the entries first in the given order, and leaves out unknown ids",
    says: "these first, in this order, the others after them in theirs",
    reach: "user",
    async check(check) {
      const { playlist, before, ids: [first, second = "", third = ""] } = await queued(check, [0, 1, 2]);
      const { moved, count } = await check.seat.ask("player.queue.reorder", {
        entries: [third, UNKNOWN, second],
      });
      check.same("moved", moved, [third, second]);
      check.same("count", count, before.length + 3);
      check.same("the queue", await queue(check), [
        [third, playlist, 2],
        [second, playlist, 1],
        ...before,
        [first, playlist, 0],
      ]);
    },
  },
  {
    name: "player.queue.clear empties the queue and answers how many entries it had",
    says: "| player.queue.clear | | `{removed: integer}` how many entries it had |",
    reach: "user",
    async check(check) {
      if ((await queue(check)).length > 0) throw new NothingToCheck("the user's queue is not empty");
      await queued(check, [0, 1]);
      check.same("removed", (await check.seat.ask("player.queue.clear", {})).removed, 2);
      check.same("the queue", await queue(check), []);
      check.same("removed, of none", (await check.seat.ask("player.queue.clear", {})).removed, 0);
    },
  },
];

const selection: readonly Rule[] = [
  {
    name: "player.selection.get answers the page that it is asked for",
    says: "the last two when the selection is in a playlist; items corresponds to handles",
    reach: "own",
    async check({ seat, same }) {
      const all = await seat.ask("player.selection.get", { offset: 0, limit: null });
      same("the number of handles", all.handles.length, all.total);
      if (all.items) same("the number of items", all.items.length, all.handles.length);
      if (all.items && all.playlist === undefined) throw new RuleBroken("items come without their playlist");
      const one = await seat.ask("player.selection.get", { offset: 0, limit: 1 });
      same("the first page", { total: one.total, handles: one.handles }, {
        total: all.total,
        handles: all.handles.slice(0, 1),
      });
      if (all.total > 1) {
        const second = await seat.ask("player.selection.get", { offset: 1, limit: 1 });
        same("the second page", second.handles, all.handles.slice(1, 2));
      }
      const none = await seat.ask("player.selection.get", { offset: all.total, limit: 1 });
      same("the page after the last", { total: none.total, handles: none.handles }, {
        total: all.total,
        handles: [],
      });
    },
  },
  {
    name: "player.selection.set takes the selection and signals it",
    says: "`{count}`; error when the selection cannot be taken",
    reach: "user",
    async check(check) {
      const { seat, same } = check;
      // Other handles first: a player need not signal a selection that stays.
      const [one] = await check.selectOwn();
      await seat.ask("player.selection.set", { handles: [one] });
      const since = seat.position;
      const wanted = await check.selectOwn();
      same(
        "the selection",
        (await seat.ask("player.selection.get", { offset: 0, limit: null })).handles,
        wanted,
      );
      await seat.signal("signal.selectionChanged", since);
    },
  },
  ...["playlist", "selection"].map((mode) =>
    answers("player.selection.track", { mode }, ` for the mode ${mode}`, "user")
  ),
];

const menus: readonly Rule[] = [
  {
    name: "player.menu.build answers the main menu, or error -32010",
    says: "main menu: -32010 when no tree can be built",
    reach: "own",
    async check({ seat }) {
      const { error } = await seat.request("player.menu.build", { kind: "main" });
      if ((error as Refusal | undefined)?.code === MENU_TREE_UNAVAILABLE) return;
      await seat.ask("player.menu.build", { kind: "main" });
    },
  },
  ...["selection", "playlist"].map((source) =>
    answers("player.menu.build", { kind: "context", context: { source } }, ` for the context ${source}`)
  ),
  {
    name: "player.menu.build answers the context menu of the playing track, or an error when nothing plays",
    says: '`{source:"nowPlaying"}`',
    reach: "own",
    async check({ seat }) {
      const { track } = await seat.ask("player.playback.nowPlaying", {});
      const params = { kind: "context", context: { source: "nowPlaying" } };
      const { error } = await seat.request("player.menu.build", params);
      if (track !== null || error === undefined) await seat.ask("player.menu.build", params);
    },
  },
  {
    name: "player.menu.build answers the context menu of handles",
    says: '`{source:"handles", handles: Handle[]}`',
    reach: "own",
    async check({ seat, handles }) {
      const context = { source: "handles", handles: await handles() };
      await seat.ask("player.menu.build", { kind: "context", context });
    },
  },
  {
    name: "player.menu.listMainCommands lists each command once",
    says: "flat list, the fallback",
    reach: "own",
    async check({ seat, same }) {
      const { commands } = await seat.ask("player.menu.listMainCommands", {});
      const names = commands.map(({ guid, subGuid }) => `${guid}${subGuid ?? ""}`.toUpperCase());
      same("the number of different commands", new Set(names).size, names.length);
    },
  },
  {
    name: "player.menu.runMain does not run a command that does not exist",
    says: "`{executed: boolean}`",
    reach: "own",
    check: async ({ seat, same }) =>
      same("executed", (await seat.ask("player.menu.runMain", { guid: UNKNOWN_GUID })).executed, false),
  },
  {
    name: "player.menu.runContext does not run a command that does not exist",
    says: "`{executed: boolean, confirmed: boolean}`",
    reach: "own",
    async check({ seat, same }) {
      const context = { source: "selection" };
      for (const command of [{ commandId: UNKNOWN_COMMAND }, { guid: UNKNOWN_GUID }]) {
        same("executed", (await seat.ask("player.menu.runContext", { context, ...command })).executed, false);
      }
    },
  },
  {
    name: "player.overlay.open and player.overlay.close answer {}",
    says: "`{menuId, reason, animationMs}`",
    reach: "user",
    async check({ seat }) {
      const row = { id: "row", label: "Tonearm check", type: "normal", enabled: true, checked: false };
      const menuId = "tonearm-check";
      await seat.ask("player.overlay.open", {
        menuId,
        items: [row],
        x: null,
        y: null,
        windowMode: "contentSized",
        css: null,
        cssReplace: false,
        backdrop: "none",
        backdropDarkMode: false,
      });
      await seat.ask("player.overlay.close", { menuId, reason: "close", animationMs: 0 });
    },
  },
  answers("player.menu.popup", { context: { source: "selection" } }, "", "windows"),
];

/** Returns the places of all tracks that have started since a position. */
function started({ seat }: Check, since: number): [string | null, number | null][] {
  return seat.signals.flatMap(({ signal, at }) =>
    at >= since && signal.name === "signal.trackStarted" ? [[signal.params.playlist, signal.params.item]] : []
  );
}

const playback: readonly Rule[] = [
  answers("player.playback.nowPlaying", {}),
  {
    name: "player.playback.setOrder answers the previous order",
    says: "`{previous: integer}`",
    reach: "user",
    async check({ seat, same }) {
      const { previous } = await seat.ask("player.playback.setOrder", { order: 1 });
      try {
        same("previous", (await seat.ask("player.playback.setOrder", { order: 0 })).previous, 1);
        same("previous", (await seat.ask("player.playback.setOrder", { order: 0 })).previous, 0);
      } finally {
        await seat.ask("player.playback.setOrder", { order: previous });
      }
      same("previous", (await seat.ask("player.playback.setOrder", { order: previous })).previous, previous);
    },
  },
  {
    name: "player.playback.play plays the item, and signal.trackStarted and nowPlaying report its place",
    says: "so report it whenever it is known. It tells the same url in two playlists apart",
    reach: "user",
    async check(check) {
      const playlist = await check.filledPlaylist();
      await check.play(playlist, 1);
      const { track, ...place } = await check.seat.ask("player.playback.nowPlaying", {});
      check.same("the place", [place.playlist, place.item], [playlist, 1]);
      check.same("track.path", track?.path, (await check.handles())[1]?.path);
    },
  },
  {
    name: "after player.playback.play is answered, no signal is about the previous track",
    says: "After the answer, no signal is about the track that played before",
    reach: "user",
    async check(check) {
      const { seat, same } = check;
      const playlist = await check.anyPlaylist();
      await check.play(playlist, 0);
      const asked = seat.position;
      await seat.ask("player.playback.play", { playlist, item: 1 });
      const answered = seat.last?.at ?? 0;
      const start = await check.started(asked, playlist, 1);
      await check.watch();
      same("the tracks started", started(check, answered).filter(([, item]) => item !== 1), []);
      same(
        "how often the track has started",
        started(check, asked).filter(([, item]) => item === 1).length,
        1,
      );
      const ends = seat.signals.flatMap(({ signal, at }) =>
        at > start.at && signal.name === "signal.playbackStopped" ? [signal.params.reason] : []
      );
      same(
        "the reasons of signal.playbackStopped",
        ends.filter((reason) => reason !== "startingAnother"),
        [],
      );
    },
  },
  {
    name: "playback reports its time",
    says: "`{position, length}` seconds, about once a second; length 0 when unknown",
    reach: "user",
    async check(check) {
      await check.playing();
      const fits = ({ position = 0, length = 0 }) => length === 0 || position <= length + 1;
      await check.seat.signal("signal.playbackTime", 0, fits); // Perhaps in a rule before.
    },
  },
  {
    name: "player.playback.play refuses an item that is not in the playlist",
    says: RANGE,
    reach: "user",
    async check(check) {
      const { seat, same } = check;
      const { playlist, item } = await check.playing();
      const since = seat.position;
      for (const item of [TRACKS, -1]) await seat.refused("player.playback.play", { playlist, item });
      same("item", (await seat.ask("player.playback.nowPlaying", {})).item, item);
      same("the tracks started", started(check, since), []);
    },
  },
  {
    name: "player.playback.next goes to the next track",
    says: "| player.playback.stop / next | | `{}` |",
    reach: "user",
    async check(check) {
      const { playlist, item } = await check.playing();
      await check.inOrder(async () => {
        const since = check.seat.position;
        await check.seat.ask("player.playback.next", {});
        await check.started(since, playlist, item + 1);
      });
    },
  },
  {
    name: "player.playback.stop stops, and signals the user's reason once and nothing else",
    says: '`{reason:"user"|"endOfFile"|"startingAnother"|"shutdown"}`',
    reach: "user",
    async check(check) {
      const { seat, same } = check;
      await check.playing();
      const since = seat.position;
      await seat.ask("player.playback.stop", {});
      await seat.signal("signal.playbackStopped", since, ({ reason }) => reason === "user");
      same("track", (await seat.ask("player.playback.nowPlaying", {})).track, null);
      await check.watch();
      compare(timeline(check, since), [{ is: "playbackStopped user" }]);
    },
  },
];

const desktop: readonly Rule[] = [
  {
    name: "player.clipboard.write replaces the clipboard as a whole",
    says: "replaces the clipboard as a whole",
    reach: "user",
    async check({ seat, media, same }) {
      const write = (...formats: object[]) => seat.ask("player.clipboard.write", { formats });
      const text = "Tonearm check \u{1f3b5}";
      const both = await write({ format: "text", data: text }, { format: "files", data: media.slice(0, 1) });
      const read = await seat.ask("player.clipboard.read", {});
      if (both.written.includes("text")) same("text", read.text, text);
      if (both.written.includes("files")) same("files", read.files, media.slice(0, 1));
      if (both.written.length === 0) throw new RuleBroken("written is [], and nothing was refused");
      await write({ format: "text", data: "another text" });
      const after = await seat.ask("player.clipboard.read", {});
      same("what is read", { text: after.text, files: after.files }, { text: "another text", files: null });
    },
  },
  ...["info", "warn", "error"].map((level) =>
    answers("player.console.print", { level, line: "Tonearm checks this player" }, ` for ${level}`, "user")
  ),
  {
    name: "player.panel.setConfig with an empty patch changes nothing",
    says: "`{patch}` only those of the four fields that change",
    reach: "user",
    async check(check) {
      const { seat, same } = check;
      const panel = check.requirePanel();
      const { config } = await seat.ask("player.panel.getConfig", {}, panel);
      same("config", (await seat.ask("player.panel.setConfig", { patch: {} }, panel)).config, config);
    },
  },
  ...["showConsole", "showPreferences"].map((command) =>
    answers("player.app.run", { command }, ` for ${command}`, "windows")
  ),
  answers("player.app.showLibrarySearch", { query: "tonearm" }, "", "windows"),
  answers("player.app.showPopup", { title: "Tonearm", message: "The check of the player" }, "", "windows"),
];

/** The last rule: all messages of the player were valid. */
const conversation: Rule = {
  name: "everything that the player sends is a JSON-RPC message and fits its schema",
  says: "A signal that does not match its schema is reported on stderr and ignored.",
  reach: "own",
  check({ seat }) {
    const { firstDefect: first, defectCount } = seat;
    if (first !== undefined) {
      throw new RuleBroken(defectCount === 1 ? first : `${first} (and ${defectCount - 1} more)`);
    }
    return Promise.resolve();
  },
};

/** All rules, in the order in which they are checked. */
export const rules: readonly Rule[] = [
  ...general,
  ...media,
  ...selection,
  ...playlists,
  ...queueRules,
  ...menus,
  ...desktop,
  ...playback,
  ...timelineRules,
  ...extensionRules,
  conversation,
];
