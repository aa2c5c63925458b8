import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { wav } from "../mpv/real_mpv.ts";
import {
  Audacious,
  audaciousTest,
  type Desktop,
  eventually,
  type Page,
  sideBySide,
  until,
} from "./real_audacious.ts";

const ACTIONS = 300;
/** `TONEARM_SEED` chooses other actions. */
const SEED = Number(Deno.env.get("TONEARM_SEED") ?? 826_654);
const TRACKS = 5;
const MOST_ENTRIES = 12;

/** Returns a function that returns pseudo-random integers below a limit. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

/** What the listener sees, in the words of audtool. Places are counted from 1. */
interface Facts {
  readonly status: string;
  readonly title: string;
  readonly artist: string;
  readonly file: string;
  readonly length: string;
  readonly seconds: number;
  readonly playlists: number;
  readonly active: number;
  readonly name: string;
  readonly titles: string[];
  readonly artists: string[];
  readonly files: string[];
  readonly lengths: string[];
  readonly position: number;
  readonly queue: number[];
  readonly volume: number;
  readonly order: string;
  readonly stopAfter: boolean;
}

/** How many seconds the shown position may differ: it is told once a second, and the two are read one after the other. */
const LATE_SECONDS = 2;

/** Runs several commands of audtool at once. Returns a line for each. */
async function ask(desktop: Desktop, commands: readonly (readonly string[])[]): Promise<string[]> {
  if (commands.length === 0) return [];
  const output = await desktop.audtool(...commands.flatMap(([name, ...rest]) => [`--${name}`, ...rest]));
  return output.split("\n");
}

async function factsOfAudacious(desktop: Desktop): Promise<Facts> {
  const [status = "", playlists, active, length, volume, repeat, shuffle, stopAfter, queued, name = ""] =
    await ask(desktop, [
      ["playback-status"],
      ["number-of-playlists"],
      ["current-playlist"],
      ["playlist-length"],
      ["get-volume"],
      ["playlist-repeat-status"],
      ["playlist-shuffle-status"],
      ["playlist-stop-after-status"],
      ["playqueue-length"],
      ["current-playlist-name"],
    ]);
  const places = (count: string | undefined) =>
    Array.from({ length: Number(count) }, (_, at) => String(at + 1));
  const entries = places(length);
  const lines = await ask(desktop, [
    ...places(queued).map((place) => ["playqueue-get-list-position", place]),
    ...entries.flatMap((entry) => [
      ["playlist-tuple-data", "title", entry],
      ["playlist-tuple-data", "artist", entry],
      ["playlist-song-filename", entry],
      ["playlist-song-length", entry],
    ]),
    ...status === "stopped" ? [] : [
      ["current-song-tuple-data", "title"],
      ["current-song-tuple-data", "artist"],
      ["current-song-filename"],
      ["current-song-length"],
      ["current-song-output-length-seconds"],
      ["playlist-position"],
    ],
  ]);
  const queue = lines.splice(0, Number(queued)).map(Number);
  const rows = entries.map(() => lines.splice(0, 4));
  const column = (at: number) => rows.map((row) => row[at] ?? "");
  const [title = "Nothing is playing", artist = "", file = "", songLength = "", seconds = 0, position = 0] =
    lines;
  return {
    status,
    title,
    artist,
    file,
    length: songLength,
    seconds: Number(seconds),
    playlists: Number(playlists),
    active: Number(active),
    name,
    titles: column(0),
    artists: column(1),
    files: column(2).map((uri) => decodeURI(uri.replace("file://", ""))),
    lengths: column(3),
    position: Number(position),
    queue,
    volume: Number(volume),
    order: shuffle === "on" ? "shuffle" : repeat === "on" ? "repeat" : "default",
    stopAfter: stopAfter === "on",
  };
}

