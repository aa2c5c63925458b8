/**
 * The length of a playlist's id (native-actions.md, "Playlists").
 *
 * @module
 */

/** Bytes of the length prefix before each body. */
export const LENGTH_BYTES = 4;

/**
 * The most calls under way at once; further ones are refused until some are done. No document sets a limit: this one is
 * far above what panels have under way, and it keeps what a page that only ever calls can fill the memory with to some
 * 200 MiB.
 */
export const MAX_CALLS_IN_FLIGHT = 65_536;

/** Up to so many bytes, a body may hold as many arrays and objects as fit. */
const UNCOUNTED_BYTES = 2 ** 20;

/** What an array or object takes once it is parsed, in bytes, at the least: 2 million nested arrays take 124 MB. */
export const CONTAINER_BYTES = 64;

/** What each further value takes, and each string and key besides its text, in bytes: a number 8 to 24, a string 24. */
export const VALUE_BYTES = 24;

/** What a member of an object takes besides its key and its value, in bytes: objects of distinct keys up to 104. */
export const MEMBER_BYTES = 104;

/** A message of the largest size has so many bytes for each array and object in it, at least. */
const BYTES_PER_CONTAINER = 16;

/**
 * The most arrays and objects that one message may hold (protocol.md, "Frame"), those nested in others included. Each
 * takes the parser up to 100 bytes, and what a player has to say is more text than 16 bytes for each: a handle 18 with a
 * path as short as `/a.mp3`, an entry of the queue 262 without any metadata.
 *
 * @param maxFrameBytes The largest body, in bytes.
 * @returns The limit; 4,194,304 for the usual 64 MiB.
 */
export function maxContainers(maxFrameBytes: number): number {
  return Math.max(UNCOUNTED_BYTES, Math.floor(maxFrameBytes / BYTES_PER_CONTAINER));
}

/** The limits of one connection. */
export interface WireLimits {
  /** The largest body each way, in bytes. */
  readonly maxFrameBytes: number;
  /**
   * How much output may wait before new calls are refused, in bytes; over twice that, reading pauses. New calls are also
   * refused while the messages of those under way are longer together, or keep more in memory.
   */
  readonly maxQueueBytes: number;
  /** How long a native action may take, in milliseconds. */
  readonly actionTimeoutMs: number;
}

/** The limits of a connection that asks for no others. */
export const defaultWireLimits: WireLimits = {
  maxFrameBytes: 64 * 1024 * 1024,
  maxQueueBytes: 64 * 1024 * 1024,
  actionTimeoutMs: 30_000,
};

/** The smallest and largest value that each limit may be set to. */
export const wireLimitRanges: { readonly [Name in keyof WireLimits]: readonly [number, number] } = {
  // An answer that refuses has to fit; the other end is the longest string that V8 holds.
  maxFrameBytes: [1024, 2 ** 29 - 24],
  maxQueueBytes: [1024, 4 * 1024 * 1024 * 1024],
  // setTimeout counts in 32 bits.
  actionTimeoutMs: [1, 0x7fff_ffff],
};

/**
 * The most levels of a menu tree that a player builds; the nodes at the top are level 1. No document sets a limit, so it
 * is far above any real menu; it keeps every walk over a tree within the stack, and paths, which grow with the depth of
 * each node, within the memory.
 */
export const MAX_MENU_TREE_DEPTH = 256;

/** The most UTF-16 code units of a playlist's id. */
export const MAX_PLAYLIST_ID_LENGTH = 128;
