/**
 * A just-in-time session from its first to its last track.
 *
 * @module
 */

import type { EventPayload } from "../../../handlers/core/events.ts";
import type { Scene } from "../scene.ts";
import { FIRST_PANEL, type Stage } from "../stage.ts";
import type { Happening } from "../transcript.ts";
import { programme, type ProgrammeTrack } from "./jit_programme.ts";
import { clockTime, type Played, timelineOf } from "./jit_timeline.ts";

/** A step of the player's clock, in milliseconds: as often as it tells how far the track is. */
const STEP_MS = 1000;
/** The session is over long before this, in seconds of music. */
const TOO_LONG = 1200;
/** A url behind which there is nothing. */
const DEAD_URL = "https://nothing.example/gone.mp3";

/** Ten tracks, one after the other: each asked for when it is needed. */
export const jitSession: Scene = {
  title: "A just-in-time session",
  about: "Ten tracks, of which the page gives each when it is asked for. Minutes of music pass in a moment.",
  async play(stage) {
    const { player } = stage;
    await stage.deed("the user listens in random order", () => player.user.setOrder(4));
    const [first, ...rest] = programme;
    if (!first) throw new Error("the programme is empty");
    await stage.call("jitQueue.playNow", given(first));
    await stage.settle();
    const session = new Session(stage, first, rest);
    await session.playToTheEnd();
    stage.show(["", ...timelineOf(session.played, session.now)]);
    const order = session.played.filter(({ begin }) => begin !== undefined).map(({ title }) => title);
    stage.claim(
      "all ten tracks were played, in order",
      order.join() === programme.map(({ title }) => title).join(),
    );
    stage.claim("every event went to the page that began the session", session.strangers === 0);
    await stage.call("jitQueue.getState");
    await stage.call("jitQueue.stop");
    await stage.settle();
    stage.claim("the user's own playback order is back", player.playbackOrder === 4);
  },
};

/** The page that streams. */
class Session {
  /** The tracks so far. */
  readonly played: Played[];
  /** How many events went to other panels. */
  strangers = 0;
  readonly #stage: Stage;
  readonly #begin: number;
  readonly #rest: ProgrammeTrack[];
  #deadTried = false;
  #exhausted = false;
  #asking: Promise<unknown> = Promise.resolve();

  constructor(stage: Stage, first: ProgrammeTrack, rest: readonly ProgrammeTrack[]) {
    this.#stage = stage;
    this.#begin = stage.clock.monotonic();
    this.#rest = [...rest];
    this.played = [{ title: first.title, buffered: 0, asked: [] }];
  }

  /** Seconds of music since the session began. */
  get now(): number {
    return (this.#stage.clock.monotonic() - this.#begin) / 1000;
  }

  async playToTheEnd(): Promise<void> {
    while (!this.#exhausted) {
      if (this.now > TOO_LONG) this.#stage.claim("the session comes to its end", false);
      // What is heard makes the page ask; what it asks for may wait for a slow server, and time goes on.
      await this.#stage.settle();
      const events = this.#stage.take().filter((happening) => happening.kind === "event");
      for (const event of events) this.#hear(event);
      if (events.length === 0) this.#stage.clock.advance(STEP_MS);
    }
    await this.#asking;
  }

  #hear({ name, panel, data }: Extract<Happening, { kind: "event" }>): void {
    if (panel !== FIRST_PANEL) this.strangers++;
    switch (name) {
      case "jitQueue:trackChanged":
        return this.#trackChanged(data as EventPayload<"jitQueue:trackChanged">);
      case "jitQueue:needNext":
        return this.#needNext(data as EventPayload<"jitQueue:needNext">);
      case "jitQueue:error":
        return this.#say(`⚑ error: ${(data as EventPayload<"jitQueue:error">).error}`);
      case "jitQueue:listExhausted":
        this.#exhausted = true;
        this.#end();
        return this.#say("⚑ listExhausted");
    }
  }

  #trackChanged({ title }: EventPayload<"jitQueue:trackChanged">): void {
    this.#end();
    const track = this.played.find((track) => track.title === title);
    if (track) track.begin = this.now;
    this.#say(`⚑ trackChanged: ${title}`);
  }

  #needNext({ reason }: EventPayload<"jitQueue:needNext">): void {
    this.#playing?.asked.push(this.now);
    // A page may take its time: every second track is given only when it is needed soon.
    const next = reason === "trackChange" && this.#rest.length % 2 === 0 ? undefined : this.#rest.shift();
    this.#say(`⚑ needNext, ${reason}${next ? "" : this.#rest.length > 0 ? ": not yet" : ": that was all"}`);
    if (!next) return;
    this.#asking = Promise.all([this.#asking, this.#give(next)]);
    // A failure is looked at when the session is over.
    this.#asking.catch(() => {});
  }

  async #give(track: ProgrammeTrack): Promise<void> {
    if (this.#rest.length === 5 && !this.#deadTried) {
      this.#deadTried = true;
      const answer = await this.#stage.silently("jitQueue.enqueueNext", { ...given(track), url: DEAD_URL });
      this.#say(`  enqueueNext ${DEAD_URL} → ${"refused" in answer ? answer.refused : "taken"}`);
      // needNext follows, with the reason "error": the track is given again then.
      this.#rest.unshift(track);
      return;
    }
    const buffered = this.now;
    const answer = await this.#stage.silently("jitQueue.enqueueNext", given(track));
    if ("refused" in answer) {
      this.#stage.fail(`${track.title} was refused: ${answer.refused}`);
      return this.#say(`  enqueueNext ${track.title} → ${answer.refused}`);
    }
    const waited = this.now - buffered;
    this.played.push({ title: track.title, buffered: this.now, asked: [] });
    this.#say(
      `  enqueueNext ${track.title} → buffer ${answer.result.bufferSize}${
        waited > 0 ? `, after ${waited} s` : ""
      }`,
    );
  }

  #end(): void {
    const playing = this.#playing;
    if (playing) playing.end = this.now;
  }

  get #playing(): Played | undefined {
    return this.played.findLast(({ begin, end }) => begin !== undefined && end === undefined);
  }

  #say(text: string): void {
    this.#stage.show([`${clockTime(this.now).padStart(5)}  ${text}`]);
  }
}

function given({ trackId, url, title }: ProgrammeTrack): object {
  return { trackId, url, title };
}
