/**
 * The native actions that a player implements (native-actions.md): name, description, schemas of parameters and answer.
 * The types of actions, the checks of answers and the documents are generated from this table.
 */

import * as v from "valibot";
import { playerErrors } from "../errors.ts";
import { schemaOf } from "../schema_check.ts";
import type { InputOf, OutputOf } from "../schema_check.ts";
import type { NativeAction } from "./definitions.ts";
import { extensionActions } from "./extension_messages.ts";
import {
  context,
  distinct,
  guid,
  handle,
  index,
  integer,
  menuTree,
  optionalMember,
  overlayRow,
  panelConfig,
  panelPatch,
  placeEntries,
  playlistId,
  queuedTrack,
  queueEntryIds,
  track,
} from "./shapes.ts";

const none = () => v.object({});
const playlistList = () =>
  v.object({
    active: v.nullable(playlistId),
    playlists: v.pipe(
      v.array(v.object({
        id: playlistId,
        name: v.string(),
        count: index,
        locked: v.boolean(),
        auto: optionalMember(v.boolean()),
        duration: optionalMember(v.pipe(v.number(), v.minValue(0))),
      })),
      distinct(({ id }) => id, ["id"]),
    ),
  });

function isActiveListed({ active, playlists }: OutputOf<ReturnType<typeof playlistList>>): boolean {
  return active === null || playlists.some(({ id }) => id === active);
}

