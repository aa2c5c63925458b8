import type { Kind } from "./strict_player.ts";

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
