/**
 * The schemas and types that native actions and signals share (native-actions.md, "Shapes"). Those of objects are
 * functions (`schemaOf`): a start of the bridge makes none of them.
 */

import * as v from "valibot";
import { MAX_ID_LENGTH, MAX_MENU_TREE_DEPTH, MAX_SUBSONG } from "../../limits/wire.ts";
import { type OutputOf, schemaOf } from "../schema_check.ts";

/** @internal */
interface Shapes {
  handle: ReturnType<typeof handle>;
  track: ReturnType<typeof track>;
  queuedTrack: ReturnType<typeof queuedTrack>;
  context: ReturnType<typeof context>;
  panelPatch: ReturnType<typeof panelPatch>;
  panelConfig: ReturnType<typeof panelConfig>;
}

/** A whole number that a double holds exactly. */
export const integer = v.pipe(v.number(), v.safeInteger());

/** An index or a count: a whole number from 0. */
export const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** An id that the player chooses. A description of what it identifies is part of the problem with an unfit one. */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
function id(of: string) {
  const expects = `a ${of} id of 1 to ${MAX_ID_LENGTH} characters` as const;
  return v.pipe(
    v.string(),
    { ...v.minLength(1), expects },
    { ...v.maxLength(MAX_ID_LENGTH), expects },
  );
}

/** A playlist's id. The player chooses it, never changes it and never gives it to another playlist. */
export const playlistId = id("playlist");

/** The id of an entry of the playback queue. The player chooses it and never gives it to another entry. */
export const queueEntryId = id("queue entry");

/** Ids of different entries of the playback queue. */
export const queueEntryIds = v.pipe(v.array(queueEntryId), distinct((id) => id));

/**
 * Refuses a list in which two items have the same id.
 *
 * @param path The path from an item to its id; empty if the item is the id.
 */
export function distinct<Item>(
  idOf: (item: Item) => string,
  path: readonly string[] = [],
): v.RawCheckAction<Item[]> {
  return v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const known = new Set<string>();
    for (const [key, item] of dataset.value.entries()) {
      const id = idOf(item);
      if (known.has(id)) {
        const place = { type: "array", origin: "value", input: dataset.value, key, value: item } as const;
        const rest = path.map((
          key,
        ) => ({ type: "unknown", origin: "value", input: item, key, value: id } as const));
        return addIssue({ expected: "unique", path: [place, ...rest] });
      }
      known.add(id);
    }
  });
}

/** A track's place: its playlist and index, null if unknown. */
export const placeEntries = { playlist: v.nullable(playlistId), item: v.nullable(index) };

/** The number of a subsong in its file; 0 if the file has only one. */
export const subsong = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_SUBSONG));

/** An optional member of an answer. Null counts as absent, because many JSON libraries write absent members as null. */
export function optionalMember<
  Schema extends v.GenericSchema,
  const Substitute extends v.InferInput<Schema> | undefined = undefined,
>(schema: Schema, substitute?: Substitute): v.OptionalSchema<Schema, Substitute> {
  const optional = v.optional(schema, substitute as Substitute);
  // Not v.nullish: the documents and types have only the form that players should write.
  return {
    ...optional,
    "~run"(dataset, config) {
      return optional["~run"](dataset.value === null ? { ...dataset, value: undefined } : dataset, config);
    },
  };
}

/** A track: its path and its subsong, 0 if the file has only one. */
export const handle = () => v.object({ path: v.string(), subsong: optionalMember(subsong, 0) });
/** A track: its `path` and its `subsong`, 0 if the file has only one (native-actions.md, "Shapes"). */
export type Handle = OutputOf<Shapes["handle"]>;

const trackEntries = () => ({
  path: v.string(),
  absolutePath: v.string(),
  subsong,
  /** In bytes; null if unknown, as for streams. */
  fileSize: v.nullable(v.number()),
  title: v.string(),
  artist: v.string(),
  album: v.string(),
  albumArtist: v.string(),
  genre: v.string(),
  date: v.string(),
  trackNumber: v.number(),
  discNumber: v.number(),
  /** In seconds. */
  duration: v.number(),
  /** In kbit/s. */
  bitrate: v.number(),
  /** In Hz. */
  sampleRate: v.number(),
  channels: v.number(),
  codec: v.string(),
});

