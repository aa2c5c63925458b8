/** Compares `selection.get` with the bare JSON round trip of the player's result: 100 tracks of a small and a large selection. */

import { compare } from "./compare.ts";

/** A result of `player.selection.get` with some tracks of a selection of `total`, as JSON. */
function selectionOf(
  returned: number,
  total: number,
  subsong: { subsong?: number } = { subsong: 0 },
): string {
  const handles = Array.from({ length: returned }, (_, item) => ({
    path: `D:\\Music\\Artist ${item % 100}\\Album ${item % 1000}\\${item % 20} Title ${item}.flac`,
    ...subsong,
  }));
  return JSON.stringify({ total, type: "active_playlist_selection", handles });
}

const operation = "selection.get";
const limited = { operation, params: { limit: 100 }, repeat: 500 };
await compare({ ...limited, title: "selection.get of 100 from 100", answer: selectionOf(100, 100) });
await compare({ ...limited, title: "selection.get of 100 from 200,000", answer: selectionOf(100, 200_000) });
await compare({
  ...limited,
  title: "selection.get of 100 from 200,000, no subsongs",
  answer: selectionOf(100, 200_000, {}),
});
await compare({
  title: "selection.get of 200,000 from 200,000",
  operation,
  params: { limit: 0 },
  answer: selectionOf(200_000, 200_000),
  repeat: 1,
});
