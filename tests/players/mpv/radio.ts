/**
 * A radio on a real mpv. A page answers each needNext with a url of a local web server. Some urls are
 * dead, and a listener skips.
 */

import { slice } from "../../../players/model/tracks.ts";
import { MpvError } from "../../../players/mpv/ipc/mpv_client.ts";
import { SeededRandom } from "../../../tools/support/random.ts";
import { TestHost, wav } from "./real_mpv.ts";

export interface RadioOptions {
  /** The duration in seconds. */
  readonly seconds: number;
  /** The seed of random choices. */
  readonly seed: number;
  /** The share of dead urls, from 0 to 1. */
  readonly dead: number;
  /** The mean time between skips, in seconds. */
  readonly skipEvery: number;
  /** Called with each line of the transcript. */
  readonly log?: (line: string) => void;
}

export interface RadioReport {
  /** The number of tracks that started. */
  readonly started: number;
  /** The trackIds of `jitQueue:error`, in order. */
  readonly failed: readonly string[];
  /** The trackIds of dead urls that mpv requested, in order. */
  readonly dead: readonly string[];
  /** Those whose failure was not told yet when the listener skipped, or at the end: a track skipped while it opens is not told. */
  readonly left: ReadonlySet<string>;
  readonly skips: number;
  /** The longest silence after the first track, in milliseconds. */
  readonly longestSilence: number;
  /** The longest time in which the page answered a needNext, in milliseconds. */
  readonly longestAnswer: number;
  /** The failed answers of operations that should succeed. */
  readonly refusals: readonly string[];
  /** The state of the session before it was stopped. */
  readonly lastState: string;
  /** The user's playlist and playback order after the session. */
  readonly after: { readonly own: readonly string[]; readonly order: number };
  /** The user's playlist and playback order before the session. */
  readonly before: RadioReport["after"];
}

/** The ways in which a server fails. */
const failures = ["not found", "no music", "empty", "truncated"] as const;

/** The length of the shortest track, in seconds. */
const SHORTEST = 1;
const LONGEST = 6;

/** The longest delay of the page's answers, in milliseconds. */
const ANSWER_MS = 800;

export async function playRadio(
  { seconds, seed, dead, skipEvery, log = () => {} }: RadioOptions,
): Promise<RadioReport> {
  const random = new SeededRandom(seed);
  const between = (low: number, high: number): number => low + random.next() * (high - low);
  const files = Array.from({ length: LONGEST - SHORTEST + 1 }, (_, index) => wav(SHORTEST + index));
  const long = wav(LONGEST);
  const asked: string[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const [, kind = "", id = ""] = new URL(request.url).pathname.split("/").map(decodeURIComponent);
    const file = files[Number(kind)];
    const headers = { "content-type": "audio/wav" };
    if (file) return new Response(file, { headers });
    if (!asked.includes(id)) asked.push(id);
    switch (kind) {
      case "no music":
        return new Response("no music", { headers });
      case "empty":
        return new Response(null, { headers });
      case "truncated":
        // A third of the announced length.
        return new Response(ReadableStream.from([long.slice(0, long.length / 3)]), {
          headers: { ...headers, "content-length": String(long.length) },
        });
      default:
        return new Response(null, { status: 404 });
    }
  });
  await using test = await TestHost.start();
  const { host } = test;
  const begin = performance.now();
  const note = (text: string): void => {
    const time = (performance.now() - begin) / 1000;
    const minutes = String(Math.floor(time / 60)).padStart(2, "0");
    log(`${minutes}:${(time % 60).toFixed(2).padStart(5, "0")} ${text}`);
  };
  const settings = (): RadioReport["after"] => ({
    own: slice(host.playlists.at(0).tracks).map(({ path }) => path),
    order: host.playback.order,
  });

  await test.append(host.playlists.at(0), await test.tracks(2, 60));
  await test.act("player.playback.setOrder", { order: 3 });
  const before = settings();

  let number = 0;
  const track = (): { trackId: string; url: string } => {
    const trackId = `t${++number}`;
    const kind = random.happens(dead) ? random.pick(failures) : random.below(files.length);
    return { trackId, url: `http://127.0.0.1:${server.addr.port}/${encodeURIComponent(kind)}/${trackId}` };
  };

  let over = false;
  let skips = 0;
  let started = 0;
  let longestSilence = 0;
  let longestAnswer = 0;
  let silentSince: number | undefined;
  const failed: string[] = [];
  const left = new Set<string>();
  const leave = (): void => {
    for (const id of asked) if (!failed.includes(id)) left.add(id);
  };
  const refusals: string[] = [];
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const later = (ms: number, step: () => Promise<void>): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!over) steps.push(step());
    }, ms);
    timers.add(timer);
  };
  const steps: Promise<void>[] = [];

  host.playback.observe(() => {
    if (over || started === 0 && !host.playback.playing) return;
    const now = performance.now();
    if (!host.playback.playing) silentSince ??= now;
    else if (silentSince !== undefined) {
      longestSilence = Math.max(longestSilence, now - silentSince);
      if (now - silentSince > ANSWER_MS) note(`silence of ${Math.round(now - silentSince)} ms`);
      silentSince = undefined;
    }
  });
  const answerNeed = (): void => {
    const wait = between(0, ANSWER_MS);
    longestAnswer = Math.max(longestAnswer, wait);
    later(wait, async () => {
      const next = track();
      const { success, error } = await test.call("jitQueue.enqueueNext", next);
      if (success) return note(`enqueued ${next.trackId} ${next.url}`);
      refusals.push(error);
      note(`enqueueNext ${next.trackId} refused: ${error}`);
    });
  };
  host.bridge.onEvent(({ event, data }) => {
    if (over || !event.startsWith("jitQueue:")) return;
    note(`${event} ${JSON.stringify(data)}`);
    const { trackId = "" } = data as { trackId?: string };
    if (event === "jitQueue:trackChanged" && trackId !== "") started++;
    if (event === "jitQueue:error") failed.push(trackId);
    if (event === "jitQueue:needNext") answerNeed();
  });
  const listen = (): void =>
    later(between(0.5, 1.5) * skipEvery * 1000, async () => {
      skips++;
      leave();
      // The skip uses mpv's key or the page's button.
      const inMpv = random.happens(0.5);
      note(`skip ${inMpv ? "in mpv" : "by the page"}`);
      if (inMpv) {
        await test.inMpv("playlist-next").catch((error) => {
          // mpv has no next track.
          if (!(error instanceof MpvError)) throw error;
        });
      } else {
        const { success, error } = await test.call("jitQueue.skip");
        if (!success) refusals.push(error);
      }
      listen();
    });

  const first = { trackId: "t0", url: `http://127.0.0.1:${server.addr.port}/3/t0` };
  await test.call("jitQueue.playNow", first);
  listen();
  // deno-lint-ignore tests/no-sleep -- the radio plays for as long as the caller says
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  if (silentSince !== undefined) longestSilence = Math.max(longestSilence, performance.now() - silentSince);
  over = true;
  leave();
  for (const timer of timers) clearTimeout(timer);
  await Promise.all(steps);
  const { state: lastState } = await test.call("jitQueue.getState");
  await test.call("jitQueue.stop");
  await host.playback.settled();
  return {
    started,
    failed,
    dead: asked,
    left,
    skips,
    longestSilence,
    longestAnswer,
    refusals,
    lastState,
    before,
    after: settings(),
  };
}