/** What the panels show, and what their calls answer, in the same words. */
async function factsOfPanels(nowPlaying: Page, playlist: Page, audacious: Facts): Promise<Facts> {
  const { place, ...sound } = await nowPlaying.evaluate(`(async () => {
    const [{ state }, { orderName }, { enabled }, { fullPath = "" }, place] = await Promise.all([
      fb2k.playback.getState(), fb2k.playback.getPlaybackOrder(), fb2k.playback.getStopAfterCurrent(),
      fb2k.playback.getCurrentTrack(), fb2k.playback.getCurrentTrackIndex()]);
    const textOf = (id) => document.getElementById(id).textContent;
    const label = document.querySelector("#play").getAttribute("aria-label");
    const [minutes, seconds] = textOf("position").split(":");
    return {
      status: label === "Pause" ? "playing" : state === "playing" ? "shown as paused" : state,
      title: textOf("title"),
      artist: textOf("artist").replace(/ – .*/, ""),
      file: fullPath,
      length: textOf("duration"),
      seconds: 60 * minutes + Number(seconds),
      volume: Number(document.querySelector("#volume").value),
      order: orderName.replace(/-.*/, ""),
      stopAfter: enabled,
      place: place.found ? place.playlist + 1 : 0,
    };
  })()`);
  const list = await playlist.evaluate(`(() => {
    const rows = [...document.querySelectorAll("[role=option]")];
    const isShown = (row, label) => row.querySelector("[aria-label='" + label + "']:not([hidden])") !== null;
    const queued = rows.flatMap((row, index) => {
      const badge = row.querySelector(".queued:not([hidden])");
      return badge ? badge.textContent.split(", ").map((place) => [Number(place), index + 1]) : [];
    });
    const names = rows.map((row) => row.querySelector(".name").textContent.split(" – "));
    const all = document.querySelector("#playlists");
    return {
      playlists: all.options.length,
      active: all.selectedIndex + 1,
      name: all.selectedOptions[0]?.textContent,
      titles: names.map(([title]) => title),
      artists: names.map(([, artist]) => artist),
      files: rows.map(({ track }) => track.fullPath),
      lengths: rows.map((row) => row.lastElementChild.textContent),
      position: rows.findIndex((row) => isShown(row, "playing")) + 1,
      queue: queued.sort(([a], [b]) => a - b).map(([, row]) => row),
    };
  })()`);
  const isHere = place === audacious.active;
  const isInTime = Math.abs(sound.seconds - audacious.seconds) <= LATE_SECONDS;
  return {
    ...sound,
    ...list,
    seconds: isInTime ? audacious.seconds : sound.seconds,
    // Audacious knows a place in each playlist, panels only that of the playing track.
    position: isHere || list.position > 0 ? list.position : audacious.position,
  };
}

