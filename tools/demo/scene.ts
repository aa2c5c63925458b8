/**
 * What a scene of the demo is.
 *
 * @module
 */

import type { Stage } from "./stage.ts";

/** A part of the demo that shows one thing. */
export interface Scene {
  /** A few words. */
  readonly title: string;
  /** One sentence: what is to be seen. */
  readonly about: string;
  /** Plays it. A step that goes wrong throws and ends the scene. */
  play(stage: Stage): Promise<void>;
}
