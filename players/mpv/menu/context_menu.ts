import { command, labelOf, type MenuRow, type MenuSubject, separator, submenu } from "../../model/menu.ts";
import type { Place } from "../../model/places.ts";
import type { Playlist } from "../../model/playlists.ts";
import { slice } from "../../model/tracks.ts";
import { type MenuParts, nameGuid } from "./parts.ts";

/**
 * Builds the context menu of some tracks for the player's current state. mpv 0.35 has no context menu of its
 * own.
 */
export async function contextMenu(subject: MenuSubject, parts: MenuParts): Promise<MenuRow[]> {
  const { playlists, playback, queue, clipboard, tracks } = parts;
  const some = subject.tracks.length > 0;
  const places = placesOf(subject);
  const guid = (name: string): Promise<string> => nameGuid(`context/${name}`);
  const newPlaylist = async (): Promise<Playlist> => {
    const handles = slice(subject.tracks);
    const playlist = playlists.insertFromMenu("From the context menu");
    await parts.append(playlist, handles);
    return playlist;
  };
  const sendTo = await guid("sendTo");
  return [
    command("&Play", await guid("play"), {
      enabled: some,
      run: async () => {
        const place = subject.placeOf(0) ?? { playlist: await newPlaylist(), item: 0 };
        await playback.playPlace(place);
      },
    }),
    submenu("Playback &queue", [
      command("&Add to playback queue", await guid("queue"), {
        enabled: places.length > 0,
        run: () => {
          queue.add(places);
          playback.arrange();
        },
      }),
      command("&Flush playback queue", await guid("flush"), {
        enabled: queue.entries.length > 0,
        run: () => {
          queue.clear();
          playback.arrange();
        },
      }),
    ]),
    submenu("Sen&d to", [
      command("&New playlist", sendTo, {
        subGuid: await guid("sendTo/new"),
        enabled: some,
        run: async () => void await newPlaylist(),
      }),
      separator,
      ...await Promise.all(
        playlists.all.map(async (playlist) =>
          command(labelOf(playlist.name), sendTo, {
            subGuid: await guid(`sendTo/${playlist.serial}`),
            enabled: some && playlist.lock === null,
            run: () => parts.append(playlist, slice(subject.tracks)),
          })
        ),
      ),
    ]),
    separator,
    command("&Copy names", await guid("copyNames"), {
      enabled: some,
      run: () => {
        const names = slice(subject.tracks).map((handle) => {
          const { artist, title } = tracks.describe(handle);
          return artist ? `${artist} - ${title}` : title;
        });
        return clipboard["player.clipboard.write"](
          { formats: [{ format: "text", data: names.join("\n") }] },
          undefined,
        );
      },
    }),
    command("Re&move", await guid("remove"), {
      enabled: places.length > 0 && places.every(({ playlist }) => playlist.lock === null),
      run: async () => {
        // From the end, so that the other indices stay valid.
        for (const { playlist, item } of places.toSorted((a, b) => b.item - a.item)) {
          await parts.remove(playlist, item, 1);
        }
      },
    }),
  ];
}

function placesOf({ tracks, placeOf }: MenuSubject): Place[] {
  return Array.from({ length: tracks.length }, (_track, index) => placeOf(index)).flatMap((place) =>
    place ?? []
  );
}
