/** The operations of `library` that show the library as folders. */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, noParams, succeeded } from "../../core/operation.ts";
import { boolean, params, requiredString, string, withDefault } from "../../core/params.ts";
import { listedTrack, toListedTrack } from "../shared/page_track.ts";
import { childId, type Folder, folderAt, folderOf } from "./folders.ts";
import { type LibraryState, MAX_TRACKS } from "./state.ts";

const needs = ["player.library.tracks"] as const;

const notFound = "Folder not found";

const fromCache = described(v.boolean(), "Whether the library was already loaded.");

const rootSchema = () =>
  v.strictObject({
    id: described(v.string(), "The `rootId` of library.browseTree."),
    displayName: v.string(),
    rawPath: described(v.string(), "The same as `absolutePath`."),
    absolutePath: v.string(),
    trackCount: described(index, "How many tracks lie in it and below."),
  });

function rootOf({ name, absolutePath, trackCount }: Folder): v.InferOutput<ReturnType<typeof rootSchema>> {
  return { id: absolutePath, displayName: name, rawPath: absolutePath, absolutePath, trackCount };
}

const nodeSchema = () =>
  v.strictObject({
    id: described(v.string(), "Unique among all folders."),
    rootId: v.string(),
    pathId: described(v.string(), "The `pathId` of library.browseTree."),
    parentPathId: described(v.string(), "That of the folder above; empty for the root."),
    name: v.string(),
    displayName: described(v.string(), "The same as `name`."),
    rawPath: described(v.string(), "The same as `absolutePath`."),
    absolutePath: v.string(),
    relativePath: described(v.string(), "The path below the root."),
    depth: described(index, "1 for a folder in the root."),
    trackCount: described(index, "How many tracks lie in it and below."),
    childDirectoryCount: described(index, "How many folders lie in it."),
    hasChildren: described(v.boolean(), "Whether a folder lies in it."),
  });

const getRoots = defineOperation({
  name: "library.getRoots",
  description: "Returns the folders in which the media library lies.",
  needs,
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      enabled: described(v.boolean(), "Whether the player has a library."),
      roots: v.array(rootSchema()),
      total: described(index, "How many folders there are."),
      indexedTracks: described(index, "How many tracks lie in them."),
      skippedTracks: described(index, "How many tracks have no absolute path."),
      fromCache,
    }),
  handle: async (_params, { state }: Context<LibraryState>) => {
    const isCached = state.library.isLoaded;
    const { enabled, tracks, views } = await state.load();
    const { roots, skipped } = await views.folders();
    return succeeded({
      enabled,
      roots: roots.map(rootOf),
      total: roots.length,
      indexedTracks: tracks.length - skipped,
      skippedTracks: skipped,
      fromCache: isCached,
    });
  },
});

const browseTree = defineOperation({
  name: "library.browseTree",
  description: "Returns the folders in a folder of the media library, and its tracks if wanted.",
  needs,
  params: () =>
    params({
      rootId: described(
        requiredString("rootId is required"),
        "The `id` of a folder of library.getRoots.",
      ),
      pathId: described(
        withDefault(string, ""),
        "The `pathId` of a folder below it; empty for the root itself.",
      ),
      includeFiles: described(withDefault(boolean, false), "Whether the tracks in the folder are answered."),
      recursiveFiles: described(withDefault(boolean, false), "Whether those below it are answered too."),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      root: rootSchema(),
      pathId: v.string(),
      absolutePath: v.string(),
      directories: v.array(nodeSchema()),
      files: described(v.array(listedTrack()), `At most ${MAX_TRACKS}; empty without \`includeFiles\`.`),
      fromCache,
    }),
  errors: [notFound],
  handle: async ({ rootId, pathId, includeFiles, recursiveFiles }, context: Context<LibraryState>) => {
    const { state } = context;
    const isCached = state.library.isLoaded;
    const { views } = await state.load();
    const { roots } = await views.folders();
    const root = roots.find(({ absolutePath }) => absolutePath === rootId);
    const folder = root && folderAt(root, pathId);
    if (!folder) throw new Failure(notFound, undefined, "NOT_FOUND");
    const depth = pathId === "" ? 0 : pathId.split("/").length;
    return await state.answers.build(context, () => {
      const directories = [...folder.folders.values()].map((each) => {
        const id = childId(pathId, each.name);
        return {
          id: `${rootId}|${id}`,
          rootId,
          pathId: id,
          parentPathId: pathId,
          name: each.name,
          displayName: each.name,
          rawPath: each.absolutePath,
          absolutePath: each.absolutePath,
          relativePath: each.absolutePath.slice(root.absolutePath.length).replace(/^[\\/]/, ""),
          depth: depth + 1,
          trackCount: each.trackCount,
          childDirectoryCount: each.folders.size,
          hasChildren: each.folders.size > 0,
        };
      });
      const tracks = recursiveFiles ? folder.allTracks(MAX_TRACKS) : folder.tracks.slice(0, MAX_TRACKS);
      return succeeded({
        root: rootOf(root),
        pathId,
        absolutePath: folder.absolutePath,
        directories,
        files: includeFiles ? tracks.map(toListedTrack) : [],
        fromCache: isCached,
      });
    });
  },
});

const browseDirectory = defineOperation({
  name: "library.browseDirectory",
  description: "Returns the folders in a folder of the media library and its tracks, by its path.",
  needs,
  params: () =>
    params({
      path: described(
        withDefault(string, ""),
        "An absolute path; empty for the folders of library.getRoots.",
      ),
      includeFiles: described(withDefault(boolean, true), "Whether the tracks in the folder are answered."),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      directories: described(v.array(v.string()), "Absolute paths."),
      items: described(v.array(v.string()), "The same as `directories`."),
      files: described(v.array(listedTrack()), `At most ${MAX_TRACKS}; empty without \`includeFiles\`.`),
    }),
  errors: [notFound],
  handle: async ({ path, includeFiles }, context: Context<LibraryState>) => {
    const { roots } = await (await context.state.load()).views.folders();
    const folder = folderOf(roots, path);
    if (path !== "" && !folder) throw new Failure(notFound, undefined, "NOT_FOUND");
    return await context.state.answers.build(context, () => {
      const directories = [...folder?.folders.values() ?? roots].map(({ absolutePath }) => absolutePath);
      const tracks = includeFiles ? folder?.tracks.slice(0, MAX_TRACKS) ?? [] : [];
      return succeeded({ directories, items: directories, files: tracks.map(toListedTrack) });
    });
  },
});

export const browseOperations = [getRoots, browseTree, browseDirectory] as const;