/** All native actions by name. */
export const nativeActions = {
  "player.clipboard.read": {
    description: "Reads the clipboard; null for a missing format.",
    params: none,
    answer: () =>
      v.object({
        text: v.nullable(v.string()),
        files: v.nullable(v.array(v.string())),
        hasImage: v.boolean(),
      }),
  },
  "player.clipboard.write": {
    description:
      'Replaces the clipboard as a whole; html data is a complete "HTML Format" payload for Windows, fragment its HTML.',
    params: () =>
      v.object({
        formats: v.array(
          v.variant("format", [
            v.object({ format: v.literal("text"), data: v.string() }),
            v.object({ format: v.literal("html"), data: v.string(), fragment: v.string() }),
            v.object({ format: v.literal("files"), data: v.array(v.string()) }),
          ]),
        ),
      }),
    answer: () => v.object({ written: v.array(v.picklist(["text", "html", "files"])) }),
  },
  "player.console.print": {
    description: "Prints one line to the player's console.",
    params: () => v.object({ level: v.picklist(["info", "warn", "error"]), line: v.string() }),
    answer: none,
  },
  "player.media.authorize": {
    description: "Returns the paths that may not be read as media.",
    params: () => v.object({ paths: v.array(v.string()) }),
    answer: () => v.object({ denied: v.array(v.object({ index, reason: v.string() })) }),
  },
  "player.media.resolve": {
    description:
      "Resolves each path, folder, wildcard, URL or handle to a list of handles, which may be empty.",
    params: () => v.object({ paths: v.array(v.union([v.string(), schemaOf(handle)])) }),
    answer: () => v.object({ resolved: v.array(v.array(schemaOf(handle))) }),
  },
  "player.media.info": {
    description: "Returns a track's metadata; null for an unknown track.",
    params: () => v.object({ handle: schemaOf(handle) }),
    answer: () => v.object({ track: v.nullable(schemaOf(track)) }),
  },
  "player.menu.build": {
    description: "Builds the main menu or a context menu; -32010 when no main menu tree can be built.",
    params: () =>
      v.variant("kind", [
        v.object({ kind: v.literal("main") }),
        v.object({ kind: v.literal("context"), context: schemaOf(context) }),
      ]),
    answer: () => v.object({ nodes: menuTree() }),
  },
  "player.menu.listMainCommands": {
    description: "Lists the main menu commands without their tree, the fallback for player.menu.build.",
    params: none,
    answer: () =>
      v.object({
        commands: v.array(
          v.object({
            name: v.string(),
            guid,
            subGuid: optionalMember(guid),
            enabled: v.boolean(),
            checked: optionalMember(v.boolean()),
          }),
        ),
      }),
  },
  "player.menu.runMain": {
    description: "Runs a main menu command.",
    params: () => v.object({ guid, subGuid: v.optional(guid) }),
    answer: () => v.object({ executed: v.boolean() }),
  },
  "player.menu.runContext": {
    description: "Runs a context menu command on a context.",
    params: () =>
      v.union([
        v.object({ context: schemaOf(context), commandId: integer }),
        v.object({ context: schemaOf(context), guid, subGuid: v.optional(guid) }),
      ]),
    answer: () => v.object({ executed: v.boolean(), confirmed: v.boolean() }),
  },
  "player.menu.popup": {
    description: "Shows the native context menu at the cursor; answers before it is shown.",
    params: () => v.object({ context: schemaOf(context) }),
    answer: none,
  },
  "player.overlay.open": {
    description: "Opens the self-drawn menu overlay; x or y null means at the cursor.",
    params: () =>
      v.object({
        menuId: v.string(),
        items: v.array(schemaOf(overlayRow)),
        x: v.nullable(integer),
        y: v.nullable(integer),
        windowMode: v.picklist(["fullscreen", "contentSized"]),
        css: v.nullable(v.string()),
        cssReplace: v.boolean(),
        backdrop: v.picklist(["acrylic", "mica", "mica-alt", "none"]),
        backdropDarkMode: v.boolean(),
      }),
    answer: none,
  },
  "player.overlay.close": {
    description: "Closes the menu overlay after its exit animation of animationMs milliseconds.",
    params: () => v.object({ menuId: v.string(), reason: v.string(), animationMs: index }),
    answer: none,
  },
  "player.app.run": {
    description: "Runs one of the player's standard commands.",
    params: () => v.object({ command: v.picklist(["exit", "restart", "showConsole", "showPreferences"]) }),
    answer: () => v.object({ executed: v.boolean() }),
  },
  "player.app.paths": {
    description: "Returns the directories of the component, the installation and the profile.",
    params: none,
    answer: () => v.object({ component: v.string(), installation: v.string(), profile: v.string() }),
  },
  "player.app.showLibrarySearch": {
    description: "Opens the media library search window with a query.",
    params: () => v.object({ query: v.string() }),
    answer: none,
  },
  "player.app.showPopup": {
    description: "Shows a popup message dialog.",
    params: () => v.object({ title: v.string(), message: v.string() }),
    answer: none,
  },
  "player.panel.getConfig": {
    description: "Returns the configuration of the message's panel; null for an unknown panel.",
    params: none,
    answer: () => v.object({ config: v.nullable(schemaOf(panelConfig)) }),
  },
  "player.panel.setConfig": {
    description: "Changes the given fields of the configuration of the message's panel.",
    params: () => v.object({ patch: schemaOf(panelPatch) }),
    answer: () => v.object({ config: schemaOf(panelConfig) }),
  },
  "player.system.display": {
    description: "Returns the dots per inch of the display of the message's panel.",
    params: none,
    answer: () => v.object({ dpi: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
  },
  "player.system.locale": {
    description: "Returns the user's locale as a BCP 47 tag.",
    params: none,
    answer: () => v.object({ locale: v.string() }),
  },
  "player.system.theme": {
    description:
      "Returns the system's colours: dark or light, the accent colour as #RRGGBB, transparency on or off.",
    params: none,
    answer: () =>
      v.object({
        darkMode: v.boolean(),
        accentColor: v.pipe(v.string(), v.regex(/^#[0-9A-Fa-f]{6}$/)),
        transparency: v.boolean(),
      }),
  },
  "player.playlist.list": {
    description: "Lists the playlists in the user's order, and the active one.",
    params: none,
    answer: () =>
      v.pipe(
        playlistList(),
        v.forward({ ...v.check(isActiveListed), expects: "the id of a playlist in the list" }, ["active"]),
      ),
  },
  "player.playlist.create": {
    description: "Creates a playlist at an index, by default at the end of the list.",
    params: () => v.object({ name: v.string(), index: v.optional(index) }),
    answer: () => v.object({ playlist: playlistId }),
  },
  "player.playlist.append": {
    description: "Appends tracks to a playlist; start is the index of the first new item.",
    params: () => v.object({ playlist: playlistId, handles: v.array(schemaOf(handle)) }),
    answer: () => v.object({ start: index, count: index }),
  },
  "player.playlist.insert": {
    description: "Inserts items at the index; optional, without it the bridge appends.",
    params: () => v.object({ playlist: playlistId, index, handles: v.array(schemaOf(handle)) }),
    answer: () => v.object({ count: index }),
  },
  "player.playlist.remove": {
    description: "Removes count items from start on; answers how many items are left.",
    params: () => v.object({ playlist: playlistId, start: index, count: index }),
    answer: () => v.object({ count: index }),
  },
  "player.playlist.lock": {
    description:
      "Locks a playlist under a name against all user actions, or unlocks it. The bridge's own actions pass.",
    params: () => v.object({ playlist: playlistId, name: v.string(), locked: v.boolean() }),
    answer: none,
  },
  "player.playlist.activate": {
    description: "Makes a playlist the active one.",
    params: () => v.object({ playlist: playlistId }),
    answer: none,
  },
  "player.playback.nowPlaying": {
    description: "Returns the playing track and its place; members that do not apply are null.",
    params: none,
    answer: () => v.object({ track: v.nullable(schemaOf(track)), ...placeEntries }),
  },
  "player.playback.play": {
    description:
      "Requests playback of a playlist item, and ends a pause; answers at once, not when the file or stream is open.",
    params: () => v.object({ playlist: playlistId, item: index }),
    answer: none,
  },
  "player.playback.stop": {
    description: "Stops playback.",
    params: none,
    answer: none,
  },
  "player.playback.next": {
    description: "Plays the next track.",
    params: none,
    answer: none,
  },
  "player.playback.setOrder": {
    description: "Sets the playback order (0 is the default order) and returns the previous one.",
    params: () => v.object({ order: integer }),
    answer: () => v.object({ previous: integer }),
  },
  "player.queue.get": {
    description: "Returns the whole playback queue in order.",
    params: none,
    answer: () =>
      v.object({
        entries: v.pipe(v.array(schemaOf(queuedTrack)), distinct(({ entry }) => entry, ["entry"])),
      }),
  },
  "player.queue.ids": {
    description: "Returns the ids of all entries of the playback queue in order.",
    params: none,
    answer: () => v.object({ entries: queueEntryIds }),
  },
  "player.queue.count": {
    description: "Returns how many entries the playback queue has.",
    params: none,
    answer: () => v.object({ count: index }),
  },
  "player.queue.append": {
    description:
      "Queues playlist items at the end; answers how many entries are queued now, and the ids of the new ones. A player that queues an item only once leaves out what is queued already.",
    params: () => v.object({ entries: v.array(v.object({ playlist: playlistId, item: index })) }),
    answer: () => v.object({ count: index, entries: queueEntryIds }),
  },
  "player.queue.remove": {
    description:
      "Removes entries; unknown ids are left out. Answers the ids of the removed entries, and how many are left.",
    params: () => v.object({ entries: queueEntryIds }),
    answer: () => v.object({ removed: queueEntryIds, count: index }),
  },
  "player.queue.reorder": {
    description:
      "Puts entries first, in the given order, and the others behind them in theirs; unknown ids are left out. Answers the ids of the moved entries, and how many are queued.",
    params: () => v.object({ entries: queueEntryIds }),
    answer: () => v.object({ moved: queueEntryIds, count: index }),
  },
  "player.queue.clear": {
    description: "Empties the playback queue; answers how many entries it had.",
    params: none,
    answer: () => v.object({ removed: index }),
  },
  "player.selection.get": {
    description: "Returns a page of the selection; limit null means all from offset on.",
    params: () => v.object({ offset: index, limit: v.nullable(index) }),
    answer: () =>
      v.object({
        total: index,
        type: v.string(),
        handles: v.array(schemaOf(handle)),
        playlist: optionalMember(playlistId),
        items: optionalMember(v.array(index)),
      }),
  },
  "player.selection.set": {
    description: "Makes the given tracks the selection; an error when that is impossible.",
    params: () => v.object({ handles: v.array(schemaOf(handle)) }),
    answer: () => v.object({ count: index }),
  },
  "player.selection.track": {
    description: "Makes the selection follow the active playlist or its selected items.",
    params: () => v.object({ mode: v.picklist(["playlist", "selection"]) }),
    answer: none,
  },
  "player.plugin.invoke": {
    description:
      "Calls an operation that an external plugin has registered; the answer is the caller's result.",
    params: () =>
      v.object({
        namespace: v.string(),
        method: v.string(),
        params: v.custom<Readonly<Record<string, unknown>>>((input) =>
          typeof input === "object" && input !== null
        ),
      }),
    answer: () => v.unknown(),
  },
  ...extensionActions,
} as const satisfies Record<`player.${string}`, NativeAction>;

/** @internal */
export type NativeActions = typeof nativeActions;

/** The name of a native action, such as `player.queue.get` (native-actions.md). */
export type ActionName = keyof NativeActions;

/** The parameters of a native action as the bridge sends them. */
export type ActionParams<Name extends ActionName> = InputOf<ReturnType<NativeActions[Name]["params"]>>;

/** The answer of a native action once it is checked: defaults are filled in. */
export type ActionAnswer<Name extends ActionName> = OutputOf<ReturnType<NativeActions[Name]["answer"]>>;

/** The answer of a native action as a player gives it: members with a default may be left out (native-actions.md). */
export type ActionReply<Name extends ActionName> = InputOf<ReturnType<NativeActions[Name]["answer"]>>;

/** The error code of a player that lacks an action. */
export const ACTION_NOT_SUPPORTED = playerErrors.actionNotSupported.code;

/** The error code of `player.menu.build` if no main menu tree can be built. */
export const MENU_TREE_UNAVAILABLE = playerErrors.menuTreeUnavailable.code;

/** The error code of a player that has no playlist with the given id. */
export const PLAYLIST_NOT_FOUND = playerErrors.playlistNotFound.code;

/** The error code of other failures of a player. */
export const ACTION_FAILED = playerErrors.actionFailed.code;
