/**
 * Extension `playlist`: the playlists and their items (theme-namespaces.md, "playlist").
 *
 * @module
 */

import { defineNamespace } from "../../core/namespace.ts";
import { definePlayPaths } from "../core/play_paths.ts";
import { addPathsAsync, replaceAllAndPlay } from "./add_paths.ts";
import { createAutoplaylist } from "./autoplaylist.ts";
import { clear, getTracks, playTrack, removeTracks } from "./items.ts";
import { create, duplicate, getActive, getAll, remove, rename, setActive } from "./lists.ts";
import { moveTracks, reverse, shuffle, sort } from "./order.ts";
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
    playTrack,
    definePlayPaths("playlist.playPaths", ({ changes }: PlaylistState) => changes, [
      "playlist:created",
      "playlist:activated",
      "playlist:itemsAdded",
      "playlist:itemsRemoved",
    ]),
    replaceAllAndPlay,
    createAutoplaylist,
  ],
  createState: (connection) => new PlaylistState(connection),
});
