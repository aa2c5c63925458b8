import { $, answer, needs, say, whileVisible } from "../base.js";
import { TrackList } from "../list.js";

needs("library", "playback");

let typing;

const list = new TrackList($("results"), async (offset, limit) => {
  const typed = () => $("query").value.trim();
  const query = typed();
  const { search, getAll } = fb2k.library;
  const found = await answer(query ? search({ query, offset, limit }) : getAll({ offset, limit }));
  if (found && offset === 0 && query === typed()) {
    say(`${found.total} ${found.total === 1 ? "track" : "tracks"}`);
  }
  return found;
}, (key) => list.track && { Enter: play, q: queue }[key]?.(list.track.fullPath));

/** Shows the beginning of the queue. */
async function showQueue() {
  const { items, count } = await answer(fb2k.queue.get()) || { items: [], count: 0 };
  $("heading").textContent = `Queue (${count})`;
  const row = ({ title }) => Object.assign(document.createElement("li"), { textContent: title, dir: "auto" });
  $("queue").replaceChildren(...items.slice(0, 100).map(row));
}

const show = () => [list.draw(), showQueue()];

async function queue(path) {
  const result = await answer(fb2k.queue.addPaths({ paths: [path] }));
  if (result) say(`${result.addedCount} queued`);
}

const play = (path) => answer(fb2k.playback.playPath({ path }), "Playing");

$("query").addEventListener("input", () => {
  clearTimeout(typing);
  say("Searching…");
  typing = setTimeout(() => {
    list.current = list.box.scrollTop = 0;
    list.draw();
  }, 200);
});
list.box.addEventListener("dragstart", (event) => {
  event.dataTransfer.setData("text/plain", event.target.track.fullPath);
});
for (const name of ["dragover", "dragleave", "drop"]) {
  $("target").addEventListener(name, (event) => {
    event.preventDefault();
    $("target").classList.toggle("over", name === "dragover");
    if (name === "drop") queue(event.dataTransfer.getData("text/plain"));
  });
}

whileVisible({ "playback:queueChanged": showQueue, "library:initialized": () => list.draw() }, show);
