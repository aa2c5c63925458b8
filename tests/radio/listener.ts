/**
 * A listener who interferes with everything.
 *
 * @module
 */

import type { RadioPanel } from "./radio_panel.ts";
import type { Playlist } from "./strict_player.ts";
import type { World } from "./world.ts";

/** How a listener behaves. */
export interface Habits {
  /** Skips in five minutes. */
  readonly skips: number;
  /** The mean time between two whims, in milliseconds. */
  readonly whims: number;
  /** Whether bridges are restarted. */
  readonly restarts: boolean;
}

const MINUTE = 60_000;

/** The listener. */
export class Listener {
  /** The order and the active playlist that the listener wants. */
  order: number;
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

  /** The listener goes: nothing happens any more. */
  goes(): void {
    this.#isGone = true;
  }

  #skipLater(): void {
    const { schedule, chance, player } = this.#world;
    if (this.#habits.skips === 0) return;
    schedule.later(chance.integer(0, 10 * MINUTE / this.#habits.skips), () => {
      if (this.#isGone) return;
      if (chance.happens(0.5)) this.#panel.skip();
      else if (player.playing?.playlist === player.shadow) {
        this.#world.note("user skips");
        player.next();
      }
      this.#skipLater();
    });
  }

  #whimLater(): void {
    const { schedule, chance } = this.#world;
    schedule.later(chance.integer(1000, 2 * this.#habits.whims), async () => {
      if (this.#isGone) return;
      await this.#whim();
      this.#whimLater();
    });
  }

  async #whim(): Promise<void> {
    const { chance, player, schedule } = this.#world;
    const whim = chance.integer(0, 99);
    if (whim < 20) {
      player.paused = true;
      schedule.later(chance.integer(1000, MINUTE), () => void (player.paused = false));
    } else if (whim < 32) {
      if (player.playing?.playlist !== player.shadow) return;
      this.#world.userStops();
      this.#comeBack();
    } else if (whim < 42) {
      const playlist = chance.pick<Playlist | undefined>(player.own);
      if (!playlist || playlist.items.length === 0) return;
      this.#world.userPlays(playlist, chance.integer(0, playlist.items.length - 1));
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
      await this.#world.restart(chance.happens(0.5) ? "SIGTERM" : "SIGKILL");
    } else {
      this.order = player.order = chance.integer(1, 6);
      this.#world.note(`user sets order ${this.order}`);
    }
  }

  /** Plays a track of the radio that is still there. */
  #comeBack(): void {
    const { schedule, chance, player } = this.#world;
    schedule.later(chance.integer(2000, 2 * MINUTE), () => {
      const { shadow, playing } = player;
      if (this.#isGone || !shadow || playing?.playlist === shadow) return;
      const kept = shadow.items.flatMap(({ bridge }, index) => bridge === player.bridge ? [index] : []);
      const index = chance.pick<number | undefined>(kept);
      if (index !== undefined) this.#world.userPlays(shadow, index);
    });
  }

  #changesPlaylists(): void {
    const { chance, player } = this.#world;
    const { playlists, own } = player;
    const change = chance.integer(0, 3);
    this.#world.note(`user changes playlists ${change}`);
    if (change === 0) {
      player.insert(chance.integer(0, playlists.length));
    } else if (change === 1) {
      player.move(chance.integer(0, playlists.length - 1), chance.integer(0, playlists.length - 1));
    } else if (change === 2) {
      const gone = chance.pick<Playlist | undefined>(own);
      if (!gone || own.length < 2) return;
      player.removePlaylist(gone);
      if (gone.id === this.activeId) this.activeId = player.active?.id;
    } else {
      player.active = chance.pick<Playlist | undefined>(own) ?? null;
      this.activeId = player.active?.id;
    }
  }
}
