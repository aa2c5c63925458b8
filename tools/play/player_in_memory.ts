/**
 * The reference player behind the prompt.
 *
 * @module
 */

import { ReferencePlayer } from "../../players/reference/mod.ts";
import type { SignalInput } from "../../host_stdio/signals.ts";
import { plainText } from "../../text/unicode.ts";
import type { Hands, OpenMenu, PlayerFacts, PromptPlayer } from "./prompt_player.ts";

/** A player in memory, with a fresh temporary directory as its profile. */
export class PlayerInMemory implements PromptPlayer {
  readonly directory: string;
  readonly #player: ReferencePlayer;

  private constructor(profile: string) {
    this.directory = profile;
    this.#player = new ReferencePlayer({ profile });
  }

  /**
   * Makes one.
   *
   * @returns The player.
   */
  static async make(): Promise<PlayerInMemory> {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-play-" });
    return new PlayerInMemory(await Deno.realPath(directory));
  }

  get greeting(): string {
    return `A bridge process and a player in memory, in ${plainText(this.directory)}.`;
  }

  get actions(): PromptPlayer["actions"] {
    return this.#player.actions;
  }

  get hands(): Hands {
    return this.#player.user;
  }

  get panelNames(): readonly string[] {
    return Object.keys(this.#player.panels);
  }

  get menu(): OpenMenu | null {
    const { overlay } = this.#player;
    return overlay && { name: overlay.menuId, rows: overlay.items };
  }

  get facts(): PlayerFacts {
    const { nowPlaying: playing, playbackOrder: order, queue, selection, playlists, activePlaylist } =
      this.#player;
    return { playing, order, queue, selection, playlists, activePlaylist };
  }

  onSignal(listener: (signal: SignalInput) => void): void {
    this.#player.onSignal(listener);
  }

  async close(): Promise<void> {
    this.#player.close();
    await Deno.remove(this.directory, { recursive: true });
  }
}
