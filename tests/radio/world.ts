/**
 * A radio in virtual time: a real bridge, a difficult player, pages that run the radio, and a listener who
 * interferes. A seed determines everything.
 */

import { SeededRandom } from "../../tools/support/random.ts";
import { BridgeInMemory, type Message } from "./bridge_in_memory.ts";
import { Schedule } from "./schedule.ts";
import { type Cause, type Item, type Kind, type Playlist, StrictPlayer } from "./strict_player.ts";

export interface Setup {
  readonly kind: Kind;
  /** The longest delay of a message, in milliseconds. */
  readonly lag: number;
  /** The longest time that a panel takes to answer, in milliseconds. */
  readonly panelAnswers: number;
}

/** A panel that gets events. */
export interface Listener {
  readonly panel: string;
  /** Whether the session waits for the panel. */
  readonly owes?: boolean;
  // deno-lint-ignore no-explicit-any
  onEvent(event: string, data: any): void;
  /** Called when the bridge and all calls have ended. */
  onBridgeGone(): void;
}

/** Why nothing is heard though music must play. */
export type Silence =
  | "paused"
  | "opening"
  | "hanging"
  | "unannounced"
  | "player"
  | "unanswered"
  | "page"
  | "nobody";

/** How long a stream may hang, and how long a silence may be that nobody owes anything for, in milliseconds. */
const [HANGING_MS, NOBODY_MS] = [15_000, 2000];

interface Start {
  readonly item: Item;
  readonly playlist: Playlist;
  readonly cause: Cause;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly panel: string;
  readonly trackId: string | undefined;
  // deno-lint-ignore no-explicit-any
  readonly onResult: (result: any) => void;
}

export class World {
  readonly schedule: Schedule = new Schedule();
  readonly random: SeededRandom;
  readonly player: StrictPlayer;
  readonly setup: Setup;
  readonly panels = new Set<Listener>();
  /** Violated invariants. */
  readonly violations: string[];
  /** Whether music must play: a session is active and was not stopped. */
  musicExpected = false;
  /**
   * Whether the user has edited the bridge's playlist. From then on an unknown item counts as the user's own
   * choice; events tell the page which.
   */
  isEdited = false;
  /** Whether a native action has failed. */
  hadFault = false;
  /** How long what was heard, or why nothing was, in milliseconds. */
  readonly times = new Map<string, number>();
  /** How often the listener has done what, and in which phases bridges were killed. */
  readonly deeds = new Map<string, number>();
  /** A transcript, to examine a seed. */
  readonly trace: string[] = [];
  /** Called when the bridge sends an answer. */
  // deno-lint-ignore no-explicit-any
  onAnswer: (panel: string, method: string, trackId: string | undefined, result: any) => void = () => {};
  /** Called when the bridge sends an event. */
  // deno-lint-ignore no-explicit-any
  onEvent: (panel: string | undefined, event: string, data: any) => void = () => {};
  #bridge: BridgeInMemory | undefined;
  #calls = new Map<number, Call>();
  #ids = 0;
  #toBridge = 0;
  #toPlayer = 0;
  /** The ids of unanswered calls, by track id. */
  readonly #unanswered = new Map<string, number>();
  readonly #asked = new Set<string>();
  /** The items that had started, failed or been skipped when the bridge sent a play, by its parameters. */
  readonly #over = new WeakMap<object, readonly Item[]>();
  readonly #urls = new Map<string, string>();
  /** Whether the bridge knows that the user has stopped, and has had no call since. */
  #knowsStop = false;
  /** The playNow whose track has neither started nor failed. */
  #pendingPlay: string | undefined;
  /** The number of the session's current item. */
  #reached = 0;
  /** The track that has started last. */
  #start: Start | undefined;
  /** Whether the bridge has told that no track follows, and no track has begun since. */
  #isExhausted = false;
  /** What the player opened last when a page was told that it has failed, or was asked for another track after a failure. */
  #givenUp: StrictPlayer["playing"] | undefined;
  /** The url that a failure was signalled for last. */
  #failed: string | undefined;
  #accountedAt = 0;
  #wasPaused = false;
  #silence: Silence | undefined;
  /** How long the present silence has lasted for which nobody owes anything, and the present stream has hung. */
  #unowed = 0;
  #hung = 0;
  #opening: StrictPlayer["playing"] = null;
  /** When a page or the listener last gave an order. */
  #orderedAt = -Infinity;
  #atEnd = false;

