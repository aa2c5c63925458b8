/** Makes animated pictures with ffmpeg. */

import { runProgram } from "./support/process.ts";

/** A picture, and how long it is shown. */
export interface Frame {
  readonly file: string;
  readonly seconds: number;
}

/** Writes pictures as an animated WebP, after a filter of ffmpeg. */
export async function animate(
  frames: readonly Frame[],
  { path, filter, quality }: { readonly path: string; readonly filter: string; readonly quality: number },
): Promise<void> {
  const list = await Deno.makeTempFile({ prefix: "tonearm-frames-" });
  try {
    const lines = frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}\n`).join("");
    // ffmpeg ignores the last duration without one more frame.
    await Deno.writeTextFile(list, `ffconcat version 1.0\n${lines}file '${frames.at(-1)?.file}'\n`);
    const { code, stderr } = await runProgram("ffmpeg", [
      ...["-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", list, "-vf", filter, "-fps_mode", "vfr"],
      ...["-c:v", "libwebp_anim", "-quality", `${quality}`, "-loop", "0", path],
    ]);
    if (code !== 0) throw new Error(`ffmpeg has failed: ${stderr}`);
  } finally {
    await Deno.remove(list);
  }
}
