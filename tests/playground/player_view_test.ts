import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { PlayerView } from "../../playground/player_view.ts";

Deno.test("a state is of one moment, whenever the selection changes while it is made", async () => {
  const player = new ReferencePlayer({ panels: {} });
  const view = new PlayerView(player, () => {});
  for (let ticks = 0; ticks < 10; ticks++) {
    player.user.selectItems([]);
    const state = view.state();
    for (let count = 0; count < ticks; count++) await Promise.resolve();
    player.user.selectItems([1, 2]);
    const { selection: { total, items, playlist } } = await state;
    assertEquals([items, playlist], total === 0 ? [[], null] : [[1, 2], 0], `after ${ticks} ticks`);
  }
  await view.close();
});
