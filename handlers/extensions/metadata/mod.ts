/**
 * Extension `metadata`: all tags of tracks, and the namespace `titleformat`, whose patterns are evaluated with them
 * (extensions.md, "metadata and titleformat").
 */

import * as v from "valibot";
import { MAX_TAGGED } from "../../../host_stdio/api/extension_messages.ts";
import type { ActionAnswer } from "../../../host_stdio/api/native_actions.ts";
import { type Handle, index } from "../../../host_stdio/api/shapes.ts";
import { badAnswer, type Player } from "../../../host_stdio/player.ts";
import { formatTrackHandle, parseTrackHandle } from "../../../limits/paths.ts";
import { foldCase } from "../../../limits/unicode.ts";
import type { Context } from "../../core/context.ts";
import { described, documentedAs } from "../../core/documented_schema.ts";
import { defineNamespace } from "../../core/namespace.ts";
import {
  defineOperation,
  Failure,
  type FailureCode,
  failureCodes,
  noParams,
  succeeded,
} from "../../core/operation.ts";
import { isAbsent, mustBe, params, record, string, withDefault } from "../../core/params.ts";
import { refusedMedia } from "../../core/player_requests.ts";
import { LongAnswers } from "../shared/long_work.ts";
import { authorizedHandle, isUsablePath, mediaPath, pathDenied, pathOrPlaying } from "../shared/params.ts";
import { MAX_PATTERN_LENGTH, patternTooLong } from "../shared/patterns.ts";
import {
  budget,
  builtinFields,
  functionNames,
  invalidPattern,
  parseTitleFormat,
  type Subject,
  type TitleFormat,
  tooMuchWork,
} from "./title_format.ts";

const ACTION = "player.media.tags";
const extension = "metadata";

/** The maximum number of patterns in one call. */
const MAX_FIELDS = 64;

const notFound = "Track not found";
const notPlaying = "No track playing and no path specified";
const tooManyFields = `fields exceeds maximum length (${MAX_FIELDS})`;
const RATING = foldCase("rating");
const fieldsRequired = "fields is required";
const reservedField = "fields must not have the names success and path";

type Read = NonNullable<ActionAnswer<typeof ACTION>["tracks"][number]>;

/** What was read for a path, or why nothing was. */
type Entry =
  & { readonly path: string }
  & ({ readonly read: Read } | { readonly error: string; readonly code: FailureCode });

async function readHandles(player: Player, handles: Handle[]): Promise<(Read | null)[]> {
  if (handles.length === 0) return [];
  const { tracks } = await player.request(ACTION, { handles });
  if (tracks.length !== handles.length) throw badAnswer(ACTION, "another number of tracks than it was given");
  return tracks;
}

/** Reads one track. */
async function readOne(player: Player, handle: Handle): Promise<Read> {
  const [read] = await readHandles(player, [handle]);
  if (!read) throw new Failure(notFound, undefined, "NOT_FOUND");
  return read;
}

/** Reads the tracks of paths, each for itself. */
async function readAll(player: Player, paths: readonly unknown[]): Promise<Entry[]> {
  const usable = paths.filter(isUsablePath);
  const handles = usable.map(parseTrackHandle).map(({ path, subsong }) => ({ path, subsong }));
  const refused = await refusedMedia(player, handles.map(({ path }) => path));
  const read = await readHandles(player, handles.filter((_handle, at) => !refused.has(at)));
  let at = 0;
  return paths.map((path) => {
    if (!isUsablePath(path)) {
      // An object may have a `toString` that is no function.
      const text = typeof path === "object" ? "" : String(path);
      return { path: text, error: "invalid path", code: "INVALID_PARAMS" };
    }
    const reason = refused.get(at++);
    if (reason !== undefined) return { path, error: `path: ${reason}`, code: "PERMISSION_DENIED" };
    const found = read.shift();
    return found ? { path, read: found } : { path, error: notFound, code: "NOT_FOUND" };
  });
}

const info = v.strictObject({
  duration: described(v.number(), "In seconds."),
  bitrate: described(v.number(), "In kbit/s."),
  sampleRate: described(v.number(), "In Hz."),
  channels: v.number(),
  codec: v.string(),
});

const tagValues = v.record(v.string(), v.union([v.string(), v.array(v.string())]));

const readResult = {
  path: v.string(),
  tags: described(tagValues, "By the file's own names; an array for several values."),
  info,
};

function tagsOf({ tags }: Read): v.InferOutput<typeof tagValues> {
  return Object.fromEntries(
    tags.map(({ name, values }) => [name, values.length === 1 ? values[0] ?? "" : values]),
  );
}

function infoOf({ track }: Read): v.InferOutput<typeof info> {
  const { duration, bitrate, sampleRate, channels, codec } = track;
  return { duration, bitrate, sampleRate, channels, codec };
}

const read = defineOperation({
  name: "metadata.read",
  description: "Returns all tags of a track, and the format of its sound.",
  needs: ["player.media.authorize", ACTION],
  params: () => params({ path: mediaPath }),
  result: () => v.strictObject({ success: v.literal(true), ...readResult }),
  errors: [pathDenied, notFound],
  handle: async ({ path }, { player }) => {
    const found = await readOne(player, await authorizedHandle(player, path));
    return succeeded({ path, tags: tagsOf(found), info: infoOf(found) });
  },
});

