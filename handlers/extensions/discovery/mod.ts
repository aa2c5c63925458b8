/**
 * Extension `discovery`: the player's components and main menu commands (extensions.md, "window, ui, discovery,
 * audio, lyrics").
 */

import * as v from "valibot";
import { ACTION_NOT_SUPPORTED } from "../../../host_stdio/api/native_actions.ts";
import { index } from "../../../host_stdio/api/shapes.ts";
import { NativeActionError, type Player } from "../../../host_stdio/player.ts";
import { foldCase } from "../../../limits/unicode.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { type ApiTable, defineNamespace } from "../../core/namespace.ts";
import { defineOperation, Failure, noParams, succeeded } from "../../core/operation.ts";
import { params, requiredString } from "../../core/params.ts";
import { notExecuted } from "../../core/player_requests.ts";
import { runMainCommand } from "../../menu/commands.ts";
import { invalidSubGuid, readSubGuid, subGuidParam } from "../../menu/context.ts";
import { parseGuid, refusals } from "../../menu/resolution.ts";

/** The maximum length of a query. */
const MAX_QUERY_LENGTH = 2048;

const component = v.strictObject({
  filename: v.string(),
  name: v.string(),
  version: v.string(),
  about: v.string(),
});

const getComponents = defineOperation({
  name: "discovery.getComponents",
  description: "Lists the player's components; empty when the player cannot tell.",
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), components: v.array(component), count: index }),
  handle: async (_params, { player }) => {
    const components = await componentsOf(player);
    return succeeded({ components, count: components.length });
  },
});

async function componentsOf(player: Player): Promise<v.InferOutput<typeof component>[]> {
  try {
    return (await player.request("player.app.components", {})).components;
  } catch (error) {
    if (error instanceof NativeActionError && error.playerCode === ACTION_NOT_SUPPORTED) return [];
    throw error;
  }
}

const configComponents = defineOperation({
  name: "config.getComponents",
  extension: "discovery",
  description: "Lists the player's components; empty when the player cannot tell.",
  params: noParams,
  result: () =>
    v.array(v.strictObject({
      name: v.string(),
      version: v.string(),
      fileName: v.string(),
      filename: described(v.string(), "The same as `fileName`."),
    })),
  failure: "error",
  handle: async (_params, { player }) =>
    (await componentsOf(player)).map(({ name, version, filename }) => ({
      name,
      version,
      fileName: filename,
      filename,
    })),
});

const getVersionInfo = defineOperation({
  name: "config.getVersionInfo",
  extension: "discovery",
  description: "Returns the versions of the bridge and of the player.",
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      version: described(v.string(), "The version of the bridge."),
      versionFull: described(v.string(), "The same as `version`."),
      plugin: described(v.string(), "The same as `version`."),
      foobar2000: described(v.string(), "The name and version of the player."),
      is64bit: v.literal(true),
      isPortable: v.literal(false),
      profilePath: described(v.literal(""), "Always empty: a page learns no path."),
    }),
  handle: (_params, { state: { version, playerVersion } }: Context<ApiTable>) => {
    const player = playerVersion();
    return succeeded({
      version,
      versionFull: version,
      plugin: version,
      foobar2000: player ? `${player.name} ${player.version}` : "",
      is64bit: true,
      isPortable: false,
      profilePath: "",
    });
  },
});

const searchCommands = defineOperation({
  name: "discovery.searchCommands",
  description: "Searches the main menu commands by name, ignoring case.",
  needs: ["player.menu.listMainCommands"],
  params: () =>
    params({
      query: described(
        v.pipe(
          requiredString("query is required"),
          v.maxLength(MAX_QUERY_LENGTH, `query exceeds maximum length (${MAX_QUERY_LENGTH})`),
        ),
        "A part of the name.",
      ),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      query: v.string(),
      results: v.array(v.strictObject({
        name: v.string(),
        description: described(v.literal(""), "Always empty."),
        guid: v.string(),
        subGuid: v.exactOptional(v.string()),
        checked: v.boolean(),
        type: v.literal("mainmenu"),
      })),
      count: index,
    }),
  handle: async ({ query }, { player }) => {
    const { commands } = await player.request("player.menu.listMainCommands", {});
    const sought = foldCase(query);
    const results = commands.filter(({ name }) => foldCase(name).includes(sought)).map(
      ({ name, guid, subGuid, checked = false }) => ({
        name,
        description: "" as const,
        guid,
        ...subGuid !== undefined && { subGuid },
        checked,
        type: "mainmenu" as const,
      }),
    );
    return succeeded({ query, results, count: results.length });
  },
});

const invalidGuid = "Invalid GUID format";

const executeMainMenuCommand = defineOperation({
  name: "discovery.executeMainMenuCommand",
  description: "Runs a main menu command by its GUID.",
  needs: ["player.menu.runMain", ["player.menu.build", "player.menu.listMainCommands"]],
  params: () =>
    params({
      guid: described(requiredString("guid is required"), "The command's GUID, with or without braces."),
      subGuid: subGuidParam,
    }),
  result: () => v.strictObject({ success: v.literal(true), guid: v.string() }),
  errors: [
    invalidGuid,
    invalidSubGuid,
    refusals.disabled("<guid>"),
    refusals.notFound("<guid>"),
    notExecuted,
  ],
  handle: async ({ guid: given, subGuid: givenSubGuid }, { player }) => {
    const guid = parseGuid(given);
    if (guid === undefined) throw new Failure(invalidGuid, undefined, "INVALID_PARAMS");
    try {
      return await runMainCommand(player, given, { guid, subGuid: readSubGuid(givenSubGuid) });
    } catch (error) {
      // Drop the code that only menu.runMainMenuCommand answers.
      throw error instanceof Failure ? new Failure(error.message, undefined, error.failureCode) : error;
    }
  },
});

export const discovery = defineNamespace({
  name: "discovery",
  operations: [executeMainMenuCommand, getComponents, searchCommands, configComponents, getVersionInfo],
  createState: ({ apis }) => apis,
});
