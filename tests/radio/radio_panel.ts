/**
 * The page of a radio: asked for a track it gives one, sooner or later.
 *
 * @module
 */

import type { Listener, World } from "./world.ts";

/** The page. */
export class RadioPanel implements Listener {
  panel: string;
  readonly #world: World;
  #thinking = false;
  #isOpen = true;
  /** Counts loads of the page: what an earlier one was about to do is forgotten. */
  #load = 0;
  /** Whether it believes in its session. */
  #isOn = false;
  #tracks = 0;

  constructor(world: World, panel: string) {
    this.#world = world;
    this.panel = panel;
    world.panels.add(this);
  }

  /** The listener switches the radio on. */
  playNow(): void {
    this.#isOn = true;
    this.#call("playNow", this.#newTrack());
  }

  /** The listener switches it off. */
  stop(): void {
    this.#isOn = false;
    this.#load++;
    this.#call("stop");
  }

  /** The listener goes to the next track. */
  skip(): void {
    if (this.#isOpen) this.#call("skip");
  }

  /** The page is loaded anew, and finds its session. */
  reload(): void {
    if (!this.#isOpen) return;
    const { chance } = this.#world;
    this.#world.closePanel(this.panel);
    this.#load++;
    this.#isOpen = this.#thinking = false;
    if (chance.happens(0.5)) this.panel = `${this.panel}'`;
    this.#later(chance.integer(100, 3000), () => {
      this.#isOpen = true;
      this.#call("getState", {}, (state) => {
        this.#isOn = state.isActive === true;
        if (this.#isOn && state.nextTrackId === "") this.#answer();
      });
    });
  }

  // deno-lint-ignore no-explicit-any
  onEvent(event: string, data: any): void {
    if (!this.#isOpen) return;
    if (event === "jitQueue:trackChanged") this.#isOn = data.trackId !== "";
    if (event === "jitQueue:needNext" || event === "jitQueue:listExhausted") this.#answer();
    if (event === "jitQueue:error" && data.error === "Shadow playlist no longer exists") this.#beginAgain();
  }

  onBridgeGone(): void {
    const wasOn = this.#isOn;
    this.#load++;
    this.#thinking = false;
    this.#isOn = false;
    // A page that is just loaded anew asks the new bridge.
    if (!this.#isOpen) this.#isOpen = true;
    if (wasOn) this.#beginAgain();
  }

  #beginAgain(): void {
    this.#later(this.#world.chance.integer(0, 3000), () => this.playNow());
  }

  /** Gives a track; while it looks for one, it does not look for two. */
  #answer(): void {
    if (this.#thinking) return;
    this.#thinking = true;
    this.#later(this.#world.chance.integer(0, this.#world.conduct.panelAnswers), () => {
      this.#thinking = false;
      this.#call("enqueueNext", this.#newTrack());
    });
  }

  #later(milliseconds: number, act: () => void): void {
    const load = this.#load;
    this.#world.schedule.work(milliseconds, () => {
      if (load === this.#load) act();
    });
  }

  // deno-lint-ignore no-explicit-any
  #call(method: string, params?: unknown, onResult: (result: any) => void = () => {}): void {
    const load = this.#load;
    this.#world.call(this.panel, method, params, (result) => {
      if (load === this.#load) onResult(result);
    });
  }

  #newTrack(): { trackId: string; url: string } {
    const { chance } = this.#world;
    const trackId = `${this.panel}-${++this.#tracks}`;
    // Now and then a url that was given before.
    const number = chance.happens(0.05) ? chance.integer(1, this.#tracks) : this.#tracks;
    return { trackId, url: `http://radio.example/${number}` };
  }
}
