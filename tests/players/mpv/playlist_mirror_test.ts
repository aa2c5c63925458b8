import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Place, placeAfter } from "../../../players/model/places.ts";
import { Playlists } from "../../../players/model/playlists.ts";
import { SignalSender } from "../../../players/model/signal_sender.ts";
import { slice } from "../../../players/model/tracks.ts";
import { handleOf, type MpvEntry, PlaylistMirror } from "../../../players/mpv/playlist_mirror.ts";
import { setDeadline } from "../../support/deadline.ts";

setDeadline(120_000);

const entry = (id: number): MpvEntry => ({ id, filename: `/${id}` });

Deno.test("every change of mpv's playlist is mirrored, and entries that did not move keep their places", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 12 });
  fc.assert(fc.property(fc.array(ids, { maxLength: 8 }), (looks) => {
    const playlists = new Playlists([{ name: "mpv" }], new SignalSender());
    const own = new PlaylistMirror(playlists, playlists.at(0));
    let places: { id: number; place: Place | null }[] = [];
    playlists.observe({
      playlistChanged(change) {
        places = places.map(({ id, place }) => ({ id, place: place && placeAfter(place, change) }));
      },
    });
    for (const look of looks) {
      const before = own.ids;
      places = before.map((id, item) => ({ id, place: { playlist: playlists.at(0), item } }));
      own.update(look.map(entry), ({ filename }) => handleOf(filename, "/"));
      assertEquals(slice(playlists.at(0).tracks).map(({ path }) => path), look.map((id) => `/${id}`));
      assertEquals(own.ids, look);
      for (const { id, place } of places) if (place) assertEquals(look[place.item], id);
      const stayed = before.filter((id) => look.includes(id));
      const inOrder = stayed.every((id, at) =>
        at === 0 || look.indexOf(stayed[at - 1] ?? 0) < look.indexOf(id)
      );
      // Unless entries moved, the remaining ones keep their places.
      if (inOrder) assertEquals(places.filter(({ place }) => place).map(({ id }) => id), stayed);
    }
  }));
});

Deno.test("a relative name in mpv's playlist is relative to mpv's working directory", () => {
  assertEquals(handleOf("a b.wav", "/music").path, "/music/a b.wav");
  assertEquals(handleOf("/a.wav", "/music").path, "/a.wav");
  assertEquals(handleOf("http://h/a", "/music").path, "http://h/a");
});
