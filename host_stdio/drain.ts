/**
 * The end of the output: it is written for as long as the player reads (protocol.md, "Frame").
 *
 * @module
 */

import { type Clock, within } from "./clock.ts";
import type { FrameWriter } from "./frame_writer.ts";

/** How long the player may read nothing at the end before the rest of the output is dropped, in milliseconds. */
const UNREAD_MS = 5000;

/**
 * Waits until the output is written, as long as the player reads.
 *
 * @returns The bytes that the player has not read.
 */
export async function drain(frames: FrameWriter, clock: Clock): Promise<number> {
  for (let left = frames.queuedBytes; left > 0; left = frames.queuedBytes) {
    await within(clock, UNREAD_MS, frames.atMost(left - 1));
    if (frames.queuedBytes >= left) return left;
  }
  return 0;
}
