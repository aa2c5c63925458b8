import { anySetup } from "./kinds.ts";
import { Listener, type RadioPage } from "./listener.ts";
import { RadioPanel } from "./radio_panel.ts";
import { World } from "./world.ts";

const MINUTE = 60_000;

/** Runs the radio of a seed for an hour, and checks that nothing is left behind. */
export async function hour(seed: number, open: (world: World) => RadioPage): Promise<World> {
  const world = new World(seed, anySetup);
  const { random } = world;
  const panel = open(world);
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
