/** Namespace `jitQueue`: a just-in-time queue over a shadow playlist (specification, "jitQueue"; docs/jit_queue.md). */

import * as v from "valibot";
import { index } from "../../host_stdio/api/shapes.ts";
import { isPathTooLong, parseTrackHandle, urlTooLong } from "../../limits/paths.ts";
import type { Context } from "../core/context.ts";
import { described } from "../core/documented_schema.ts";
import { defineNamespace } from "../core/namespace.ts";
import { defineOperation, Failure, noParams } from "../core/operation.ts";
import {
  boolean,
  checkParams,
  integer,
  mustBe,
  optional,
  params,
  type RawParams,
  requiredString,
  string,
  uncheckedParams,
  withDefault,
} from "../core/params.ts";
import { JitQueue } from "./runner.ts";
import { jitErrors, jitQueueEvents, type Request, stateNames, type Track } from "./session.ts";

/** The largest number of usable entries in one `jitQueue.preloadBatch` (specification, "Limits"). */
export const MAX_PRELOAD_ENTRIES = 10000;

export const batchTooLarge = `Batch exceeds maximum size (${MAX_PRELOAD_ENTRIES})`;
const emptyBatch = "Empty URL list";

const indexOrNone = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));
const done = () => v.strictObject({ success: v.literal(true) });
const bufferSize = described(index, "How many tracks the shadow playlist has from the current one on.");

const { noSession, otherPanel, shadowRemoved, superseded, supersededByBatch, unresolved } = jitErrors;
const { error, listExhausted, needNext, preloadComplete, trackChanged } = jitQueueEvents;

const additionErrors = [noSession, otherPanel, superseded, supersededByBatch, shadowRemoved];

const plays = ["player.playlist.list", "player.playlist.append", "player.playback.play"] as const;

/** Makes the handler of an operation from the request that its parameters make. */
function requests<Params>(requestOf: (given: Params, panel: string | undefined) => Request) {
  return (given: Params, context: Context<JitQueue>): Promise<never> =>
    context.state.call(requestOf(given, context.panel), context);
}

const trackParams = () =>
  params({
    trackId: described(requiredString("trackId is required"), "The page's own name for the track."),
    url: described(
      v.pipe(requiredString("url is required"), v.check((url) => !isPathTooLong(url), urlTooLong)),
      "A stream's URL or a file's path, with or without `|subsong:N`.",
    ),
    title: described(optional(string), "The title for display; empty by default."),
  });

type TrackParams = v.InferOutput<ReturnType<typeof trackParams>>;

/** Makes a track from the parameters of a call. A malformed subsong suffix is cut off. */
function givenTrack({ trackId, url, title = "" }: TrackParams, panel: string | undefined): Track {
  const { path, subsong } = parseTrackHandle(url);
  return { trackId, title, text: path, handle: { path, subsong }, panel, isResolved: false };
}

const playNow = defineOperation({
  name: "jitQueue.playNow",
  description: "Starts or restarts a session with one track, which plays as soon as it is resolved.",
  needs: ["player.media.resolve", ...plays],
  params: trackParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      trackId: v.string(),
      shadowPlaylist: described(indexOrNone, "The shadow playlist's index."),
    }),
  errors: [urlTooLong, superseded, supersededByBatch, noSession],
  events: [trackChanged, needNext, error],
  handle: requests((given, panel) => ({ kind: "playNow", tracks: [givenTrack(given, panel)] })),
});

const enqueueNext = defineOperation({
  name: "jitQueue.enqueueNext",
  description: "Buffers the track after the current one, replacing an already buffered track.",
  needs: ["player.media.resolve", ...plays],
  params: trackParams,
  result: () => v.strictObject({ success: v.literal(true), trackId: v.string(), bufferSize }),
  errors: [urlTooLong, unresolved, ...additionErrors],
  events: [trackChanged, needNext, error],
  handle: requests((given, panel) => ({ kind: "enqueueNext", tracks: [givenTrack(given, panel)] })),
});

const skip = defineOperation({
  name: "jitQueue.skip",
  description: "Plays the next track.",
  needs: [...plays, "player.playback.next"],
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      currentTrackId: described(v.string(), "The track before the switch."),
    }),
  errors: [noSession],
  events: [trackChanged, needNext, listExhausted],
  handle: requests(() => ({ kind: "skip" })),
});

