/**
 * The peak memory of the bridge (VmHWM, Linux only): a batch of long non-ASCII urls, and signals behind a native action that the
 * player does not answer.
 */

// deno-lint-ignore-file no-console -- it prints a table

import type { ActionTable } from "../../clients/typescript/actions.ts";
import type { SignalInput } from "../../host_stdio/api/signals.ts";
import { spawnBridge, type SpawnedBridge } from "../../mod.ts";
import { factsOf } from "../support/process_facts.ts";

const ENTRIES = 10_000;
const BATCHES = 4;

const directory = await Deno.makeTempDir({ prefix: "tonearm-bench-" });

/** A started bridge with its player. */
async function start(actions: ActionTable): Promise<SpawnedBridge> {
  const bridge = spawnBridge({ directory, actions });
  await bridge.initialize({ name: "bench", version: "1" }, { extensions: ["playback", "playlist"] });
  return bridge;
}

async function peakOf(bridge: SpawnedBridge): Promise<string> {
  const { peak } = await factsOf(bridge.process.pid);
  return `${(peak / 1e6).toFixed(0)} MB`;
}

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

{
  await using bridge = await start(player);
  console.log(`started                                   ${await peakOf(bridge)}`);
  for (let batch = 1; batch <= BATCHES; batch++) {
    // 1,000 characters, two bytes each both in UTF-8 and in memory.
    const urls = Array.from(
      { length: ENTRIES },
      (_, index) => `https://radio.example/${index}/`.padEnd(1000, "ж"),
    );
    const { success } = await bridge.invoke("jitQueue.preloadBatch", { urls });
    if (!success) throw new Error("the batch was refused");
    console.log(`batch ${batch} of ${ENTRIES} urls of 2 kB            ${await peakOf(bridge)}`);
  }
}

const floods: readonly (readonly [number, (index: number) => SignalInput])[] = [
  [200_000, (index) => ({ name: "signal.playbackTime", params: { position: index, length: 0 } })],
  [
    100_000,
    (index) => ({ name: "signal.streamInfo", params: { title: `Title ${index}`, artist: "Artist" } }),
  ],
  [100_000, (index) => ({
    name: "signal.playlistItemsChanged",
    params: { playlist: "d", change: "added", count: 1, total: index },
  })],
];
for (const [count, signalOf] of floods) {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const unanswered = async () => {
    asked.resolve();
    await answer.promise;
  };
  await using bridge = await start({
    ...player,
    "player.playlist.list": async () => {
      await unanswered();
      return { active: null, playlists: [] };
    },
    "player.playback.nowPlaying": async () => {
      await unanswered();
      return { track: null, playlist: null, item: null };
    },
  });
  const handle = { path: "/a.mp3", subsong: 0 };
  bridge.signal({ name: "signal.trackStarted", params: { handle, playlist: null, item: null } });
  await asked.promise;
  for (let index = 0; index < count; index++) {
    bridge.signal(signalOf(index));
    if (index % 1000 === 0) await bridge.invoke("test.ping");
  }
  await bridge.invoke("test.ping");
  const peak = await peakOf(bridge);
  const released = performance.now();
  answer.resolve();
  await bridge.invoke("test.ping");
  const ping = (performance.now() - released).toFixed(0);
  console.log(`${count} ${signalOf(0).name.padEnd(33)} ${peak}, a ping at release ${ping} ms`);
}
await Deno.remove(directory, { recursive: true });
