/**
 * Measures the time from a click in a panel of Audacious until MPRIS reports that the track plays, compared with `audtool`,
 * and the processor time of an open panel.
 */

import { Stage } from "../audacious/stage.ts";
import { median, quantile, type Series } from "./statistics.ts";

const ROUNDS = 100;
const CPU_SECONDS = 30;
/** Clock ticks of `/proc/PID/stat`: always 100 a second on Linux. */
const TICKS_A_SECOND = 100;

/** How long a track may take to play before the benchmark gives up. */
const TIMEOUT_MS = 60_000;
/** How long the clicks may take. */
const DEADLINE_MS = 3_600_000;

const encoder = new TextEncoder();
const say = (line: string): void => void Deno.stdout.writeSync(encoder.encode(`${line}\n`));
const progress = (line: string): void => void Deno.stderr.writeSync(encoder.encode(`${line}\n`));
const now = (): number => performance.timeOrigin + performance.now();
const wait = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

progress(`starts Audacious; then ${ROUNDS} rounds of clicks, then processors for 5 times ${CPU_SECONDS} s`);
await using stage = await Stage.start({ theme: "dark", panels: ["now_playing"] });
const { desktop, audacious, music } = stage;

await measureClicks();
await measureProcessors();

/** Prints the processor time of each kind of process while music plays. */
async function measureProcessors(): Promise<void> {
  await stop(1);
  await desktop.audtool("--playback-play");
  {
    using page = await audacious.page("now_playing");
    // Reload the page, to remove the button of measureClicks.
    await page.evaluate("window.isOld = true; location.reload()");
    await stage.until(page, `!window.isOld && document.querySelector("#cover").naturalWidth > 0`);
    // A debugger costs time as well.
    await page.close();
  }
  const states = {
    "the panel is open": async () => {},
    "the window is hidden": () => desktop.audtool("--mainwin-show", "off"),
    "the panel is open again": () => desktop.audtool("--mainwin-show", "on"),
    "the panel is closed": () => desktop.audtool("--plugin-enable", "tonearm", "off"),
    "the panel is closed, the window is hidden": () => desktop.audtool("--mainwin-show", "off"),
  };
  for (const [state, enter] of Object.entries(states)) {
    progress(`processors: ${state}`);
    await enter();
    await wait(5);
    const [before, start] = [await ticks(), performance.now()];
    await wait(CPU_SECONDS);
    const [after, seconds] = [await ticks(), (performance.now() - start) / 1000];
    const shares = Object.entries(after).map(([kind, count]) =>
      `${kind} ${((count - (before[kind] ?? 0)) / TICKS_A_SECOND / seconds * 100).toFixed(1)} %`
    );
    say(`${state}: ${shares.join(", ")}`);
  }
}

/** Returns the clock ticks that each kind of process has used so far. */
async function ticks(): Promise<Record<string, number>> {
  const sums: Record<string, number> = { Audacious: 0, QtWebEngineProcess: 0, bridge: 0 };
  const parents = new Map<number, { parent: number; kind: string; ticks: number }>();
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    const [, command = "", rest = ""] = /\((.*)\) (.*)/s.exec(text) ?? [];
    const fields = rest.split(" ").map(Number);
    const kind = command.startsWith("QtWebEngine") ? "QtWebEngineProcess" : "bridge";
    // After the name: state, parent, and from the 12th on user and system time.
    parents.set(Number(name), { parent: fields[1] ?? 0, kind, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) });
  }
  for (const [pid, process] of parents) {
    let up: number | undefined = pid;
    while (up !== undefined && up > 1 && up !== audacious.pid) up = parents.get(up)?.parent;
    if (up !== audacious.pid) continue;
    const kind = pid === audacious.pid ? "Audacious" : process.kind;
    sums[kind] = (sums[kind] ?? 0) + process.ticks;
  }
  return sums;
}

/**
 * Stops, and chooses the track that plays next. The SDL output of Audacious 4.2 can deadlock when a track begins while another
 * plays: it waits for the lock of SDL's thread while it holds its own, and SDL's thread does the reverse.
 */
async function stop(track: number): Promise<void> {
  await desktop.audtool("--playback-stop");
  await desktop.audtool("--playlist-jump", String(track));
  await wait(0.3);
}

/** Prints the times of clicks and of audtool, which take turns. */
async function measureClicks(): Promise<void> {
  using page = await audacious.page("now_playing");
  await stage.until(page, "!!window.fb2k && document.readyState === 'complete'");
  await page.evaluate(`{
    const button = document.body.appendChild(document.createElement("button"));
    button.style = "position: fixed; left: 0; top: 0; width: 100%; height: 100%";
    button.onclick = ({ timeStamp }) => {
      window.clickedAt = performance.timeOrigin + timeStamp;
      fb2k.playlist.playTrack({ playlist: 0, index: 1 });
    };
  }`);
  const { x, y } = await stage.point("now_playing", page);
  await desktop.xdotool("mousemove", String(x + 100), String(y + 100));

  const monitor = new Deno.Command("dbus-monitor", {
    args: [
      "--session",
      "type='signal',interface='org.freedesktop.DBus.Properties',path='/org/mpris/MediaPlayer2'",
    ],
    env: desktop.env,
    signal: AbortSignal.timeout(DEADLINE_MS),
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const { promise: isListening, resolve: listens } = Promise.withResolvers<void>();
  let playing = (_url: string): void => {};
  const reading = (async () => {
    let text = "";
    for await (const chunk of monitor.stdout.pipeThrough(new TextDecoderStream())) {
      // Its first output is the greeting of the bus: it is listening now.
      listens();
      text += chunk;
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const [, url] = /string "(file:.*)"/.exec(line) ?? [];
        if (url) playing(url);
      }
    }
  })();
  /** Resolves to the time at which MPRIS reports that a track plays. */
  const played = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${path} does not play`)), TIMEOUT_MS);
      playing = (url) => {
        if (decodeURIComponent(url) !== `file://${path}`) return;
        clearTimeout(timer);
        resolve(now());
      };
    });

  await isListening;
  const times = { page: [] as number[], click: [] as number[], audtool: [] as number[] };
  const [first = "", second = ""] = music;
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 10 === 0) progress(`clicks: round ${round} of ${ROUNDS}`);
    await stop(1);
    const clicked = now();
    const [seen] = await Promise.all([played(second), desktop.xdotool("click", "1")]);
    times.click.push(seen - clicked);
    times.page.push(seen - await page.evaluate("window.clickedAt"));
    await stop(1);
    const called = now();
    const [heard] = await Promise.all([played(first), desktop.audtool("--playback-play")]);
    times.audtool.push(heard - called);
  }
  monitor.kill();
  await monitor.status;
  await reading;
  report("the page's event of the click until the track plays", times.page);
  report("xdotool clicks, until the track plays", times.click);
  report("audtool --playback-play, until the track plays", times.audtool);
}

function report(name: string, series: Series): void {
  const [p50, p99] = [median(series), quantile(series, 0.99)].map((time) => time.toFixed(1).padStart(7));
  say(`p50 ${p50}  p99 ${p99} ms  ${name}`);
}