/** A track's metadata. Unknown strings are "", unknown numbers 0. */
export const track = () => v.object(trackEntries());
/**
 * A track's metadata (native-actions.md, "Shapes"). Unknown strings are "", unknown numbers 0; `fileSize`, in
 * bytes, is null if unknown. `duration` is in seconds, `bitrate` in kbit/s, `sampleRate` in Hz.
 */
export type Track = OutputOf<Shapes["track"]>;

/** Returns the metadata of a track when only its handle is known. */
export function unknownTrack({ path, subsong }: Handle): Track {
  return {
    path,
    absolutePath: path,
    subsong,
    fileSize: null,
    title: "",
    artist: "",
    album: "",
    albumArtist: "",
    genre: "",
    date: "",
    trackNumber: 0,
    discNumber: 0,
    duration: 0,
    bitrate: 0,
    sampleRate: 0,
    channels: 0,
    codec: "",
  };
}

/** An entry of the playback queue: its id, the track and its place in a playlist, null if it has none. */
export const queuedTrack = () =>
  v.object({
    ...trackEntries(),
    entry: queueEntryId,
    ...placeEntries,
  });
/**
 * An entry of the playback queue: a {@linkcode Track}, the id of the entry, and its `playlist` and `item` there, null if
 * it has none.
 */
export type QueuedTrack = OutputOf<Shapes["queuedTrack"]>;

const GUID_PATTERN = /^\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}$/i;

/** A command's GUID in braces. Upper and lower case are the same. */
export const guid = v.pipe(v.string(), v.regex(GUID_PATTERN));

/** A separator of a menu tree. */
export interface SeparatorNode {
  /** The type of the node. */
  type: "separator";
}

/** A row of a menu tree that opens a submenu. */
export interface SubmenuNode {
  /** The type of the node. */
  type: "submenu";
  /** The text. */
  label: string;
  /** The nodes of the submenu. */
  children: MenuNode[];
}

/** A row of a menu tree that runs a command. */
export interface CommandNode {
  /** The type of the node. */
  type: "command";
  /** The text. */
  label: string;
  /** The player's id of the command, valid until the next menu is built. */
  commandId: number;
  /** The command's GUID in braces; absent if it has none. */
  guid?: string | undefined;
  /** The second GUID of a command that shares its first one with others; absent otherwise. */
  subGuid?: string | undefined;
  /** Whether the user can choose it. */
  enabled: boolean;
  /** Whether it has a check mark. */
  checked: boolean;
  /** Whether it is the selected command of a group; false by default. */
  radioChecked?: boolean | undefined;
  /** Whether it is shown only on request; false by default. */
  hidden?: boolean | undefined;
}

/** A node of a menu tree, the answer of `player.menu.build` (native-actions.md). */
export type MenuNode = SeparatorNode | SubmenuNode | CommandNode;

/** A node of a menu tree. */
export const menuNode = (): v.GenericSchema<MenuNode> =>
  v.variant("type", [
    v.object({ type: v.literal("separator") }),
    v.object({
      type: v.literal("submenu"),
      label: v.string(),
      children: v.array(v.lazy(() => schemaOf(menuNode))),
    }),
    v.object({
      type: v.literal("command"),
      label: v.string(),
      commandId: integer,
      guid: optionalMember(guid),
      subGuid: optionalMember(guid),
      enabled: v.boolean(),
      checked: v.boolean(),
      radioChecked: optionalMember(v.boolean()),
      hidden: optionalMember(v.boolean()),
    }),
  ]);

const menuNodes = (): v.GenericSchema<MenuNode[]> => v.array(schemaOf(menuNode));
const shallowTree = (): v.GenericSchema<MenuNode[]> => ({
  ...v.custom<MenuNode[]>(() => false),
  expects: `at most ${MAX_MENU_TREE_DEPTH} levels deep`,
});

/**
 * The nodes of a menu tree, at most {@linkcode MAX_MENU_TREE_DEPTH} levels deep. The depth is checked first: a check of a
 * tree of any depth would overflow the stack.
 */
