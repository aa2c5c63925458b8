/**
 * How long a shadow playlist can be for the bridge to follow it.
 *
 * @module
 */

/**
 * The most items of the shadow playlist that are told apart, a hundred full batches. No document sets a limit; a player
 * that answers an absurd count or index must not fill the memory.
 */
export const MAX_SHADOW_ITEMS = 1_000_000;
