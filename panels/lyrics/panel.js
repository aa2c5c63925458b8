import { $, answer, needs, say, whileVisible } from "../base.js";

needs("lyrics", "playback");

/** How long the lines stay where the listener has scrolled them, in milliseconds. */
const REST_MS = 5000;

/** @type {{ start: number, text: string }[]} The lines; without times `start` is NaN. */
let lines = [];
/** The time of the track's beginning on the page's clock, in milliseconds; NaN while nothing plays. */
let began = NaN;
let timer = 0, scrolledAt = -Infinity;
/** @type {string | undefined} */
let shownPath;
/** The number of the latest look for lyrics. The player may answer an earlier one after it. */
let look = 0;

/**
 * Reads the lines of a text, with times if it is an .lrc: `[01:02.50]` once or more often before a line.
 *
 * @param {string} text
 * @param {boolean} isSynced
 */
function parse(text, isSynced) {
  const all = text.split(/\r?\n/);
  if (!isSynced) return all.map((text) => ({ start: NaN, text }));
  const timed = all.flatMap((line) => {
    const text = line.replace(/^(\s*\[[^\]]*\])+/, "").trim();
    const times = line.slice(0, line.length - text.length).matchAll(/\[(\d+):(\d+(?:\.\d+)?)\]/g);
    return [...times].map(([, minutes, seconds]) => ({
      start: 60 * Number(minutes) + Number(seconds),
      text,
    }));
  });
  return timed.sort((a, b) => a.start - b.start);
}

async function showLyrics() {
  const own = ++look;
  const track = await answer(fb2k.playback.getCurrentTrack());
  if (!track || own !== look) return;
  $("title").textContent = track.found === false ? "Nothing is playing" : track.title;
  const found = track.found ? await answer(fb2k.lyrics.get()) : { available: undefined };
  if (!found || own !== look) return;
  say(found.available === false ? "There are no lyrics." : "");
  const { lyrics, synced } = found.available ? found : { lyrics: "", synced: false };
  lines = parse(lyrics, synced);
  shownPath = track.fullPath;
  $("lines").classList.toggle("synced", synced);
  $("lines").replaceChildren(
    ...lines.map(({ text }) =>
      Object.assign(document.createElement("p"), { textContent: text, dir: "auto" })
    ),
  );
  $("lines").scrollTop = 0;
  scrolledAt = -Infinity;
  const place = await answer(fb2k.playback.getPosition());
  if (own !== look) return;
  showTime(place || { position: NaN });
  if (!track.isPlaying) stop();
}

/** @param {{ position: number }} event The position that the player reports once a second. */
function showTime({ position }) {
  began = performance.now() - position * 1000;
  follow();
}

/** @param {fb2k.Event<"playback:stateChanged">} event */
function showState({ state, position }) {
  if (state === "stopped") return showLyrics();
  showTime({ position });
  if (state !== "playing") stop();
}

function stop() {
  clearTimeout(timer);
  began = NaN;
}

/** Marks the line of this time, and waits for the next one. */
function follow() {
  clearTimeout(timer);
  if (document.hidden || isNaN(began) || isNaN(lines[0]?.start)) return;
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

/** @param {Element} row */
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
