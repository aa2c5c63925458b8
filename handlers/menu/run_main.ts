/**
 * `menu.runMainMenuCommand` (specification, "menu" and "Main menu command failure codes").
 *
 * @module
 */

import * as v from "valibot";
import type { CommandNode, MenuNode } from "../../host_stdio/shapes.ts";
import { parseGuid } from "../../limits/guid.ts";
import { described } from "../documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../operation.ts";
import { params, requiredString } from "../params.ts";
import { notExecuted, requireExecuted } from "../player_command.ts";
import { invalidSubGuid, readSubGuid, subGuidParam } from "./context_params.ts";
import { buildMainMenu } from "./menus.ts";
import {
  type CommandGuid,
  ownsChildren,
  type PlacedCommand,
  refusals,
  type Resolution,
  resolveGuid,
  resolveName,
} from "./resolution.ts";

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

/** `menu.runMainMenuCommand`: runs a main menu command by GUID, name or path. */
export const runMainMenuCommand = defineOperation({
  name: "menu.runMainMenuCommand",
  description: "Runs a main menu command, given by its GUID, its name or its path.",
  params: params({
    command: described(
      requiredString("command is required"),
      "The command's GUID, name or path. Names and paths are those of the player's language.",
    ),
    subGuid: subGuidParam,
  }),
  result: v.strictObject({ success: v.literal(true), guid: v.string() }),
  failureFields: {
    code: described(
      v.optional(v.picklist(Object.values(codes))),
      "When the command was not run for its own sake.",
    ),
    candidates: described(
      v.optional(v.array(candidate)),
      "The commands that match, when `code` is `MENU_MATCH_AMBIGUOUS`.",
    ),
  },
  errors: [invalidSubGuid, ...Object.values(refusals).map((text) => text("<command>")), notExecuted],
  handle: async ({ command, subGuid: givenSubGuid }, { player }) => {
    const subGuid = readSubGuid(givenSubGuid);
    const guid = parseGuid(command);
    const { nodes } = await buildMainMenu(player);
    const target = guid === undefined
      ? requireTarget(command, resolveName(nodes, command, hasGuid))
      : targetByGuid(nodes, command, { guid, subGuid });
    requireExecuted(await player.request("player.menu.runMain", target));
    return succeeded({ guid: target.guid });
  },
});

type Target = { guid: string; subGuid?: string | undefined };
type AddressableNode = CommandNode & { guid: string };

/** A main menu command can be run by its GUID only. */
function hasGuid(node: CommandNode): node is AddressableNode {
  return node.guid !== undefined;
}

function targetByGuid(nodes: readonly MenuNode[], command: string, wanted: CommandGuid): Target {
  const resolution = resolveGuid(nodes, wanted);
  const { guid, subGuid } = wanted;
  // An owner has no row of its own: what its GUID without a child's means is the player's to say.
  if (resolution.outcome === "notFound" && subGuid === undefined && ownsChildren(nodes, guid)) {
    return { guid };
  }
  return requireTarget(command, resolution);
}

function requireTarget(command: string, resolution: Resolution): Target {
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