const readByPath = defineOperation({
  name: "metadata.readByPath",
  description: "Returns all tags of a track as members of the result.",
  needs: ["player.media.authorize", ACTION],
  params: () => params({ path: mediaPath }),
  result: () => v.looseObject({ success: v.literal(true), path: v.string() }),
  errors: [pathDenied, notFound],
  handle: async ({ path }, { player }) => {
    const found = await readOne(player, await authorizedHandle(player, path));
    return { ...tagsOf(found), success: true as const, path };
  },
});

const batchPaths = described(
  documentedAs(
    v.pipe(
      v.array(v.unknown(), ({ input }) => isAbsent(input) ? "paths is required" : mustBe.array),
      v.maxLength(MAX_TAGGED, `Batch exceeds maximum size (${MAX_TAGGED})`),
    ),
    v.array(v.string()),
  ),
  "Paths or URLs, with or without `|subsong:N`. Each has its own result.",
);

/** Makes the schema of a batch's result. */
function batchResult<Results extends v.GenericSchema>(results: Results) {
  return v.strictObject({
    success: v.literal(true),
    results: v.array(results),
    total: described(index, "How many paths were given."),
    successCount: index,
    errorCount: index,
  });
}

const failedEntry = v.strictObject({
  success: v.literal(false),
  path: v.string(),
  error: v.string(),
  code: v.picklist(failureCodes),
});

function batchOf<Result extends object>(entries: readonly Entry[], resultOf: (read: Read) => Result) {
  const results = entries.map((entry) =>
    "read" in entry
      ? { ...resultOf(entry.read), success: true as const, path: entry.path }
      : { success: false as const, ...entry }
  );
  const successCount = results.filter(({ success }) => success).length;
  return succeeded({
    results,
    total: results.length,
    successCount,
    errorCount: results.length - successCount,
  });
}

const readBatch = defineOperation({
  name: "metadata.readBatch",
  description: "Returns all tags of several tracks, each with its own success.",
  needs: ["player.media.authorize", ACTION],
  params: () => params({ paths: batchPaths }),
  result: () =>
    batchResult(v.union([v.strictObject({ success: v.literal(true), ...readResult }), failedEntry])),
  handle: async ({ paths }, { player }) =>
    batchOf(await readAll(player, paths), (found) => ({ tags: tagsOf(found), info: infoOf(found) })),
});

function subjectOf({ track, tags }: Read): Subject {
  return { track, tags: new Map(tags.map(({ name, values }) => [foldCase(name), values])) };
}

/** The track of a path, or the playing one for an empty path, with its full path. */
async function subjectAt(player: Player, given: string): Promise<{ subject: Subject; path: string }> {
  if (given !== "") {
    return { subject: subjectOf(await readOne(player, await authorizedHandle(player, given))), path: given };
  }
  const { track } = await player.request("player.playback.nowPlaying", {});
  if (!track) throw new Failure(notPlaying, undefined, "NO_ACTIVE_ITEM");
  const { path, subsong, absolutePath } = track;
  const subject = subjectOf(await readOne(player, { path, subsong }));
  return { subject, path: formatTrackHandle({ path: absolutePath, subsong }) };
}

const patternText = v.pipe(string, v.maxLength(MAX_PATTERN_LENGTH, patternTooLong("pattern")));
const pattern = described(withDefault(patternText, ""), "The pattern.");

const unknown = described(
  v.exactOptional(v.array(v.string())),
  "Functions that do not exist, or that were given too few or too many arguments.",
);
const unknownOf = (formats: readonly TitleFormat[]) => {
  const names = [...new Set(formats.flatMap((format) => format.unknown))];
  return names.length > 0 ? { unknownFunctions: names } : {};
};

/** Patterns are evaluated for one call at a time: a short call may take 50 ms, or make an answer of 16 MB. */
type Evaluating = Context<LongAnswers>;

const evaluate = defineOperation({
  name: "titleformat.eval",
  extension,
  description: "Evaluates a pattern for a track, by default the playing one.",
  needs: [ACTION],
  params: () => params({ pattern, path: pathOrPlaying }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      result: v.string(),
      path: v.string(),
      pattern: v.string(),
      unknownFunctions: unknown,
    }),
  errors: [invalidPattern, tooMuchWork, pathDenied, notFound, notPlaying],
  handle: async ({ pattern, path: given }, context: Evaluating) => {
    const format = parseTitleFormat(pattern);
    const { subject, path } = await subjectAt(context.player, given);
    const result = await context.state.build(context, () => format.textFor(subject, budget()));
    return succeeded({ result, path, pattern, ...unknownOf([format]) });
  },
});