audaciousTest(
  `after each of ${ACTIONS} actions of both sides (seed ${SEED}), panels show what Audacious has`,
  async (desktop) => {
    await desktop.write(await sideBySide(["now_playing", "playlist"]));
    const paths = Array.from({ length: TRACKS }, (_, at) => join(desktop.directory, `track ${at + 1}.wav`));
    for (const [at, path] of paths.entries()) {
      await Deno.writeFile(path, wav(600 + at, { INAM: `Title ${at + 1}`, IART: `Artist ${at + 1}` }));
    }
    await using audacious = await Audacious.start(desktop);
    using nowPlaying = await audacious.page("now_playing");
    using playlist = await audacious.page("playlist");
    // The first document of a page is empty and complete.
    await until(nowPlaying, `document.querySelector("#play") !== null && document.readyState === "complete"`);
    await until(playlist, `document.querySelector("#tracks") !== null && document.readyState === "complete"`);
    const random = randomFrom(SEED);
    const path = () => paths[random(paths.length)] ?? "";
    const call = (method: string, params: object = {}) =>
      nowPlaying.call(method, params).then(() => undefined);
    const audtool = (...words: (string | number)[]) =>
      desktop.audtool(...words.map(String)).then(() => undefined);
    const click = (page: Page, selector: string) =>
      page.evaluate(`document.querySelector("${selector}").click()`);
    const key = (key: string) =>
      playlist.evaluate(
        `document.querySelector("#tracks").dispatchEvent(new KeyboardEvent("keydown", { key: "${key}" }))`,
      );
    let facts: Facts = await factsOfAudacious(desktop);
    /** Adds a track by an action that is done before the track is there, and waits for the track. */
    const add = async (action: Promise<unknown>) => {
      const wanted = facts.titles.length + 1;
      await action;
      await eventually(async () => {
        assertEquals((await factsOfAudacious(desktop)).titles.length, wanted);
      });
    };
    const addUrl = () => add(audtool("--playlist-addurl", `file://${encodeURI(path())}`));
    const entry = () => random(Math.max(1, facts.titles.length));
    const actions: (() => Promise<unknown>)[] = [
      () => audtool("--playback-play"),
      () => audtool("--playback-pause"),
      () => audtool("--playback-stop"),
      () => audtool("--playlist-advance"),
      () => audtool("--playlist-reverse"),
      () => audtool("--playlist-jump", entry() + 1),
      () => audtool("--set-volume", random(101)),
      () => audtool("--playlist-repeat-toggle"),
      () => audtool("--playlist-shuffle-toggle"),
      () => audtool("--playlist-stop-after-toggle"),
      () => audtool("--playqueue-add", entry() + 1),
      () => audtool("--playqueue-remove", entry() + 1),
      () => audtool("--playqueue-clear"),
      addUrl,
      addUrl,
      () => audtool("--playlist-delete", entry() + 1),
      () => audtool("--playback-seek", random(500)),
      () => audtool("--set-current-playlist", random(facts.playlists) + 1),
      () => audtool("--set-current-playlist-name", `Name ${random(100)}`),
      () => facts.playlists < 4 ? audtool("--new-playlist") : audtool("--delete-current-playlist"),
      () => click(nowPlaying, "#play"),
      () => click(nowPlaying, "[data-call=next]"),
      () => click(nowPlaying, "[data-call=previous]"),
      () => key("ArrowDown"),
      () => key("Enter"),
      () => key("q"),
      () => key("Delete"),
      () => call("playback.play"),
      () => call("playback.pause"),
      () => call("playback.stop"),
      () => call("playback.next"),
      () => call("playback.setPosition", { position: random(500) }),
      () => call("playback.setVolume", { volume: 1 + random(100) }),
      () => call("playback.setPlaybackOrder", { order: random(3) % 2 }),
      () => call("playback.toggleStopAfterCurrent"),
      () => call("queue.add", { playlist: facts.active - 1, tracks: [entry()] }),
      () => call("queue.remove", { index: random(Math.max(1, facts.queue.length)) }),
      () => call("queue.clear"),
      () => call("playlist.setActive", { playlist: random(facts.playlists) }),
      () => call("playlist.playTrack", { playlist: facts.active - 1, index: entry() }),
      () => call("playlist.removeTracks", { playlist: facts.active - 1, items: [entry()] }),
      () =>
        call("playlist.moveTracks", { playlist: facts.active - 1, items: [entry()], delta: random(5) - 2 }),
      () => add(call("playlist.addPathsAsync", { playlist: facts.active - 1, paths: [path()] })),
      () => call("playlist.rename", { playlist: facts.active - 1, name: `Named ${random(100)}` }),
    ];
    for (let step = 0; step < ACTIONS; step++) {
      const isFull = facts.titles.length >= MOST_ENTRIES;
      const chosen = random(actions.length);
      await (isFull ? call("playlist.clear", { playlist: facts.active - 1 }) : actions[chosen]?.());
      await eventually(async () => {
        facts = await factsOfAudacious(desktop);
        assertEquals(
          await factsOfPanels(nowPlaying, playlist, facts),
          facts,
          `seed ${SEED}, action ${step}: ${isFull ? "clear" : actions[chosen]}`,
        );
      });
    }
    assertEquals(await audacious.quit(), 0);
  },
);
