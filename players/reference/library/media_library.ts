/** The native actions for the media library. */

import type { Handle } from "../../../host_stdio/api/shapes.ts";
import type { Clock } from "../../../host_stdio/clock.ts";
import type { PlayerActions } from "../../model/actions.ts";
import type { SignalSender } from "../../model/signal_sender.ts";
import { slice } from "../../model/tracks.ts";
import { numberOf } from "../random.ts";
import type { Library } from "./library.ts";

/** 2015-01-01 UTC, in Unix seconds. */
const FIRST_ADDED = 1_420_070_400;
const TEN_YEARS = 315_576_000;
const YEAR = 31_557_600;

/** The media library that the bridge reads. It has all tracks from the beginning; a scan finds the same ones. */
export class MediaLibrary {
  readonly #library: Library;
  readonly #signals: SignalSender;
  readonly #clock: Clock;
  readonly #scanMilliseconds: number;
  #cancel = () => {};

  /** Starts the first scan, after which the library is ready. */
  constructor(library: Library, signals: SignalSender, clock: Clock, scanMilliseconds: number) {
    this.#library = library;
    this.#signals = signals;
    this.#clock = clock;
    this.#scanMilliseconds = scanMilliseconds;
    this.#scan();
  }

  readonly tracks: PlayerActions["player.library.tracks"] = ({ offset, limit }) => {
    const { content } = this.#library;
    return {
      enabled: true,
      total: content.length,
      tracks: slice(content, offset, limit).map((handle) => ({
        ...this.#library.describe(handle),
        ...timesOf(handle),
      })),
    };
  };

  /** Starts a scan, which replaces a running one. */
  readonly rescan: PlayerActions["player.library.rescan"] = () => {
    this.#scan();
    return {};
  };

  #scan(): void {
    this.#cancel();
    if (this.#scanMilliseconds === Infinity) return;
    this.#cancel = this.#clock.after(
      this.#scanMilliseconds,
      () => this.#signals.send({ name: "signal.libraryChanged", params: { ready: true } }),
    );
  }
}

/** Makes up times: the tracks of a folder are modified at different times, and added one after the other later. */
function timesOf({ path, subsong }: Handle): { added: number; modified: number } {
  const file = path.lastIndexOf("/") + 1;
  const added = FIRST_ADDED + numberOf(path.slice(0, file)) % TEN_YEARS + numberOf(path.slice(file)) % 100;
  return { added: added + subsong, modified: added - numberOf(path) % YEAR };
}
