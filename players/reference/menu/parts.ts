/** The parts of the player, settings and ratings that menu commands act on, and the GUIDs of the commands. */

import type { Handle } from "../../../host_stdio/api/shapes.ts";
import type { Clipboard } from "../../model/clipboard.ts";
import type { Playlists } from "../../model/playlists.ts";
import type { Queue } from "../../model/queue.ts";
import type { Selection } from "../../model/selection.ts";
import { keyOf } from "../../model/tracks.ts";
import type { Volume } from "../../model/volume.ts";
import type { App, System } from "../app.ts";
import type { Library } from "../library/library.ts";
import type { Playback } from "../playback.ts";

/** The parts of the player that menu commands act on. */
export interface MenuParts {
  readonly app: App;
  readonly clipboard: Clipboard;
  readonly library: Library;
  readonly playback: Playback;
  readonly playlists: Playlists;
  readonly queue: Queue;
  readonly ratings: Ratings;
  readonly selection: Selection;
  readonly settings: MenuSettings;
  readonly system: System;
  readonly volume: Volume;
}

/** Switches and choices that only menus show. */
export class MenuSettings {
  readonly #on = new Set<string>();
  readonly #choices = new Map<string, string>();

  /** Whether a switch is on; all are off at the start. */
  isOn(name: string): boolean {
    return this.#on.has(name);
  }

  /** Toggles a switch. */
  turn(name: string): void {
    if (!this.#on.delete(name)) this.#on.add(name);
  }

  /** Returns the chosen value of a setting; `usual` at the start. */
  choice(name: string, usual: string): string {
    return this.#choices.get(name) ?? usual;
  }

  choose(name: string, value: string): void {
    this.#choices.set(name, value);
  }
}

export const MAX_STARS = 5;

/** The user's ratings of tracks. */
export class Ratings {
  readonly #stars = new Map<string, number>();

  /** Returns 1 to {@linkcode MAX_STARS} stars; 0 for a track without a rating. */
  of(handle: Handle): number {
    return this.#stars.get(keyOf(handle)) ?? 0;
  }

  /** Rates a track; 0 removes the rating. */
  set(handle: Handle, stars: number): void {
    if (stars > 0) this.#stars.set(keyOf(handle), stars);
    else this.#stars.delete(keyOf(handle));
  }
}

/** The kind of a command: of the main menu, of a context menu, or a child made on demand. */
export type GuidFamily = keyof typeof families;

const families = { main: "5A3C7E10", context: "5A3C7E11", child: "5A3C7E12" } as const;

/**
 * Returns the GUID of a command, in braces and upper case.
 *
 * @param owner The command's number, from 1 to 65535; for a child, its owner's.
 * @param child The child's number, from 0 to 2^48−1; 0 for a command that is not a child.
 */
export function commandGuid(family: GuidFamily, owner: number, child = 0): string {
  return `{${families[family]}-${hexadecimal(owner, 4)}-4D2B-8F61-${hexadecimal(child, 12)}}`;
}

function hexadecimal(number: number, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, "0");
}
