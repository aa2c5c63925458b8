import { $, answer, needs, say, whileVisible } from "../base.js";

needs("lyrics", "playback");

/** How long the lines stay where the listener has scrolled them, in milliseconds. */
const REST_MS = 5000;

/** The lines, `{start, text}`; without times `start` is undefined. */
let lines = [];
/** The time of the track's beginning on the page's clock, in milliseconds; undefined while nothing plays. */
let began;
let timer, scrolledAt = -Infinity, shownPath;

/** Reads the lines of a text, with times if it is an .lrc: `[01:02.50]` once or more often before a line. */
function parse(text, isSynced) {
  const all = text.split(/\r?\n/);
  if (!isSynced) return all.map((text) => ({ text }));
  const timed = all.flatMap((line) => {
    const text = line.replace(/^(\s*\[[^\]]*\])+/, "").trim();
    const times = line.slice(0, line.length - text.length).matchAll(/\[(\d+):(\d+(?:\.\d+)?)\]/g);
    return [...times].map(([, minutes, seconds]) => ({ start: 60 * minutes + Number(seconds), text }));
  });
  return timed.sort((a, b) => a.start - b.start);
}

async function showLyrics() {
  const track = await answer(fb2k.playback.getCurrentTrack());
  if (!track) return;
  $("title").textContent = track.found === false ? "Nothing is playing" : track.title;
  const found = track.found === false ? { lyrics: "" } : await answer(fb2k.lyrics.get());
  if (!found) return;
  say(found.available === false ? "There are no lyrics." : "");
  lines = parse(found.lyrics || "", found.synced);
  shownPath = track.fullPath;
  $("lines").classList.toggle("synced", Boolean(found.synced));
  $("lines").replaceChildren(
    ...lines.map(({ text }) =>
      Object.assign(document.createElement("p"), { textContent: text, dir: "auto" })
    ),
  );
  $("lines").scrollTop = 0;
  scrolledAt = -Infinity;
  showState(await answer(fb2k.playback.getPosition()) || { state: "stopped" });
  if (!track.isPlaying) stop();
}

/** Follows the position that the player reports once a second. */
function showTime({ position }) {
  began = performance.now() - position * 1000;
  follow();
}

function showState({ state = "playing", position }) {
  if (state === "stopped") return showLyrics();
  showTime({ position });
  if (state !== "playing") stop();
}

function stop() {
  clearTimeout(timer);
  began = undefined;
}

/** Marks the line of this time, and waits for the next one. */
function follow() {
  clearTimeout(timer);
  if (document.hidden || began === undefined || lines[0]?.start === undefined) return;
  const now = (performance.now() - began) / 1000;
  const at = lines.filter(({ start }) => start <= now).length - 1;
  const rows = $("lines").children;
  if (!rows[at]?.classList.contains("now")) {
    for (const row of rows) row.classList.toggle("now", row === rows[at]);
    if (rows[at] && performance.now() - scrolledAt > REST_MS) center(rows[at]);
  }
  const next = lines[at + 1];
  if (next) timer = setTimeout(follow, Math.max(0, next.start - now) * 1000 + 1);
}

function center(row) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  row.scrollIntoView({ block: "center", behavior: isStill ? "auto" : "smooth" });
}

for (const name of ["wheel", "pointerdown", "keydown"]) {
  $("lines").addEventListener(name, () => scrolledAt = performance.now(), { passive: true });
}
whileVisible({
  "playback:trackChanged": ({ fullPath }) => fullPath === shownPath ? undefined : showLyrics(),
  "playback:stateChanged": showState,
  "playback:time": showTime,
  "playback:seeked": showTime,
}, showLyrics);
