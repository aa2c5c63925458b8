/**
 * A radio for an hour in virtual time: the real bridge, a nasty player, pages that feed the radio and a listener who
 * interferes. Everything comes out of one seed.
 *
 * @module
 */

import { BridgeInMemory, type Message } from "./bridge_in_memory.ts";
import { SeededRandom } from "../../tools/support/random.ts";
import { Schedule } from "./schedule.ts";
import { type Kind, type Playlist, StrictPlayer } from "./strict_player.ts";

/** What a world is like. */
export interface Conduct {
  readonly kind: Kind;
  /** The longest way of a message, in milliseconds. */
  readonly lag: number;
  /** The longest time that a panel takes to answer, in milliseconds. */
  readonly panelAnswers: number;
}

/** Who hears of what the bridge says to panels. */
export interface Listener {
  readonly panel: string;
  /** An event has come. */
  // deno-lint-ignore no-explicit-any
  onEvent(event: string, data: any): void;
  /** The bridge has gone, and with it all calls. */
  onBridgeGone(): void;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly panel: string;
  readonly trackId: string | undefined;
  // deno-lint-ignore no-explicit-any
  readonly onResult: (result: any) => void;
}

/** The world. */
export class World {
  readonly schedule: Schedule = new Schedule();
  readonly chance: SeededRandom;
  readonly player: StrictPlayer;
  readonly conduct: Conduct;
  readonly panels = new Set<Listener>();
  /** What must never happen and has happened. */
  readonly violations: string[];
  /** Whether the bridge owes music: a session runs that nobody has stopped. */
  isMusicOwed = false;
  /**
   * Whether the user has edited the shadow playlist by hand: an item that is then not known for the session's is the user's
   * own choice. What the page is told tells which.
   */
  isEdited = false;
  /** Everything that happens, for whoever looks at a seed. */
  readonly trace: string[] = [];
  /** Hears of an answer at the moment the bridge gives it. */
  // deno-lint-ignore no-explicit-any
  onAnswer: (panel: string, method: string, trackId: string | undefined, result: any) => void = () => {};
  /** Hears of an event at the moment the bridge sends it. */
  // deno-lint-ignore no-explicit-any
  onEvent: (panel: string | undefined, event: string, data: any) => void = () => {};
  #bridge: BridgeInMemory | undefined;
  #calls = new Map<number, Call>();
  #ids = 0;
  #toBridge = 0;
  #toPlayer = 0;
  /** Tracks by the calls that have brought them, until those are answered. */
  readonly #unanswered = new Map<string, number>();
  readonly #asked = new Set<string>();
  /** The urls of all tracks. */
  readonly #urls = new Map<string, string>();
  /** The bridge has heard that the user has stopped, and was not asked for anything since. */
  #knowsStop = false;
  /** A playNow whose track has neither started nor failed. */
  #pendingPlay: string | undefined;
  /** The number of the session's current item. */
  #reached = 0;
  #atEnd = false;

  constructor(seed: number, conduct: (chance: SeededRandom) => Conduct) {
    this.chance = new SeededRandom(seed);
    this.conduct = conduct(this.chance);
    this.player = new StrictPlayer(this.schedule, this.chance, this.conduct.kind);
    this.violations = this.player.violations;
    this.schedule.digested = async () => await this.#bridge?.digested();
    this.player.send = (message) => this.#sendToBridge(message);
    this.player.onStarted = (item, playlist) => {
      const { bridge, number } = item;
      // Neither handle nor place tells which track a redirected stream is that has left the playlist while it opened.
      const isUnknowable = this.conduct.kind.redirects && !playlist.items.includes(item);
      // A track that the session has passed is dropped: the user has put it behind a later one.
      const isOurs = playlist === this.player.shadow && bridge === this.player.bridge &&
        number >= this.#reached && !isUnknowable;
      this.isMusicOwed = isOurs && (!this.isEdited || this.isMusicOwed);
      if (isOurs) this.#reached = number;
    };
    this.#startBridge();
    this.#audit();
  }

