/**
 * The operations of `menu` that read menus and run their commands (specification, "menu" and "Main menu command failure
 * codes").
 */

import * as v from "valibot";
import { ACTION_NOT_SUPPORTED } from "../../host_stdio/api/native_actions.ts";
import { type CommandNode, index, type MenuContext, type MenuNode } from "../../host_stdio/api/shapes.ts";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { described } from "../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../core/operation.ts";
import { dependentParams, optional, params, requiredString, string } from "../core/params.ts";
import { notExecuted, requireExecuted } from "../core/player_requests.ts";
import {
  chooseContext,
  contextErrors,
  contextModes,
  handlesParam,
  i18nParam,
  invalidSubGuid,
  isPlaying,
  lacksHandles,
  localeParam,
  modeParam,
  readSubGuid,
  selectedCount,
  subGuidParam,
  withAvailabilityParam,
} from "./context.ts";
import {
  type CommandGuid,
  ownsChildren,
  parseGuid,
  type PlacedCommand,
  refusals,
  type Resolution,
  resolveGuid,
  resolveId,
  resolveName,
} from "./resolution.ts";
import { findTranslation } from "./translation.ts";
import { buildContextMenu, buildMainMenu, contextMenuFailed, findMenu, menuItem, shapeMenu } from "./tree.ts";

export const getContextMenu = defineOperation({
  name: "menu.getContextMenu",
  description: "Returns the context menu tree for the chosen context.",
  needs: ["player.menu.build"],
  params: () =>
    dependentParams(
      {
        handles: handlesParam,
        i18n: i18nParam,
        locale: localeParam,
        mode: modeParam,
        withAvailability: withAvailabilityParam,
      },
      ({ mode, handles }) =>
        mode === "handles" && lacksHandles(handles) ? contextErrors.noHandles : undefined,
    ),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      items: v.array(schemaOf(menuItem)),
      i18n: v.boolean(),
      locale: v.string(),
      mode: described(
        v.picklist(contextModes.filter((mode) => mode !== "auto")),
        "The mode that took effect.",
      ),
      withAvailability: v.boolean(),
    }),
  errors: [...Object.values(contextErrors), contextMenuFailed],
  handle: async ({ handles, i18n, locale, mode, withAvailability }, { player }) => {
    const context = await chooseContext(player, mode, handles);
    const nodes = await buildContextMenu(player, context);
    const translate = await findTranslation(i18n, locale);
    const items = shapeMenu({ nodes, labels: [] }, { translate, withAvailability });
    return succeeded({ items, i18n, locale, mode: context.source, withAvailability });
  },
});

export const getMainMenu = defineOperation({
  name: "menu.getMainMenu",
  description: "Returns the main menu tree, or a flat list of commands when the player cannot build a tree.",
  needs: [["player.menu.build", "player.menu.listMainCommands"]],
  params: () =>
    params({
      i18n: i18nParam,
      locale: localeParam,
      root: described(
        optional(string),
        "Name or path of the submenu to return; the whole menu when omitted or empty.",
      ),
      withAvailability: withAvailabilityParam,
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      items: v.array(schemaOf(menuItem)),
      fallback: described(v.boolean(), "Whether `items` is a flat list because there is no tree."),
    }),
  failureFields: () => ({
    items: described(v.optional(v.strictTuple([])), "When `root` was not found."),
    fallback: described(v.optional(v.boolean()), "When `root` was not found."),
  }),
  errors: [menuNotFound("<root>")],
  handle: async ({ i18n, locale, root = "", withAvailability }, { player }) => {
    const { nodes, fallback } = await buildMainMenu(player);
    const menu = findMenu(nodes, root);
    if (!menu) throw new Failure(menuNotFound(root), { items: [], fallback });
    const translate = await findTranslation(i18n, locale);
    return succeeded({ items: shapeMenu(menu, { translate, withAvailability }), fallback });
  },
});

function menuNotFound(root: string): string {
  return `Menu not found: ${root}`;
}

const idRequired = "id is required";
const noTrack = "No track selected or playing";

