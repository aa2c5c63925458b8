import { $, answer, dragPaths, keepSwitch, needs, whileVisible } from "../base.js";
import { TrackList } from "../list.js";

needs("playlist", "playback", "ui");

/** The most tracks that are named to the player's menu or dragged to another panel: those that are drawn. */
const named = () =>
  [...list.rows.children].filter(({ index }) => list.selected.has(index)).map(({ track }) => track);

/** The index of the shown playlist, which is the active one, the place of the playing track, and the queue. */
let playlist = -1, place = {}, queue = { items: [] };
/** Whether the list scrolls to the playing track. */
let isFollowing = true;
/** Whether rows of this list are dragged. */
let isDragging = false;

/** The places of a track in the queue. */
const placesOf = (item) =>
  queue.items.filter((entry) => entry.playlist === playlist && entry.playlistItem === item)
    .map((entry) => entry.queueIndex);

const list = new TrackList(
  $("tracks"),
  (start, count) => playlist < 0 ? undefined : answer(fb2k.playlist.getTracks({ playlist, start, count })),
  (key) => run({ Enter: "play", q: "queue", Delete: "remove" }[key]),
  (index) => ({
    isPlaying: place.playlist === playlist && place.index === index,
    queued: placesOf(index).map((place) => place + 1).join(", "),
  }),
  move,
);

/** Moves the selected tracks by a number of rows. They stay selected. */
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

/** Shows the playlists and the tracks. An event with a `name`, such as playlist:renamed, leaves the tracks as they are. */
async function show({ name } = {}) {
  const playlists = await answer(fb2k.playlist.getAll());
  if (!playlists) return;
  const options = playlists.map(({ name, index, isActive }) => new Option(name, index, isActive, isActive));
  $("playlists").replaceChildren(...options);
  const active = playlists.findIndex(({ isActive }) => isActive);
  if (playlist !== active) {
    list.select(list.box.scrollTop = 0);
    place = {};
  } else if (name !== undefined) return;
  playlist = active;
  showTracks({ playlist });
}

const showTracks = (event) => event.playlist === playlist && [list.draw(), showQueue(), showPlaying()];

async function showQueue() {
  queue = await answer(fb2k.queue.get()) || { items: [] };
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
  if (isFollowing && place.found && place.playlist === playlist) list.reveal(place.index, true);
}

const commands = {
  play: ["Play", () => fb2k.playlist.playTrack({ playlist, index: list.current })],
  queue: ["Add to queue", (tracks) => fb2k.queue.add({ playlist, tracks })],
  unqueue: ["Remove from queue", (items) => fb2k.queue.remove({ indices: items.flatMap(placesOf) })],
  remove: ["Remove from playlist", (items) => fb2k.playlist.removeTracks({ playlist, items })],
};
const run = (id) => id && list.track && answer(commands[id][1](list.items), "");

list.box.addEventListener("contextmenu", async (event) => {
  event.preventDefault();
  const { track, current, items } = list;
  if (!track || list.isOutside) return;
  const rows = Object.entries(commands).map(([id, [label]]) => ({ id, label }));
  rows[2].enabled = items.some((item) => placesOf(item).length > 0);
  rows.push({ type: "separator" }, { id: "player", label: "More…" });
  const handles = named().map(({ handle }) => handle);
  const choice = await answer(fb2k.ui.showContextMenu({ items: rows }), "");
  if (!choice) return;
  if (choice.selectedId === "player") answer(fb2k.menu.showNativePopup({ mode: "handles", handles }), "");
  // The playlist may have changed meanwhile.
  else if (list.current === current && list.track && list.track.id === track.id) run(choice.selectedId);
});
$("playlists").addEventListener("change", ({ target }) => {
  answer(fb2k.playlist.setActive({ playlist: Number(target.value) }), "");
});

dragPaths(list.box, () => {
  isDragging = true;
  return named().map(({ fullPath }) => fullPath);
});
list.box.addEventListener("dragend", () => isDragging = false);
for (const name of ["dragover", "dragleave", "drop"]) {
  list.box.addEventListener(name, (event) => {
    event.preventDefault();
    const row = event.target.closest("[role=option]");
    const last = list.rows.lastElementChild;
    for (const each of list.rows.children) {
      each.classList.toggle("drop", name === "dragover" && each === row);
      each.classList.toggle("end", name === "dragover" && !row && each === last);
    }
    if (name === "drop") drop(row ? row.index : list.total, event.dataTransfer.getData("text/plain"));
  });
}

/** Moves the dragged tracks of this list before a row, or adds those of another panel there. */
async function drop(to, paths) {
  if (isDragging) {
    const before = list.items.filter((item) => item < to).length;
    return move(to - before - list.items[0]);
  }
  const { total } = list;
  const added = once(
    "playlist:addComplete",
    answer(
      fb2k.playlist.addPathsAsync({ playlist, paths: paths.split("\n").filter(Boolean) }),
      "",
    ),
  );
  const { addedCount } = await added || { addedCount: 0 };
  const items = Array.from({ length: addedCount }, (_, at) => total + at);
  if (items.length && to < total) {
    await answer(fb2k.playlist.moveTracks({ playlist, items, delta: to - total }), "");
  }
}

/** Waits for the event that follows an answer; undefined when the call has failed. */
async function once(event, call) {
  let stop;
  const heard = new Promise((resolve) => stop = fb2k.once(event, resolve));
  const { operationId } = await call || {};
  if (operationId) return await heard;
  stop();
}

keepSwitch($("follow"), (isOn) => {
  isFollowing = isOn;
  follow();
});
const events = { "playback:queueChanged": showQueue };
for (const change of ["state", "track"]) events[`playback:${change}Changed`] = showPlaying;
for (const change of ["created", "renamed", "removed", "activated"]) events[`playlist:${change}`] = show;
for (const change of ["Added", "Removed", "Reordered"]) events[`playlist:items${change}`] = showTracks;
whileVisible(events, show);
