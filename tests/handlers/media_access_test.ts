import { assertEquals, assertRejects } from "@std/assert";
import { authorizeMedia, refusedMedia } from "../../handlers/core/player_requests.ts";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";

type Denied = { index: number; reason: string }[];

/** A player that denies these, and what it was asked about. */
function playerThat(deny: Denied | Error): { player: Player; asked: string[][] } {
  const asked: string[][] = [];
  const player: Player = {
    request(name, params) {
      assertEquals(name, "player.media.authorize");
      asked.push((params as { paths: string[] }).paths);
      return deny instanceof Error ? Promise.reject(deny) : Promise.resolve({ denied: deny } as never);
    },
  };
  return { player, asked };
}

Deno.test("authorizeMedia asks the player about all paths in one action and lets them pass", async () => {
  const { player, asked } = playerThat([]);
  assertEquals(await authorizeMedia(player, ["/a", "/b", "http://c"]), undefined);
  assertEquals(asked, [["/a", "/b", "http://c"]]);
});

Deno.test("authorizeMedia asks nobody about no paths", async () => {
  const { player, asked } = playerThat([]);
  assertEquals(await authorizeMedia(player, []), undefined);
  assertEquals(await refusedMedia(player, []), new Map());
  assertEquals(asked, []);
});

Deno.test("authorizeMedia reports the lowest index that the bridge refuses and does not ask the player", async () => {
  const { player, asked } = playerThat([{ index: 0, reason: "secret" }]);
  assertEquals(await authorizeMedia(player, ["/a", "/b/../c", "\\\\.\\d", ""]), {
    index: 1,
    reason: "Path traversal detected",
  });
  assertEquals(asked, []);
});

Deno.test("authorizeMedia reports the lowest index that the player refuses, in whatever order it answers", async () => {
  const { player } = playerThat([
    { index: 2, reason: "third" },
    { index: 1, reason: "second" },
    { index: 1, reason: "again" },
  ]);
  assertEquals(await authorizeMedia(player, ["/a", "/b", "/c"]), { index: 1, reason: "second" });
});

Deno.test("authorizeMedia ignores what the player denies without having been asked", async () => {
  const { player } = playerThat([{ index: 1, reason: "no" }, { index: 9007199254740991, reason: "no" }]);
  assertEquals(await authorizeMedia(player, ["/a"]), undefined);
  assertEquals(await refusedMedia(player, ["/a"]), new Map());
});

Deno.test("authorizeMedia gives a reason when the player gives none", async () => {
  const { player } = playerThat([{ index: 0, reason: "" }]);
  assertEquals(await authorizeMedia(player, ["/a"]), { index: 0, reason: "Access denied" });
});

Deno.test("authorizeMedia bears a player that denies very many paths", async () => {
  const paths = Array.from({ length: 300_000 }, (_, index) => `/${index}`);
  const { player } = playerThat(paths.map((_, index) => ({ index, reason: "no" })).reverse());
  assertEquals(await authorizeMedia(player, paths), { index: 0, reason: "no" });
});

Deno.test("authorizeMedia and refusedMedia pass the player's failure on", async () => {
  const { player } = playerThat(new NativeActionError(-32002, "Player action failed: no"));
  await assertRejects(() => authorizeMedia(player, ["/a"]), NativeActionError);
  await assertRejects(() => refusedMedia(player, ["/a"]), NativeActionError);
});

Deno.test("refusedMedia asks the player only about what passes the bridge and maps its answer back", async () => {
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

Deno.test("refusedMedia does not ask the player when nothing passes the bridge", async () => {
  const { player, asked } = playerThat([]);
  assertEquals((await refusedMedia(player, ["a", "b"])).size, 2);
  assertEquals(asked, []);
});
