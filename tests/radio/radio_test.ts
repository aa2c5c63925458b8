import { assertEquals } from "@std/assert";
import { setDeadline } from "../support/deadline.ts";
import { TEST_ALL, whyLong } from "../support/test_all.ts";
import { anySetup } from "./kinds.ts";
import { actionNames, Listener } from "./listener.ts";
import { RadioPanel } from "./radio_panel.ts";
import { World } from "./world.ts";

const MINUTE = 60_000;

/** The hours of a run that names no seeds. */
const usual = whyLong("life", "5,000 hours") === undefined ? 5000 : TEST_ALL ? 300 : 60;

setDeadline(60_000 + usual * 1000);

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

/** Runs the radio of a seed for an hour. */
async function hour(seed: number): Promise<World> {
  const world = new World(seed, anySetup);
  const { random } = world;
  const panel = new RadioPanel(world, "p");
  const other = new RadioPanel(world, "q");
  const habits = {
    skips: random.integer(0, 3),
    actionInterval: random.pick([0.2, 1, 3, 6]) * MINUTE,
    restarts: random.happens(0.4),
    faults: random.happens(0.4),
    edits: random.happens(0.3),
  };
  const listener = new Listener(world, panel, other, habits);
  panel.playNow();
  await world.run(60 * MINUTE);
  listener.goes();
  // What nobody has answered is over then.
  await world.run(MINUTE);
  const isKilled = random.happens(0.3);
  if (!isKilled) panel.stop();
  await world.run(2 * MINUTE);
  await world.endBridge(isKilled ? "SIGKILL" : "SIGTERM");
  checkLeftovers(world, listener, isKilled);
  return world;
}

/** Checks that the bridge has given everything back. */
function checkLeftovers(world: World, listener: Listener, isKilled: boolean): void {
  const { player, violations } = world;
  if (player.order !== listener.order && !player.isOrderHidden) {
    violations.push(`the order is ${player.order} instead of the user's ${listener.order}`);
  }
  const { activeId } = listener;
  const isUsers = activeId === undefined ? player.active?.isBridges !== true : player.active?.id === activeId;
  if (!isUsers) violations.push(`${player.active?.name} is active instead of the user's playlist`);
  const { shadow } = player;
  if (shadow?.locked && !listener.hasLocked) violations.push("the radio's playlist is left locked");
  const left = shadow?.items.filter(({ bridge }) => bridge !== undefined).length ?? 0;
  // When the player does not know which item plays, a killed bridge leaves all.
  const most = isKilled ? player.kind.signalsPlaces ? 1 : Infinity : 0;
  if (left > most) violations.push(`${left} tracks are left in the radio's playlist`);
  if (world.schedule.clock.pendingTimers > 0) violations.push("a timer was left behind");
}

Deno.test(`${usual} of 5,000 hours of radio play on, whatever the listener does and the player fails to do`, async () => {
  const { first, last } = seedsOf(usual);
  const dead: string[] = [];
  const times = new Map<string, number>();
  const deeds = new Map<string, number>();
  let lastPrinted = Date.now();
  for (let seed = first; seed <= last; seed++) {
    const world = await hour(seed);
    for (const [what, time] of world.times) times.set(what, (times.get(what) ?? 0) + time);
    for (const [what, count] of world.deeds) deeds.set(what, (deeds.get(what) ?? 0) + count);
    dead.push(...world.violations.map((violation) => `seed ${seed}: ${violation}`));
    if (first === last) tell(world.trace.join("\n"));
    if (Date.now() - lastPrinted > 60_000) {
      lastPrinted = Date.now();
      tell(`seed ${seed}, ${dead.length} violations`);
    }
  }
  const all = times.values().reduce((sum, time) => sum + time, 0);
  tell(`seeds ${first} to ${last}`);
  for (const [what, time] of [...times].toSorted(([, a], [, b]) => b - a)) {
    tell(`  ${what.padEnd(12)} ${(100 * time / all).toFixed(2).padStart(6)} %`);
  }
  for (const [what, count] of [...deeds].toSorted()) tell(`  ${what} ${count}`);
  if (last - first >= 100) {
    assertEquals(actionNames.filter((name) => !deeds.has(name)), [], "actions that no listener has tried");
  }
  assertEquals(dead, []);
});
