/**
 * The player of the demo.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { ReferencePlayerOptions } from "../../players/reference/mod.ts";
import { programme } from "./scenes/jit_programme.ts";

/**
 * What the player of the demo is made with.
 *
 * @param clock What moves its music.
 * @param profile The profile directory that it reports.
 * @returns The options.
 */
export function playerSettings(clock: Clock, profile: string): ReferencePlayerOptions {
  const tracks = programme.map(({ url, title, seconds }) => ({ path: url, title, duration: seconds }));
  return { clock, profile, tracks };
}
