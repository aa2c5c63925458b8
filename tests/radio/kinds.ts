/**
 * Kinds of players.
 *
 * @module
 */

import type { Kind } from "./strict_player.ts";

/** A player that does everything well, at once, and knows no dead urls. */
export const tellsEverything: Kind = {
  dead: 0,
  tellsFailures: true,
  goesOn: true,
  tellsPlaces: true,
  redirects: false,
  locks: true,
  activatesCreated: false,
  tellsStartingAnother: true,
  answers: 0,
  opens: 100,
};
