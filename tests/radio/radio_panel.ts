import type { Listener, World } from "./world.ts";

/** The page of a radio. It answers each needNext with a track, after some time. */
export class RadioPanel implements Listener {
  panel: string;
  readonly #world: World;
  #thinking = false;
  #isOpen = true;
  /** Counts loads of the page. Timers of earlier loads do nothing. */
  #load = 0;
  /** Whether the page has a session. */
  #isOn = false;
  #tracks = 0;

  constructor(world: World, panel: string) {
    this.#world = world;
    this.panel = panel;
    world.panels.add(this);
  }

  /** The listener presses Play. */
  playNow(): void {
    this.#isOn = true;
    this.#call("playNow", this.#newTrack());
  }

  /** The listener presses Stop. */
  stop(): void {
    this.#isOn = false;
    this.#load++;
    this.#call("stop");
  }

  /** The listener presses Next. */
  skip(): void {
    if (this.#isOpen) this.#call("skip");
  }

  /** Reloads the page, which finds its session. */
  reload(): void {
    if (!this.#isOpen) return;
    const { random } = this.#world;
    this.#world.closePanel(this.panel);
    this.#load++;
    this.#isOpen = this.#thinking = false;
    if (random.happens(0.5)) this.panel = `${this.panel}'`;
    this.#later(random.integer(100, 3000), () => {
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
    // A reloaded page asks the new bridge for its state.
    if (!this.#isOpen) this.#isOpen = true;
    if (wasOn) this.#beginAgain();
  }

  #beginAgain(): void {
    this.#later(this.#world.random.integer(0, 3000), () => this.playNow());
  }

  /** Looks for a track, one at a time. */
  #answer(): void {
    if (this.#thinking) return;
    this.#thinking = true;
    this.#later(this.#world.random.integer(0, this.#world.setup.panelAnswers), () => {
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
    const { random } = this.#world;
    const trackId = `${this.panel}-${++this.#tracks}`;
    // Sometimes a url that was used before.
    const number = random.happens(0.05) ? random.integer(1, this.#tracks) : this.#tracks;
    return { trackId, url: `http://radio.example/${number}` };
  }
}
