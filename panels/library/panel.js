import { $, answer, dragPaths, keepSwitch, needs, say, takeDrops, whileVisible } from "../base.js";
import { TrackList } from "../list.js";

needs("library", "playback", "playlist");

/** How many entries of a playlist are read at once. */
const PAGE = 1000;

let typing = 0;
/** Resolves when the list shows what was searched for. */
let shown = Promise.resolve();
/** Whether a track that the playlist has already is added once more. */
let isAddedAgain = false;

const list = new TrackList($("results"), async (offset, limit) => {
  const typed = () => $("query").value.trim();
  const query = typed();
  const { search, getAll } = fb2k.library;
  const found = query
    ? await answer(search({ query, offset, limit }))
    : await answer(getAll({ offset, limit }));
  if (found && offset === 0 && query === typed()) {
    say(`${found.total} ${found.total === 1 ? "track" : "tracks"}`);
  }
  return found;
}, (key) => {
  if (!list.track) return;
  if (key === "Enter") play(list.track.fullPath);
  if (key === "q") queue(paths());
});

/** The paths of the selected tracks that have been loaded. */
const paths = () => list.named.map(({ fullPath }) => fullPath);

/** Shows the beginning of the queue. */
async function showQueue() {
  const { items, count } = await answer(fb2k.queue.get()) || { items: [], count: 0 };
  $("heading").textContent = `Queue (${count})`;
  $("queue").replaceChildren(
    ...items.slice(0, 100).map(({ title }) =>
      Object.assign(document.createElement("li"), { textContent: title, dir: "auto" })
    ),
  );
}

const show = () => [list.draw(), showQueue()];

/**
 * Queues tracks where the active playlist has them already; it gets the others.
 *
 * @param {string[]} paths
 */
async function queue(paths) {
  const result = await answer(fb2k.queue.addPaths({ paths, useQueuePlaylist: false }));
  if (result) say(`${result.addedCount} queued`);
}

/**
 * Plays the entry that the active playlist has already, or adds the track.
 *
 * @param {string} path
 */
async function play(path) {
  const entry = isAddedAgain ? undefined : await entryOf(path);
  if (entry) await answer(fb2k.playlist.playTrack(entry), "Playing");
  else await answer(fb2k.playback.playPath({ path }), "Playing");
}

/**
 * The place of a track in the active playlist; undefined when it is not there.
 *
 * @param {string} path
 */
async function entryOf(path) {
  for (let start = 0, total = 1; start < total; start += PAGE) {
    const page = await answer(fb2k.playlist.getTracks({ start, count: PAGE }));
    if (!page) return undefined;
    const { playlist, tracks } = page;
    const at = tracks.findIndex(({ fullPath }) => fullPath === path);
    if (at >= 0) return { playlist, index: start + at };
    total = page.total;
  }
  return undefined;
}

$("query").addEventListener("input", () => {
  clearTimeout(typing);
  say("Searching…");
  shown = new Promise((resolve) => {
    typing = setTimeout(() => {
      list.select(list.box.scrollTop = 0);
      resolve(list.draw());
    }, 200);
  });
});
// In the search, the keys of the list act on the list.
$("query").addEventListener("keydown", async (event) => {
  const { key, shiftKey } = event;
  if (!["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Enter"].includes(key)) return;
  event.preventDefault();
  await shown;
  list.box.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey }));
});
dragPaths(list.box, paths);
takeDrops(
  $("target"),
  (event) => $("target").classList.toggle("over", event !== undefined),
  (_, dropped) => queue(dropped),
);

keepSwitch($("again"), (isOn) => isAddedAgain = isOn);
/** @type {Record<string, () => void>} */
const events = { "playback:queueChanged": showQueue };
for (const change of ["initialized", "itemsAdded", "itemsRemoved", "itemsModified"]) {
  events[`library:${change}`] = () => list.draw();
}
// A large library takes its time.
say("Loading…");
whileVisible(events, show);
