/**
 * The course of the demo.
 *
 * @module
 */

import type { Scene } from "./scene.ts";
import { BridgeLost, SceneBroken, type Stage } from "./stage.ts";
import type { Transcript } from "./transcript.ts";

/**
 * Plays scenes one after the other; one that goes wrong does not keep the next from playing.
 *
 * @param scenes The scenes.
 * @param stage Where they play.
 * @param transcript Where their headings are written.
 */
export async function playScenes(
  scenes: readonly Scene[],
  stage: Stage,
  transcript: Transcript,
): Promise<void> {
  for (const [index, scene] of scenes.entries()) {
    transcript.scene(`${index + 1} · ${scene.title}`, scene.about);
    try {
      await scene.play(stage);
    } catch (error) {
      // What broke a scene is counted already; the next one may well play.
      if (error instanceof SceneBroken) continue;
      const lost = error instanceof BridgeLost;
      const reason = error instanceof Error && !lost ? error.stack ?? error.message : String(error);
      stage.fail(`“${scene.title}”: ${reason}`);
      if (lost) return;
    }
  }
  checkCompleteness(stage);
}

/** Every operation that the bridge offers has to have been called with success. */
function checkCompleteness(stage: Stage): void {
  const missed = stage.offered.filter((name) => !stage.succeeded.has(name));
  if (missed.length > 0) stage.fail(`never called with success: ${missed.join(", ")}`);
}
