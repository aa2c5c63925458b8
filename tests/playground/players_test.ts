import { assertEquals, assertRejects } from "@std/assert";
import { NoSuchPlayer, playerFor } from "../../playground/players.ts";

Deno.test("the reference player is there without anything else", async () => {
  const player = await playerFor("reference");
  assertEquals(player.name, "reference player");
  assertEquals((await player.state()).nowPlaying, null);
  await player.close();
});

Deno.test("a player whose host is not in the tree is said to be missing, with what to do", async () => {
  const none = new URL("file:///nonexistent/hosts/mpv/mod.ts");
  await assertRejects(() => playerFor("mpv", none), NoSuchPlayer, "use --player=reference");
});

Deno.test("another player is what its host's module opens", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const write = async (name: string, text: string) => {
      await Deno.writeTextFile(`${folder}/${name}`, text);
      return new URL(`file://${folder}/${name}`);
    };
    const good = await write(
      "good.ts",
      'export const openPlaygroundPlayer = async () => ({ name: "mine" });',
    );
    assertEquals((await playerFor("mpv", good)).name, "mine");
    const bad = await write("bad.ts", "export const openPlaygroundPlayer = 1;");
    await assertRejects(() => playerFor("mpv", bad), NoSuchPlayer, "openPlaygroundPlayer");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