export const menuTree = (): v.GenericSchema<MenuNode[]> =>
  v.lazy((nodes) => schemaOf(isDeeper(nodes, MAX_MENU_TREE_DEPTH) ? shallowTree : menuNodes));

function isDeeper(nodes: unknown, levels: number): boolean {
  if (!Array.isArray(nodes)) return false;
  if (levels === 0) return nodes.length > 0;
  return nodes.some((node) => node?.type === "submenu" && isDeeper(node.children, levels - 1));
}

/** The tracks of a context menu. */
export const context = () =>
  v.variant("source", [
    v.object({ source: v.literal("handles"), handles: v.array(schemaOf(handle)) }),
    v.object({ source: v.literal("nowPlaying") }),
    v.object({ source: v.literal("selection") }),
    v.object({ source: v.literal("playlist") }),
  ]);
/** The tracks of a context menu: given handles, the playing track, the selection, or the active playlist. */
export type MenuContext = OutputOf<Shapes["context"]>;

/** The four fields of a panel's configuration that a page may change. */
export const panelPatch = () =>
  v.object({
    enableDragDrop: v.optional(v.boolean()),
    grabFocus: v.optional(v.boolean()),
    panelName: v.optional(v.string()),
    transparentBackground: v.optional(v.boolean()),
  });
/** The four fields of a panel's configuration that a page may change (specification, "Panel configuration"). */
export type PanelPatch = OutputOf<Shapes["panelPatch"]>;

/**
 * A panel's configuration: the four fields and any others of the player. It is not copied, because valibot's copy drops
 * members named `__proto__`, `prototype` and `constructor`.
 */
export const panelConfig = () => {
  const fields = v.looseObject({
    enableDragDrop: v.boolean(),
    grabFocus: v.boolean(),
    panelName: v.string(),
    transparentBackground: v.boolean(),
  });
  const uncopied: typeof fields = {
    ...fields,
    "~run"(dataset, config) {
      const { value } = dataset;
      const outcome = fields["~run"](dataset, config);
      return outcome.typed ? { ...outcome, value: value as typeof outcome.value } : outcome;
    },
  };
  return uncopied;
};
/** A panel's configuration: the four fields and any others of the player (specification, "Panel configuration"). */
export type PanelConfig = OutputOf<Shapes["panelConfig"]>;

/** A row of a menu overlay with all defaults filled in, as `player.overlay.open` gets it (native-actions.md). */
export interface OverlayRow {
  /** The id that the page has chosen, for signals and events. */
  id: string;
  /** The text. */
  label: string;
  /** `item`, `separator`, or the type of a rich row, such as `slider` (specification, "Menu row"). */
  type: string;
  /** Whether the user can choose it. */
  enabled: boolean;
  /** Whether it has a check mark. */
  checked: boolean;
  /** The icon: an SVG text, or its view box and content. It is markup of the page: draw it without scripts. */
  iconSvg?: string | { viewBox: string; content: string } | undefined;
  /** The rows of the submenu. */
  submenu?: OverlayRow[] | undefined;
  /** The first of two lines. */
  title?: string | undefined;
  /** The second of two lines. */
  subtitle?: string | undefined;
  /** The current value of a rich row. */
  value?: number | undefined;
  /** The minimum of the value. */
  min?: number | undefined;
  /** The maximum of the value. */
  max?: number | undefined;
  /** The choices of a segmented row. */
  segments?: { id: string; label: string; enabled: boolean }[] | undefined;
}

/** A row of a menu overlay. */
export const overlayRow = (): v.GenericSchema<OverlayRow> =>
  v.object({
    id: v.string(),
    label: v.string(),
    type: v.string(),
    enabled: v.boolean(),
    checked: v.boolean(),
    iconSvg: v.optional(v.union([v.string(), v.object({ viewBox: v.string(), content: v.string() })])),
    submenu: v.optional(v.array(v.lazy(() => schemaOf(overlayRow)))),
    title: v.optional(v.string()),
    subtitle: v.optional(v.string()),
    value: v.optional(v.number()),
    min: v.optional(v.number()),
    max: v.optional(v.number()),
    segments: v.optional(v.array(v.object({ id: v.string(), label: v.string(), enabled: v.boolean() }))),
  });
