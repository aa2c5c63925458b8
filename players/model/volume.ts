import { ActionError, type ActionHandler } from "./actions.ts";
import type { SignalSender } from "./signal_sender.ts";

/** The volume and the mute state. */
export class Volume {
  #level = 1;
  #muted = false;
  readonly #signals: SignalSender;

  constructor(signals: SignalSender) {
    this.#signals = signals;
  }

  /** Linear amplitude, from 0 to 1. */
  get level(): number {
    return this.#level;
  }

  get muted(): boolean {
    return this.#muted;
  }

  readonly set: ActionHandler<"player.playback.setVolume"> = (
    { level = this.#level, muted = this.#muted },
  ) => {
    if (!(level >= 0 && level <= 1)) throw new ActionError(`The volume must be from 0 to 1, not ${level}`);
    if (level !== this.#level || muted !== this.#muted) {
      this.#level = level;
      this.#muted = muted;
      this.#signals.send({ name: "signal.volumeChanged", params: { level, muted } });
    }
    return {};
  };
}
