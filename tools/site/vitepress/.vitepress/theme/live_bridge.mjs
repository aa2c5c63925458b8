/** The bridges of the live examples. They are loaded when the reader runs the first example. */

import { withBase } from "vitepress";

let started;

const load = () => import("../live/bridge.js");

/** Runs a printed example with the state of its fixture. */
export async function runPrinted({ files, ...example }) {
  const [fixture, steps] = await Promise.all(files.map(async (file) => {
    const response = await fetch(withBase(`/source/${file}.txt`));
    if (!response.ok) throw new Error(`${file} cannot be loaded: ${response.status}`);
    return await response.text();
  }));
  const { runExample } = await load();
  return await runExample({ fixture, steps }, example);
}

/** Returns the bridge for other parameters, and starts it if necessary. */
export function liveBridge() {
  return started ??= load().then(({ LiveBridge }) => LiveBridge.start());
}

/** Discards the bridge and its player. The next example gets new ones. */
export function startAgain() {
  started = undefined;
}

/** Whether two values of JSON are the same, whatever the order of their members. */
export function isSame(one, other) {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return one === other;
  const keys = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}
