/** The peak memory of the bridge (VmHWM, Linux only) after batches of long non-ASCII urls. */

// deno-lint-ignore-file no-console -- it prints a table

import type { ActionTable } from "../../clients/typescript/actions.ts";
import { spawnBridge } from "../../mod.ts";
import { factsOf } from "../support/process_facts.ts";

const ENTRIES = 10_000;
const BATCHES = 4;

const directory = await Deno.makeTempDir({ prefix: "tonearm-bench-" });

const player: ActionTable = {
  "player.playlist.list": () => ({
    active: "d",
    playlists: [{ id: "d", name: "Default", count: 1, locked: false }],
  }),
  "player.playlist.create": () => ({ playlist: "shadow" }),
  "player.playlist.lock": () => ({}),
  "player.playlist.append": ({ handles }) => ({ start: 0, count: handles.length }),
  "player.playlist.remove": () => ({ count: 0 }),
  "player.playlist.activate": () => ({}),
  "player.playback.setOrder": () => ({ previous: 0 }),
  "player.playback.play": () => ({}),
  "player.playback.stop": () => ({}),
};

await using bridge = spawnBridge({ directory, actions: player });
await bridge.initialize({ name: "bench", version: "1" });
const print = async (what: string): Promise<void> =>
  console.log(what.padEnd(40), ((await factsOf(bridge.process.pid)).peak / 1e6).toFixed(0), "MB");
await print("started");
for (let batch = 1; batch <= BATCHES; batch++) {
  // 1,000 characters, two bytes each both in UTF-8 and in memory.
  const urls = Array.from(
    { length: ENTRIES },
    (_, index) => `https://radio.example/${index}/`.padEnd(1000, "ж"),
  );
  const { success } = await bridge.invoke("jitQueue.preloadBatch", { urls });
  if (!success) throw new Error("the batch was refused");
  await print(`batch ${batch} of ${ENTRIES} urls of 2 kB`);
}
await Deno.remove(directory, { recursive: true });
