import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { groupTracks } from "../../../handlers/extensions/library/views.ts";
import { Slices } from "../../../handlers/extensions/shared/long_work.ts";
import type { LibraryTrack } from "../../../handlers/extensions/shared/media_library.ts";
import { unknownTrack } from "../../../host_stdio/api/shapes.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";

const name = fc.constantFrom("", "a", "A", "1", "1 a", "__proto__");

const tracks: fc.Arbitrary<LibraryTrack[]> = fc.array(
  fc.record({
    album: name,
    artist: name,
    albumArtist: name,
    genre: name,
    date: name,
    discNumber: fc.constantFrom(0, 1, 2, 3, 1.5),
    // Tenths, because their binary sums are inexact.
    duration: fc.nat(99).map((tenths) => tenths / 10),
    fileSize: fc.option(fc.nat(9)),
  }).map((track) => ({
    ...unknownTrack({ path: "/m", subsong: 0 }),
    ...track,
    added: undefined,
    modified: undefined,
  })),
);

/** Groups the items by a key. Omits items whose key is empty. */
function by<Item>(items: readonly Item[], key: (item: Item) => string): Item[][] {
  return [...Map.groupBy(items.filter((item) => key(item) !== ""), key).values()];
}

function sum(numbers: readonly (number | null)[]): number {
  return numbers.reduce((total: number, number) => total + (number ?? 0), 0);
}

function firstOf(texts: readonly string[]): string {
  return texts.find((text) => text !== "") ?? "";
}

const albumArtist = (track: LibraryTrack) => track.albumArtist || track.artist;
const albumKey = (track: LibraryTrack) =>
  track.album === "" ? "" : JSON.stringify([track.album, albumArtist(track)]);
const distinct = (values: readonly unknown[]) => new Set(values).size;

Deno.test("groupTracks finds the albums, artists, genres and sums of any tracks", async () => {
  await fc.assert(fc.asyncProperty(tracks, async (tracks) => {
    const durations = (part: readonly LibraryTrack[]) =>
      sum(part.map(({ duration }) => Math.round(duration * 10))) / 10;
    assertEquals(await groupTracks(tracks, new Slices(new ManualClock(), new AbortController().signal)), {
      albums: by(tracks, albumKey).map((part) => ({
        name: part[0]?.album ?? "",
        artist: part[0] ? albumArtist(part[0]) : "",
        albumArtist: firstOf(part.map((track) => track.albumArtist)),
        trackCount: part.length,
        discCount: Math.max(1, distinct(part.map((track) => track.discNumber).filter((disc) => disc > 0))),
        duration: durations(part),
        year: firstOf(part.map((track) => track.date)),
        genre: firstOf(part.map((track) => track.genre)),
        label: "",
        firstTrackPath: "/m",
        firstTrackAbsolutePath: "/m",
      })),
      artists: by(tracks, ({ artist }) => artist).map((part) => ({
        name: part[0]?.artist ?? "",
        albumCount: distinct(part.map(albumKey).filter((key) => key !== "")),
        trackCount: part.length,
        totalDuration: durations(part),
        duration: durations(part),
      })),
      genres: by(tracks, ({ genre }) => genre).map((part) => ({
        name: part[0]?.genre ?? "",
        trackCount: part.length,
      })),
      totalDuration: durations(tracks),
      totalSize: sum(tracks.map(({ fileSize }) => fileSize)),
    });
  }));
});
