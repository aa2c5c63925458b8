/** The native actions for media files, and the rule that decides which files may be read. */

import type { Handle } from "../../host_stdio/api/shapes.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import { ActionError, type PlayerActions } from "../model/actions.ts";
import type { Dialogs } from "../model/dialogs.ts";
import type { Library } from "./library/library.ts";
import { hostOf, streamHosts } from "./library/streams.ts";

/** The maximum number of tracks that one call finds: about as many as a message may have. */
const MAX_RESOLVED = 250_000;

/** Media access and metadata. */
export class Media {
  readonly #library: Library;
  readonly #dialogs: Dialogs;
  readonly #clock: Clock;
  readonly #slowMilliseconds: number;

  /** @param slowMilliseconds The delay of the host `slow.example`. */
  constructor(
    library: Library,
    dialogs: Dialogs,
    clock: Clock,
    slowMilliseconds: number,
  ) {
    this.#library = library;
    this.#dialogs = dialogs;
    this.#clock = clock;
    this.#slowMilliseconds = slowMilliseconds;
  }

  /** Checks the path as given and its canonical form. What the user has chosen for the panel is allowed. */
  readonly authorize: PlayerActions["player.media.authorize"] = ({ paths }, panel) => ({
    denied: paths.flatMap((path, index) => {
      if (this.#dialogs.isChosen(path, panel)) return [];
      const reason = refusal(path) ?? refusal(this.#library.canonical({ path, subsong: 0 }).path);
      return reason === undefined ? [] : [{ index, reason }];
    }),
  });

  /** The slowest entry delays the whole answer. */
  readonly resolve: PlayerActions["player.media.resolve"] = ({ paths }) => {
    const answer = () => ({ resolved: this.#resolved(paths) });
    const delays = paths.map((entry) => this.delayOf(typeof entry === "string" ? entry : entry.path));
    const delay = Math.max(0, ...new Set(delays));
    if (delay === 0) return answer();
    return new Promise((resolve) => {
      if (delay < Infinity) this.#clock.after(delay, () => resolve(answer()));
    });
  };

  #resolved(paths: readonly (string | Handle)[]): Handle[][] {
    let remaining = MAX_RESOLVED;
    return paths.map((entry) => {
      const tracks = this.#library.resolve(entry);
      remaining -= tracks.length;
      if (remaining < 0) throw new ActionError(`More than ${MAX_RESOLVED} tracks: choose smaller folders`);
      return tracks;
    });
  }

  readonly info: PlayerActions["player.media.info"] = ({ handle }) => ({
    track: this.#library.info(handle) ?? null,
  });

  /**
   * Checks that a track can be added to a playlist.
   *
   * @throws {ActionError} When it is a stream of the host `refused.example`.
   */
  requireAppendable({ path }: Handle): void {
    if (hostOf(path) === streamHosts.refused) throw new ActionError(`Unable to add to a playlist: "${path}"`);
  }

  /**
   * Checks that a track can be played.
   *
   * @throws {ActionError} When it is a stream of the host `unplayable.example`.
   */
  requirePlayable({ path }: Handle): void {
    if (hostOf(path) === streamHosts.unplayable) throw new ActionError(`Unable to play: "${path}"`);
  }

  /** Returns the delay of a path's host in milliseconds; Infinity when it never answers. */
  delayOf(path: string): number {
    const host = hostOf(path);
    if (host === streamHosts.slow) return this.#slowMilliseconds;
    return host === streamHosts.never ? Infinity : 0;
  }
}

/**
 * Decides whether a path may be read: no file below a folder `private`, and none that ends in `.secret`. Returns why it
 * may not.
 */
function refusal(path: string): string | undefined {
  const segments = path.toLowerCase().split(/[\\/]/);
  if (segments.slice(0, -1).includes("private")) return "Access denied: the folder is private";
  if (segments.at(-1)?.endsWith(".secret")) return "Access denied: files of this type are not media";
  return undefined;
}
