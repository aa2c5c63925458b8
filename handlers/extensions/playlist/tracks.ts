/** The tracks of playlists: read in pages. */

import { MAX_TRACK_PAGE } from "../../../host_stdio/api/extension_messages.ts";
import type { ActionAnswer } from "../../../host_stdio/api/native_actions.ts";
import type { Handle } from "../../../host_stdio/api/shapes.ts";
import { badAnswer, type Player } from "../../../host_stdio/player.ts";
import { Failure } from "../../core/operation.ts";
import {
  createdPlaylist,
  type ListedPlaylist,
  playlistAnswer,
  type PlaylistList,
} from "../../core/playlists.ts";
import { appendTracks } from "../shared/playlist_changes.ts";
import { MAX_PLAYLIST_SIZE, tooLarge } from "./events.ts";

/** How many pages are requested at once. */
const PAGES_AT_ONCE = 5;

const ITEMS = "player.playlist.items";

/** A page of a playlist's tracks. */
type TrackPage = ActionAnswer<typeof ITEMS>;

/**
 * Reads tracks of a playlist.
 *
 * @param start The index of the first one.
 * @param end The index after the last one.
 * @returns The pages in order, several of them requested at once. All have the same total.
 * @throws {Failure} When the playlist was removed.
 * @throws {NativeActionError} When the player fails, or a page has more or fewer tracks than it should.
 */
export async function* trackPages(
  player: Player,
  { id }: Pick<ListedPlaylist, "id">,
  start: number,
  end: number,
): AsyncGenerator<TrackPage> {
  let total: number | undefined;
  const read = async (from: number): Promise<TrackPage> => {
    const count = Math.min(MAX_TRACK_PAGE, end - from);
    const page = await playlistAnswer(player.request(ITEMS, { playlist: id, start: from, count }));
    total ??= page.total;
    if (page.total !== total) throw badAnswer(ITEMS, "another total than before");
    if (page.tracks.length > count) throw badAnswer(ITEMS, "more tracks than it was asked for");
    if (page.tracks.length !== Math.max(Math.min(count, total - from), 0)) {
      throw badAnswer(ITEMS, "tracks that do not fit its total");
    }
    return page;
  };
  for (let group = start; group < end; group += PAGES_AT_ONCE * MAX_TRACK_PAGE) {
    const groupEnd = Math.min(group + PAGES_AT_ONCE * MAX_TRACK_PAGE, end);
    const pages: Promise<TrackPage>[] = [];
    for (let from = group; from < groupEnd; from += MAX_TRACK_PAGE) pages.push(read(from));
    yield* await Promise.all(pages);
  }
}

/**
 * Reads all tracks of a playlist.
 *
 * @throws {Failure} When the playlist was removed.
 * @throws {NativeActionError} When the player fails, or the playlist has changed since it was listed.
 */
export async function* allPages(player: Player, playlist: ListedPlaylist): AsyncGenerator<TrackPage> {
  for await (const page of trackPages(player, playlist, 0, playlist.count)) {
    if (page.total !== playlist.count) throw badAnswer(ITEMS, "another total than player.playlist.list");
    yield page;
  }
}

/** Throws a {@linkcode Failure} when a playlist is too long to rearrange or copy. */
export function requireMovable({ count }: ListedPlaylist): void {
  if (count > MAX_PLAYLIST_SIZE) throw new Failure(tooLarge);
}

/** A playlist to create. */
interface NewPlaylist {
  readonly name: string;
  /** Its index; at the end when left out. */
  readonly index?: number;
  readonly handles: readonly Handle[];
}

/**
 * Creates a playlist with tracks, and deletes it again when they cannot be added.
 *
 * @param list The playlists before the creation.
 * @returns How many tracks were added.
 * @throws {NativeActionError} When the player fails.
 */
export async function createFilled(
  player: Player,
  list: PlaylistList,
  { name, index, handles }: NewPlaylist,
): Promise<number> {
  const playlist = await createdPlaylist(player, name, list, index);
  try {
    return (await appendTracks(player, playlist, handles)).count;
  } catch (error) {
    // The first error is the one to report.
    await player.request("player.playlist.delete", { playlist }).catch(() => {});
    throw error;
  }
}
