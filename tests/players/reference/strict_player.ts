/**
 * A reference player on a manual clock. All parameters, answers and signals are checked against their schemas.
 */

import { assert, assertEquals, assertInstanceOf, AssertionError } from "@std/assert";
import * as v from "valibot";
import {
  type ActionAnswer,
  type ActionName,
  type ActionParams,
  nativeActions,
} from "../../../host_stdio/api/native_actions.ts";
import { extensionsOf, type SignalMessage, signals } from "../../../host_stdio/api/signals.ts";
import { schemaOf } from "../../../host_stdio/schema_check.ts";
import { ActionError, ReferencePlayer, type ReferencePlayerOptions } from "../../../players/reference/mod.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";

/** A player under test. */
export class StrictPlayer implements Disposable {
  readonly clock = new ManualClock();
  readonly player: ReferencePlayer;
  /** The signals of playback: those of the specification and of the extension `playback`. */
  readonly #signals: SignalMessage[] = [];
  /** The signals of the other extensions. */
  readonly #extensionSignals: SignalMessage[] = [];
  /** The signals in short form, playlists by their indices at that time. */
  #short: string[] = [];

  /** @param options The first scan of the media library, which ends with a signal, never ends by default. */
  constructor(options: Omit<ReferencePlayerOptions, "clock"> = {}) {
    this.player = new ReferencePlayer({ scanMilliseconds: Infinity, ...options, clock: this.clock });
    this.player.onSignal((signal) => {
      assertStrict(schemaOf<v.GenericSchema>(signals[signal.name].params), signal.params);
      if (extensionsOf(signal.name)?.includes("playback") === false) {
        this.#extensionSignals.push(signal);
        return;
      }
      this.#signals.push(signal);
      this.#short.push(this.#inShort(signal));
    });
  }

  get user(): ReferencePlayer["user"] {
    return this.player.user;
  }

  /**
   * Calls a native action. Its answer must match the schema and have no other members.
   *
   * @param panel The panel, "p1" by default; null for none.
   */
  async ask<Name extends ActionName>(
    name: Name,
    params: ActionParams<Name>,
    panel: string | null = "p1",
  ): Promise<ActionAnswer<Name>> {
    const checked = v.parse(schemaOf<v.GenericSchema>(nativeActions[name].params), viaJson(params));
    const action = this.player.actions[name];
    assert(action, `the reference player lacks ${name}`);
    const answer = await action(checked as never, panel ?? undefined);
    assertStrict(schemaOf<v.GenericSchema>(nativeActions[name].answer), viaJson(answer));
    return viaJson(answer) as ActionAnswer<Name>;
  }

  /**
   * Calls a native action that must fail, and returns the error.
   *
   * @param panel The panel, "p1" by default; null for none.
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

  /** Returns the signals of extensions other than `playback` since the last call, oldest first. */
  takeExtensionSignals(): SignalMessage[] {
    return this.#extensionSignals.splice(0);
  }

  /** Returns the other signals since the last call, oldest first. */
  take(): SignalMessage[] {
    this.#short = [];
    return this.#signals.splice(0);
  }

  /**
   * Returns the signals since the last call in short form: `started 1/4`, `time 3`, `stopped user`, or the
   * name.
   */
  signalled(): string[] {
    const signalled = this.#short;
    this.take();
    return signalled;
  }

  #inShort({ name, params }: SignalMessage): string {
    switch (name) {
      case "signal.trackStarted":
      case "signal.trackFailed": {
        const index = this.player.facts.playlists.findIndex(({ id }) => id === params.playlist);
        const place = `${index < 0 ? "-" : index}/${params.item ?? "-"}`;
        return `${name === "signal.trackStarted" ? "started" : "failed"} ${place}`;
      }
      case "signal.playbackTime":
        return `time ${params.position}`;
      case "signal.playbackStopped":
        return `stopped ${params.reason}`;
      case "signal.playbackPaused":
        return params.paused ? "paused" : "resumed";
      case "signal.playbackSeeked":
        return `seeked ${params.position}`;
      case "signal.volumeChanged":
        return `volume ${params.level}${params.muted ? " muted" : ""}`;
      case "signal.orderChanged":
        return `order ${params.order}`;
      case "signal.stopAfterCurrentChanged":
        return `stop after current ${params.enabled}`;
      case "signal.queueChanged":
        return `queue ${params.origin}`;
      case "signal.streamInfo":
        return `song ${params.title} by ${params.artist}`;
      default:
        return name.slice("signal.".length);
    }
  }

  /** Closes the player, which must leave no timer. */
  close(): void {
    this.player.close();
    assertEquals(this.clock.pendingTimers, 0, "a timer was left behind");
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** Returns options for playlists of tracks `/t/0`, `/t/1` and so on, each of ten seconds. */
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
