import { $, answer, clock, needs, slide, whileVisible } from "../base.js";

needs("playback");

const PLAY = "M7 4v16l13-8z";
const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";
const NO_COVER = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
const seek = $("seek");
/** @typedef {Partial<fb2k.Event<"playback:trackChanged">>} Track */
/** @type {Track} The shown track. */
let shown = {};

/** @param {Track} track Without members when nothing plays. */
async function showTrack(track) {
  const { fullPath: path } = track;
  const isNew = path !== shown.fullPath;
  shown = track;
  $("title").textContent = track.title || "Nothing is playing";
  $("artist").textContent = [track.artist, track.album].filter(Boolean).join(" – ");
  if (!isNew) return;
  // Without the extension artwork there is no cover.
  const picture = path ? await fb2k.artwork?.getFb2kUrl({ maxSize: 600 }).catch(() => undefined) : undefined;
  if (path !== shown.fullPath) return;
  const cover = picture?.dataUrl;
  Object.assign($("cover"), { src: cover ?? NO_COVER, alt: cover ? "Cover" : "" });
}

/** @param {fb2k.Event<"playback:stateChanged">} event */
function showState({ state, position, duration }) {
  $("play").setAttribute("aria-label", state === "playing" ? "Pause" : "Play");
  $("play").querySelector("path")?.setAttribute("d", state === "playing" ? PAUSE : PLAY);
  if (state === "stopped") showTrack({});
  seek.disabled = !duration;
  seek.max = `${duration}`;
  $("duration").textContent = duration ? clock(duration) : "";
  showPosition({ position });
}

/** @param {{ position: number }} event */
function showPosition({ position }) {
  // Playback does not move the seek bar while the user drags it.
  if (seek.matches(":active")) return;
  slide(seek, position);
  seekText(position);
}

/**
 * Shows a position as text. The seek bar cannot show the position in a stream without a length.
 *
 * @param {number} position
 */
function seekText(position) {
  $("position").textContent = clock(position);
  seek.setAttribute("aria-valuetext", `${clock(position)} of ${clock(Number(seek.max))}`);
}

/** @param {{ volume: number, muted: boolean }} event */
function showVolume({ volume, muted }) {
  slide($("volume"), volume);
  $("mute").setAttribute("aria-pressed", `${muted}`);
}

async function show() {
  const [track, place, volume] = await Promise.all([
    answer(fb2k.playback.getCurrentTrack()),
    answer(fb2k.playback.getPosition()),
    answer(fb2k.playback.getVolume()),
  ]);
  $("controls").disabled = !track;
  if (volume) showVolume(volume);
  if (!track || !place) return;
  if (track.found) showTrack(track);
  showState({ ...place, state: track.isPlaying ? "playing" : track.isPaused ? "paused" : "stopped" });
}

seek.addEventListener("input", () => {
  slide(seek);
  seekText(seek.valueAsNumber);
});
seek.addEventListener("change", () => {
  answer(fb2k.playback.setPosition({ position: seek.valueAsNumber }), "");
});
$("volume").addEventListener("input", () => {
  slide($("volume"));
  answer(fb2k.playback.setVolume({ volume: $("volume").valueAsNumber }), "");
});
for (const name of /** @type {const} */ (["previous", "playOrPause", "next", "toggleMute"])) {
  document.querySelector(`[data-call=${name}]`)?.addEventListener(
    "click",
    () => answer(fb2k.playback[name](), ""),
  );
}

whileVisible({
  "playback:trackChanged": showTrack,
  "playback:stateChanged": showState,
  "playback:time": showPosition,
  "playback:seeked": showPosition,
  "playback:volumeChanged": showVolume,
  "playback:dynamicInfoTrack": (info) => showTrack({ ...shown, ...info }),
}, show);
