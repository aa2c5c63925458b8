import type { SeededRandom } from "../../tools/support/random.ts";
import type { Kind } from "./strict_player.ts";
import type { Setup } from "./world.ts";

/** A well-behaved player that answers at once and can play every url. */
export const wellBehaved: Kind = {
  dead: 0,
  hangs: 0,
  causes: true,
  inserts: true,
  signalsPauses: true,
  staysPaused: false,
  signalsFailures: true,
  continues: true,
  signalsPlaces: true,
  redirects: false,
  locks: true,
  activatesCreated: false,
  signalsStartingAnother: true,
  answers: 0,
  opens: 100,
};

/** Returns a random player and panel. */
export function anySetup(random: SeededRandom): Setup {
  const signalsPlaces = random.happens(0.8);
  return {
    kind: {
      dead: random.integer(0, 10) / 100,
      hangs: random.happens(0.5) ? random.integer(0, 8) / 100 : 0,
      signalsFailures: random.happens(0.5),
      continues: random.happens(0.5),
      signalsPlaces,
      // Without a place and the requested url, the playing track cannot be identified.
      redirects: signalsPlaces && random.happens(0.3),
      locks: random.happens(0.5),
      inserts: random.happens(0.5),
      causes: random.happens(0.7),
      signalsPauses: random.happens(0.7),
      staysPaused: random.happens(0.3),
      activatesCreated: random.happens(0.2),
      signalsStartingAnother: random.happens(0.8),
      answers: random.pick([0, 20, 500]),
      opens: random.pick([10, 1000, 8000]),
    },
    lag: random.pick([0, 3, 50]),
    panelAnswers: random.integer(0, 40_000),
  };
}
