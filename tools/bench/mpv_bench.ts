/** Measures the time from a panel's call to its effect in mpv, which a second connection to mpv sees. */

import { MpvHost } from "../../players/mpv/host.ts";
import { MpvClient, type MpvEvent } from "../../players/mpv/ipc/mpv_client.ts";
import { MpvProcess } from "../../players/mpv/ipc/mpv_process.ts";
import { quietMpv, wav } from "../../tests/players/mpv/real_mpv.ts";

const ROUNDS = 300;

const directory = await Deno.makeTempDir({ prefix: "tonearm-bench-" });
const paths = ["a", "b"].map((name) => `${directory}/${name}.wav`);
for (const path of paths) await Deno.writeFile(path, wav(600));

const socket = `${directory}/socket`;
const args = [...quietMpv.args, `--input-ipc-server=${socket}`];
const mpv = await MpvProcess.start({ ...quietMpv, args }, () => {});
let seen: (event: MpvEvent) => void = () => {};
const watcher = await MpvClient.connect(socket, (event) => seen(event));
const host = await MpvHost.start({
  mpv: { kind: "attach", socket },
  directory,
  panels: { p1: {} },
  environment: () => undefined,
});
const { bridge } = host;
await watcher.command("observe_property", 1, "pause");
await host.load(paths);

/** Waits for an event of mpv. */
function event(fits: (event: MpvEvent) => boolean): Promise<void> {
  return new Promise((resolve) => {
    seen = (event) => {
      if (fits(event)) resolve();
    };
  });
}

let heard = Promise.withResolvers<void>();
host.playback.observe(() => {
  heard.resolve();
  heard = Promise.withResolvers();
});

const paused = ({ event, name }: MpvEvent): boolean => event === "property-change" && name === "pause";
const loaded = ({ event }: MpvEvent): boolean => event === "file-loaded";
const menu = await bridge.invoke("menu.getMainMenu", { root: "Playback" });
if (!menu.success) throw new Error(menu.error);
const pause = menu.items.find((item) => item.type === "command" && item.label === "Pa&use");
const guid = pause?.type === "command" ? pause.guid ?? "" : "";
let other = 0;

const clicks: Record<string, () => Promise<unknown>> = {
  "mpv alone: cycle pause, until the property has changed": () =>
    Promise.all([event(paused), watcher.command("cycle", "pause")]),
  "menu.runMainMenuCommand Pause, until the property has changed": () =>
    Promise.all([event(paused), bridge.invoke("menu.runMainMenuCommand", { command: guid })]),
  "selection.getViewingTrack, with the track, until it is answered": () =>
    bridge.invoke("selection.getViewingTrack", { includeTrackInfo: true }),
  "mpv alone: playlist-play-index, until the file is open": () =>
    Promise.all([event(loaded), watcher.command("playlist-play-index", other = 1 - other)]),
  "jitQueue.playNow of a file, until the file is open": () => {
    other = 1 - other;
    const url = paths[other] ?? "";
    return Promise.all([event(loaded), bridge.invoke("jitQueue.playNow", { trackId: `t${other}`, url })]);
  },
};

const times = new Map(Object.keys(clicks).map((name) => [name, [] as number[]]));
// The clicks run in turn, so that other load affects all of them alike.
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, click] of Object.entries(clicks)) {
    const start = performance.now();
    await click();
    times.get(name)?.push(performance.now() - start);
    // Wait until mpv has finished, so that the next measurement does not include it.
    while (!host.playback.playing) await heard.promise;
    await host.playback.settled();
  }
}

const encoder = new TextEncoder();
for (const [name, list] of times) {
  list.sort((a, b) => a - b);
  const [least, median, late] = [0, 0.5, 0.99].map((part) => list[Math.floor(part * list.length)] ?? 0)
    .map((time) => time.toFixed(2).padStart(7));
  Deno.stdout.writeSync(encoder.encode(`min ${least}  p50 ${median}  p99 ${late} ms  ${name}\n`));
}

await host.close();
watcher.close();
await mpv.end();
await Deno.remove(directory, { recursive: true });
