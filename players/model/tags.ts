import type { ActionAnswer } from "../../host_stdio/api/native_actions.ts";
import type { Track } from "../../host_stdio/api/shapes.ts";

/** What `player.media.tags` answers for a track. */
export type TaggedTrack = ActionAnswer<"player.media.tags">["tracks"][number];

/** Returns a track with its tags, for a player that knows no others than those of a track. */
export function taggedTrack(track: Track | null): TaggedTrack {
  if (!track) return null;
  const known: readonly (readonly [string, string | number])[] = [
    ["TITLE", track.title],
    ["ARTIST", track.artist],
    ["ALBUM", track.album],
    ["ALBUM ARTIST", track.albumArtist],
    ["GENRE", track.genre],
    ["DATE", track.date],
    ["TRACKNUMBER", track.trackNumber],
    ["DISCNUMBER", track.discNumber],
  ];
  return {
    track,
    tags: known.filter(([, value]) => value).map(([name, value]) => ({ name, values: [String(value)] })),
  };
}
