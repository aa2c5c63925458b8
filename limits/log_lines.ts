/**
 * How much `log.read` gives (specification, "Limits").
 *
 * @module
 */

/** The number of trailing lines when `lines` is left out. */
export const DEFAULT_LOG_LINES = 100;

/**
 * The most bytes of text that are read for one answer, however many lines are asked for. An answer carries its text
 * twice, in `lines` and in `content`; more than this would not fit a frame of 64 MiB anyhow.
 */
export const MAX_LOG_TAIL_BYTES = 32 * 1024 * 1024;

/**
 * The largest file that is read, in bytes: its lines have to be counted, at some seconds for each GiB, and meanwhile the
 * other log operations wait. No document sets a limit; no log comes near this one, but a file that somebody has put in
 * its place may.
 */
export const MAX_LOG_FILE_BYTES = 4 * 1024 * 1024 * 1024;

/** The text for lines that are larger together. */
export const logTailTooLarge = `Log lines exceed maximum size (${MAX_LOG_TAIL_BYTES})`;
