/**
 * The playback order that a bridge has taken over from the user and has not set back.
 *
 * @module
 */

/** The default playback order, which a bridge sets for its own playlist. */
const DEFAULT_ORDER = 0;

/** Remembers the user's playback order while a bridge uses another one. */
export class BorrowedOrder {
  #users: number | undefined;

  /**
   * Takes note of an answered `player.playback.setOrder`.
   *
   * @param order The order that was set.
   * @param previous The order before.
   */
  set(order: number, previous: number): void {
    if (this.#users !== undefined && order === this.#users) this.#users = undefined;
    else if (order !== DEFAULT_ORDER) this.#users = undefined;
    else this.#users ??= previous;
  }

  /**
   * Gives the order back to the user, after the bridge has gone without having done so. An order that the user has
   * chosen meanwhile stays.
   *
   * @param setOrder Sets the order; tells the one before, undefined when it failed.
   */
  async giveBack(setOrder: (order: number) => Promise<number | undefined>): Promise<void> {
    const users = this.#users;
    this.#users = undefined;
    if (users === undefined) return;
    const previous = await setOrder(users);
    if (previous !== undefined && previous !== DEFAULT_ORDER) await setOrder(previous);
  }
}
