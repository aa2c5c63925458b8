/** Compares `playlist.getTracks` with the bare JSON round trip of the same tracks. */

import { compare } from "./compare.ts";

const tracks = Array.from({ length: 10_000 }, (_, item) => {
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
  };
});

const list = JSON.stringify({
  active: "a",
  playlists: [{ id: "a", name: "A", count: tracks.length, locked: false }],
});
const pages = new Map(
  [0, 2000, 4000, 6000, 8000].map((start) => [
    start,
    JSON.stringify({ total: tracks.length, tracks: tracks.slice(start, start + 2000) }),
  ]),
);

await compare({
  title: "playlist.getTracks of 10,000 tracks, as pages see them",
  operation: "playlist.getTracks",
  params: { count: 10_000 },
  // A page also gets the members fullPath, id and index.
  answer: JSON.stringify({
    tracks: tracks.map((track, index) => ({ ...track, fullPath: track.path, id: track.path, index })),
  }),
  answers: (action, params) =>
    action === "player.playlist.list" ? list : pages.get((params as { start: number }).start) ?? "",
  repeat: 1,
});
await compare({
  title: "playlist.getTracks of 10,000 tracks, as the player has them",
  operation: "playlist.getTracks",
  params: { count: 10_000 },
  answer: JSON.stringify({ tracks }),
  answers: (action, params) =>
    action === "player.playlist.list" ? list : pages.get((params as { start: number }).start) ?? "",
  repeat: 1,
});
