/** Functions that the panels share. */

/**
 * Returns an element of the page.
 *
 * @param {string} id
 * @returns {HTMLInputElement} Typed as the element with the most members: the page knows which of them it has.
 */
export const $ = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/**
 * Shows a sentence in the status line. Screen readers read it out.
 *
 * @param {string} text
 */
export const say = (text) => $("status").textContent = text;

/**
 * Ends the panel with a sentence when the player lacks one of these extensions.
 *
 * @param {(keyof typeof fb2k)[]} names
 */
export function needs(...names) {
  const missing = names.filter((name) => !fb2k[name]).join(", ");
  if (missing) throw new Error(say(`This player lacks what the panel needs: ${missing}.`));
}

/**
 * Formats seconds as `m:ss` or `h:mm:ss`.
 *
 * @param {number} seconds
 */
export const clock = (seconds) =>
  new Date(seconds * 1000).toISOString().slice(seconds < 3600 ? 14 : 11, 19).replace(/^0/, "");

/**
 * Waits for an answer and shows `done`. When the call fails, shows the reason and returns undefined.
 *
 * @template Result
 * @param {Promise<Result>} call
 * @param {string} [done]
 * @returns {Promise<Exclude<Result, { success: false }> | undefined>}
 */
export async function answer(call, done) {
  /** @type {any} */
  const result = await call.catch(({ message }) => ({ success: false, error: message }));
  if (result.success === false) return void say(result.error || "The player did nothing.");
  if (done !== undefined) say(done);
  return result;
}

/**
 * Listens to events, and calls `show`, while the panel is visible. A hidden panel costs nothing.
 *
 * @param {Record<string, (data: any) => void>} listeners
 * @param {() => void} show
 */
export function whileVisible(listeners, show) {
  const change = () => {
    const each = document.hidden ? fb2k.off : fb2k.on;
    for (const [event, listener] of Object.entries(listeners)) each(event, listener);
    if (!document.hidden) show();
  };
  document.addEventListener("visibilitychange", change);
  change();
}

/**
 * Sets a slider, and fills its track up to there.
 *
 * @param {HTMLInputElement} slider
 * @param {number} value
 */
export function slide(slider, value = slider.valueAsNumber) {
  slider.valueAsNumber = value;
  slider.style.setProperty("--at", `${100 * slider.valueAsNumber / (Number(slider.max) || 1)}%`);
}

// The keys of a panel: a tooltip for the mouse, a press for all others.
const keys = $("keys");
if (keys) {
  keys.ariaLabel = keys.title;
  keys.addEventListener("click", () => say(keys.title));
}

/** Returns the storage of the page. Some browsers give a frame none, such as Chromium's incognito windows. */
function storage() {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a switch over reloads. `change` is called with its state now and after each change.
 *
 * @param {HTMLInputElement} box
 * @param {(isOn: boolean) => void} change
 */
export function keepSwitch(box, change) {
  const name = `switch ${box.id}`;
  const kept = storage()?.getItem(name);
  if (kept) box.checked = kept === "true";
  box.addEventListener("change", () => {
    storage()?.setItem(name, `${box.checked}`);
    change(box.checked);
  });
  change(box.checked);
}

/**
 * Drags rows: `paths()` are what another panel gets, a path a line.
 *
 * @param {HTMLElement} box
 * @param {() => string[]} paths
 */
export const dragPaths = (box, paths) =>
  box.addEventListener(
    "dragstart",
    ({ dataTransfer }) => dataTransfer?.setData("text/plain", paths().join("\n")),
  );

/**
 * Takes what is dragged, also from another panel: `mark(event)` is called while it is over the box, and without an event when
 * it is not; `take(event, paths)` when it is dropped.
 *
 * @param {HTMLElement} box
 * @param {(event?: Event) => void} mark
 * @param {(event: Event, paths: string[]) => void} take
 */
export function takeDrops(box, mark, take) {
  /** @type {EventTarget | null} */
  let entered;
  for (const name of /** @type {const} */ (["dragenter", "dragover", "dragleave", "drop"])) {
    box.addEventListener(name, (event) => {
      // The answer to dragenter counts when the pointer then rests: not every player asks again.
      event.preventDefault();
      // An element is entered before the one before it is left.
      if (name === "dragenter") entered = event.target;
      if (name === "dragleave" && event.target !== entered) return;
      mark(name === "dragenter" || name === "dragover" ? event : undefined);
      const text = event.dataTransfer?.getData("text/plain") ?? "";
      if (name === "drop") take(event, text.split("\n").filter(Boolean));
    });
  }
}
