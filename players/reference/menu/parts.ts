/**
 * What menu commands act on: the player's parts, the user's switches and ratings, the GUIDs of commands.
 *
 * @module
 */

import type { App, System } from "../app.ts";
import type { Clipboard } from "../../model/clipboard.ts";
import type { Library } from "../library/library.ts";
import type { Playback } from "../playback.ts";
import type { Playlists } from "../../model/playlists.ts";
import type { Queue } from "../../model/queue.ts";
import type { Selection } from "../../model/selection.ts";
import type { Handle } from "../../../host_stdio/shapes.ts";
import { keyOf } from "../../model/tracks.ts";

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
}

/** Switches and choices that mean nothing to the rest of the player. */
export class MenuSettings {
  readonly #on = new Set<string>();
  readonly #choices = new Map<string, string>();

  /**
   * Whether a switch is on.
   *
   * @param name The switch.
   * @returns Whether it is on; off at the start.
   */
  isOn(name: string): boolean {
    return this.#on.has(name);
  }

  /**
   * Turns a switch.
   *
   * @param name The switch.
   */
  turn(name: string): void {
    if (!this.#on.delete(name)) this.#on.add(name);
  }

  /**
   * Which of several things is chosen.
   *
   * @param name What is chosen from.
   * @param usual What is chosen at the start.
   * @returns The choice.
   */
  choice(name: string, usual: string): string {
    return this.#choices.get(name) ?? usual;
  }

  /**
   * Chooses.
   *
   * @param name What is chosen from.
   * @param value The choice.
   */
  choose(name: string, value: string): void {
    this.#choices.set(name, value);
  }
}

/** The most stars. */
export const MAX_STARS = 5;

/** Stars by track. */
export class Ratings {
  readonly #stars = new Map<string, number>();

  /**
   * How many stars a track has.
   *
   * @param handle The track.
   * @returns From 1 to {@linkcode MAX_STARS}; 0 when it was given none.
   */
  of(handle: Handle): number {
    return this.#stars.get(keyOf(handle)) ?? 0;
  }

  /**
   * Gives stars to a track.
   *
   * @param handle The track.
   * @param stars How many; 0 takes them away.
   */
  set(handle: Handle, stars: number): void {
    if (stars > 0) this.#stars.set(keyOf(handle), stars);
    else this.#stars.delete(keyOf(handle));
  }
}

/** Which commands a number belongs to. */
export type GuidFamily = keyof typeof families;

const families = { main: "5A3C7E10", context: "5A3C7E11", child: "5A3C7E12" } as const;

/**
 * The GUID of a command.
 *
 * @param family Whether it is a command of the main menu, of a context menu, or a child made up on demand.
 * @param owner The command's number, from 1 to 65535; for a child its owner's.
 * @param child The child's number, from 0 to 2^48−1; 0 for a command that is no child.
 * @returns The GUID, in braces and upper case.
 */
export function commandGuid(family: GuidFamily, owner: number, child = 0): string {
  return `{${families[family]}-${hexadecimal(owner, 4)}-4D2B-8F61-${hexadecimal(child, 12)}}`;
}

function hexadecimal(number: number, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, "0");
}
