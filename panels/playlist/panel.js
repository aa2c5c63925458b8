import { $, answer, dragPaths, keepSwitch, needs, takeDrops, whileVisible } from "../base.js";
import { rowOf, TrackList } from "../list.js";

needs("playlist", "playback", "ui");

/** The bridge's own playlists, and what the listener reads. */
const NAMES = new Map([["__webview_buffer__", "Radio"], ["[WebView Queue]", "Queue"]]);
/** The index of the shown playlist, which is the active one. */
let playlist = -1;
/** @type {{ playlist?: number | null, index?: number | null, found?: boolean }} The place of the playing track. */
let place = {};
/** @type {Partial<fb2k.Result<"queue.get">>} */
let queue = {};
/** Whether the list scrolls to the playing track. */
let isFollowing = true;
/** Whether rows of this list are dragged. */
let isDragging = false;

/** @param {number} item The index of a track, of which the places in the queue are returned. */
const placesOf = (item) =>
  (queue.items ?? []).filter((entry) => entry.playlist === playlist && entry.playlistItem === item)
    .map((entry) => entry.queueIndex);

const list = new TrackList(
  $("tracks"),
  (start, count) => playlist < 0 ? undefined : answer(fb2k.playlist.getTracks({ playlist, start, count })),
  (key) => {
    for (const [id, command] of Object.entries(commands)) if (command.key === key) run(id);
  },
  (index) => ({
    isPlaying: place.playlist === playlist && place.index === index,
    queued: placesOf(index).map((place) => place + 1).join(", "),
  }),
  move,
);

/**
 * Moves the selected tracks by a number of rows. They stay selected.
 *
 * @param {number} delta
 */
async function move(delta) {
  const { items, total } = list;
  const step = Math.max(-items[0], Math.min(delta, total - 1 - items[items.length - 1]));
  if (
    !items.length || !step || !await answer(fb2k.playlist.moveTracks({ playlist, items, delta: step }), "")
  ) return;
  list.selected = new Set(items.map((item) => item + step));
  list.focus(list.current + step);
  list.reveal();
}

/**
 * Shows the playlists and the tracks. An event with a `name`, such as playlist:renamed, leaves the tracks as they are.
 *
 * @param {{ name?: string }} event
 */
async function show({ name } = {}) {
  const playlists = await answer(fb2k.playlist.getAll());
  if (!playlists) return;
  const options = playlists.map(({ name, index, isActive }) =>
    new Option(NAMES.get(name) ?? name, `${index}`, isActive, isActive)
  );
  $("playlists").replaceChildren(...options);
  const active = playlists.findIndex(({ isActive }) => isActive);
  if (playlist !== active) {
    list.select(list.box.scrollTop = 0);
    place = {};
  } else if (name !== undefined) return;
  playlist = active;
  showTracks({ playlist });
}

/** @param {{ playlist: number }} event */
const showTracks = (event) => event.playlist === playlist && [list.draw(), showQueue(), showPlaying()];

async function showQueue() {
  queue = await answer(fb2k.queue.get()) || {};
  list.focus();
}

async function showPlaying() {
  const before = place;
  place = await answer(fb2k.playback.getCurrentTrackIndex()) || {};
  const isElsewhere = place.index !== before.index || place.playlist !== before.playlist;
  if (isElsewhere) follow();
  list.focus();
}

function follow() {
  if (isFollowing && place.playlist === playlist) list.reveal(place.index ?? 0, true);
}

/** @type {Record<string, { label: string, key?: string, run(items: number[]): Promise<object> }>} */
const commands = {
  play: {
    label: "Play",
    key: "Enter",
    run: () => fb2k.playlist.playTrack({ playlist, index: list.current }),
  },
  queue: { label: "Add to queue", key: "q", run: (tracks) => fb2k.queue.add({ playlist, tracks }) },
  unqueue: {
    label: "Remove from queue",
    run: (items) => fb2k.queue.remove({ indices: items.flatMap(placesOf) }),
  },
  remove: {
    label: "Remove from playlist",
    key: "Delete",
    run: (items) => fb2k.playlist.removeTracks({ playlist, items }),
  },
};
/**
 * Runs a command on the selected rows. They need only their indexes, so rows that are still loaded are right too.
 *
 * @param {string} id
 */
