import type { RadioPanel } from "./radio_panel.ts";
import type { Playlist } from "./strict_player.ts";
import type { World } from "./world.ts";

export interface Habits {
  /** Skips per five minutes. */
  readonly skips: number;
  /** The mean time between random actions, in milliseconds. */
  readonly actionInterval: number;
  /** Whether bridges restart. */
  readonly restarts: boolean;
}

const MINUTE = 60_000;

/** A listener who interferes with playback, playlists and pages. */
export class Listener {
  /** The order that the listener wants. */
  order: number;
  /** The active playlist that the listener wants; undefined for any. */
  activeId: string | undefined;
  readonly #world: World;
  readonly #panel: RadioPanel;
  readonly #habits: Habits;
  #isGone = false;

  constructor(world: World, panel: RadioPanel, habits: Habits) {
    this.#world = world;
    this.#panel = panel;
    this.#habits = habits;
    this.order = world.player.order;
    this.activeId = world.player.active?.id;
    this.#skipLater();
    this.#whimLater();
  }

  /** Stops all actions. */
  goes(): void {
    this.#isGone = true;
  }

  #skipLater(): void {
    const { schedule, random, player } = this.#world;
    if (this.#habits.skips === 0) return;
    schedule.later(random.integer(0, 10 * MINUTE / this.#habits.skips), () => {
      if (this.#isGone) return;
      if (random.happens(0.5)) this.#panel.skip();
      else if (player.playing?.playlist === player.shadow) {
        this.#world.note("user skips");
        player.next();
      }
      this.#skipLater();
    });
  }

  #whimLater(): void {
    const { schedule, random } = this.#world;
    schedule.later(random.integer(1000, 2 * this.#habits.actionInterval), async () => {
      if (this.#isGone) return;
      await this.#whim();
      this.#whimLater();
    });
  }

  async #whim(): Promise<void> {
    const { random, player, schedule } = this.#world;
    const whim = random.integer(0, 99);
    if (whim < 20) {
      player.paused = true;
      schedule.later(random.integer(1000, MINUTE), () => void (player.paused = false));
    } else if (whim < 32) {
      if (player.playing?.playlist !== player.shadow) return;
      this.#world.userStops();
      this.#comeBack();
    } else if (whim < 42) {
      const playlist = random.pick<Playlist | undefined>(player.own);
      if (!playlist || playlist.items.length === 0) return;
      this.#world.userPlays(playlist, random.integer(0, playlist.items.length - 1));
      this.#comeBack();
    } else if (whim < 70) {
      this.#changesPlaylists();
    } else if (whim < 80) {
      const { shadow } = player;
      if (!shadow || !player.edit(shadow)) return;
      this.#world.note("user edits the shadow playlist");
      this.#world.isEdited = true;
    } else if (whim < 92) {
      this.#panel.reload();
    } else if (this.#habits.restarts) {
      await this.#world.restart(random.happens(0.5) ? "SIGTERM" : "SIGKILL");
    } else {
      this.order = player.order = random.integer(1, 6);
      this.#world.note(`user sets order ${this.order}`);
    }
  }

  /** Plays a track of the radio that is still in the playlist. */
  #comeBack(): void {
    const { schedule, random, player } = this.#world;
    schedule.later(random.integer(2000, 2 * MINUTE), () => {
      const { shadow, playing } = player;
      if (this.#isGone || !shadow || playing?.playlist === shadow) return;
      const kept = shadow.items.flatMap(({ bridge }, index) => bridge === player.bridge ? [index] : []);
      const index = random.pick<number | undefined>(kept);
      if (index !== undefined) this.#world.userPlays(shadow, index);
    });
  }

  #changesPlaylists(): void {
    const { random, player } = this.#world;
    const { playlists, own } = player;
    const change = random.integer(0, 3);
    this.#world.note(`user changes playlists ${change}`);
    if (change === 0) {
      player.insert(random.integer(0, playlists.length));
    } else if (change === 1) {
      player.move(random.integer(0, playlists.length - 1), random.integer(0, playlists.length - 1));
    } else if (change === 2) {
      const gone = random.pick<Playlist | undefined>(own);
      if (!gone || own.length < 2) return;
      player.removePlaylist(gone);
      // The session gives another one back, or the one that is active now stays.
      if (gone.id === this.activeId) {
        this.activeId = player.active === player.shadow ? undefined : player.active?.id;
      }
    } else {
      player.active = random.pick<Playlist | undefined>(own) ?? null;
      this.activeId = player.active?.id;
    }
  }
}
