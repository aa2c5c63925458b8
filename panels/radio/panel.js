import { $, answer, needs, say, whileVisible } from "../base.js";

needs("library");

/** Maximum number of played tracks in the list. */
const LISTED = 20;
/** The first delay before a refused start is tried again, and the longest one, in milliseconds. */
const [FIRST_DELAY, LONGEST_DELAY] = [1000, 30_000];

/** Whether a track has been requested since the page last began to look for one. */
let isWanted = false;
let isLooking = false;
/** Whether a track has failed since the last request for a track. */
let hasFailed = false;
/** Whether the session is this page's, as far as the page knows. */
let isOn = false;
/** The number of the latest press of Start or Stop: it ends the attempts of earlier ones. */
let press = 0;

/** Chooses a track at random, as jitQueue takes it; undefined when there is none. */
async function chooseTrack() {
  const genre = $("genre").value;
  const query = `genre IS "${genre}"`;
  const { total = 0 } = genre && await answer(fb2k.library.search({ query, limit: 1 })) || {};
  const offset = Math.floor(Math.random() * total);
  const found = genre
    ? await answer(fb2k.library.search({ query, offset, limit: 1 }))
    : await answer(fb2k.library.getRandomTracks({ count: 1 }));
  if (!found) return undefined;
  if (found.tracks.length === 0) return void say("The library has no such tracks.");
  const { title, artist, fullPath } = found.tracks[0];
  const name = [title, artist].filter(Boolean).join(" – ") || fullPath;
  // The time makes the id unique: a track may come twice. A reloaded page reads the name from the id.
  return { trackId: `${Date.now()} ${name}`, url: fullPath, title: name };
}

/** Answers a request for a track. One that comes while the page looks may still need a track: the session knows. */
async function addNext() {
  hasFailed = false;
  isWanted = true;
  if (isLooking) return;
  isLooking = true;
  while (isWanted) {
    isWanted = false;
    const track = await chooseTrack();
    if (track) await answer(fb2k.jitQueue.enqueueNext(track));
    isWanted = await hasNoNext() && isWanted;
  }
  isLooking = false;
}

/** Whether the session goes on and no track follows. After a skip then, the track that comes plays at once. */
async function hasNoNext() {
  const state = await answer(fb2k.jitQueue.getState());
  $("skip").disabled = !state?.isActive;
  return state?.isActive === true && state.nextTrackId === "";
}

/** Begins a session. A start that is refused is tried again, with another track and growing delays. */
async function start() {
  const own = ++press;
  $("stop").disabled = false;
  for (let delay = FIRST_DELAY; own === press; delay = Math.min(2 * delay, LONGEST_DELAY)) {
    say("Looking for a track…");
    const track = await chooseTrack();
    if (own !== press) return;
    if (track && await answer(fb2k.jitQueue.playNow(track), "The radio plays")) {
      isOn = true;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

/** @param {{ trackId: string }} event Names the playing track of the radio; without an id the radio is over. */
function showTrack({ trackId }) {
  isOn = trackId !== "";
  $("stop").disabled = !trackId;
  hasNoNext();
  if ($("now").dataset.id) {
    const row = Object.assign(document.createElement("li"), { dir: "auto" });
    row.textContent = $("now").textContent;
    $("before").prepend(row);
    while ($("before").children.length > LISTED) $("before").lastChild?.remove();
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
  press++;
  isOn = false;
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
// A bridge that has died is replaced; its session is gone.
fb2k.on("bridge:restarted", () => isOn && start());
whileVisible({ "library:initialized": showGenres }, showGenres);
resume();
