/** Shows the playing track. The player has set window.fb2k before this script runs. */

/** @param {string} id The id of an element of the page. */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {{ title?: string, artist?: string }} track The playing track; {} when nothing plays. */
function showTrack({ title, artist }) {
  element("title").textContent = title || "Nothing is playing";
  element("artist").textContent = artist || "";
}

/**
 * Shows why a call has failed: the result has success: false, or the player does not support the operation and the call is
 * rejected.
 *
 * @template Result
 * @param {Promise<Result>} call
 */
async function answer(call) {
  try {
    const result = await call;
    const failure = /** @type {{ success?: boolean, error?: string }} */ (result);
    element("status").textContent = failure.success === false ? failure.error ?? "It did not work." : "";
    return result;
  } catch (error) {
    element("status").textContent = error instanceof Error ? error.message : String(error);
  }
}

element("previous").addEventListener("click", () => answer(fb2k.playback.previous()));
element("play").addEventListener("click", () => answer(fb2k.playback.playOrPause()));
element("next").addEventListener("click", () => answer(fb2k.playback.next()));

fb2k.on("playback:trackChanged", showTrack);
fb2k.on("playback:stateChanged", ({ state }) => {
  if (state === "stopped") showTrack({});
});

answer(fb2k.playback.getCurrentTrack()).then((track) => {
  if (track && "title" in track) showTrack(track);
});
