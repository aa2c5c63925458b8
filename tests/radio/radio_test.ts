import { assertEquals } from "@std/assert";
import { inVirtualTime } from "./bridge_in_memory.ts";
import type { SeededRandom } from "../../tools/support/random.ts";
import { Listener } from "./listener.ts";
import { RadioPanel } from "./radio_panel.ts";
import { type Conduct, World } from "./world.ts";

const MINUTE = 60_000;

/** The seeds of this run: one, or from one to another, as in `TONEARM_RADIO_SEEDS=17` or `1-5000`. */
function seedsOf(fallback: number): { first: number; last: number } {
  const [first = 1, last = first] = (Deno.env.get("TONEARM_RADIO_SEEDS") ?? `1-${fallback}`).split("-").map(
    Number,
  );
  return { first, last };
}

/** Tells whoever runs the test. */
function tell(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
}

/** A player and a panel of some kind. */
function anyConduct(chance: SeededRandom): Conduct {
  const tellsPlaces = chance.happens(0.8);
  return {
    kind: {
      dead: chance.integer(0, 10) / 100,
      tellsFailures: chance.happens(0.5),
      goesOn: chance.happens(0.5),
      tellsPlaces,
      // Who neither says where nor what it was asked for plays something that nobody can know.
      redirects: tellsPlaces && chance.happens(0.3),
      locks: chance.happens(0.5),
      activatesCreated: chance.happens(0.2),
      tellsStartingAnother: chance.happens(0.8),
      answers: chance.pick([0, 20, 500]),
      opens: chance.pick([10, 1000, 8000]),
    },
    lag: chance.pick([0, 3, 50]),
    panelAnswers: chance.integer(0, 40_000),
  };
}

/** Runs the radio of a seed for an hour. */
async function hour(seed: number): Promise<World> {
  const world = new World(seed, anyConduct);
  const { chance, player } = world;
  const panel = new RadioPanel(world, "p");
  const restarts = chance.happens(0.4);
  const listener = new Listener(world, panel, {
    skips: chance.integer(0, 3),
    whims: chance.integer(1, 6) * MINUTE,
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
  // A bridge that was killed has taken with it which playlist was active before the player activated the shadow playlist.
  const isForgotten = restarts && player.kind.activatesCreated;
  if (!isForgotten && player.active?.id !== listener.activeId) {
    world.violations.push(`${player.active?.name} is active instead of the user's playlist`);
  }
  if (world.schedule.clock.pendingTimers > 0) world.violations.push("a timer was left behind");
  return world;
}

Deno.test("200 hours of radio play on, whatever the listener does and whichever urls are dead", async () => {
  const { first, last } = seedsOf(200);
  const dead: string[] = [];
  let music = 0;
  for (let seed = first; seed <= last; seed++) {
    const world = await inVirtualTime(() => hour(seed));
    music += world.player.heard;
    for (const violation of world.violations) dead.push(`seed ${seed}: ${violation}`);
    if (first === last) tell(world.trace.join("\n"));
  }
  const hours = last - first + 1;
  tell(`seeds ${first} to ${last}: ${(music / 36_000 / hours).toFixed(0)} % of the time is music`);
  assertEquals(dead, []);
});
