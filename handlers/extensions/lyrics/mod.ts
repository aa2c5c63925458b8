/** Extension `lyrics`: the lyrics of a track (extensions.md, "window, ui, discovery, audio, lyrics"). */

import * as v from "valibot";
import type { Handle } from "../../../host_stdio/api/shapes.ts";
import type { Player } from "../../../host_stdio/player.ts";
import { formatTrackHandle } from "../../../limits/paths.ts";
import { described } from "../../core/documented_schema.ts";
import { defineNamespace, stateless } from "../../core/namespace.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { optional, params } from "../../core/params.ts";
import { authorizedHandle, mediaPath, pathDenied, pathOrPlaying } from "../shared/params.ts";

const notPlaying = "No track playing and no path specified";

const lyricsSources = ["embedded", "file", "unknown"] as const;

/** A line that begins with a time, as in `[03:25.10] text`. */
const TIMED_LINE = /^\[\d{2,}:\d{2}/m;

const get = defineOperation({
  name: "lyrics.get",
  description: "Returns the lyrics of a track, by default of the playing one.",
  needs: ["player.media.lyrics"],
  params: () =>
    params({
      path: described(
        optional(mediaPath),
        "A path or URL, with or without `|subsong:N`; the playing track when left out.",
      ),
    }),
  result: () =>
    v.variant("available", [
      v.strictObject({ success: v.literal(true), available: v.literal(false), path: v.string() }),
      v.strictObject({
        success: v.literal(true),
        available: v.literal(true),
        path: v.string(),
        lyrics: v.string(),
        source: described(
          v.picklist(lyricsSources),
          "Where they come from; `unknown` when the player does not tell.",
        ),
        synced: described(v.boolean(), "Whether a line begins with a time, `[mm:ss`."),
      }),
    ]),
  errors: [pathDenied, notPlaying],
  handle: async ({ path }, { player }) => {
    const { handle, name } = path === undefined
      ? await playing(player)
      : { handle: await authorizedHandle(player, path), name: path };
    const { text, source = "unknown" } = await player.request("player.media.lyrics", { handle });
    if (!text) return succeeded({ available: false, path: name });
    return succeeded({ available: true, path: name, lyrics: text, source, synced: TIMED_LINE.test(text) });
  },
});

const exists = defineOperation({
  name: "lyrics.exists",
  description: "Returns whether a track has lyrics, by default the playing one.",
  needs: ["player.media.lyrics"],
  params: () => params({ path: pathOrPlaying }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      exists: v.boolean(),
      sources: described(
        v.array(v.picklist(lyricsSources)),
        "Where they come from; empty without lyrics.",
      ),
    }),
  errors: [pathDenied, notPlaying],
  handle: async ({ path }, { player }) => {
    const handle = path === "" ? (await playing(player)).handle : await authorizedHandle(player, path);
    const { text, source = "unknown" } = await player.request("player.media.lyrics", { handle });
    const sources: (typeof lyricsSources)[number][] = text ? [source] : [];
    return succeeded({ exists: sources.length > 0, sources });
  },
});

/** The playing track and its full path. */
async function playing(player: Player): Promise<{ handle: Handle; name: string }> {
  const { track } = await player.request("player.playback.nowPlaying", {});
  if (!track) throw new Failure(notPlaying, undefined, "NO_ACTIVE_ITEM");
  const { path, absolutePath, subsong } = track;
  return { handle: { path, subsong }, name: formatTrackHandle({ path: absolutePath, subsong }) };
}

export const lyrics = defineNamespace({ name: "lyrics", operations: [get, exists], createState: stateless });
