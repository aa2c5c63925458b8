import type { Fault, Playlist } from "./strict_player.ts";
import type { World } from "./world.ts";

/** The page of a radio, as the listener uses it. */
export interface RadioPage {
  /** Whether it looks for a track. */
  readonly isThinking: boolean;
  /** How long it looks for the next track; undefined for a random time. */
  nextLook: number | undefined;
  playNow(): void;
  stop(): void;
  skip(): void;
  reload(): void;
}

export interface Habits {
  /** Skips per five minutes. */
  readonly skips: number;
  /** The mean time between random actions, in milliseconds. */
  readonly actionInterval: number;
  /** Whether bridges end and are started again. */
  readonly restarts: boolean;
  /** Whether native actions fail or stay unanswered, and the program that plays dies. */
  readonly faults: boolean;
  /** Whether the listener changes the bridge's playlist. */
  readonly edits: boolean;
}

const MINUTE = 60_000;

/** What a listener does, each with its weight. Skips come on top, with a rate of their own. */
const actions = {
  "pauses": 8,
  "skips twice": 6,
  "skips while a track opens": 5,
  "skips while paused": 4,
  "stops": 5,
  "stops after the current track": 4,
  "stops and plays at once": 3,
  "presses Play again": 3,
  "plays an own track": 5,
  "queues an own track": 8,
  "takes a track out of the queue": 3,
  "adds a playlist": 3,
  "moves a playlist": 3,
  "removes a playlist": 2,
  "activates a playlist": 3,
  "sets the order": 3,
  "reloads the page": 5,
  "reloads the page while it looks": 5,
  "has a slow network": 4,
  "plays in another page": 3,
  "ends the bridge": 2,
  "kills the bridge": 4,
  "kills the player's engine": 3,
  "an action is refused": 4,
  "an action is not carried out": 3,
  "an answer is lost": 3,
  "sorts the radio's playlist": 2,
  "removes a track of the radio": 2,
  "drops a track into the radio's playlist": 2,
  "renames the radio's playlist": 1,
  "locks or unlocks the radio's playlist": 1,
  "deletes the radio's playlist": 1,
} as const;

type Action = keyof typeof actions;

/** Those of which a listener with a habit makes use. */
const habitual: Readonly<Record<"restarts" | "faults" | "edits", readonly Action[]>> = {
  restarts: ["ends the bridge", "kills the bridge"],
  faults: [
    "kills the player's engine",
    "an action is refused",
    "an action is not carried out",
    "an answer is lost",
  ],
  edits: [
    "sorts the radio's playlist",
    "removes a track of the radio",
    "drops a track into the radio's playlist",
    "renames the radio's playlist",
    "locks or unlocks the radio's playlist",
    "deletes the radio's playlist",
  ],
};

/** What a listener does besides skips. */
export const actionNames: readonly string[] = Object.keys(actions);

/** A listener who interferes with playback, playlists and pages. */
export class Listener {
  /** The order that the listener wants. */
  order: number;
  /** The id of the active playlist that the listener wants; undefined for any of the listener's own. */
  activeId: string | undefined;
  /** Whether the listener has locked or unlocked the bridge's playlist. */
  hasLocked = false;
  readonly #world: World;
  readonly #panel: RadioPage;
  readonly #other: RadioPage;
  readonly #habits: Habits;
  readonly #weights: Readonly<Record<string, number>>;
  #isGone = false;

