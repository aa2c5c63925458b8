/** Extension `playlist`: the playlists and their items (extensions.md, "playlist"). */

import { defineNamespace } from "../../core/namespace.ts";
import { definePlayPaths } from "../shared/play_paths.ts";
import { addHandles, addPaths, addPathsAsync, insertTracks, replaceAllAndPlay } from "./add_paths.ts";
import { playlistEvents } from "./events.ts";
import { factOperations } from "./facts.ts";
import { clear, getTracks, playTrack, removeTracks } from "./items.ts";
import {
  create,
  createAutoplaylist,
  duplicate,
  getActive,
  getAll,
  remove,
  rename,
  setActive,
} from "./lists.ts";
import { moveTracks, reorderItems, reverse, shuffle, sort } from "./order.ts";
import { rowOperations } from "./rows.ts";
import { selectionOperations } from "./selection.ts";
import { PlaylistState } from "./state.ts";

export const playlist = defineNamespace({
  name: "playlist",
  operations: [
    getAll,
    getActive,
    setActive,
    getTracks,
    create,
    remove,
    rename,
    clear,
    duplicate,
    addPathsAsync,
    removeTracks,
    moveTracks,
    sort,
    shuffle,
    reverse,
    reorderItems,
    playTrack,
    definePlayPaths("playlist.playPaths", ({ changes }: PlaylistState) => changes, [
      playlistEvents.created,
      playlistEvents.activated,
      playlistEvents.itemsAdded,
      playlistEvents.itemsRemoved,
    ]),
    replaceAllAndPlay,
    createAutoplaylist,
    ...factOperations,
    addPaths,
    addHandles,
    insertTracks,
    ...rowOperations,
    ...selectionOperations,
  ],
  events: Object.values(playlistEvents),
  createState: (connection) => new PlaylistState(connection),
  listeners: (state) => state,
});
