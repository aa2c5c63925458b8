import type { RadioPage } from "./listener.ts";
import type { Listener, World } from "./world.ts";

/** The first delay before a refused start is tried again, and the longest one, in milliseconds. */
const [FIRST_DELAY, LONGEST_DELAY] = [1000, 30_000];

/** The page of a radio. It answers each needNext with a track, after some time, as panels/radio does. */
export class RadioPanel implements Listener, RadioPage {
  panel: string;
  readonly #world: World;
  #thinking = false;
  /** Whether a track was asked for since the page last began to look for one. */
  #isWanted = false;
  #isOpen = true;
  /** The number of the latest press of Play or Stop, which ends the attempts of earlier ones. */
  #press = 0;
  #isStarting = false;
  /** How long the page looks for the next track; undefined for a random time. */
  nextLook: number | undefined;
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
    this.#start(++this.#press, FIRST_DELAY);
  }

  /** Whether the session waits for this page. */
  get owes(): boolean {
    return this.#thinking || this.#isStarting || !this.#isOpen;
  }

  get isThinking(): boolean {
    return this.#thinking;
  }

  #start(press: number, delay: number): void {
    this.#isStarting = true;
    this.#call("playNow", this.#newTrack(), ({ success, error }) => {
      if (press !== this.#press) return;
      // Another call has taken its place.
      if (success || String(error).startsWith("Superseded")) return void (this.#isStarting = false);
      this.#later(delay, () => {
        if (press === this.#press) this.#start(press, Math.min(2 * delay, LONGEST_DELAY));
      });
    });
  }

  /** The listener presses Stop. */
  stop(): void {
    this.#isOn = this.#isStarting = this.#thinking = false;
    this.#press++;
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
    this.#isOpen = this.#thinking = this.#isStarting = false;
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
    this.#thinking = this.#isStarting = false;
    this.#isOn = false;
    // A reloaded page asks the new bridge for its state.
    if (!this.#isOpen) this.#isOpen = true;
    if (wasOn) this.#beginAgain();
  }

  #beginAgain(): void {
    this.#later(this.#world.random.integer(0, 3000), () => this.playNow());
  }

  /** Answers a request for a track. One that comes while the page looks may still need a track: the session knows. */
  #answer(): void {
    this.#isWanted = true;
    if (!this.#thinking) this.#look();
  }

  #look(): void {
    this.#thinking = true;
    this.#isWanted = false;
    const time = this.nextLook ?? this.#world.random.integer(0, this.#world.setup.panelAnswers);
    this.nextLook = undefined;
    this.#later(time, () => {
      this.#call("enqueueNext", this.#newTrack(), () => {
        this.#thinking = false;
        if (!this.#isWanted) return;
        this.#call("getState", {}, (state) => {
          if (!this.#thinking && state.isActive && state.nextTrackId === "") this.#look();
        });
      });
    });
  }

  #later(milliseconds: number, act: () => void): void {
    const load = this.#load;
    this.#world.schedule.later(milliseconds, () => {
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
