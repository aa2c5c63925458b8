import type { PlaylistSeed } from "../model/playlists.ts";
import { joined, type TrackSequence } from "../model/tracks.ts";
import type { Library } from "./library/library.ts";
import { streamHosts } from "./library/streams.ts";

const LARGE = 10_000;
const albums = [
  "Harbour Lights/Tidewater",
  "The Paper Engines",
  "Sólveig Ægisdóttir",
  "青木灯",
  "Marble Arcade",
];
const favourites = ["Linden Quartet", "Снежный Экспресс", "ليلى النهر"];
const stations = [
  "http://radio.example:8000/live",
  "https://cdn.example/sessions/%E2%99%AB%20Night%20Bus.mp3",
  `https://${streamHosts.slow}/far-away.ogg`,
  `https://${streamHosts.broken}/gone.mp3`,
];

/** Returns the default playlists: albums, one locked by the user, a large one, streams, an empty one. */
export function usualPlaylists(library: Library): PlaylistSeed[] {
  return [
    { name: "Albums", tracks: joined(albums.map((folder) => library.folder(folder))) },
    { name: "Favourites", tracks: joined(favourites.map((folder) => library.folder(folder))), locked: true },
    { name: "Collection", tracks: beginning(library.collection) },
    { name: "Radio & Streams", tracks: stations.flatMap((url) => library.resolve(url)) },
    { name: "New Playlist" },
  ];
}

function beginning(tracks: TrackSequence): TrackSequence {
  return { length: Math.min(LARGE, tracks.length), at: (index) => tracks.at(index) };
}
