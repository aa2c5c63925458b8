import { assertEquals, assertRejects } from "@std/assert";
import { MpvPlaygroundPlayer } from "../../playground/mpv_host.ts";
import { NoSuchPlayer } from "../../playground/no_such_player.ts";
import { playerFor } from "../../playground/players.ts";

const surroundings = { socketDirectory: "/nonexistent", say: () => {} };

Deno.test("the reference player is there without anything else", async () => {
  const player = await playerFor("reference", surroundings);
  assertEquals(player.name, "reference player");
  assertEquals((await player.state()).nowPlaying, null);
  await player.close();
});

Deno.test("where mpv is missing it is said how to get it", async () => {
  const program = "/nonexistent/mpv";
  const error = await assertRejects(
    () => MpvPlaygroundPlayer.open({ ...surroundings, program }),
    NoSuchPlayer,
    `${program} is not installed`,
  );
  assertEquals(error.message.includes("apt install mpv"), true);
  assertEquals(error.message.includes("--player=reference"), true);
});
