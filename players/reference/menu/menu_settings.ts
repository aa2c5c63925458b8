/**
 * What the user has set in the menus.
 *
 * @module
 */

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