  /** Notes something for whoever looks at a seed. */
  note(what: string): void {
    this.trace.push(`${(this.schedule.now / 1000).toFixed(3)} ${what}`);
  }

  /** Lets time pass. */
  async run(milliseconds: number): Promise<void> {
    await this.schedule.run(this.schedule.now + milliseconds, () => this.#check());
  }

  /** A panel calls an operation. */
  // deno-lint-ignore no-explicit-any
  call(panel: string, method: string, params: any = {}, onResult: (result: any) => void = () => {}): void {
    const id = ++this.#ids;
    const { trackId } = params;
    this.#calls.set(id, { id, method, panel, trackId, onResult });
    if (trackId !== undefined) this.#unanswered.set(trackId, id);
    if (trackId !== undefined) this.#urls.set(trackId, params.url);
    if (method === "playNow") this.#pendingPlay = trackId;
    if (method === "stop") this.isMusicOwed = false;
    if (["playNow", "preloadBatch", "enqueueNext"].includes(method)) this.#knowsStop = false;
    this.note(`${panel} > ${method} ${JSON.stringify(params)}`);
    this.#sendToBridge({ id, method: `jitQueue.${method}`, params, panel });
  }

  /** A panel closes. */
  closePanel(panel: string): void {
    this.note(`${panel} closes`);
    this.#sendToBridge({ method: "bridge.panelClosed", params: { panel } });
  }

  /** Every minute of its life, a session that owes music knows that it is one. */
  #audit(): void {
    this.schedule.later(60_000, () => {
      const isSettled = this.isMusicOwed && !this.schedule.isAtWork;
      if (isSettled) {
        this.call("auditor", "getState", {}, ({ isActive }) => {
          if (!isActive && this.isMusicOwed) this.#violate("the session is not alive");
        });
      }
      this.#audit();
    });
  }

  /** The user stops what plays. */
  userStops(): void {
    this.note("user stops");
    this.isMusicOwed = false;
    this.player.halt("user");
  }

  /** The user plays an item. */
  userPlays(playlist: Playlist, index: number): void {
    this.note(`user plays ${playlist.name} ${index}`);
    this.isMusicOwed = false;
    this.player.begin(playlist, index);
  }

  /** The bridge is restarted. */
  async restart(how: "SIGTERM" | "SIGKILL"): Promise<void> {
    this.note(`restart by ${how}`);
    this.isMusicOwed = false;
    await this.endBridge(how);
    this.#startBridge();
    for (const panel of [...this.panels]) panel.onBridgeGone();
  }

  /** The bridge ends, orderly or not. */
  async endBridge(how: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const bridge = this.#bridge;
    this.#bridge = undefined;
    this.#calls.clear();
    this.#unanswered.clear();
    this.#asked.clear();
    if (how === "SIGTERM") {
      // What it says in the end is carried out at once: nobody reads the answers.
      this.#atEnd = true;
      await bridge?.end();
      this.#atEnd = false;
    } else {
      await bridge?.kill();
    }
    this.player.bridgeWasKilled();
    for (const line of bridge?.reported ?? []) {
      if (!/^(warning|error): jitQueue: /.test(line)) this.violations.push(`reported: ${line}`);
    }
  }

