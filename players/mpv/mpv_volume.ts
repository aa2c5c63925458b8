import { ActionError, type ActionHandler } from "../model/actions.ts";
import type { SignalSender } from "../model/signal_sender.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";

/** mpv stores its volume in 32 bits. Six decimals survive the round trip. */
const DECIMALS = 1e6;

/** Returns the linear amplitude of mpv's volume, at most 1. mpv takes the cube of the percentage. */
export function levelOf(percent: number): number {
  return Math.min(1, Math.round((Math.max(0, percent) / 100) ** 3 * DECIMALS) / DECIMALS);
}

/** Returns mpv's volume, in percent, for a linear amplitude. */
export function percentOf(level: number): number {
  return Math.cbrt(level) * 100;
}

/** mpv's volume and mute state, and their signal. */
export class MpvVolume {
  #level = 1;
  #muted = false;
  /** mpv's volume as it was last reported, in percent. It may be above 100. */
  #percent: number | undefined;
  /** The properties that mpv has reported. The first value of a property is not a change. */
  readonly #known = new Set<string>();
  readonly #link: MpvLink;
  readonly #signals: SignalSender;

  constructor(link: MpvLink, signals: SignalSender) {
    this.#link = link;
    this.#signals = signals;
  }

  /** Linear amplitude, from 0 to 1. */
  get level(): number {
    return this.#level;
  }

  get muted(): boolean {
    return this.#muted;
  }

  /** Answers when mpv has reported both values. Other clients of mpv may change them at any time. */
  readonly set: ActionHandler<"player.playback.setVolume"> = async ({ level, muted }) => {
    if (level !== undefined && !(level >= 0 && level <= 1)) {
      throw new ActionError(`The volume must be from 0 to 1, not ${level}`);
    }
    if (level !== undefined && level !== this.#level) {
      await this.#link.set("volume", percentOf(level));
    }
    if (muted !== undefined) await this.#link.set("mute", muted);
    return {};
  };

  /** Gives a new mpv the values of the last one. */
  async restore(): Promise<void> {
    if (this.#percent !== undefined) await this.#link.command("set_property", "volume", this.#percent);
    await this.#link.command("set_property", "mute", this.#muted);
  }

  /** Handles a new value of mpv's property `volume` or `mute`. */
  changed(name: string, value: unknown): void {
    const before = { level: this.#level, muted: this.#muted };
    if (name === "volume" && typeof value === "number") {
      this.#percent = value;
      this.#level = levelOf(value);
    } else if (name === "mute" && typeof value === "boolean") this.#muted = value;
    else return;
    const first = !this.#known.has(name);
    this.#known.add(name);
    const { level, muted } = this;
    if (first || (level === before.level && muted === before.muted)) return;
    this.#signals.send({ name: "signal.volumeChanged", params: { level, muted } });
  }
}