  constructor(seed: number, setup: (random: SeededRandom) => Setup) {
    this.random = new SeededRandom(seed);
    this.setup = setup(this.random);
    this.player = new StrictPlayer(this.schedule, this.random, this.setup.kind);
    this.violations = this.player.violations;
    this.schedule.idle = async () => await this.#bridge?.idle();
    this.player.send = (message, over) => this.#sendToBridge(message, over);
    this.player.onPlay = (item, params) => {
      // Without places, of two items with one url nobody knows which has played.
      const isUnknowable = !this.setup.kind.signalsPlaces &&
        this.player.shadow?.items.some((each) => each !== item && each.path === item.path);
      const isAgain = this.#over.get(params)?.includes(item) && !isUnknowable;
      if (isAgain && !this.isEdited) this.#violate(`plays ${item.path} again`);
    };
    this.player.onQueuedLost = (item) => {
      // The page has chosen another track.
      if (this.#pendingPlay !== undefined) return;
      if (this.schedule.now - this.#orderedAt > 3000) this.#violate(`the queued track ${item.path} is lost`);
    };
    this.player.onFault = (fault, method) => {
      this.note(`${method} is ${fault}`);
      this.hadFault = true;
      // The time of a stream that hangs begins again at each answer to `next`.
      if (fault === "refused" && method === "player.playback.next") this.#hung = 0;
    };
    this.player.onStoppedAfterCurrent = () => {
      this.note("stops after the current track");
      this.musicExpected = false;
    };
    this.player.onStarted = (item, playlist, cause) => {
      this.#start = { item, playlist, cause };
      const { bridge, number } = item;
      // Without its url and place, a redirected stream that left the playlist while it opened cannot be
      // identified.
      const isUnknowable = this.setup.kind.redirects && !playlist.items.includes(item);
      // At the end of an interruption the session asks once more. A played track that the order chooses again is one.
      if (bridge === undefined || isUnknowable || number < this.#reached) this.#asked.clear();
      // The session drops a track that the user has moved after a later one.
      const isOurs = playlist === this.player.shadow && bridge === this.player.bridge &&
        number >= this.#reached && !isUnknowable;
      if (isOurs) {
        // It may be a track that the bridge could not remove: events tell.
        if (!this.isEdited && (!this.hadFault || cause === "action")) this.musicExpected = true;
        this.#reached = number;
      } else if (!this.setup.kind.causes || cause === "user" || cause === "action" || this.isEdited) {
        this.musicExpected = false;
      }
    };
    this.#startBridge();
    this.#audit();
  }

  /** Adds a line to the transcript. */
  note(what: string): void {
    this.trace.push(`${(this.schedule.now / 1000).toFixed(3)} ${what}`);
  }

  async run(milliseconds: number): Promise<void> {
    await this.schedule.run(this.schedule.now + milliseconds, () => this.#check());
  }

  // deno-lint-ignore no-explicit-any
  call(panel: string, method: string, params: any = {}, onResult: (result: any) => void = () => {}): void {
    const id = ++this.#ids;
    const { trackId } = params;
    this.#calls.set(id, { id, method, panel, trackId, onResult });
    if (trackId !== undefined) this.#unanswered.set(trackId, id);
    if (trackId !== undefined) this.#urls.set(trackId, params.url);
    if (method === "playNow") this.#pendingPlay = trackId;
    if (method === "stop") this.musicExpected = false;
    if (method !== "getState" && method !== "enqueueNext") this.#orderedAt = this.schedule.now;
    if (["playNow", "preloadBatch", "enqueueNext"].includes(method)) this.#knowsStop = false;
    this.note(`${panel} > ${method} ${JSON.stringify(params)}`);
    this.#sendToBridge({ id, method: `jitQueue.${method}`, params, panel });
  }

  closePanel(panel: string): void {
    this.note(`${panel} closes`);
    this.#sendToBridge({ method: "bridge.panelClosed", params: { panel } });
  }

  /** Checks the session every minute. */
  #audit(): void {
    this.schedule.later(60_000, () => {
      const isSettled = this.musicExpected && !this.schedule.isAtWork && this.player.playing?.started;
      if (isSettled) {
        this.call("auditor", "getState", {}, ({ isActive }) => {
          if (!isActive && this.musicExpected) this.#violate("the session is not alive");
        });
      }
      this.#audit();
    });
  }

  /** Notes what the listener has done. */
  did(what: string): void {
    this.note(`listener: ${what}`);
    this.deeds.set(what, (this.deeds.get(what) ?? 0) + 1);
  }

  /** The user skips in the player. */
  userSkips(): void {
    this.note("user skips");
    this.#orderedAt = this.schedule.now;
    this.player.next();
  }

  /** The user stops playback. */
  userStops(): void {
    this.note("user stops");
    this.musicExpected = false;
    this.#orderedAt = this.schedule.now;
    this.player.halt("user");
  }

  userPlays(playlist: Playlist, index: number): void {
    this.note(`user plays ${playlist.name} ${index}`);
    this.musicExpected = false;
    this.#orderedAt = this.schedule.now;
    // The tracks behind may play once more.
    for (const item of playlist.items.slice(index)) item.isOver = false;
    this.player.begin(playlist, index);
  }

  async restart(how: "SIGTERM" | "SIGKILL"): Promise<void> {
    if (how === "SIGKILL") this.did(`kills the bridge: ${this.#phase()}`);
    this.musicExpected = false;
    await this.endBridge(how);
    this.#startBridge();
    for (const panel of [...this.panels]) panel.onBridgeGone();
  }

  /** What a bridge is doing. */
  #phase(): string {
    const { player } = this;
    const asked = this.#calls.values().find(({ method }) => method !== "getState")?.method;
    if (asked !== undefined) return `${asked} is unanswered`;
    if (!this.musicExpected) return "no session";
    if (this.player.owesMusicUntil > this.schedule.now) return "an action is unanswered";
    if (player.playing?.item.bridge === undefined && player.playing) return "an interruption";
    if (player.playing && !player.playing.started) {
      return player.isHanging ? "a stream hangs" : "a track opens";
    }
    if (player.paused) return "paused";
    if (!player.playing) return "between two tracks";
    return this.panels.values().some(({ owes }) => owes === true) ? "plays, a page looks" : "plays";
  }

  async endBridge(how: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const bridge = this.#bridge;
    this.#bridge = undefined;
    this.#calls.clear();
    this.#unanswered.clear();
    this.#asked.clear();
    if (how === "SIGTERM") {
      this.#atEnd = true;
      bridge?.send({ id: "shutdown", method: "bridge.shutdown" });
      await bridge?.idle();
      await bridge?.end();
      this.#atEnd = false;
    } else {
      await bridge?.kill();
    }
    await this.player.giveBack();
    for (const line of bridge?.reported ?? []) {
      if (!/^(warning|error): jitQueue: /.test(line)) this.violations.push(`reported: ${line}`);
    }
  }

  #startBridge(): void {
    const number = ++this.player.bridge;
    this.#pendingPlay = undefined;
    this.#knowsStop = false;
    const bridge = this.#bridge = new BridgeInMemory(this.schedule.clock, (message) => {
      if (number !== this.player.bridge) return;
      if (this.#atEnd) {
        if (message.method?.startsWith("player.")) {
          const answer = this.player.carryOutAtEnd(message);
          this.note(
            `at its end: ${message.method} ${JSON.stringify(message.params)} ${JSON.stringify(answer)}`,
          );
          if (message.id !== undefined) bridge.send({ id: message.id, ...answer });
        }
        return;
      }
      this.#hear(message, number);
    });
  }

  /** Checks a message of the bridge when it is sent, and delivers it after its delay. */
  #hear(message: Message, number: number): void {
    if (message.method === undefined) {
      const call = this.#calls.get(Number(message.id));
      this.#calls.delete(Number(message.id));
      if (!call) return this.#violate(`an answer without a call: ${JSON.stringify(message)}`);
      this.#hearAnswer(call, message);
      this.#travel(() => call.onResult(message.result ?? { success: false, error: message.error?.message }));
    } else if (message.method === "event") {
      const { event, data, panel: target } = message.params;
      this.#hearEvent(event, data, target);
      this.#travel(() => {
        for (const panel of [...this.panels]) {
          if (target === undefined || target === panel.panel) panel.onEvent(event, data);
        }
      });
    } else {
      this.note(`< ${message.method} ${JSON.stringify(message.params)}`);
      if (message.method === "player.playback.play") {
        if (this.#knowsStop) this.#violate("plays though stopped");
        this.#over.set(message.params, this.player.shadow?.items.filter(({ isOver }) => isOver) ?? []);
      }
      this.#travel(() => {
        if (number === this.player.bridge && this.#bridge) this.player.carryOut(message);
      });
    }
  }

  #hearAnswer(call: Call, { result, error }: Message): void {
    this.note(`${call.panel} < ${call.method} ${JSON.stringify(result ?? error)}`);
    if (call.trackId !== undefined && this.#unanswered.get(call.trackId) === call.id) {
      this.#unanswered.delete(call.trackId);
    }
    // No call waits for the track of an enqueueNext, for a skip, or for a stop. An enqueueNext whose session has ended waits
    // for nothing.
    const waits = call.method !== "skip" && result?.error !== "No active JIT session";
    if (call.method !== "getState" && waits) {
      const earlier = this.#calls.values().find(({ id, method }) =>
        id < call.id && !["getState", "enqueueNext", "skip", "stop"].includes(method)
      );
      if (earlier) {
        this.#violate(`${call.method} ${call.id} is answered before ${earlier.method} ${earlier.id}`);
      }
    }
    this.onAnswer(call.panel, call.method, call.trackId, result);
    if (result?.success !== true) return;
    if (call.method === "playNow" || call.method === "preloadBatch") this.musicExpected = true;
  }

  // deno-lint-ignore no-explicit-any
  #hearEvent(event: string, data: any, panel: string | undefined): void {
    this.onEvent(panel, event, data);
    this.note(`${panel ?? "all"} < ${event} ${JSON.stringify(data)}`);
    const { playing } = this.player;
    // When the bridge cannot know which track opens, it may tell that another one has not started.
    const isLate = playing?.isKnown === false && data.error?.includes("within");
    const isAbout = data.url === playing?.item.path || isLate;
    const asksAgain = event === "jitQueue:needNext" && data.reason === "error";
    if (asksAgain || event === "jitQueue:error" && isAbout) this.#givenUp = playing;
    if (event === "jitQueue:listExhausted") this.#isExhausted = true;
    else if (event === "jitQueue:trackChanged") this.#isExhausted = false;
    if (data.trackId === this.#pendingPlay) this.#pendingPlay = undefined;
    // A track that starts or fails before its append is answered is reported at once.
    const isSignalled = event === "jitQueue:trackChanged" || event === "jitQueue:needNext" ||
      event === "jitQueue:listExhausted" || event === "jitQueue:error" && data.url === this.#failed;
    const about = data.trackId ?? data.currentTrackId ?? data.lastTrackId;
    const call = this.#unanswered.get(about);
    if (call !== undefined && (!isSignalled || this.#calls.get(call)?.method === "playNow")) {
      this.#violate(`${event} about ${about} precedes the answer of its call`);
    } else this.#unanswered.delete(about);
    if (event === "jitQueue:needNext" && data.reason !== "error") {
      const key = `${data.currentTrackId} ${data.reason}`;
      if (this.#asked.has(key)) this.#violate(`asks twice for ${key}`);
      this.#asked.add(key);
    } else if (event === "jitQueue:trackChanged") {
      if (this.hadFault && data.trackId !== "" && playing?.item.bridge !== undefined) {
        this.musicExpected = true;
      }
      if (this.isEdited) this.musicExpected = data.trackId !== "" && this.player.playing !== null;
      this.#reached = this.player.numberOf(this.#urls.get(data.trackId) ?? "") ?? this.#reached;
      for (const reason of ["trackChange", "prefetch"]) this.#asked.delete(`${data.trackId} ${reason}`);
    }
  }

  #sendToBridge(message: Message, over?: Item): void {
    const bridge = this.#bridge;
    if (!bridge) return;
    const start = message.method === "signal.trackStarted" ? this.#start : undefined;
    const at = Math.max(this.#toBridge, this.schedule.now + this.random.integer(0, this.setup.lag));
    this.#toBridge = at;
    this.schedule.work(at - this.schedule.now, () => {
      if (bridge !== this.#bridge) return;
      // Without a session no track fails.
      if (over && (start || this.musicExpected)) over.isOver = true;
      const { method, params } = message;
      if (method === "signal.trackFailed") this.#failed = params.handle.path;
      if (method?.startsWith("signal.") && method !== "signal.playbackTime") {
        this.note(`> ${method} ${JSON.stringify(params)}`);
      }
      if (start && this.#isExhausted && start.cause === "advance" && start.item.bridge === undefined) {
        // The session has ended, or ends now.
        this.musicExpected = false;
      }
      if (method === "signal.playbackStopped" && params.reason === "user") this.#knowsStop = this.#isIdle();
      if (method === "signal.trackStarted" || method === "signal.trackFailed") this.#knowsStop = false;
      bridge.send(message);
    });
  }

  /** Whether no pending call can still play something. */
  #isIdle(): boolean {
    return this.#pendingPlay === undefined &&
      !this.#calls.values().some(({ method }) => method !== "getState");
  }

  #travel(arrive: () => void): void {
    const at = Math.max(this.#toPlayer, this.schedule.now + this.random.integer(0, this.setup.lag));
    this.#toPlayer = at;
    this.schedule.work(at - this.schedule.now, arrive);
  }

  /** Adds the time since the last event to what was heard then, and reports silence that nobody owes. */
  #check(): void {
    const { now } = this.schedule;
    const elapsed = now - this.#accountedAt;
    const silence = this.#silence;
    const { player } = this;
    // The time for an unanswered play stands still while the player is paused.
    if (this.#wasPaused && player.owesMusicUntil > this.#accountedAt) player.owesMusicUntil += elapsed;
    this.#wasPaused = player.paused;
    if (elapsed > 0) {
      const what = silence ?? (this.musicExpected ? "music" : "no session");
      this.times.set(what, (this.times.get(what) ?? 0) + elapsed);
      this.#unowed = silence === "nobody" ? this.#unowed + elapsed : 0;
      this.#hung = silence === "hanging" ? this.#hung + elapsed : 0;
      if (this.#unowed > NOBODY_MS) this.#report("the radio is dead");
      const { lag, kind } = this.setup;
      if (this.#hung > HANGING_MS + 8 * lag + 4 * kind.answers) this.#report("a stream hangs too long");
    }
    this.#accountedAt = now;
    this.#silence = this.#whySilent();
    if (player.playing !== this.#opening) this.#hung = 0;
    this.#opening = player.playing;
  }

  #report(what: string): void {
    this.musicExpected = false;
    this.#unowed = this.#hung = 0;
    this.#violate(what);
  }

  /** Returns why nothing is heard; undefined while something is, or nothing must be. */
  #whySilent(): Silence | undefined {
    const { player, schedule } = this;
    if (!this.musicExpected) return undefined;
    if (player.playing) {
      if (player.paused) return "paused";
      if (player.playing.started) return undefined;
      if (!player.isHanging) return "opening";
      if (!player.playing.isAnnounced) return "unannounced";
      // The bridge waits for the answer to `next` first.
      if (player.owesMusicUntil > schedule.now) return "unanswered";
      // What an earlier bridge has opened is silence like any other: the present one owes the next track.
      const isOwn = player.playing.bridge === player.bridge;
      if (isOwn && player.playing !== this.#givenUp) return "hanging";
    }
    if (schedule.isAtWork) return "player";
    if (player.owesMusicUntil > schedule.now) return "unanswered";
    return this.panels.values().some(({ owes }) => owes === true) ? "page" : "nobody";
  }

  #violate(what: string): void {
    this.note(`VIOLATION ${what}`);
    this.violations.push(`${(this.schedule.now / 1000).toFixed(3)} s: ${what}`);
  }
}
