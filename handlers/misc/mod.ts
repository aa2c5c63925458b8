/** Namespace `misc`: commands, directories and dialogs of the player (specification, "misc"). */

import * as v from "valibot";
import type { ActionAnswer, ActionParams } from "../../host_stdio/api/native_actions.ts";
import { NativeActionError } from "../../host_stdio/player.ts";
import { described, documentedAs } from "../core/documented_schema.ts";
import { textOf } from "../core/message.ts";
import { defineNamespace, stateless } from "../core/namespace.ts";
import { defineOperation, noParams, succeeded } from "../core/operation.ts";
import { optional, params, string, treatedAs, withDefault } from "../core/params.ts";
import { notExecuted, requireExecuted } from "../core/player_requests.ts";

type Command = ActionParams<"player.app.run">["command"];
type Directory = keyof ActionAnswer<"player.app.paths">;

const onlySuccess = () => v.strictObject({ success: v.literal(true) });
const text = documentedAs(v.unknown(), v.string());

/** Defines an operation that runs a standard command of the player. */
function running<const Name extends string>(name: Name, description: string, command: Command) {
  return defineOperation({
    name,
    description,
    needs: ["player.app.run"],
    params: noParams,
    result: onlySuccess,
    errors: [notExecuted],
    handle: async (_params, { player }) => {
      requireExecuted(await player.request("player.app.run", { command }));
      return succeeded();
    },
  });
}

/** Defines an operation that answers a directory of the player. */
function locating<const Name extends string>(name: Name, description: string, directory: Directory) {
  return defineOperation({
    name,
    description,
    needs: ["player.app.paths"],
    params: noParams,
    result: () => v.strictObject({ path: v.string(), value: described(v.string(), "The same as `path`.") }),
    failure: "error",
    handle: async (_params, { player }) => {
      const path = (await player.request("player.app.paths", {}))[directory];
      return { path, value: path };
    },
  });
}

const exit = running("misc.exit", "Requests the player's standard exit command.", "exit");

const getComponentPath = locating(
  "misc.getComponentPath",
  "Returns the directory that the component library was loaded from.",
  "component",
);

const getFoobarPath = locating(
  "misc.getFoobarPath",
  "Returns the player's installation directory.",
  "installation",
);

const getProfilePath = locating("misc.getProfilePath", "Returns the player's profile directory.", "profile");

const restart = running("misc.restart", "Requests the player's standard restart command.", "restart");

const showConsole = running("misc.showConsole", "Opens the player's console window.", "showConsole");

const showLibrarySearch = defineOperation({
  name: "misc.showLibrarySearch",
  description: "Opens the media library search window with an initial query.",
  needs: ["player.app.showLibrarySearch"],
  params: () => params({ query: described(withDefault(string, ""), "The initial search query.") }),
  result: () =>
    v.strictObject({ success: v.literal(true), query: described(v.string(), "The query as used.") }),
  handle: async ({ query }, { player }) => {
    await player.request("player.app.showLibrarySearch", { query });
    return succeeded({ query });
  },
});

const showPopupMessage = defineOperation({
  name: "misc.showPopupMessage",
  description: "Shows a popup message dialog.",
  params: () =>
    params({
      message: described(
        optional(text),
        "The message; empty by default. A value that is not a string is written as JSON.",
      ),
      msg: described(optional(text), "An old name of `message`, used only without `message`."),
      title: described(treatedAs(string, "Message"), "The dialog's title."),
    }),
  result: onlySuccess,
  failure: "never",
  handle: async ({ message, msg, title }, { player }) => {
    try {
      await player.request("player.app.showPopup", { title, message: textOf(message ?? msg ?? "") });
    } catch (error) {
      // The specification has no failure for this operation, so a failing player is ignored.
      if (!(error instanceof NativeActionError)) throw error;
    }
    return succeeded();
  },
});

const showPreferences = running("misc.showPreferences", "Opens the preferences dialog.", "showPreferences");

export const misc = defineNamespace({
  name: "misc",
  operations: [
    exit,
    getComponentPath,
    getFoobarPath,
    getProfilePath,
    restart,
    showConsole,
    showLibrarySearch,
    showPopupMessage,
    showPreferences,
  ],
  createState: stateless,
});
