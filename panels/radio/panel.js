import { $, answer, say, whileVisible } from "./base.js";

/** Maximum number of played tracks in the list. */
const LISTED = 20;
let isAdding = false;
/** Whether a track has failed since the last request for a track. */
let hasFailed = false;

/** Chooses a track at random, as jitQueue takes it; undefined when there is none. */
async function chooseTrack() {
  const genre = $("genre").value;
  const query = `genre IS "${genre}"`;
  let found = await answer(
    genre ? fb2k.library.search({ query, limit: 1 }) : fb2k.library.getRandomTracks({ count: 1 }),
  );
  if (genre && found && found.total > 1) {
    const offset = Math.floor(Math.random() * found.total);
    found = await answer(fb2k.library.search({ query, offset, limit: 1 }));
  }
  if (!found) return undefined;
  if (found.tracks.length === 0) return void say("The library has no such tracks.");
  const { title, artist, fullPath } = found.tracks[0];
  const name = [title, artist].filter(Boolean).join(" – ") || fullPath;
  // The time makes the id unique: a track may come twice. A reloaded page reads the name from the id.
  return { trackId: `${Date.now()} ${name}`, url: fullPath, title: name };
}

/** Adds the next track, unless one is already being added: a request for it may have been on its way. */
async function addNext() {
  hasFailed = false;
  if (isAdding) return;
  isAdding = true;
  const track = await chooseTrack();
  if (track) await answer(fb2k.jitQueue.enqueueNext(track));
  isAdding = false;
  showSkip();
}

/** Enables Skip only when there is a next track: otherwise it would end the radio. */
async function showSkip() {
  const state = await answer(fb2k.jitQueue.getState());
  $("skip").disabled = !state || !state.nextTrackId;
}

async function start() {
  say("Looking for a track…");
  const track = await chooseTrack();
  if (track) await answer(fb2k.jitQueue.playNow(track), "The radio plays");
}

/** Shows the playing track of the radio; without an id the radio is over. */
function showTrack({ trackId }) {
  $("stop").disabled = !trackId;
  showSkip();
  if ($("now").dataset.id) {
    const row = Object.assign(document.createElement("li"), { dir: "auto" });
    row.textContent = $("now").textContent;
    $("before").prepend(row);
    while ($("before").children.length > LISTED) $("before").lastChild.remove();
  }
  $("now").dataset.id = trackId;
  $("now").textContent = trackId.replace(/^\d+ /, "") || "–";
}

async function showGenres() {
  const found = await answer(fb2k.library.getGenres());
  if (!found) return;
  // A query cannot contain a quotation mark.
  const names = found.genres.map(({ name }) => name).filter((name) => !name.includes('"'));
  const { value } = $("genre");
  $("genre").replaceChildren(new Option("All genres", ""), ...names.map((name) => new Option(name)));
  $("genre").value = names.includes(value) ? value : "";
}

/** A reloaded page finds its session, which may have requested a track meanwhile. */
async function resume() {
  const state = await answer(fb2k.jitQueue.getState());
  if (!state || !state.isActive) return;
  if (state.currentTrackId !== $("now").dataset.id) showTrack({ trackId: state.currentTrackId });
  if (state.nextTrackId === "") await addNext();
}

$("start").addEventListener("click", start);
$("skip").addEventListener("click", () => answer(fb2k.jitQueue.skip(), ""));
$("stop").addEventListener("click", async () => {
  if (await answer(fb2k.jitQueue.stop(), "The radio has stopped")) showTrack({ trackId: "" });
});

// The radio goes on while the panel is hidden. These events come once for each track.
fb2k.on("jitQueue:needNext", addNext);
fb2k.on("jitQueue:listExhausted", () => {
  // Too many failures in a row: the next track would only fail too.
  if (hasFailed) say("The radio has ended: too many tracks failed.");
  else addNext();
});
fb2k.on("jitQueue:error", ({ url, path, error }) => {
  hasFailed = true;
  say(`${url || path}: ${error}`);
});
fb2k.on("jitQueue:trackChanged", showTrack);
whileVisible({ "library:initialized": showGenres }, showGenres);
resume();
