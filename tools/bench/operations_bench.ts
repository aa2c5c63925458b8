/**
 * Operations with large results, each beside the bare JSON round trip of the same text. The player is that text, so that the
 * time is the bridge's own, from the text of the player's result to that of the operation's.
 */

import { allNamespaces, allOperationTable } from "../../handlers/all.ts";
import type { ConnectionContext } from "../../handlers/core/namespace.ts";
import { PluginRegistry } from "../../handlers/core/plugins.ts";
import { runOperation } from "../../handlers/core/run_operation.ts";
import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import { silentDiagnostics } from "../../host_stdio/diagnostics.ts";
import { checkAnswer } from "../../host_stdio/native_requests.ts";
import type { Player } from "../../host_stdio/player.ts";
import { Results, roundsOrDefault } from "./results.ts";

const many = <Item>(length: number, item: (index: number) => Item) =>
  Array.from({ length }, (_, index) => item(index));

const trackOf = (item: number) => {
  const path = `D:\\Music\\Artist ${item % 100}\\Album ${item % 1000}\\${item % 20} Title ${item}.flac`;
  const artist = `Artist ${item % 100}`;
  const names = { title: `Title ${item}`, artist, album: `Album ${item % 1000}`, albumArtist: artist };
  const album = { genre: "Jazz", date: `${1950 + item % 70}`, trackNumber: item % 20, discNumber: 1 };
  const sound = { duration: 180 + item / 7, bitrate: 900, sampleRate: 44_100, channels: 2, codec: "FLAC" };
  return { path, absolutePath: path, subsong: 0, fileSize: 30_000_000, ...names, ...album, ...sound };
};
const handleOf = (item: number) => ({ path: trackOf(item).path, subsong: 0 });
const queueOf = (size: number) => ({
  // Without a place in a playlist the operation needs one native action only.
  entries: many(size, (item) => ({ entry: `${item}`, ...trackOf(item), playlist: null, item: null })),
});
const selectionOf = (returned: number, total: number) => ({
  total,
  type: "active_playlist_selection",
  handles: many(returned, handleOf),
});
interface Comparison {
  readonly title: string;
  readonly operation: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** What the bare round trip reads and writes, and the player answers. */
  readonly answer: object;
  readonly repeat?: number;
}

const comparisons: readonly Comparison[] = [
  { title: "queue.get of 10 entries", operation: "queue.get", answer: queueOf(10), repeat: 500 },
  { title: "queue.get of 10,000 entries", operation: "queue.get", answer: queueOf(10_000) },
  {
    title: "selection.get of 100 from 200,000",
    operation: "selection.get",
    params: { limit: 100 },
    answer: selectionOf(100, 200_000),
    repeat: 500,
  },
  {
    title: "selection.get of 200,000",
    operation: "selection.get",
    params: { limit: 0 },
    answer: selectionOf(200_000, 200_000),
  },
];

const results = new Results();
for (const comparison of comparisons) {
  const { title, repeat = 1 } = comparison;
  const text = JSON.stringify(comparison.answer);
  const call = callOf(comparison);
  const rounds = roundsOrDefault(41);
  // A third of the rounds runs unmeasured first, so that the engine compiles the hot code.
  for (let round = -Math.floor(rounds / 3); round < rounds; round++) {
    let start = performance.now();
    for (let n = 0; n < repeat; n++) JSON.stringify(JSON.parse(text));
    const bare = performance.now() - start;
    start = performance.now();
    for (let n = 0; n < repeat; n++) await call();
    const bridge = performance.now() - start;
    if (round < 0) continue;
    results.add(`${title}, ms`, "bare", bare / repeat);
    results.add(`${title}, ms`, "bridge", bridge / repeat);
  }
}
results.print();

/** Returns a function that calls the operation and returns its result as JSON. */
function callOf({ operation: name, params = {}, answer }: Comparison): () => Promise<string> {
  const operation = allOperationTable.get(name);
  if (!operation) throw new Error(`no operation ${name}`);
  const text = JSON.stringify(answer);
  const player: Player = {
    request: (action: ActionName) => Promise.resolve(checkAnswer(action, JSON.parse(text)) as never),
  };
  const emit = () => {};
  const connection: ConnectionContext = {
    player: {
      ...player,
      ask: (action, params, { resolve, reject }) => void player.request(action, params).then(resolve, reject),
      tell: () => {},
    },
    clock: systemClock,
    emit,
    diagnostics: silentDiagnostics,
    disk: Deno,
    isOutputFull: () => false,
    outputRead: () => Promise.resolve(),
    startTimeoutMs: 15_000,
    logDirectory: "/nonexistent",
    apis: {
      operations: allOperationTable,
      plugins: new PluginRegistry(() => false),
      version: "0.0.0",
      playerVersion: () => undefined,
    },
    part: (part) => part.createState(connection),
  };
  const state = allNamespaces.find((each) => name.startsWith(`${each.name}.`))?.createState(connection);
  const { signal } = new AbortController();
  const call = { panel: "p1", player, signal, cancelSignal: signal, clock: systemClock, emit, state };
  return async () =>
    JSON.stringify(await runOperation(operation, params, { ...call, answered: Promise.resolve() }));
}
