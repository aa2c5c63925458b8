import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { shortTracks, StrictPlayer } from "./strict_player.ts";

Deno.test("queue: clear tells how many entries there were", async () => {
  using strict = new StrictPlayer(shortTracks(2));
  strict.user.queue(0, 0, 1);
  assertEquals(await strict.ask("player.queue.clear", {}), { removed: 2 });
  assertEquals(await strict.ask("player.queue.clear", {}), { removed: 0 });
  assertEquals(strict.player.facts.queue, []);
});

Deno.test("queue: an entry of an unknown track stays", async () => {
  using strict = new StrictPlayer({
    playlists: [{ name: "x", tracks: [{ path: "/gone.mp3", subsong: 3 }] }],
  });
  strict.user.queue(0, 0);
  const { entries: [entry] } = await strict.ask("player.queue.get", {});
  assert(entry);
  assertEquals([entry.path, entry.subsong, entry.title, entry.fileSize], ["/gone.mp3", 3, "", null]);
});
