import { assertEquals } from "@std/assert";
import type { Api } from "../../handlers/core/namespace.ts";
import { nextApi } from "../../handlers/jit_queue_next/mod.ts";
import { api as before } from "../../handlers/mod.ts";
import type { SeededRandom } from "../../tools/support/random.ts";
import { setDeadline } from "../support/deadline.ts";
import { whyLong } from "../support/test_all.ts";
import { Listener } from "./listener.ts";
import { RadioPanel } from "./radio_panel.ts";
import { type Setup, World } from "./world.ts";

setDeadline(300_000);

const MINUTE = 60_000;

/** Returns the seeds of this run, from `TONEARM_RADIO_SEEDS=17` or `1-5000`. */
function seedsOf(fallback: number): { first: number; last: number } {
  const [first = 1, last = first] = (Deno.env.get("TONEARM_RADIO_SEEDS") ?? `1-${fallback}`).split("-").map(
    Number,
  );
  return { first, last };
}

/** Prints a line. */
function tell(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
}

/** Returns a random player and panel. */
function anySetup(random: SeededRandom): Setup {
  const signalsPlaces = random.happens(0.8);
  return {
    kind: {
      dead: random.integer(0, 10) / 100,
      signalsFailures: random.happens(0.5),
      continues: random.happens(0.5),
      signalsPlaces,
      // Without a place and the requested url, the playing track cannot be identified.
      redirects: signalsPlaces && random.happens(0.3),
      locks: random.happens(0.5),
      activatesCreated: random.happens(0.2),
      signalsStartingAnother: random.happens(0.8),
      answers: random.pick([0, 20, 500]),
      opens: random.pick([10, 1000, 8000]),
    },
    lag: random.pick([0, 3, 50]),
    panelAnswers: random.integer(0, 40_000),
  };
}

/** Runs the radio of a seed for an hour. */
async function hour(seed: number, api: Api): Promise<World> {
  const world = new World(seed, (random) => ({ ...anySetup(random), api }));
  const { random, player } = world;
  const panel = new RadioPanel(world, "p");
  const restarts = random.happens(0.4);
  const listener = new Listener(world, panel, {
    skips: random.integer(0, 3),
    actionInterval: random.integer(1, 6) * MINUTE,
    restarts,
  });
  panel.playNow();
  await world.run(60 * MINUTE);
  listener.goes();
  panel.stop();
  await world.run(2 * MINUTE);
  await world.endBridge();
  if (player.order !== listener.order) {
    world.violations.push(`the order is ${player.order} instead of the user's ${listener.order}`);
  }
  // A killed bridge cannot restore the playlist that was active before its own.
  const isForgotten = restarts && player.kind.activatesCreated;
  const isOther = listener.activeId !== undefined && player.active?.id !== listener.activeId;
  if (!isForgotten && isOther) {
    world.violations.push(`${player.active?.name} is active instead of the user's playlist`);
  }
  if (world.schedule.clock.pendingTimers > 0) world.violations.push("a timer was left behind");
  return world;
}

/** The hours of a run that names no seeds. */
const usual = whyLong("radio", "200 hours") === undefined ? 200 : 50;

for (const [name, api] of [["", before], [" with the next jitQueue", nextApi]] as const) {
  const title =
    `${usual} of 200 hours of radio play on${name}, whatever the listener does and whichever urls are dead`;
  Deno.test(title, () => play(api));
}

async function play(api: Api): Promise<void> {
  const { first, last } = seedsOf(usual);
  const dead: string[] = [];
  let music = 0;
  for (let seed = first; seed <= last; seed++) {
    const world = await hour(seed, api);
    music += world.player.heard;
    for (const violation of world.violations) dead.push(`seed ${seed}: ${violation}`);
    if (first === last) tell(world.trace.join("\n"));
  }
  const hours = last - first + 1;
  tell(`seeds ${first} to ${last}: ${(music / 36_000 / hours).toFixed(0)} % of the time is music`);
  assertEquals(dead, []);
}
