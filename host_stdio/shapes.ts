/**
 * The shapes that native actions and signals share (native-actions.md, "Shapes used below"), each a valibot schema
 * and the type made from it.
 *
 * @module
 */

import * as v from "valibot";
import { MAX_MENU_TREE_DEPTH, MAX_PLAYLIST_ID_LENGTH } from "../limits/wire.ts";
import { MAX_SUBSONG } from "../limits/paths.ts";
import type { OutputOf } from "./schema_check.ts";

/**
 * The schemas of which types are made.
 *
 * @internal
 */
interface Shapes {
  handle: typeof handle;
  track: typeof track;
  queuedTrack: typeof queuedTrack;
  context: typeof context;
  panelPatch: typeof panelPatch;
  panelConfig: typeof panelConfig;
}

/** A whole number that a double holds exactly. */
export const integer = v.pipe(v.number(), v.safeInteger());

/** An index or a count: a whole number from 0. */
export const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const PLAYLIST_ID = `a playlist id of 1 to ${MAX_PLAYLIST_ID_LENGTH} characters`;

/** Names a playlist. The player chooses it; it stays the same while the playlist exists, and no other playlist gets it. */
export const playlistId = v.pipe(
  v.string(),
  { ...v.minLength(1), expects: PLAYLIST_ID },
  { ...v.maxLength(MAX_PLAYLIST_ID_LENGTH), expects: PLAYLIST_ID },
);

/**
 * Refuses a list in which two items have the same id.
 *
 * @param idOf Gives an item's id.
 * @param path Where in the item it stands; left out when the item is the id.
 * @returns The check, for the pipe of the list.
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

/** The members that tell a track's place: null when the player does not know it or there is none. */
export const placeEntries = { playlist: v.nullable(playlistId), item: v.nullable(index) };

/** A subsong's number within its file: 0 when the file holds only one. */
export const subsong = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_SUBSONG));

/**
 * A member of an answer that may be left out. Null counts as absent: many JSON libraries write members without a value so.
 *
 * @param schema What it has to be when it is there.
 * @param substitute What stands for it when it is absent; nothing when left out.
 * @returns The schema of the member.
 */
export function optionalMember<
  Schema extends v.GenericSchema,
  const Substitute extends v.InferInput<Schema> | undefined = undefined,
>(schema: Schema, substitute?: Substitute): v.OptionalSchema<Schema, Substitute> {
  const optional = v.optional(schema, substitute as Substitute);
  // Not v.nullish: documents and types name the one form that players should write.
  return {
    ...optional,
    "~run"(dataset, config) {
      return optional["~run"](dataset.value === null ? { ...dataset, value: undefined } : dataset, config);
    },
  };
}

/** A track as the player names it: a path and a subsong (0 when the file holds only one). */
export const handle = v.object({ path: v.string(), subsong: optionalMember(subsong, 0) });
/** A track as the player names it. */
export type Handle = OutputOf<Shapes["handle"]>;

const trackEntries = {
  path: v.string(),
  absolutePath: v.string(),
  subsong,
  /** Bytes; null when unknown, as for streams. */
  fileSize: v.nullable(v.number()),
  title: v.string(),
  artist: v.string(),
  album: v.string(),
  albumArtist: v.string(),
  genre: v.string(),
  date: v.string(),
  trackNumber: v.number(),
  discNumber: v.number(),
  /** Seconds, fractional. */
  duration: v.number(),
  /** kbit/s. */
  bitrate: v.number(),
  /** Hz. */
  sampleRate: v.number(),
  channels: v.number(),
  codec: v.string(),
};

/** A track's metadata: strings are "" and numbers 0 when unknown. */
export const track = v.object(trackEntries);
/** A track's metadata: strings are "" and numbers 0 when unknown. */
export type Track = OutputOf<Shapes["track"]>;

/** An entry of the playback queue: the track and, when it came from a playlist, its place there. */
export const queuedTrack = v.object({
  ...trackEntries,
  ...placeEntries,
});
/** An entry of the playback queue. */
export type QueuedTrack = OutputOf<Shapes["queuedTrack"]>;

/** A command GUID as the player writes it: braces, upper or lower case hexadecimal digits. */
const GUID_PATTERN = /^\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}$/i;

/** A command GUID as the player writes it. */
export const guid = v.pipe(v.string(), v.regex(GUID_PATTERN));

/** A line between menu rows. */
export interface SeparatorNode {
  /** What it is. */
  type: "separator";
}

/** A menu row that opens a further menu. */
export interface SubmenuNode {
  /** What it is. */
  type: "submenu";
  /** Its text. */
  label: string;
  /** The rows of the further menu. */
  children: MenuNode[];
}

/** A menu row that runs a command. */
export interface CommandNode {
  /** What it is. */
  type: "command";
  /** Its text. */
  label: string;
  /** The player's number for it, good for as long as the menu. */
  commandId: number;
  /** The command's GUID, in braces. */
  guid?: string | undefined;
  /** The GUID of one of several commands that share a GUID. */
  subGuid?: string | undefined;
  /** Whether it can be chosen. */
  enabled: boolean;
  /** Whether it has a check mark. */
  checked: boolean;
  /** Whether it is the chosen one of a group. */
  radioChecked?: boolean | undefined;
  /** Whether it is shown only on demand. */
  hidden?: boolean | undefined;
}

