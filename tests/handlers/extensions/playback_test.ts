/**
 * Tests of the extension `playback` that fixtures cannot express: the end of the connection, a late clock, a player
 * that does not read, and any sequence of events with the reference player. Time is virtual.
 */

import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import type { ConnectionContext } from "../../../handlers/core/namespace.ts";
import { HighResTimer, PlaybackEvents } from "../../../handlers/extensions/playback/state.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";

interface Sent {
  readonly event: string;
  // deno-lint-ignore no-explicit-any -- the payload of any event
  readonly data: any;
}

/** The extension's events with a reference player. Signals arrive immediately, answers after a microtask. */
class Playing {
  readonly clock = new ManualClock();
  readonly player = new ReferencePlayer({ clock: this.clock, scanMilliseconds: Infinity });
  readonly sent: Sent[] = [];
  readonly asked: string[] = [];
  readonly reported: string[] = [];
  isOutputFull = false;
  readonly events: PlaybackEvents;

  constructor() {
    this.events = new PlaybackEvents({
      clock: this.clock,
      player: {
        request: async (name: keyof ReferencePlayer["actions"], params: unknown) => {
          this.asked.push(name);
          await Promise.resolve();
          return this.player.actions[name]?.(params as never, undefined);
        },
      },
      emit: ({ name }: { name: string }, data: unknown) => void this.sent.push({ event: name, data }),
      diagnostics: { report: (_level: string, message: string) => void this.reported.push(message) },
      isOutputFull: () => this.isOutputFull,
    } as unknown as ConnectionContext);
    this.player.onSignal(({ name, params }) => this.events.on[name]?.(params as never));
  }

  /** Returns the positions of `playback:timeHighRes` since the last call of this method. */
  positions(): number[] {
    const sent = this.sent.splice(0);
    return sent.flatMap(({ event, data }) => event === "playback:timeHighRes" ? [data.position] : []);
  }

  /** Closes both sides and checks that no timer is left. */
  close(): void {
    this.events.close();
    this.player.close();
    assertEquals(this.clock.pendingTimers, 0, "a timer was left behind");
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

Deno.test("a closed extension sends nothing more, even when the player answers afterwards", async () => {
  const playing = new Playing();
  playing.player.user.play(0, 0);
  playing.events.onInitialized();
  playing.events.close();
  await settle();
  playing.player.user.stop();
  playing.clock.advance(1000);
  await settle();
  assertEquals([playing.sent, playing.asked, playing.reported], [[], ["player.playback.nowPlaying"], []]);
  playing.close();
});

// Shows: While the unread output is over the limit (protocol.md, "Flow control"), it sends no timeHighRes.
Deno.test("a player that does not read gets no timeHighRes until it reads again", async () => {
  const playing = new Playing();
  playing.player.user.play(0, 0);
  await settle();
  assertEquals(playing.positions(), [0]);
  playing.isOutputFull = true;
  playing.clock.advance(500);
  await settle();
  assertEquals(playing.positions(), []);
  playing.isOutputFull = false;
  playing.clock.advance(100);
  assertEquals(playing.positions(), [0.6]);
  playing.close();
});

Deno.test("a late timer keeps the rhythm, and a machine that was suspended causes no burst", () => {
  // The test sets the time and fires the timers.
  let now = 0;
  const waits: number[] = [];
  let fire = () => {};
  let beats = 0;
  const timer = new HighResTimer({
    now: () => now,
    monotonic: () => now,
    after: (milliseconds, callback) => {
      waits.push(milliseconds);
      fire = callback;
      return () => {};
    },
  }, () => void beats++);
  timer.start();
  for (const time of [100, 230, 300, 3_600_050, 3_600_150]) {
    now = time;
    fire();
  }
  assertEquals([waits, beats], [[100, 100, 70, 100, 100, 100], 6]);
});

Deno.test("a minute of playback asks the player once, and sends ten positions a second", async () => {
  const playing = new Playing();
  playing.player.user.play(0, 0);
  await settle();
  playing.sent.length = 0;
  for (let tenth = 1; tenth < 600; tenth++) {
    playing.clock.advance(100);
    await settle();
  }
  const times = playing.sent.filter(({ event }) => event === "playback:time");
  assertEquals([playing.positions().length, times.length, playing.asked.length], [599, 59, 1]);
  playing.close();
});

type Step =
  | { readonly kind: "play" | "stop" | "next" | "previous" | "pause" }
  | { readonly kind: "seek" | "wait"; readonly amount: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("play", "stop", "next", "previous", "pause") }),
  fc.record({ kind: fc.constantFrom("seek", "wait"), amount: fc.nat({ max: 200 }) }),
) as fc.Arbitrary<Step>;

Deno.test("after any sequence of steps, the events give the state and the position of the player", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, settles) => {
      const playing = new Playing();
      const { player, clock, sent } = playing;
      for (const step of steps) {
        if (step.kind === "seek") player.user.seek(step.amount);
        else if (step.kind === "wait") clock.advance(step.amount * 1000 / 7);
        else player.user[step.kind]();
        // Without settling, tracks change before the player has described the first one.
        if (settles) await settle();
      }
      for (let turn = 0; turn < steps.length + 1; turn++) await settle();
      sent.length = 0;
      const { nowPlaying } = player.facts;
      const isMoving = nowPlaying !== null && !nowPlaying.paused;
      // Stop near the end of the track, because the next track would start.
      if (isMoving && nowPlaying.position + 0.3 > nowPlaying.length) return playing.close();
      assertEquals(clock.pendingTimers, isMoving ? 2 : 0);
      clock.advance(100);
      const [position, ...more] = playing.positions();
      assertEquals(more, []);
      assertEquals(position !== undefined, isMoving);
      if (position !== undefined) {
        const behind = player.facts.nowPlaying === null ? NaN : player.facts.nowPlaying.position - position;
        assert(behind >= -0.001 && behind < 0.101, String(behind));
      }
      assertEquals(playing.reported, []);
      playing.close();
    }),
    { numRuns: 200, seed: 7 },
  );
});
