import { $, answer, needs, whileVisible } from "../base.js";
import { TrackList } from "../list.js";

needs("playlist", "playback", "ui");

/** The index of the shown playlist, which is the active one, the place of the playing track, and the queue. */
let playlist = -1, place = {}, queue = { items: [] };

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
);

/** Shows the playlists and the tracks. An event with a `name`, such as playlist:renamed, leaves the tracks as they are. */
async function show({ name } = {}) {
  const playlists = await answer(fb2k.playlist.getAll());
  if (!playlists) return;
  const options = playlists.map(({ name, index, isActive }) => new Option(name, index, isActive, isActive));
  $("playlists").replaceChildren(...options);
  const active = playlists.findIndex(({ isActive }) => isActive);
  if (playlist !== active) list.current = list.box.scrollTop = 0;
  else if (name !== undefined) return;
  playlist = active;
  showTracks({ playlist });
}

const showTracks = (event) => event.playlist === playlist && [list.draw(), showQueue(), showPlaying()];

async function showQueue() {
  queue = await answer(fb2k.queue.get()) || { items: [] };
  list.select();
}

async function showPlaying() {
  place = await answer(fb2k.playback.getCurrentTrackIndex()) || {};
  list.select();
}

const commands = {
  play: ["Play", (index) => fb2k.playlist.playTrack({ playlist, index })],
  queue: ["Add to queue", (index) => fb2k.queue.add({ playlist, tracks: [index] })],
  unqueue: ["Remove from queue", (index) => fb2k.queue.remove({ indices: placesOf(index) })],
  remove: ["Remove from playlist", (index) => fb2k.playlist.removeTracks({ playlist, items: [index] })],
};
const run = (id) => id && list.track && answer(commands[id][1](list.current), "");

list.box.addEventListener("contextmenu", async (event) => {
  event.preventDefault();
  const { track, current } = list;
  if (!track || list.isOutside) return;
  const items = Object.entries(commands).map(([id, [label]]) => ({ id, label }));
  items[2].enabled = placesOf(current).length > 0;
  const choice = await answer(fb2k.ui.showContextMenu({ items }), "");
  // The playlist may have changed meanwhile.
  if (choice && list.current === current && list.track && list.track.id === track.id) run(choice.selectedId);
});
$("playlists").addEventListener("change", ({ target }) => {
  answer(fb2k.playlist.setActive({ playlist: Number(target.value) }), "");
});

const events = { "playback:stateChanged": showPlaying, "playback:queueChanged": showQueue };
for (const change of ["created", "renamed", "removed", "activated"]) events[`playlist:${change}`] = show;
for (const change of ["Added", "Removed", "Reordered"]) events[`playlist:items${change}`] = showTracks;
whileVisible(events, show);