/** One node of a menu tree as the player builds it. */
export type MenuNode = SeparatorNode | SubmenuNode | CommandNode;

/** One node of a menu tree as the player builds it. */
export const menuNode: v.GenericSchema<MenuNode> = v.variant("type", [
  v.object({ type: v.literal("separator") }),
  v.object({ type: v.literal("submenu"), label: v.string(), children: v.array(v.lazy(() => menuNode)) }),
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

const menuNodes: v.GenericSchema<MenuNode[]> = v.array(menuNode);
const shallowTree: v.GenericSchema<MenuNode[]> = {
  ...v.custom<MenuNode[]>(() => false),
  expects: `at most ${MAX_MENU_TREE_DEPTH} levels deep`,
};

/**
 * The nodes of a menu tree, at most {@linkcode MAX_MENU_TREE_DEPTH} levels deep. The depth is checked first: a check of a
 * tree of any depth would overflow the stack.
 */
export const menuTree: v.GenericSchema<MenuNode[]> = v.lazy((nodes) =>
  isDeeper(nodes, MAX_MENU_TREE_DEPTH) ? shallowTree : menuNodes
);

function isDeeper(nodes: unknown, levels: number): boolean {
  if (!Array.isArray(nodes)) return false;
  if (levels === 0) return nodes.length > 0;
  return nodes.some((node) => node?.type === "submenu" && isDeeper(node.children, levels - 1));
}

/** The tracks that a context menu is about. */
export const context = v.variant("source", [
  v.object({ source: v.literal("handles"), handles: v.array(handle) }),
  v.object({ source: v.literal("nowPlaying") }),
  v.object({ source: v.literal("selection") }),
  v.object({ source: v.literal("playlist") }),
]);
/** The tracks that a context menu is about. */
export type MenuContext = OutputOf<Shapes["context"]>;

/** The four fields of a panel's configuration that a page may change (specification, "Panel configuration"). */
export const panelPatch = v.object({
  enableDragDrop: v.optional(v.boolean()),
  grabFocus: v.optional(v.boolean()),
  panelName: v.optional(v.string()),
  transparentBackground: v.optional(v.boolean()),
});
/** The four fields of a panel's configuration that a page may change. */
export type PanelPatch = OutputOf<Shapes["panelPatch"]>;

const panelFields = v.looseObject({
  enableDragDrop: v.boolean(),
  grabFocus: v.boolean(),
  panelName: v.string(),
  transparentBackground: v.boolean(),
});

/**
 * A panel's configuration as the player keeps it: the four fields and whatever else it gives. It is handed on as it is:
 * valibot's copy would lack members called `__proto__`, `prototype` and `constructor`.
 */
export const panelConfig: typeof panelFields = {
  ...panelFields,
  "~run"(dataset, config) {
    const { value } = dataset;
    const outcome = panelFields["~run"](dataset, config);
    return outcome.typed ? { ...outcome, value: value as PanelConfig } : outcome;
  },
};
/** A panel's configuration as the player keeps it. */
export type PanelConfig = OutputOf<Shapes["panelConfig"]>;

/** One row of a menu overlay as the player is asked to draw it, with every default filled in. */
export interface OverlayRow {
  /** The page's name for it, which signals and events tell. */
  id: string;
  /** Its text. */
  label: string;
  /** What it is: `item`, `separator`, or one of the rich rows. */
  type: string;
  /** Whether it can be chosen. */
  enabled: boolean;
  /** Whether it has a check mark. */
  checked: boolean;
  /** An icon: the text of an SVG, or the parts of one. */
  iconSvg?: string | { viewBox: string; content: string } | undefined;
  /** The rows of a further menu. */
  submenu?: OverlayRow[] | undefined;
  /** The first line of a row of two. */
  title?: string | undefined;
  /** The second line of a row of two. */
  subtitle?: string | undefined;
  /** The value of a rich row. */
  value?: number | undefined;
  /** The least value. */
  min?: number | undefined;
  /** The greatest value. */
  max?: number | undefined;
  /** What can be chosen from in a segmented row. */
  segments?: { id: string; label: string; enabled: boolean }[] | undefined;
}

/** One row of a menu overlay as the player is asked to draw it. */
export const overlayRow: v.GenericSchema<OverlayRow> = v.object({
  id: v.string(),
  label: v.string(),
  type: v.string(),
  enabled: v.boolean(),
  checked: v.boolean(),
  iconSvg: v.optional(v.union([v.string(), v.object({ viewBox: v.string(), content: v.string() })])),
  submenu: v.optional(v.array(v.lazy(() => overlayRow))),
  title: v.optional(v.string()),
  subtitle: v.optional(v.string()),
  value: v.optional(v.number()),
  min: v.optional(v.number()),
  max: v.optional(v.number()),
  segments: v.optional(v.array(v.object({ id: v.string(), label: v.string(), enabled: v.boolean() }))),
});