  /** @param other A page that the listener uses now and then. */
  constructor(world: World, panel: RadioPage, other: RadioPage, habits: Habits) {
    this.#world = world;
    this.#panel = panel;
    this.#other = other;
    this.#habits = habits;
    this.#weights = {
      ...actions,
      ...Object.fromEntries(
        (["restarts", "faults", "edits"] as const).filter((habit) => !habits[habit])
          .flatMap((habit) => habitual[habit].map((action) => [action, 0])),
      ),
    };
    this.order = world.player.order;
    this.activeId = world.player.active?.id;
    this.#skipLater();
    this.#actLater();
  }

  /** Stops all actions. */
  goes(): void {
    this.#isGone = true;
    this.#world.player.pause(false);
    this.#world.player.faults.length = 0;
  }

  #skipLater(): void {
    const { schedule, random } = this.#world;
    if (this.#habits.skips === 0) return;
    schedule.later(random.integer(0, 10 * MINUTE / this.#habits.skips), () => {
      if (this.#isGone) return;
      this.#skip();
      this.#skipLater();
    });
  }

  /** Skips in the page or in the player. */
  #skip(): void {
    const { random, player } = this.#world;
    if (random.happens(0.5)) this.#panel.skip();
    else if (player.playing?.playlist === player.shadow) this.#world.userSkips();
  }

  #actLater(): void {
    const { schedule, random } = this.#world;
    schedule.later(random.integer(1000, 2 * this.#habits.actionInterval), async () => {
      if (this.#isGone) return;
      const action = random.pickWeighted(this.#weights) as Action;
      if (await this.#act(action) !== false) this.#world.did(action);
      this.#actLater();
    });
  }

  /** Returns false when the action is impossible now. */
  #act(action: Action): boolean | void | Promise<void> {
    const world = this.#world;
    const { random, player, schedule } = world;
    const { shadow } = player;
    const plays = shadow !== undefined && player.playing?.playlist === shadow;
    switch (action) {
      case "pauses":
        player.pause(true);
        return schedule.later(random.integer(1000, MINUTE), () => player.pause(false));
      case "skips twice":
        this.#skip();
        return this.#later(random.integer(1, 500), () => this.#skip());
      case "skips while a track opens":
        if (!plays) return false;
        this.#skip();
        return schedule.later(random.integer(1, 20_000), () => {
          if (player.playing?.started === false && !this.#isGone) this.#skip();
        });
      case "skips while paused":
        if (!plays) return false;
        player.pause(true);
        this.#later(500, () => this.#skip());
        return schedule.later(random.integer(1000, 20_000), () => player.pause(false));
      case "stops":
        if (!plays) return false;
        world.userStops();
        return this.#comeBack();
      case "stops after the current track":
        if (!plays || !player.playing?.started) return false;
        player.stopsAfterCurrent = true;
        return this.#comeBack(5 * MINUTE);
      case "stops and plays at once":
        this.#panel.stop();
        return this.#later(random.integer(0, 500), () => this.#panel.playNow());
      case "presses Play again":
        return this.#panel.playNow();
      case "plays an own track": {
        const playlist = random.pick<Playlist | undefined>(player.own);
        if (!playlist || playlist.items.length === 0) return false;
        world.userPlays(playlist, random.below(playlist.items.length));
        return this.#comeBack();
      }
      case "queues an own track": {
        const playlist = random.pick<Playlist | undefined>(player.own);
        const item = playlist && random.pick<Playlist["items"][number] | undefined>(playlist.items);
        if (!playlist || !item) return false;
        return player.enqueue({ playlist, item });
      }
      case "takes a track out of the queue":
        if (player.queue.length === 0) return false;
        return player.dequeue(random.pick(player.queue));
      case "adds a playlist":
        return player.insert(random.integer(0, player.playlists.length));
      case "moves a playlist":
        return player.move(random.below(player.playlists.length), random.below(player.playlists.length));
      case "removes a playlist": {
        const gone = random.pick<Playlist | undefined>(player.own);
        if (!gone || player.own.length < 2) return false;
        player.removePlaylist(gone);
        if (gone.id === this.activeId) {
          this.activeId = player.active?.isBridges === true ? undefined : player.active?.id;
        }
        return;
      }
      case "activates a playlist":
        player.active = random.pick<Playlist | undefined>(player.own) ?? null;
        this.activeId = player.active?.id;
        return;
      case "sets the order":
        this.order = player.order = random.integer(1, 6);
        player.isOrderHidden = false;
        return;
      case "reloads the page":
        return this.#panel.reload();
      case "reloads the page while it looks":
        if (!this.#panel.isThinking) return false;
        return this.#panel.reload();
      case "has a slow network":
        this.#panel.nextLook = 40_000;
        return;
      case "plays in another page":
        this.#other.playNow();
        return this.#later(random.integer(1000, 10 * MINUTE), () => this.#panel.playNow());
      case "ends the bridge":
        return world.restart("SIGTERM");
      case "kills the bridge":
        return world.restart("SIGKILL");
      case "kills the player's engine":
        return player.crash();
      case "an action is refused":
        return this.#fail("refused");
      case "an action is not carried out":
        return this.#fail("silent");
      case "an answer is lost":
        return this.#fail("lost");
      case "sorts the radio's playlist":
      case "removes a track of the radio":
      case "drops a track into the radio's playlist":
        if (!shadow || !player.edit(shadow, action)) return false;
        world.isEdited = true;
        return;
      case "renames the radio's playlist":
        if (!shadow || !player.mayChange(shadow)) return false;
        world.isEdited = true;
        return player.rename(shadow, `My radio ${random.below(1000)}`);
      case "locks or unlocks the radio's playlist":
        if (!shadow) return false;
        this.hasLocked = true;
        shadow.locked = !shadow.locked;
        return;
      case "deletes the radio's playlist":
        if (!shadow || !player.mayChange(shadow)) return false;
        world.musicExpected = false;
        // The player shows another one instead.
        if (player.active === shadow) this.activeId = undefined;
        return player.removePlaylist(shadow);
    }
  }

  /** Does something later, unless the listener has gone. */
  #later(milliseconds: number, act: () => void): void {
    this.#world.schedule.later(milliseconds, () => {
      if (!this.#isGone) act();
    });
  }

  /** Makes one of the next native actions fail. */
  #fail(fault: Fault): void {
    const { player, random } = this.#world;
    player.faults.push(...Array.from({ length: random.below(4) }, () => undefined), fault);
  }

  /** Plays a track of the radio that is still in the playlist. */
  #comeBack(after = 0): void {
    const { schedule, random, player } = this.#world;
    schedule.later(after + random.integer(2000, 2 * MINUTE), () => {
      const { shadow, playing } = player;
      if (this.#isGone || !shadow || playing?.playlist === shadow) return;
      const kept = shadow.items.flatMap(({ bridge }, index) => bridge === player.bridge ? [index] : []);
      const index = random.pick<number | undefined>(kept);
      if (index !== undefined) {
        this.#world.userPlays(shadow, index);
        this.#world.did("comes back to the radio");
      } else {
        this.#panel.playNow();
      }
    });
  }
}