const stop = defineOperation({
  name: "jitQueue.stop",
  description: "Stops playback and ends the session; by default also empties the shadow playlist.",
  needs: ["player.playback.stop"],
  params: () =>
    params({
      clearBuffer: described(withDefault(boolean, true), "Whether the shadow playlist is emptied as well."),
    }),
  result: done,
  handle: requests(({ clearBuffer }) => ({ kind: "end", stops: true, clears: clearBuffer })),
});

const clear = defineOperation({
  name: "jitQueue.clear",
  description: "Empties the shadow playlist and ends the session; playback continues.",
  params: noParams,
  result: done,
  handle: requests(() => ({ kind: "end", stops: false, clears: true })),
});

const notifyEmpty = defineOperation({
  name: "jitQueue.notifyEmpty",
  description: "Reports that the page has no further tracks.",
  params: noParams,
  result: done,
  events: [listExhausted],
  handle: requests(() => ({ kind: "notifyEmpty" })),
});

const getState = defineOperation({
  name: "jitQueue.getState",
  description: "Returns the session's state, its current and next track and the number of buffered tracks.",
  params: noParams,
  result: () =>
    v.strictObject({
      state: v.picklist(stateNames),
      isActive: described(v.boolean(), "Whether the state is not `Idle`."),
      currentTrackId: described(v.string(), "Empty without a track."),
      nextTrackId: described(v.string(), "Empty without a track."),
      bufferSize,
      shadowPlaylist: described(indexOrNone, "The shadow playlist's index; -1 without a shadow playlist."),
    }),
  failure: "error",
  handle: (_params, { state: jitQueue }: Context<JitQueue>) => jitQueue.state,
});

/** The options of a batch of that many tracks. */
const batchOptions = (count = Infinity) =>
  params({
    startIndex: described(
      v.pipe(withDefault(integer, 0), v.check((at) => at >= 0 && at < count, "startIndex out of range")),
      "Which of the tracks is played, counted without dropped entries.",
    ),
    replace: described(
      withDefault(boolean, true),
      "Whether the shadow playlist is emptied first; otherwise the tracks are appended.",
    ),
  });

/** Checks the parameters of `jitQueue.preloadBatch`: the limit first, then `urls`, `startIndex`, `replace`. */
function checkBatch(raw: unknown, panel: string | undefined): Request {
  const { urls } = raw as RawParams;
  const given: readonly unknown[] = Array.isArray(urls) ? urls : [];
  const isUsable = (entry: unknown): entry is string => typeof entry === "string" && entry !== "";
  const entries = given.filter(isUsable).filter((entry) => !isPathTooLong(entry));
  if (entries.length > MAX_PRELOAD_ENTRIES) throw new Failure(batchTooLarge, {});
  if (entries.length === 0) throw new Failure(emptyBatch);
  const { startIndex, replace } = checkParams(() => batchOptions(entries.length), raw);
  const tracks = entries.map((entry): Track => {
    const { path, subsong, malformed } = parseTrackHandle(entry);
    // A malformed suffix is part of the path.
    const text = malformed ? entry : path;
    return { trackId: entry, title: "", text, handle: { path: text, subsong }, panel, isResolved: true };
  });
  return { kind: "preloadBatch", tracks, startIndex, replace, invalidCount: given.length - entries.length };
}

const preloadBatch = defineOperation({
  name: "jitQueue.preloadBatch",
  description: "Adds many tracks to the shadow playlist at once, and plays one of them or only appends them.",
  needs: plays,
  params: () =>
    uncheckedParams(params({
      // Only for documents and clients: entries that are not strings are counted, not refused.
      urls: described(
        v.array(v.string(mustBe.string), mustBe.array),
        `URLs or paths, with or without \`|subsong:N\`; at most ${MAX_PRELOAD_ENTRIES} that are usable. Others are dropped.`,
      ),
      ...batchOptions().entries,
    })),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      tracksAdded: index,
      invalidCount: described(
        v.exactOptional(v.pipe(index, v.minValue(1))),
        "How many were dropped, if any.",
      ),
    }),
  failureFields: () => ({
    tracksAdded: described(v.exactOptional(v.literal(0)), "On every failure except a batch over the limit."),
  }),
  errors: [batchTooLarge, emptyBatch, ...additionErrors],
  failureDefaults: { tracksAdded: 0 },
  events: [preloadComplete, trackChanged, needNext, error],
  handle: requests(checkBatch),
});

export const jitQueue = defineNamespace({
  name: "jitQueue",
  operations: [playNow, enqueueNext, skip, stop, clear, notifyEmpty, getState, preloadBatch],
  events: Object.values(jitQueueEvents),
  createState: (connection) => new JitQueue(connection),
  listeners: (jitQueue) => jitQueue,
});