/** Identifies the command that the player runs. */
type Target = { guid: string; subGuid?: string | undefined } | { commandId: number };

export const runContextCommand = defineOperation({
  name: "menu.runContextCommand",
  description: "Runs a context menu command on the playing track or, when none plays, on the selection.",
  needs: ["player.menu.runContext"],
  params: () =>
    params({
      command: described(requiredString("command is required"), "The command's GUID, name or path."),
      subGuid: subGuidParam,
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      guid: described(v.optional(v.string()), "The command's GUID; only when it has one."),
      itemCount: described(index, "How many tracks the command acted on."),
      executionConfirmed: described(
        v.boolean(),
        "False when the player could not observe that the command was completed.",
      ),
    }),
  errors: [
    invalidSubGuid,
    noTrack,
    contextMenuFailed,
    ...Object.values(refusals).map((text) => text("<command>")),
    notExecuted,
  ],
  handle: async ({ command, subGuid: givenSubGuid }, { player }) => {
    const subGuid = readSubGuid(givenSubGuid);
    const { context, itemCount } = await runningContext(player);
    const guid = parseGuid(command);
    const target = guid === undefined ? await findByName(player, context, command) : { guid, subGuid };
    const answer = await player.request("player.menu.runContext", { context, ...target });
    requireExecuted(answer);
    return succeeded({
      ...("guid" in target ? { guid: target.guid } : {}),
      itemCount,
      executionConfirmed: answer.confirmed,
    });
  },
});

export const runContextCommandById = defineOperation({
  name: "menu.runContextCommandById",
  description: "Runs a context menu command by the numeric id that menu.getContextMenu reports.",
  needs: ["player.menu.build", "player.menu.runContext"],
  params: () =>
    params({
      id: described(
        v.pipe(v.number(idRequired), v.safeInteger(idRequired), v.minValue(0, idRequired)),
        "The command's `commandId` in `menu.getContextMenu`.",
      ),
      mode: modeParam,
      handles: handlesParam,
    }),
  result: () => v.strictObject({ success: v.literal(true) }),
  errors: [
    ...Object.values(contextErrors),
    contextMenuFailed,
    refusals.notFound("<id>"),
    refusals.disabled("<label>"),
    notExecuted,
  ],
  handle: async ({ id, mode, handles }, { player }) => {
    const context = await chooseContext(player, mode, handles);
    const found = resolveId(await buildContextMenu(player, context), id);
    if (found.outcome === "disabled") throw new Failure(refusals.disabled(found.node.label));
    if (found.outcome !== "found") throw new Failure(refusals.notFound(id));
    requireExecuted(await player.request("player.menu.runContext", { context, commandId: id }));
    return succeeded();
  },
});

/** The tracks that a command runs on: the playing track, otherwise the selection. */
async function runningContext(player: Player): Promise<{ context: MenuContext; itemCount: number }> {
  if (await isPlayingIfSupported(player)) return { context: { source: "nowPlaying" }, itemCount: 1 };
  const itemCount = await selectedCount(player);
  if (itemCount === 0) throw new Failure(noTrack);
  return { context: { source: "selection" }, itemCount };
}

/**
 * A player without `player.playback.nowPlaying` counts as playing nothing. If the request fails, a track may be
 * playing, so no command is run.
 */
async function isPlayingIfSupported(player: Player): Promise<boolean> {
  try {
    return await isPlaying(player);
  } catch (error) {
    if (error instanceof NativeActionError && error.playerCode === ACTION_NOT_SUPPORTED) return false;
    throw error;
  }
}

async function findByName(player: Player, context: MenuContext, command: string): Promise<Target> {
  // A command without GUID is run by its number in the menu that was just built.
  const found = resolveName(await buildContextMenu(player, context), command, () => true);
  if (found.outcome !== "found") throw new Failure(refusals[found.outcome](command));
  return targetOf(found.node);
}

function targetOf({ guid, subGuid, commandId }: CommandNode): Target {
  return guid === undefined ? { commandId } : { guid, subGuid };
}

