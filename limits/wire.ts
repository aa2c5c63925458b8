/**
 * Limits of the wire (protocol.md, "Frame" and "Flow control"), of menu trees and of playlist ids.
 *
 * @module
 */

/** Bytes of the length prefix of a frame. */
export const LENGTH_BYTES = 4;

/**
 * The largest number of calls in flight (protocol.md, "Flow control"). It is far above what panels need, and bounds the
 * memory that a page can fill with calls to about 200 MiB.
 */
export const MAX_CALLS_IN_FLIGHT = 65_536;

/** Up to this size, a body may contain any number of arrays and objects. */
export const UNCOUNTED_BYTES = 2 ** 20;

/** Minimum memory of a parsed array or object, in bytes: 2 million nested arrays take 124 MB. */
export const CONTAINER_BYTES = 64;

/**
 * Memory of each other value, and of each string and key besides its text, in bytes: a number takes 8 to 24, a string
 * 24.
 */
export const VALUE_BYTES = 24;

/** Memory of an object member besides its key and value, in bytes: up to 104 in objects with distinct keys. */
export const MEMBER_BYTES = 104;

/** Minimum size of a message per array and object in it. */
export const BYTES_PER_CONTAINER = 16;

/**
 * Returns the largest number of arrays and objects, nested ones included, in one message (protocol.md, "Frame"). Each
 * takes the parser up to 100 bytes. Real messages have more text than 16 bytes for each: a handle with a path as short
 * as `/a.mp3` has 18, a queue entry without metadata 262.
 *
 * @param maxFrameBytes The largest body, in bytes.
 * @returns 4,194,304 for the default of 64 MiB.
 */
export function maxContainers(maxFrameBytes: number): number {
  return Math.max(UNCOUNTED_BYTES, Math.floor(maxFrameBytes / BYTES_PER_CONTAINER));
}

/** The limits of one connection. */
export interface WireLimits {
  /** The largest body in each direction, in bytes; 64 MiB by default. */
  readonly maxFrameBytes: number;
  /**
   * The largest output queue, in bytes; 64 MiB by default. Above it new calls are refused, above twice that the bridge
   * stops reading. New calls are also refused while the messages of calls in flight have more bytes together, or need
   * more memory.
   */
  readonly maxQueueBytes: number;
  /** The timeout of a native action, in milliseconds; 30,000 by default. */
  readonly actionTimeoutMs: number;
}

/** The default limits. */
export const defaultWireLimits: WireLimits = {
  maxFrameBytes: 64 * 1024 * 1024,
  maxQueueBytes: 64 * 1024 * 1024,
  actionTimeoutMs: 30_000,
};

/** The smallest and largest value of each limit. */
export const wireLimitRanges: { readonly [Name in keyof WireLimits]: readonly [number, number] } = {
  // An error response must fit; the maximum is the longest string in V8.
  maxFrameBytes: [1024, 2 ** 29 - 24],
  maxQueueBytes: [1024, 4 * 1024 * 1024 * 1024],
  // setTimeout takes a signed 32-bit number.
  actionTimeoutMs: [1, 0x7fff_ffff],
};

/**
 * The largest depth of a menu tree that a player builds (native-actions.md, `Node`); the top nodes are level 1. It is far
 * above any real menu, and bounds the stack of every walk over a tree and the memory of paths.
 */
export const MAX_MENU_TREE_DEPTH = 256;

/** The longest playlist id (native-actions.md, "Playlists"), in UTF-16 code units. */
export const MAX_PLAYLIST_ID_LENGTH = 128;
