import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { ActionError, type ReferencePlayer } from "../../../players/reference/mod.ts";
import { shortTracks, StrictPlayer } from "../reference/strict_player.ts";

/** An item, distinguished by object identity. */
interface Item {
  readonly path: string;
}

/** A simple player: playlists are arrays, and a place is found by searching for its item. */
class Model {
  readonly lists: Item[][];
  readonly queue: Item[] = [];
  playing: Item | null = null;

  constructor(counts: readonly number[]) {
    let last = 0;
    this.lists = counts.map((count) => Array.from({ length: count }, () => ({ path: `/t/${last++}` })));
  }

  placeOf(item: Item): string {
    const list = this.lists.findIndex((items) => items.includes(item));
    return `${item.path} ${list < 0 ? "null/null" : `${list}/${this.lists[list]?.indexOf(item)}`}`;
  }
}

type Step =
  | {
    kind: "append" | "removePlaylist" | "reorderPlaylists" | "removeFromQueue" | "reverseQueue";
    at: number;
  }
  | { kind: "createPlaylist"; at: number }
  | { kind: "insert" | "remove" | "queue" | "play"; at: number; item: number; count: number };

const number = fc.nat({ max: 4 });
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom(
        "append" as const,
        "createPlaylist" as const,
        "removePlaylist" as const,
        "reorderPlaylists" as const,
        "removeFromQueue" as const,
        "reverseQueue" as const,
      ),
      at: number,
    }),
    fc.record({
      kind: fc.constantFrom("insert" as const, "remove" as const, "queue" as const, "play" as const),
      at: number,
      item: number,
      count: fc.nat({ max: 3 }),
    }),
  ),
  { maxLength: 40 },
);

Deno.test("playlists and queue: items, origins and the playing place agree with a simple model", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const counts = [4, 0, 3];
      using strict = new StrictPlayer(shortTracks(...counts));
      const model = new Model(counts);
      let fresh = 0;
      for (const step of steps) {
        const refused = await refuses(() => carryOut(strict, step, () => `/new/${fresh}`));
        assertEquals(refused, !apply(model, step, () => ({ path: `/new/${fresh}` })), JSON.stringify(step));
        fresh++;
        assertEquals(stateOf(strict.player), {
          lists: model.lists.map((items) => items.map(({ path }) => path)),
          queue: model.queue.map((item) => model.placeOf(item)),
          playing: model.playing && model.placeOf(model.playing),
        }, JSON.stringify(step));
      }
    }),
    { numRuns: 300 },
  );
});

async function refuses(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return false;
  } catch (error) {
    if (error instanceof ActionError) return true;
    throw error;
  }
}

async function carryOut(strict: StrictPlayer, step: Step, path: () => string): Promise<unknown> {
  const { user } = strict;
  const handles = [{ path: path(), subsong: 0 }];
  const playlist = strict.player.facts.playlists[step.at]?.id ?? "removed";
  switch (step.kind) {
    case "append":
      return await strict.ask("player.playlist.append", { playlist, handles });
    case "createPlaylist":
      return user.createPlaylist("x", step.at);
    case "removePlaylist":
      return user.removePlaylist(step.at);
    case "reorderPlaylists":
      return user.reorderPlaylists(strict.player.facts.playlists.map((_list, index) => index).reverse());
    case "removeFromQueue":
      return await strict.ask("player.queue.remove", { entries: idsOf(strict, step.at, step.at + 1) });
    case "reverseQueue":
      return await strict.ask("player.queue.reorder", { entries: idsOf(strict).reverse() });
    case "insert":
      return user.addTracks(step.at, handles, step.item);
    case "remove":
      return await strict.ask("player.playlist.remove", {
        playlist,
        start: step.item,
        count: step.count,
      });
    case "queue":
      return await strict.ask("player.queue.append", { entries: [{ playlist, item: step.item }] });
    case "play": {
      // Inserted tracks are unknown to the library, and playback would skip them.
      const path = strict.player.facts.playlists[step.at]?.tracks()[step.item]?.path;
      if (path?.startsWith("/new/")) return;
      return await strict.ask("player.playback.play", { playlist, item: step.item });
    }
  }
}

/** Applies a step. Returns false when the model refuses it. */
function apply(model: Model, step: Step, fresh: () => Item): boolean {
  const { lists, queue } = model;
  const list = lists[step.at];
  switch (step.kind) {
    case "append":
      list?.push(fresh());
      return list !== undefined;
    case "createPlaylist":
      if (step.at > lists.length) return false;
      lists.splice(step.at, 0, []);
      return true;
    case "removePlaylist":
      if (list) lists.splice(step.at, 1);
      return list !== undefined;
    case "reorderPlaylists":
      lists.reverse();
      return true;
    case "removeFromQueue":
      queue.splice(step.at, 1);
      return true;
    case "reverseQueue":
      queue.reverse();
      return true;
    case "insert":
      if (!list || step.item > list.length) return false;
      list.splice(step.item, 0, fresh());
      return true;
    case "remove":
      if (!list || step.item + step.count > list.length) return false;
      list.splice(step.item, step.count);
      return true;
    case "queue": {
      const item = list?.[step.item];
      if (item) queue.push(item);
      return item !== undefined;
    }
    case "play": {
      const item = list?.[step.item];
      if (item && !item.path.startsWith("/new/")) model.playing = item;
      return item !== undefined;
    }
  }
}

function idsOf(strict: StrictPlayer, ...range: number[]): string[] {
  return strict.player.facts.queue.slice(...range).map(({ entry }) => entry);
}

function stateOf(player: ReferencePlayer): unknown {
  const short = ({ handle, playlist, item }: Omit<ReferencePlayer["facts"]["queue"][number], "entry">) =>
    `${handle.path} ${playlist}/${item}`;
  return {
    lists: player.facts.playlists.map((list) => list.tracks().map(({ path }) => path)),
    queue: player.facts.queue.map(short),
    playing: player.facts.nowPlaying && short(player.facts.nowPlaying),
  };
}