const codes = {
  disabled: "MENU_ITEM_DISABLED",
  ambiguous: "MENU_MATCH_AMBIGUOUS",
  notFound: "MENU_COMMAND_NOT_FOUND",
} as const;

const candidate = v.strictObject({
  name: v.string(),
  path: v.string(),
  guid: v.string(),
  subGuid: v.optional(v.string()),
});

export const runMainMenuCommand = defineOperation({
  name: "menu.runMainMenuCommand",
  description: "Runs a main menu command, given by its GUID, its name or its path.",
  needs: ["player.menu.runMain", ["player.menu.build", "player.menu.listMainCommands"]],
  params: () =>
    params({
      command: described(
        requiredString("command is required"),
        "The command's GUID, name or path. Names and paths are those of the player's language.",
      ),
      subGuid: subGuidParam,
    }),
  result: () => v.strictObject({ success: v.literal(true), guid: v.string() }),
  failureFields: () => ({
    code: described(
      v.optional(v.picklist(Object.values(codes))),
      "Why the command was not run; absent when the player failed.",
    ),
    candidates: described(
      v.optional(v.array(candidate)),
      "The commands that match, when `code` is `MENU_MATCH_AMBIGUOUS`.",
    ),
  }),
  errors: [invalidSubGuid, ...Object.values(refusals).map((text) => text("<command>")), notExecuted],
  handle: async ({ command, subGuid: givenSubGuid }, { player }) => {
    const subGuid = readSubGuid(givenSubGuid);
    const guid = parseGuid(command);
    if (guid !== undefined) return await runMainCommand(player, command, { guid, subGuid });
    const { nodes } = await buildMainMenu(player);
    const target = requireTarget(command, resolveName(nodes, command, hasGuid));
    requireExecuted(await player.request("player.menu.runMain", target));
    return succeeded({ guid: target.guid });
  },
});

/**
 * Runs a main menu command by its GUID.
 *
 * @param command What the page asked for, for error texts.
 * @throws {Failure} When it does not exist, is disabled, or the player does not run it; the first two with `code`.
 */
export async function runMainCommand(
  player: Player,
  command: string,
  wanted: CommandGuid,
): Promise<{ success: true; guid: string }> {
  const { nodes } = await buildMainMenu(player);
  const target = targetByGuid(nodes, command, wanted);
  requireExecuted(await player.request("player.menu.runMain", target));
  return succeeded({ guid: target.guid });
}

type MainTarget = { guid: string; subGuid?: string | undefined };
type AddressableNode = CommandNode & { guid: string };

/** A main menu command can only be run by its GUID. */
function hasGuid(node: CommandNode): node is AddressableNode {
  return node.guid !== undefined;
}

function targetByGuid(nodes: readonly MenuNode[], command: string, wanted: CommandGuid): MainTarget {
  const resolution = resolveGuid(nodes, wanted);
  const { guid, subGuid } = wanted;
  // The owner of generated children has no row of its own: the player decides what its GUID alone means.
  if (resolution.outcome === "notFound" && subGuid === undefined && ownsChildren(nodes, guid)) {
    return { guid };
  }
  return requireTarget(command, resolution);
}

function requireTarget(command: string, resolution: Resolution): MainTarget {
  if (resolution.outcome === "found" && hasGuid(resolution.node)) {
    const { guid, subGuid } = resolution.node;
    return { guid, subGuid };
  }
  const outcome = resolution.outcome === "found" ? "notFound" : resolution.outcome;
  throw new Failure(refusals[outcome](command), {
    code: codes[outcome],
    ...(resolution.outcome === "ambiguous" ? { candidates: candidatesOf(resolution.candidates) } : {}),
  });
}

function candidatesOf(commands: readonly PlacedCommand[]): v.InferOutput<typeof candidate>[] {
  return commands.flatMap(({ node, path }) => {
    if (!hasGuid(node)) return [];
    const { label: name, guid, subGuid } = node;
    return [{ name, path, guid, ...(subGuid === undefined ? {} : { subGuid }) }];
  });
}
