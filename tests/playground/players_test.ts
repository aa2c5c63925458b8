import { assertEquals, assertRejects } from "@std/assert";
import { NoSuchPlayer, startMpv, startPlayer } from "../../playground/players.ts";

Deno.test("the reference player needs no other program", async () => {
  const player = await startPlayer("reference", "/nonexistent");
  assertEquals(player.name, "reference player");
  assertEquals(player.facts.nowPlaying, null);
  await player.close();
});

Deno.test("without mpv, the error says how to install it", async () => {
  const program = "/nonexistent/mpv";
  const error = await assertRejects(
    () => startMpv("/nonexistent", { program }),
    NoSuchPlayer,
    `${program} is not installed`,
  );
  assertEquals(error.message.includes("apt install mpv"), true);
  assertEquals(error.message.includes("--player=reference"), true);
});