  #startBridge(): void {
    const number = ++this.player.bridge;
    this.#pendingPlay = undefined;
    this.#knowsStop = false;
    this.#bridge = new BridgeInMemory(this.schedule.clock, (message) => {
      if (number !== this.player.bridge) return;
      if (this.#atEnd) {
        if (message.method?.startsWith("player.")) {
          const { id: _, ...told } = message;
          this.player.carryOut(told);
        }
        return;
      }
      this.#hear(message, number);
    });
  }

  /** The bridge has said something: it is looked at at once, and arrives after its way. */
  #hear(message: Message, number: number): void {
    if (message.method === undefined) {
      const call = this.#calls.get(Number(message.id));
      this.#calls.delete(Number(message.id));
      if (!call) return this.#violate(`an answer to nothing: ${JSON.stringify(message)}`);
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
      if (message.method === "player.playback.play" && this.#knowsStop) this.#violate("plays though stopped");
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
    if (call.method !== "getState") {
      const earlier = this.#calls.values().find(({ id, method }) => id < call.id && method !== "getState");
      if (earlier) {
        this.#violate(`${call.method} ${call.id} is answered before ${earlier.method} ${earlier.id}`);
      }
    }
    this.onAnswer(call.panel, call.method, call.trackId, result);
    if (result?.success !== true) return;
    if (call.method === "playNow" || call.method === "preloadBatch") this.isMusicOwed = true;
  }

  // deno-lint-ignore no-explicit-any
  #hearEvent(event: string, data: any, panel: string | undefined): void {
    this.onEvent(panel, event, data);
    this.note(`${panel ?? "all"} < ${event} ${JSON.stringify(data)}`);
    if (data.trackId === this.#pendingPlay) this.#pendingPlay = undefined;
    // What starts while its append is unanswered is told when it starts.
    const isStart = event === "jitQueue:trackChanged" || event === "jitQueue:needNext";
    const about = data.trackId ?? data.currentTrackId ?? data.lastTrackId;
    const call = this.#unanswered.get(about);
    if (call !== undefined && (!isStart || this.#calls.get(call)?.method === "playNow")) {
      this.#violate(`${event} about ${about} precedes the answer of its call`);
    }
    if (event === "jitQueue:needNext" && data.reason !== "error") {
      const key = `${data.currentTrackId} ${data.reason}`;
      if (this.#asked.has(key)) this.#violate(`asks twice for ${key}`);
      this.#asked.add(key);
    } else if (event === "jitQueue:trackChanged") {
      if (this.isEdited) this.isMusicOwed = data.trackId !== "" && this.player.playing !== null;
      this.#reached = this.player.numberOf(this.#urls.get(data.trackId) ?? "") ?? this.#reached;
      for (const reason of ["trackChange", "prefetch"]) this.#asked.delete(`${data.trackId} ${reason}`);
    }
  }

  #sendToBridge(message: Message): void {
    const bridge = this.#bridge;
    if (!bridge) return;
    const at = Math.max(this.#toBridge, this.schedule.now + this.chance.integer(0, this.conduct.lag));
    this.#toBridge = at;
    this.schedule.work(at - this.schedule.now, () => {
      if (bridge !== this.#bridge) return;
      const { method, params } = message;
      if (method?.startsWith("signal.") && method !== "signal.playbackTime") {
        this.note(`> ${method} ${JSON.stringify(params)}`);
      }
      if (method === "signal.playbackStopped" && params.reason === "user") this.#knowsStop = this.#isQuiet();
      if (method === "signal.trackStarted" || method === "signal.trackFailed") this.#knowsStop = false;
      bridge.send(message);
    });
  }

  /** Whether no call waits that may still play something. */
  #isQuiet(): boolean {
    return this.#pendingPlay === undefined &&
      !this.#calls.values().some(({ method }) => method !== "getState");
  }

  #travel(arrive: () => void): void {
    const at = Math.max(this.#toPlayer, this.schedule.now + this.chance.integer(0, this.conduct.lag));
    this.#toPlayer = at;
    this.schedule.work(at - this.schedule.now, arrive);
  }

  /**
   * The silence that the bridge owes an explanation for: music is owed, nothing plays or opens, and neither player nor
   * panel nor a message on its way is what is waited for. Of that there may be none at all.
   */
  #check(): void {
    if (this.isMusicOwed && !this.player.playing && !this.schedule.isAtWork) {
      this.isMusicOwed = false;
      this.#violate("the radio is dead");
    }
  }

  #violate(what: string): void {
    this.note(`VIOLATION ${what}`);
    this.violations.push(`${(this.schedule.now / 1000).toFixed(3)} s: ${what}`);
  }
}
