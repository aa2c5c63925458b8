/**
 * The error of a player that is not to be had.
 *
 * @module
 */

/** A player that is not to be had, and why, in a sentence for people. */
export class NoSuchPlayer extends Error {
  override name = "NoSuchPlayer";
}
