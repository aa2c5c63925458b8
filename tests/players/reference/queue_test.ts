import "../../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { shortTracks, StrictPlayer } from "./strict_player.ts";

function paths(strict: StrictPlayer): string[] {
  return strict.player.queue.map(({ handle, playlist, item }) => `${handle.path} ${playlist}/${item}`);
}

Deno.test("queue: appended items keep order, duplicates and origins", async () => {
  const strict = new StrictPlayer(shortTracks(3, 2));
  assertEquals(await strict.ask("player.queue.get", {}), { entries: [] });
  const entries = [{ playlist: "playlist-2", item: 1 }, { playlist: "playlist-1", item: 0 }, {
    playlist: "playlist-2",
    item: 1,
  }];
  const { entries: ids, count } = await strict.ask("player.queue.append", { entries });
  assertEquals([new Set(ids).size, count], [3, 3]);
  assertEquals(await strict.ask("player.queue.append", { entries: [] }), { entries: [], count: 3 });
  assertEquals(await strict.ask("player.queue.ids", {}), { entries: ids });
  assertEquals(await strict.ask("player.queue.count", {}), { count: 3 });
  const answer = await strict.ask("player.queue.get", {});
  assertEquals(answer.entries.map(({ entry }) => entry), ids);
  assertEquals(answer.entries.map(({ path, playlist, item }) => [path, playlist, item]), [
    ["/t/4", "playlist-2", 1],
    ["/t/0", "playlist-1", 0],
    ["/t/4", "playlist-2", 1],
  ]);
  assertEquals(answer.entries[0]?.duration, 10);
  strict.close();
});

Deno.test("queue: a missing item fails the whole call", async () => {
  const strict = new StrictPlayer(shortTracks(2));
  for (const bad of [{ playlist: "playlist-1", item: 2 }, { playlist: "playlist-2", item: 0 }]) {
    const { message } = await strict.refusal("player.queue.append", {
      entries: [{ playlist: "playlist-1", item: 0 }, bad],
    });
    assertStringIncludes(message, "No such");
  }
  assertEquals(strict.player.queue, []);
  strict.close();
});

Deno.test("queue: remove takes the entries with the ids, and leaves out others", async () => {
  const strict = new StrictPlayer(shortTracks(4));
  strict.user.queue(0, 0, 1, 2, 3);
  const [first = "", , third = ""] = strict.player.queue.map(({ entry }) => entry);
  const entries = [third, "gone", first];
  assertEquals(await strict.ask("player.queue.remove", { entries }), { removed: [third, first], count: 2 });
  assertEquals(paths(strict), ["/t/1 0/1", "/t/3 0/3"]);
  assertEquals(await strict.ask("player.queue.remove", { entries }), { removed: [], count: 2 });
  assertEquals(await strict.ask("player.queue.remove", { entries: [] }), { removed: [], count: 2 });
  strict.user.queue(0, 0, 2);
  const later = strict.player.queue.map(({ entry }) => entry);
  assertEquals(later.filter((id) => entries.includes(id)), [], "an id is used once");
  strict.close();
});

Deno.test("queue: reorder puts entries first, and leaves out unknown ids", async () => {
  const strict = new StrictPlayer(shortTracks(4));
  strict.user.queue(0, 0, 1, 2, 3);
  const [first = "", second = "", third = ""] = strict.player.queue.map(({ entry }) => entry);
  const reorder = (...entries: string[]) => strict.ask("player.queue.reorder", { entries });
  assertEquals(await reorder(third, "gone", second), { moved: [third, second], count: 4 });
  assertEquals(paths(strict), ["/t/2 0/2", "/t/1 0/1", "/t/0 0/0", "/t/3 0/3"]);
  assertEquals(await reorder(), { moved: [], count: 4 });
  assertEquals(await reorder(first), { moved: [first], count: 4 });
  assertEquals(paths(strict), ["/t/0 0/0", "/t/2 0/2", "/t/1 0/1", "/t/3 0/3"]);
  strict.close();
});

Deno.test("queue: clear tells how many entries there were", async () => {
  const strict = new StrictPlayer(shortTracks(2));
  strict.user.queue(0, 0, 1);
  assertEquals(await strict.ask("player.queue.clear", {}), { removed: 2 });
  assertEquals(await strict.ask("player.queue.clear", {}), { removed: 0 });
  assertEquals(paths(strict), []);
  strict.close();
});

Deno.test("queue: origins follow the items of their playlist, and become null with them", () => {
  const strict = new StrictPlayer(shortTracks(5));
  strict.user.queue(0, 1, 3);
  strict.user.addTracks(0, [{ path: "/x", subsong: 0 }], 1);
  assertEquals(paths(strict), ["/t/1 0/2", "/t/3 0/4"]);
  strict.user.removeItems(0, 2);
  assertEquals(paths(strict), ["/t/1 null/null", "/t/3 0/3"]);
  strict.user.createPlaylist("front", 0);
  assertEquals(paths(strict), ["/t/1 null/null", "/t/3 1/3"]);
  strict.user.reorderPlaylists([1, 0]);
  assertEquals(paths(strict)[1], "/t/3 0/3");
  strict.user.removePlaylist(0);
  assertEquals(paths(strict), ["/t/1 null/null", "/t/3 null/null"]);
  strict.close();
});

Deno.test("queue: items next to removed ones keep their origins", () => {
  const strict = new StrictPlayer(shortTracks(5));
  strict.user.queue(0, 0, 1, 2, 3);
  strict.user.removeItems(0, 1, 2);
  assertEquals(paths(strict), ["/t/0 0/0", "/t/1 null/null", "/t/2 null/null", "/t/3 0/1"]);
  strict.close();
});

Deno.test("queue: an entry of an unknown track stays", async () => {
  const strict = new StrictPlayer({
    playlists: [{ name: "x", tracks: [{ path: "/gone.mp3", subsong: 3 }] }],
  });
  strict.user.queue(0, 0);
  const { entries: [entry] } = await strict.ask("player.queue.get", {});
  assert(entry);
  assertEquals([entry.path, entry.subsong, entry.title, entry.fileSize], ["/gone.mp3", 3, "", null]);
  strict.close();
});
