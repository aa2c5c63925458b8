/** Plays a radio of ten real minutes with mpv, with dead URLs and skips. Prints a transcript and a summary. */

import { playRadio } from "../../tests/players/mpv/radio.ts";

const encoder = new TextEncoder();
const print = (line: string): void => void Deno.stdout.writeSync(encoder.encode(`${line}\n`));

const report = await playRadio({
  seconds: Number(Deno.env.get("RADIO_SECONDS") ?? 600),
  seed: Number(Deno.env.get("RADIO_SEED") ?? 1),
  dead: 0.05,
  skipEvery: 20,
  log: print,
});
const { before, after, longestSilence, longestAnswer } = report;
print(`
tracks started      ${report.started}
failed              ${report.failed.length} (${report.failed.join(" ")})
dead urls opened    ${report.dead.length} (${report.dead.join(" ")})
skips               ${report.skips}
longest silence     ${Math.round(longestSilence)} ms
page's longest wait ${Math.round(longestAnswer)} ms before it answered a needNext
refused calls       ${report.refusals.length} ${[...new Set(report.refusals)].join("; ")}
state at the end    ${report.lastState}
user's playlist     ${before.own.length} tracks before, ${after.own.length} after
playback order      ${before.order} before, ${after.order} after`);
