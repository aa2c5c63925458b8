/**
 * A reference player on a clock that stands still, every parameter, answer and signal checked strictly.
 *
 * @module
 */

import * as v from "valibot";
import { assertEquals, assertInstanceOf, AssertionError } from "@std/assert";
import {
  type ActionAnswer,
  type ActionName,
  type ActionParams,
  nativeActions,
} from "../../../host_stdio/native_actions.ts";
import { type SignalMessage, signals } from "../../../host_stdio/signals.ts";
import { ActionError, ReferencePlayer, type ReferencePlayerOptions } from "../../../players/reference/mod.ts";
import { FakeClock } from "../../support/fake_clock.ts";

/** A player under test. Close it at the end of the test. */
export class StrictPlayer {
  /** The clock. */
  readonly clock = new FakeClock();
  /** The player itself. */
  readonly player: ReferencePlayer;
  readonly #signals: SignalMessage[] = [];
  /** The same in short; a playlist by its index at that time. */
  #short: string[] = [];

  /** @param options What the player is made with. */
  constructor(options: Omit<ReferencePlayerOptions, "clock"> = {}) {
    this.player = new ReferencePlayer({ ...options, clock: this.clock });
    this.player.onSignal((signal) => {
      assertStrict(signals[signal.name].params, signal.params);
      this.#signals.push(signal);
      this.#short.push(this.#inShort(signal));
    });
  }

  /** The person at the player. */
  get user(): ReferencePlayer["user"] {
    return this.player.user;
  }

  /**
   * Asks for a native action.
   *
   * @param name The action.
   * @param params Its parameters.
   * @param panel The panel, "p1" when left out, null for none.
   * @returns The answer, which fits its schema and has nothing beyond it.
   */
  async ask<Name extends ActionName>(
    name: Name,
    params: ActionParams<Name>,
    panel: string | null = "p1",
  ): Promise<ActionAnswer<Name>> {
    const checked = v.parse(nativeActions[name].params as v.GenericSchema, viaJson(params));
    const answer = await this.player.actions[name](checked as never, panel ?? undefined);
    assertStrict(nativeActions[name].answer, viaJson(answer));
    return viaJson(answer) as ActionAnswer<Name>;
  }

  /**
   * Asks for a native action that the player refuses.
   *
   * @param name The action.
   * @param params Its parameters.
   * @param panel The panel, "p1" when left out, null for none.
   * @returns The refusal.
   */
  async refusal<Name extends ActionName>(
    name: Name,
    params: ActionParams<Name>,
    panel: string | null = "p1",
  ): Promise<ActionError> {
    try {
      await this.ask(name, params, panel);
    } catch (error) {
      assertInstanceOf(error, ActionError);
      return error;
    }
    throw new AssertionError(`${name} was not refused`);
  }

  /** The signals since the last time, oldest first. */
  take(): SignalMessage[] {
    this.#short = [];
    return this.#signals.splice(0);
  }

  /**
   * The signals since the last time in short: `started 1/4`, `failed 1/5`, `time 3`, `stopped user`, and the bare names of
   * the others.
   */
  told(): string[] {
    const told = this.#short;
    this.take();
    return told;
  }

  #inShort({ name, params }: SignalMessage): string {
    switch (name) {
      case "signal.trackStarted":
      case "signal.trackFailed": {
        const index = this.player.playlists.findIndex(({ id }) => id === params.playlist);
        const place = `${index < 0 ? "-" : index}/${params.item ?? "-"}`;
        return `${name === "signal.trackStarted" ? "started" : "failed"} ${place}`;
      }
      case "signal.playbackTime":
        return `time ${params.position}`;
      case "signal.playbackStopped":
        return `stopped ${params.reason}`;
      default:
        return name.slice("signal.".length);
    }
  }

  /** Ends the player, which leaves no timer behind. */
  close(): void {
    this.player.close();
    assertEquals(this.clock.pendingTimers, 0, "a timer was left behind");
  }
}

/** Playlists of tracks that last ten seconds each, and these tracks: `/t/0`, `/t/1` and so on. */
export function shortTracks(...counts: readonly number[]): ReferencePlayerOptions {
  let last = 0;
  const playlists = counts.map((count, index) => ({
    name: `List ${index}`,
    tracks: Array.from({ length: count }, () => ({ path: `/t/${last++}`, subsong: 0 })),
  }));
  const tracks = Array.from({ length: last }, (_track, index) => ({ path: `/t/${index}`, duration: 10 }));
  return { playlists, tracks };
}

function viaJson<Value>(value: Value): Value {
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}

function assertStrict(schema: v.GenericSchema, value: unknown): void {
  assertEquals(v.parse(schema, value), value);
}
