/**
 * A whole performance: profile directory, bridge, player, all scenes, the end, the summary.
 *
 * @module
 */

import { sandboxFlags, spawnBridge, type SpawnedBridge } from "../../client/spawn_bridge.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { ManualClock } from "../fixtures/manual_clock.ts";
import { version } from "../../version.ts";
import { playerSettings } from "./player_settings.ts";
import { scenes } from "./scenes/mod.ts";
import { playScenes } from "./play_scenes.ts";
import { Stage } from "./stage.ts";
import type { Transcript } from "./transcript.ts";

/** The exit code of a process that the user has interrupted. */
const INTERRUPTED = 130;

/** How long a bridge whose input has been closed may take to end, in milliseconds. */
const END_MS = 5000;

/**
 * Plays every scene to a bridge of its own.
 *
 * @param transcript Where it is written down.
 * @param flags Flags of the bridge.
 * @returns Whether all went as it has to.
 */
export async function playAll(transcript: Transcript, flags: readonly string[]): Promise<boolean> {
  const begin = performance.now();
  const profile = await Deno.makeTempDir({ prefix: "tonearm-demo-" });
  const onInterrupt = () => {
    // The bridge has got the signal as well and ends by itself.
    Deno.removeSync(profile, { recursive: true });
    Deno.exit(INTERRUPTED);
  };
  Deno.addSignalListener("SIGINT", onInterrupt);
  const clock = new ManualClock(Date.now());
  const player = new ReferencePlayer(playerSettings(clock, profile));
  const stage = new Stage({ player, clock, profile, transcript });
  try {
    transcript.title(`Tonearm ${version}: a bridge process, driven over its real pipe by a player in memory`);
    transcript.fact(
      "bridge",
      ["deno run", ...sandboxFlags, "main.ts", ...flags].join(" "),
    );
    transcript.fact("profile", `${profile} (its working directory; removed at the end)`);
    const bridge = spawnBridge({
      directory: profile,
      flags,
      actions: player.actions,
      observer: stage.observer,
    });
    stage.client = bridge.client;
    player.onSignal((signal) => bridge.client.signal(signal));
    await playScenes(scenes, stage, transcript);
    await endOf(bridge, stage, flags);
  } finally {
    player.close();
    await Deno.remove(profile, { recursive: true });
    Deno.removeSignalListener("SIGINT", onInterrupt);
  }
  summarise(stage, transcript, performance.now() - begin);
  return stage.failures.length === 0;
}

async function endOf(bridge: SpawnedBridge, stage: Stage, flags: readonly string[]): Promise<void> {
  const patience = AbortSignal.timeout(END_MS);
  const { code } = await bridge.close({ signal: patience });
  if (patience.aborted) stage.fail(`the bridge has not ended within ${END_MS / 1000} s`);
  const said = (await bridge.diagnostics).split("\n").filter((line) => line !== "");
  if (code !== 0) stage.fail(`the bridge has ended with exit code ${code}`);
  // Of a bridge that was told to speak, words are no failure.
  if (said.length > 0 && (flags.length === 0 || code !== 0)) stage.fail("the bridge had something to say");
  stage.show(said);
}

function summarise(stage: Stage, transcript: Transcript, milliseconds: number): void {
  const { calls, refusals, actions, events } = stage.counts;
  const reached = stage.offered.filter((name) => stage.succeeded.has(name)).length;
  const whole = reached === stage.offered.length && reached > 0;
  transcript.scene("Summary", "What the demo has seen.");
  transcript.summary(`${reached} of ${stage.offered.length} operations called`, whole);
  transcript.summary(
    `${calls} calls, ${refusals} of them refused on purpose; ${actions} native actions, ${events} events`,
    true,
  );
  transcript.summary(
    stage.failures.length === 0 ? "no failures" : `failures: ${stage.failures.length}`,
    stage.failures.length === 0,
  );
  stage.show(stage.failures.flatMap((failure) => failure.split("\n")));
  transcript.summary(`${(milliseconds / 1000).toFixed(2)} s`, true);
}
