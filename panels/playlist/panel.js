import { $, answer, whileVisible } from "./base.js";
import { TrackList } from "./list.js";

/** The index of the active playlist, which is shown, and that of the playing track in it. */
let playlist = -1, playing, queue = [];

/** The places of a track in the queue. */
const placesOf = (item) =>
  queue.filter((entry) => entry.playlist === playlist && entry.playlistItem === item)
    .map((entry) => entry.queueIndex);

const list = new TrackList(
  $("tracks"),
  (start, count) => playlist < 0 ? undefined : answer(fb2k.playlist.getTracks({ playlist, start, count })),
  (key) => run({ Enter: "play", q: "queue", Delete: "remove" }[key]),
  (index) => {
    const places = placesOf(index).map((place) => place + 1).join(", ");
    return (index === playing ? "▶ playing " : "") + (places && `queued ${places}`);
  },
);

async function show() {
  const playlists = await answer(fb2k.playlist.getAll());
  if (!playlists) return;
  $("playlists").replaceChildren(
    ...playlists.map(({ name, index, isActive }) => new Option(name, index, isActive, isActive)),
  );
  const active = playlists.findIndex(({ isActive }) => isActive);
  if (playlist !== active) list.current = list.box.scrollTop = 0;
  playlist = active;
  list.draw();
  showNotes();
}

async function showNotes() {
  const [all, place] = [await answer(fb2k.queue.get()), await answer(fb2k.playback.getCurrentTrackIndex())];
  queue = all ? all.items : [];
  playing = place && place.playlist === playlist ? place.index : undefined;
  list.select();
}

const commands = {
  play: ["Play", (index) => fb2k.playlist.playTrack({ playlist, index })],
  queue: ["Add to queue", (index) => fb2k.queue.add({ playlist, tracks: [index] })],
  unqueue: ["Remove from queue", (index) => fb2k.queue.remove({ indices: placesOf(index) })],
  remove: ["Remove from playlist", (index) => fb2k.playlist.removeTracks({ playlist, items: [index] })],
};

const run = (id) => id && list.track && answer(commands[id][1](list.current), "");

async function openMenu(event) {
  event.preventDefault();
  const { track, current } = list;
  if (!track || list.isOutside) return;
  const items = Object.entries(commands).map(([id, [label]]) => ({ id, label }));
  items[2].enabled = placesOf(current).length > 0;
  const choice = await answer(fb2k.ui.showContextMenu({ items }), "");
  // The playlist may have changed meanwhile.
  if (choice && list.current === current && list.track && list.track.id === track.id) run(choice.selectedId);
}

$("playlists").addEventListener("change", ({ target }) => {
  answer(fb2k.playlist.setActive({ playlist: Number(target.value) }), "");
});
list.box.addEventListener("contextmenu", openMenu);

const events = { "playback:stateChanged": showNotes, "playback:queueChanged": showNotes };
const changes = "created renamed removed activated itemsAdded itemsRemoved itemsReordered".split(" ");
for (const change of changes) events[`playlist:${change}`] = show;
whileVisible(events, show);
