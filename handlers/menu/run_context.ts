/**
 * `menu.runContextCommand` and `menu.runContextCommandById` (specification, "menu").
 *
 * @module
 */

import * as v from "valibot";
import { ACTION_NOT_SUPPORTED } from "../../host_stdio/native_actions.ts";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";
import { type CommandNode, index, type MenuContext } from "../../host_stdio/shapes.ts";
import { parseGuid } from "../../limits/guid.ts";
import { described } from "../documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../operation.ts";
import { params, requiredString } from "../params.ts";
import { notExecuted, requireExecuted } from "../player_command.ts";
import { chooseContext, contextErrors, isPlaying, selectedCount } from "./context.ts";
import { handlesParam, invalidSubGuid, modeParam, readSubGuid, subGuidParam } from "./context_params.ts";
import { buildContextMenu, contextMenuFailed } from "./menus.ts";
import { refusals, resolveId, resolveName } from "./resolution.ts";

const idRequired = "id is required";
const noTrack = "No track selected or playing";

/** How the player is told which command to run. */
type Target = { guid: string; subGuid?: string | undefined } | { commandId: number };

/** `menu.runContextCommand`: runs a context menu command by GUID, name or path. */
export const runContextCommand = defineOperation({
  name: "menu.runContextCommand",
  description: "Runs a context menu command on the playing track or, when none plays, on the selection.",
  params: params({
    command: described(requiredString("command is required"), "The command's GUID, name or path."),
    subGuid: subGuidParam,
  }),
  result: v.strictObject({
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

/** `menu.runContextCommandById`: runs a context menu command by its number. */
export const runContextCommandById = defineOperation({
  name: "menu.runContextCommandById",
  description: "Runs a context menu command by the numeric id that menu.getContextMenu reports.",
  params: params({
    id: described(
      v.pipe(v.number(idRequired), v.safeInteger(idRequired), v.minValue(0, idRequired)),
      "The command's `commandId` in `menu.getContextMenu`.",
    ),
    mode: modeParam,
    handles: handlesParam,
  }),
  result: v.strictObject({ success: v.literal(true) }),
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

/** What a command without handles of its own acts on. */
async function runningContext(player: Player): Promise<{ context: MenuContext; itemCount: number }> {
  if (await isPlayingIfSupported(player)) return { context: { source: "nowPlaying" }, itemCount: 1 };
  const itemCount = await selectedCount(player);
  if (itemCount === 0) throw new Failure(noTrack);
  return { context: { source: "selection" }, itemCount };
}

/** A player that does not support the question has no playing track. One that fails may have one: nothing is run then. */
async function isPlayingIfSupported(player: Player): Promise<boolean> {
  try {
    return await isPlaying(player);
  } catch (error) {
    if (error instanceof NativeActionError && error.playerCode === ACTION_NOT_SUPPORTED) return false;
    throw error;
  }
}

async function findByName(player: Player, context: MenuContext, command: string): Promise<Target> {
  // A command without GUID can be run too: by its number in the menu that was just built.
  const found = resolveName(await buildContextMenu(player, context), command, () => true);
  if (found.outcome !== "found") throw new Failure(refusals[found.outcome](command));
  return targetOf(found.node);
}

function targetOf({ guid, subGuid, commandId }: CommandNode): Target {
  return guid === undefined ? { commandId } : { guid, subGuid };
}
