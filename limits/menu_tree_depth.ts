/**
 * How deep a player's menu tree may be.
 *
 * @module
 */

/**
 * The most levels of a menu tree that a player builds; the nodes at the top are level 1. No document sets a limit, so it
 * is far above any real menu; it keeps every walk over a tree within the stack, and paths, which grow with the depth of
 * each node, within the memory.
 */
export const MAX_MENU_TREE_DEPTH = 256;
