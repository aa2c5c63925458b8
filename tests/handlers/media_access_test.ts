import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { authorizeMedia, refusedMedia } from "../../handlers/core/player_requests.ts";
import { type Player } from "../../host_stdio/player.ts";

type Denied = { index: number; reason: string }[];

/** Returns a player that denies some paths, and the paths of each request to it. */
function playerThat(denied: Denied): { player: Player; asked: string[][] } {
  const asked: string[][] = [];
  const player: Player = {
    request(name, params) {
      assertEquals(name, "player.media.authorize");
      asked.push((params as { paths: string[] }).paths);
      return Promise.resolve({ denied } as never);
    },
  };
  return { player, asked };
}

Deno.test("authorizeMedia takes 300,000 denied paths", async () => {
  const paths = Array.from({ length: 300_000 }, (_, index) => `/${index}`);
  const { player } = playerThat(paths.map((_, index) => ({ index, reason: "no" })).reverse());
  assertEquals(await authorizeMedia(player, paths), { index: 0, reason: "no" });
});

Deno.test("refusedMedia asks the player only about paths that the bridge accepts, and maps its answer back", async () => {
  const { player, asked } = playerThat([
    { index: 1, reason: "private" },
    { index: 1, reason: "twice" },
    { index: 2, reason: "out of range" },
  ]);
  assertEquals(
    await refusedMedia(player, ["", "/b", "/c/..", "/d"]),
    new Map([[0, "Empty path"], [2, "Path traversal detected"], [3, "private"]]),
  );
  assertEquals(asked, [["/b", "/d"]]);
});
