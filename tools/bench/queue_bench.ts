/** Compares `queue.get` with the bare JSON round trip of the player's result. */

import { compare } from "./compare.ts";

/** A result of `player.queue.get`, as JSON. */
function queueOf(size: number, extra: object = {}): string {
  const entries = Array.from({ length: size }, (_, item) => {
    const path = `D:\\Music\\Artist ${item % 100}\\Album ${item % 1000}\\${item % 20} Title ${item}.flac`;
    return {
      path,
      absolutePath: path,
      subsong: 0,
      fileSize: 30_000_000 + item,
      title: `Title ${item}`,
      artist: `Artist ${item % 100}`,
      album: `Album ${item % 1000}`,
      albumArtist: `Artist ${item % 100}`,
      genre: "Jazz",
      date: `${1950 + item % 70}`,
      trackNumber: item % 20,
      discNumber: 1,
      duration: 180 + item / 7,
      bitrate: 900 + item % 100,
      sampleRate: 44_100,
      channels: 2,
      codec: "FLAC",
      // Without a place in a playlist the operation needs one native action only.
      playlist: null,
      item: null,
      ...extra,
    };
  });
  return JSON.stringify({ entries });
}

const operation = "queue.get";
await compare({ title: "queue.get of 10 entries", operation, answer: queueOf(10), repeat: 500 });
await compare({ title: "queue.get of 10,000 entries", operation, answer: queueOf(10_000), repeat: 1 });
await compare({
  title: "queue.get of 10,000 entries, an unknown member each",
  operation,
  answer: queueOf(10_000, { rating: 5 }),
  repeat: 1,
});
