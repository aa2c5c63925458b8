/**
 * The version and the limits of the wire (protocol.md, "Frame" and "Flow control"), of menu trees, ids and subsongs.
 */

/** The version of the wire protocol that the bridge speaks. */
export const PROTOCOL_VERSION = 1;

/** Bytes of the length prefix of a frame. */
export const LENGTH_BYTES = 4;

/**
 * The largest number of calls in flight (protocol.md, "Flow control"). It is far above what panels need, and bounds the
 * memory that a page can fill with calls to about 200 MiB.
 */
export const MAX_CALLS_IN_FLIGHT = 65_536;

/** Minimum memory of a parsed array or object, in bytes: 2 million nested arrays take 124 MB. */
export const CONTAINER_BYTES = 64;

/**
 * Memory of each other value, and of each string and key besides its text, in bytes: a number takes 8 to 24, a string
 * 24.
 */
export const VALUE_BYTES = 24;

/** Memory of an object member besides its key and value, in bytes: up to 104 in objects with distinct keys. */
export const MEMBER_BYTES = 104;

/**
 * The largest depth of arrays and objects in a message, the message included (protocol.md, "Frame"). The engine writes a
 * value of depth n in time proportional to n². Real messages have at most 20 levels, menu trees {@linkcode
 * MAX_MENU_TREE_DEPTH} nodes of two levels each.
 */
export const MAX_JSON_DEPTH = 1000;

/** The limits of the shape of one message (protocol.md, "Frame"). */
export interface JsonLimits {
  /** The largest number of arrays and objects, nested ones included. */
  readonly containers: number;
  /** The largest number of values, members of objects included, less the first of each array and object. */
  readonly values: number;
  /**
   * The largest number of different sequences of names in the texts of a second: each member of an object ends one that begins
   * with its first.
   */
  readonly names: number;
}

/**
 * Returns the limits of the shape of one message. The parser takes up to 100 bytes for an array or object, 80 for another
 * value, and 250 and 2 µs for a new sequence of names; to write an object again takes up to 3 µs. A queue of 100,000 entries has as many objects,
 * 2,000,000 other values and 20 names. The worst message of each shape is measured by `deno task --cwd tools bench:shapes`.
 *
 * @param maxFrameBytes The largest body, in bytes. Above 64 MiB the limits grow with it.
 * @returns 262,144 arrays and objects, 3,145,728 values and 65,536 sequences of names up to 64 MiB.
 */
export function jsonLimits(maxFrameBytes: number): JsonLimits {
  const bytes = Math.max(maxFrameBytes, 64 * 1024 * 1024);
  return {
    containers: Math.floor(bytes / 256),
    values: Math.floor(bytes * 3 / 64),
    names: Math.floor(bytes / 1024),
  };
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
  /** How long a track of a jitQueue session may take to start, in milliseconds; 15,000 by default. */
  readonly startTimeoutMs: number;
}

export const defaultWireLimits: WireLimits = {
  maxFrameBytes: 64 * 1024 * 1024,
  maxQueueBytes: 64 * 1024 * 1024,
  actionTimeoutMs: 30_000,
  startTimeoutMs: 15_000,
};

/** The smallest and largest value of each limit. */
export const wireLimitRanges: { readonly [Name in keyof WireLimits]: readonly [number, number] } = {
  // An error response must fit; the maximum is the longest string in V8.
  maxFrameBytes: [1024, 2 ** 29 - 24],
  maxQueueBytes: [1024, 4 * 1024 * 1024 * 1024],
  // setTimeout takes a signed 32-bit number.
  actionTimeoutMs: [1, 0x7fff_ffff],
  startTimeoutMs: [1, 0x7fff_ffff],
};

/**
 * The largest depth of a menu tree that a player builds (native-actions.md, `Node`); the top nodes are level 1. It is far
 * above any real menu, and bounds the stack of every walk over a tree and the memory of paths.
 */
export const MAX_MENU_TREE_DEPTH = 256;

/** The longest id of a playlist or of a queue entry (native-actions.md, "Shapes"), in UTF-16 code units. */
export const MAX_ID_LENGTH = 128;

/** The largest subsong number. */
export const MAX_SUBSONG = 0xffff_ffff;