const run = (id) => list.total && answer(commands[id].run(list.items), "");

list.box.addEventListener("contextmenu", async (event) => {
  event.preventDefault();
  const { track, current, items } = list;
  if (!track || list.isOutside) return;
  const rows = Object.entries(commands).map(([id, { label }]) => ({
    id,
    label,
    enabled: id !== "unqueue" || items.some((item) => placesOf(item).length > 0),
  }));
  const more = [{ type: "separator" }, { id: "player", label: "More…" }];
  const handles = list.named.map(({ fullPath }) => fullPath);
  const choice = await answer(fb2k.ui.showContextMenu({ items: [...rows, ...more] }), "");
  if (!choice?.selectedId) return;
  if (choice.selectedId === "player") answer(fb2k.menu.showNativePopup({ mode: "handles", handles }), "");
  // The playlist may have changed meanwhile.
  else if (list.current === current && list.track?.fullPath === track.fullPath) run(choice.selectedId);
});
$("playlists").addEventListener("change", () => {
  answer(fb2k.playlist.setActive({ playlist: Number($("playlists").value) }), "");
});

dragPaths(list.box, () => {
  isDragging = true;
  return list.named.map(({ fullPath }) => fullPath);
});
list.box.addEventListener("dragend", () => isDragging = false);
takeDrops(list.box, (event) => {
  const row = event && rowOf(event), last = list.rows.lastElementChild;
  for (const each of list.drawn) {
    each.classList.toggle("drop", each === row);
    each.classList.toggle("end", row === null && each === last);
  }
}, (event, paths) => drop(rowOf(event)?.index ?? list.total, paths));

/**
 * Moves the dragged tracks of this list before a row, or adds those of another panel there.
 *
 * @param {number} to
 * @param {string[]} paths
 */
async function drop(to, paths) {
  if (isDragging) {
    const { items, total } = list;
    const first = to - items.filter((item) => item < to).length;
    // Tracks that lie apart come together at the end of the list, where they stop.
    if (items[items.length - 1] - items[0] >= items.length) {
      if (!await answer(fb2k.playlist.moveTracks({ playlist, items, delta: total }), "")) return;
      list.selected = new Set(items.map((_, at) => total - items.length + at));
      list.current = total - items.length;
    }
    return move(first - list.items[0]);
  }
  const { total } = list;
  const { addedCount } = await add(paths) || { addedCount: 0 };
  const items = Array.from({ length: addedCount }, (_, at) => total + at);
  if (items.length && to < total) {
    await answer(fb2k.playlist.moveTracks({ playlist, items, delta: to - total }), "");
  }
}

/**
 * Adds tracks at the end. Returns the event that says how many; undefined when the call has failed.
 *
 * @param {string[]} paths
 * @returns {Promise<fb2k.Event<"playlist:addComplete"> | undefined>}
 */
function add(paths) {
  return new Promise((resolve) => {
    const stop = fb2k.once("playlist:addComplete", resolve);
    answer(fb2k.playlist.addPathsAsync({ playlist, paths }), "").then((started) => {
      if (started) return;
      stop();
      resolve(undefined);
    });
  });
}

keepSwitch($("follow"), (isOn) => {
  isFollowing = isOn;
  follow();
});
/** @type {Record<string, (event: any) => void>} */
const events = { "playback:queueChanged": showQueue };
for (const change of ["state", "track"]) events[`playback:${change}Changed`] = showPlaying;
for (const change of ["created", "renamed", "removed", "activated"]) events[`playlist:${change}`] = show;
for (const change of ["Added", "Removed", "Reordered"]) events[`playlist:items${change}`] = showTracks;
whileVisible(events, show);
