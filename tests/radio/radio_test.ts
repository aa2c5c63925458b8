import { assertEquals } from "@std/assert";
import { setDeadline } from "../support/deadline.ts";
import { TEST_ALL, whyLong } from "../support/test_all.ts";
import { hour } from "./hour.ts";
import { actionNames } from "./listener.ts";
import { RadioPanel } from "./radio_panel.ts";

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

Deno.test(`${usual} of 5,000 hours of radio play on, whatever the listener does and the player fails to do`, async () => {
  const { first, last } = seedsOf(usual);
  const dead: string[] = [];
  const times = new Map<string, number>();
  const deeds = new Map<string, number>();
  let lastPrinted = Date.now();
  for (let seed = first; seed <= last; seed++) {
    const world = await hour(seed, (world) => new RadioPanel(world, "p"));
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
