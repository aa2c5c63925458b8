/** Silent WAV files for the check. */

import { join } from "@std/path";
import { TRACKS } from "./rule.ts";

const SECONDS = 30;
/**
 * The duration of the short tracks, whose end is awaited, in seconds. Audacious ends a track half a second before its sound, so
 * that one of a second ends while it is looked at.
 */
export const SHORT_SECONDS = 2;
/** As on a CD. Outputs fill and empty buffers of a number of samples: at 8000, Audacious's SDL output takes 1.2 s to stop. */
const SAMPLES_PER_SECOND = 44_100;
const HEADER_BYTES = 44;
/** The middle of unsigned 8-bit samples. */
const SILENCE = 0x80;

/** The files. Disposing removes them. */
export interface SilentTracks extends AsyncDisposable {
  readonly paths: readonly string[];
  /** Files of {@linkcode SHORT_SECONDS}. */
  readonly short: readonly string[];
}

/** Writes the files: some of 30 seconds and some of 2. */
export async function silentTracks(): Promise<SilentTracks> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-check-" });
  const paths = Array.from({ length: TRACKS }, (_, at) => join(folder, `silence ${at + 1}.wav`));
  const short = Array.from({ length: TRACKS }, (_, at) => join(folder, `short ${at + 1}.wav`));
  for (const path of paths) await Deno.writeFile(path, silentWav(SECONDS));
  for (const path of short) await Deno.writeFile(path, silentWav(SHORT_SECONDS));
  return { paths, short, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

function silentWav(seconds: number): Uint8Array {
  const samples = seconds * SAMPLES_PER_SECOND;
  const bytes = new Uint8Array(HEADER_BYTES + samples).fill(SILENCE, HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const text = (at: number, letters: string) => bytes.set(new TextEncoder().encode(letters), at);
  text(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + samples, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, SAMPLES_PER_SECOND, true);
  view.setUint32(28, SAMPLES_PER_SECOND, true); // bytes a second
  view.setUint16(32, 1, true); // bytes a frame
  view.setUint16(34, 8, true); // bits a sample
  text(36, "data");
  view.setUint32(40, samples, true);
  return bytes;
}
