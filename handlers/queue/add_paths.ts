/**
 * `queue.addPaths` (specification, "queue").
 *
 * @module
 */

import * as v from "valibot";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { badAnswer } from "../../host_stdio/native_answer.ts";
import { CancelledError, NativeActionError } from "../../host_stdio/player.ts";
import { type Handle, index } from "../../host_stdio/shapes.ts";
import { described, documentedAs } from "../documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../operation.ts";
import { boolean, integer, mustBe, optional, withDefault } from "../params.ts";
import { isAbsent, selectiveParams } from "../selective_params.ts";
import { addedEntries } from "./player_queue.ts";
import type { HeldPlaylist, QueueTurn } from "./queue_turns.ts";
import { resolvePaths } from "./resolve_paths.ts";
import {
  findTarget,
  invalidPlaylist,
  lockedPlaylist,
  noActivePlaylist,
  QUEUE_PLAYLIST_NAME,
} from "./target_playlist.ts";

const noPaths = "No paths specified";
const noTracks = "No valid tracks found";

/** `queue.addPaths`: adds files to a playlist and queues them. */
export const addPaths = defineOperation({
  name: "queue.addPaths",
  description: "Queues tracks by file path, adding them to a playlist first.",
  params: selectiveParams({
    paths: described(
      documentedAs(
        v.pipe(
          v.array(v.unknown(), ({ input }) => isAbsent(input) ? noPaths : mustBe.array),
          v.nonEmpty(noPaths),
        ),
        v.pipe(v.array(v.string()), v.nonEmpty()),
      ),
      "File paths, with or without `|subsong:N`. Those that are unusable or yield nothing are counted.",
    ),
    useQueuePlaylist: described(
      withDefault(boolean, true),
      `Whether the tracks are added to the playlist \`${QUEUE_PLAYLIST_NAME}\`, which is created if needed.`,
    ),
    playlist: described(
      optional(integer),
      "The index of the playlist to add to, used only when `useQueuePlaylist` is false; the active one when left out.",
    ),
  }, ({ useQueuePlaylist }) => useQueuePlaylist === false ? undefined : "playlist"),
  result: v.strictObject({
    success: v.literal(true),
    addedCount: described(index, "How many entries were queued."),
    invalidCount: described(index, "How many of the paths are unusable or have yielded nothing."),
    playlist: described(index, "The index of the playlist that the tracks were added to."),
    queueCount: described(index, "How many entries are queued now."),
  }),
  failureFields: {
    invalidCount: described(v.optional(index), "When nothing was found."),
    isLocked: described(v.optional(v.literal(true)), "When the playlist is locked."),
    playlist: described(v.optional(index), "The index of the locked playlist."),
  },
  errors: [noPaths, noActivePlaylist, invalidPlaylist, lockedPlaylist, noTracks],
  handle: ({ paths, ...choice }, context) =>
    context.services.queueTurns.run(context, async (turn) => {
      const { player, signal } = context;
      const found = findTarget(await player.request("player.playlist.list", {}), choice);
      const target = found === undefined ? undefined : turn.hold(found);
      const { handles, invalidCount } = await resolvePaths(player, paths);
      if (handles.length === 0) throw new Failure(noTracks, { invalidCount });
      // The last moment at which a cancelled call leaves no trace.
      if (signal.aborted) throw new CancelledError();

      const held = await existing(turn, target, choice.useQueuePlaylist);
      const appended = await append(turn, held, handles);
      const { addedCount, queueCount } = await enqueue(turn, held, appended);
      // Its place as it is now; when it has just been removed, the entries stay queued and this is where it was.
      const playlist = held.index ?? appended.playlist;
      return succeeded({ addedCount, invalidCount, playlist, queueCount });
    }),
});

/** Items that were appended to a playlist: `count` from `start` on. */
interface AppendedItems {
  readonly playlist: number;
  readonly start: number;
  readonly count: number;
}

/** The playlist to add to: the dedicated one is created when it does not exist, or exists no longer. */
async function existing(
  turn: QueueTurn,
  target: HeldPlaylist | undefined,
  isDedicated: boolean,
): Promise<HeldPlaylist> {
  if (target?.index !== undefined) return target;
  if (!isDedicated) throw new Failure(invalidPlaylist);
  const { index } = await turn.player.request("player.playlist.create", { name: QUEUE_PLAYLIST_NAME });
  return turn.hold(index);
}

async function append(turn: QueueTurn, { index }: HeldPlaylist, handles: Handle[]): Promise<AppendedItems> {
  if (index === undefined) throw new Failure(invalidPlaylist);
  const { start, count } = await turn.player.request("player.playlist.append", { playlist: index, handles });
  if (count === 0) throw badAnswer("player.playlist.append", "that it added nothing");
  // Further items would be somebody else's.
  if (count > handles.length) throw badAnswer("player.playlist.append", "more items than it was given");
  if (!Number.isSafeInteger(start + count)) {
    throw badAnswer("player.playlist.append", "a start beyond any playlist");
  }
  return { playlist: index, start, count };
}

/** Queues what was appended; when that fails, the items are taken out of the playlist again. */
async function enqueue(
  turn: QueueTurn,
  held: HeldPlaylist,
  appended: AppendedItems,
): Promise<{ addedCount: number; queueCount: number }> {
  let before: number | undefined;
  try {
    ({ count: before } = await turn.player.request("player.queue.count", {}));
    const { index } = held;
    if (index === undefined) throw new Failure(invalidPlaylist);
    const { start, count } = appended;
    const entries = Array.from({ length: count }, (_, offset) => ({ playlist: index, item: start + offset }));
    const { count: queueCount } = await turn.player.request("player.queue.append", { entries });
    const addedCount = addedEntries(before, queueCount, count);
    if (addedCount > 0) return { addedCount, queueCount };
    throw badAnswer("player.queue.append", "a count by which nothing was queued");
  } catch (error) {
    // A player that does not answer may still queue them, and is not asked for more.
    if (!isUnanswered(error)) await takeBack(turn, held, appended, before);
    throw error;
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof NativeActionError && error.code === rpcErrors.playerDidNotAnswer.code;
}

/**
 * Removes appended items. Only when the queue has not grown, so that no entry loses its origin, and only while they are
 * the last ones of the playlist: when the user has added or removed some meanwhile, there is no telling which are ours,
 * and a few items too many are better than lost ones.
 */
async function takeBack(
  turn: QueueTurn,
  held: HeldPlaylist,
  { start, count }: AppendedItems,
  before: number | undefined,
): Promise<void> {
  const kept = "tracks that queue.addPaths could not queue stay in a playlist";
  try {
    // A player that could not tell the count has not been asked to queue anything.
    const queueChanged = before !== undefined &&
      (await turn.player.request("player.queue.count", {})).count !== before;
    const { playlists } = await turn.player.request("player.playlist.list", {});
    const playlist = playlists.find(({ index }) => index === held.index);
    if (queueChanged || playlist?.count !== start + count) {
      turn.report("warning", `${kept}: the queue or the playlist has changed meanwhile`);
    } else {
      await turn.player.request("player.playlist.remove", { playlist: playlist.index, start, count });
    }
  } catch (error) {
    // The panel is told why nothing was queued, which is what it asked for; this comes on top.
    turn.report("warning", `${kept}: {error}`, { error });
  }
}