const evalBatch = defineOperation({
  name: "titleformat.evalBatch",
  extension,
  description: "Evaluates a pattern for several tracks, each with its own success.",
  needs: ["player.media.authorize", ACTION],
  params: () => params({ paths: batchPaths, pattern }),
  result: () =>
    v.strictObject({
      ...batchResult(
        v.union([
          v.strictObject({ success: v.literal(true), path: v.string(), result: v.string() }),
          failedEntry,
        ]),
      ).entries,
      pattern: v.string(),
      unknownFunctions: unknown,
    }),
  errors: [invalidPattern, tooMuchWork],
  handle: async ({ paths, pattern }, context: Evaluating) => {
    const format = parseTitleFormat(pattern);
    const work = budget();
    const entries = await readAll(context.player, paths);
    const batch = await context.state.build(
      context,
      () => batchOf(entries, (found) => ({ result: format.textFor(subjectOf(found), work) })),
    );
    return { ...batch, pattern, ...unknownOf([format]) };
  },
});

const fieldPattern = v.pipe(string, v.maxLength(MAX_PATTERN_LENGTH, patternTooLong("$")));

/** Without another schema in its pipe, so that documents have its description. */
const fields = described(
  documentedAs(
    v.pipe(
      record(fieldPattern, fieldsRequired),
      v.check((given) => Object.keys(given).length <= MAX_FIELDS, tooManyFields),
      v.check(
        (given) => ["success", "path"].every((key) => !Object.hasOwn(given, key)),
        reservedField,
      ),
    ),
    v.record(string, fieldPattern),
  ),
  "Patterns by name. Each name becomes a member with the text of its pattern.",
);

/** Parses patterns by name; null for one that is invalid. */
function parseFields(given: Readonly<Record<string, string>>): (readonly [string, TitleFormat | null])[] {
  return Object.entries(given).map(([name, pattern]) => {
    try {
      return [name, parseTitleFormat(pattern)];
    } catch (error) {
      if (error instanceof Failure) return [name, null];
      throw error;
    }
  });
}

const textsOf = (formats: ReturnType<typeof parseFields>, subject: Subject, work = budget()) =>
  Object.fromEntries(formats.map(([name, format]) => [name, format && format.textFor(subject, work)]));

const evalFields = defineOperation({
  name: "titleformat.evalFields",
  extension,
  description: "Evaluates several patterns for a track, by default the playing one.",
  needs: [ACTION],
  params: () => params({ fields, path: pathOrPlaying }),
  result: () => v.looseObject({ success: v.literal(true), path: v.string() }),
  errors: [fieldsRequired, tooMuchWork, pathDenied, notFound, notPlaying],
  handle: async ({ fields, path: given }, context: Evaluating) => {
    const { subject, path } = await subjectAt(context.player, given);
    const texts = await context.state.build(context, () => textsOf(parseFields(fields), subject));
    return { ...texts, success: true as const, path };
  },
});

const evalFieldsBatch = defineOperation({
  name: "titleformat.evalFieldsBatch",
  extension,
  description: "Evaluates several patterns for several tracks, each with its own success.",
  needs: ["player.media.authorize", ACTION],
  params: () => params({ paths: batchPaths, fields }),
  result: () =>
    batchResult(v.union([v.looseObject({ success: v.literal(true), path: v.string() }), failedEntry])),
  errors: [fieldsRequired, tooMuchWork],
  handle: async ({ paths, fields }, context: Evaluating) => {
    const formats = parseFields(fields);
    const work = budget();
    const entries = await readAll(context.player, paths);
    return await context.state.build(
      context,
      () => batchOf(entries, (found) => textsOf(formats, subjectOf(found), work)),
    );
  },
});

const getBuiltinFields = defineOperation({
  name: "titleformat.getBuiltinFields",
  extension,
  description: "Lists the fields and functions of patterns.",
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      fields: described(
        v.record(v.string(), v.string()),
        "The fields, each with a sentence. All others are tags.",
      ),
      functions: described(v.array(v.string()), "The names of the functions."),
    }),
  handle: () =>
    succeeded({
      fields: Object.fromEntries(Object.entries(builtinFields).map(([name, { about }]) => [name, about])),
      functions: Array.from(functionNames),
    }),
});

const getRating = defineOperation({
  name: "rating.get",
  extension,
  description: "Returns the rating of a track, as its tag has it.",
  needs: ["player.media.authorize", ACTION],
  params: () => params({ path: mediaPath }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      path: v.string(),
      rating: described(v.number(), "0 to 5; 0 without a rating."),
      storage: v.literal("tag"),
    }),
  errors: [pathDenied, notFound],
  handle: async ({ path }, { player }) => {
    const { tags } = await readOne(player, await authorizedHandle(player, path));
    const rating = Number(tags.find(({ name }) => foldCase(name) === RATING)?.values[0]);
    return succeeded({ path, rating: rating >= 0 && rating <= 5 ? rating : 0, storage: "tag" });
  },
});

export const metadata = defineNamespace({
  name: "metadata",
  operations: [
    read,
    readByPath,
    readBatch,
    evaluate,
    evalBatch,
    evalFields,
    evalFieldsBatch,
    getBuiltinFields,
    getRating,
  ],
  createState: (connection) => new LongAnswers(connection),
  listeners: (answers) => answers,
});
