/**
 * Extension `window`: the window that contains the calling panel (extensions.md, "window, ui, discovery, audio,
 * lyrics").
 */

import * as v from "valibot";
import type { ActionAnswer, ActionParams } from "../../../host_stdio/api/native_actions.ts";
import type { Player } from "../../../host_stdio/player.ts";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";
import { defineNamespace } from "../../core/namespace.ts";
import { defineOperation, Failure, noParams, succeeded } from "../../core/operation.ts";
import { getDPI } from "../../system/mod.ts";

const windowEvents = {
  stateChanged: defineEvent({
    name: "window:stateChanged",
    description: "The window that contains the panel has changed.",
    payload: () =>
      v.strictObject({
        isMaximized: v.boolean(),
        maximized: v.boolean(),
        isMinimized: v.boolean(),
        minimized: v.boolean(),
        isActive: v.boolean(),
        active: v.boolean(),
        isFullscreen: v.boolean(),
        fullscreen: v.boolean(),
      }),
  }),
} as const;

type Window = NonNullable<ActionAnswer<"player.window.state">["window"]>;
type Command = ActionParams<"player.window.run">["command"];

/** The error text of an operation that needs a window. */
function notSupported(operation: string): string {
  return `${operation} is not supported in panel mode`;
}

const failureFields = () => ({
  supported: described(v.optional(v.literal(false)), "When the panel has no window of its own."),
  panelMode: described(v.optional(v.literal(true)), "When the panel has no window of its own."),
});

/**
 * Returns the state of the calling panel's window.
 *
 * @throws {Failure} When the panel has none of its own.
 */
async function ownWindow(player: Player, operation: string): Promise<Window> {
  const { window } = await player.request("player.window.state", {});
  if (!window) {
    throw new Failure(notSupported(operation), { supported: false, panelMode: true }, "NOT_SUPPORTED");
  }
  return window;
}

/** Defines an operation that runs a command. */
function running<const Name extends string>(name: Name, description: string, command: Command) {
  return defineOperation({
    name,
    description,
    needs: ["player.window.state", "player.window.run"],
    params: noParams,
    result: () => v.strictObject({ success: v.literal(true) }),
    failureFields,
    errors: [notSupported(name)],
    handle: async (_params, { player }) => {
      await ownWindow(player, name);
      await player.request("player.window.run", { command });
      return succeeded();
    },
  });
}

const TOGGLE = "window.toggleMaximize";

const toggleMaximize = defineOperation({
  name: TOGGLE,
  description: "Maximizes the window, or restores a maximized one. Leaves full screen if it is on.",
  needs: ["player.window.state", "player.window.run"],
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      maximized: described(v.boolean(), "Whether the window is maximized now."),
    }),
  failureFields,
  errors: [notSupported(TOGGLE)],
  handle: async (_params, { player }) => {
    const { maximized, fullscreen } = await ownWindow(player, TOGGLE);
    await player.request("player.window.run", { command: maximized || fullscreen ? "restore" : "maximize" });
    // A window that leaves full screen may have been maximized before.
    const { window } = await player.request("player.window.state", {});
    return succeeded({ maximized: window?.maximized ?? false });
  },
});

/** Defines an operation that tells one fact of the window, under two names. */
function telling<const Fact extends "Maximized" | "Minimized" | "Fullscreen">(
  fact: Fact,
  description: string,
) {
  const member = fact.toLowerCase() as Lowercase<Fact>;
  const name = `is${fact}` as const;
  return defineOperation({
    name: `window.${name}` as const,
    description: `${description}; false for a panel without a window of its own.`,
    needs: ["player.window.state"],
    params: noParams,
    result: () =>
      v.strictObject({
        success: v.literal(true),
        [member]: v.boolean(),
        [name]: described(v.boolean(), `The same as \`${member}\`.`),
      }),
    handle: async (_params, { player }) => {
      const { window } = await player.request("player.window.state", {});
      const value = window?.[member] ?? false;
      return { success: true as const, [member]: value, [name]: value };
    },
  });
}

const windowId = described(v.string(), "The panel; empty for a call that comes from none.");

const getCurrentWindowId = defineOperation({
  name: "window.getCurrentWindowId",
  description: "Returns the name of the calling panel.",
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), windowId }),
  failure: "never",
  handle: (_params, { panel = "" }) => succeeded({ windowId: panel }),
});

const getDpiScale = defineOperation({
  name: "window.getDpiScale",
  description: "Returns the dots per inch and the scale of the calling panel's display.",
  needs: getDPI.needs,
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), ...getDPI.result().entries }),
  handle: async (params, context) => succeeded(await getDPI.handle(params, context)),
});

const getMode = defineOperation({
  name: "window.getMode",
  description: "Returns whether the calling panel has a window of its own.",
  needs: ["player.window.state"],
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      mode: v.picklist(["standalone", "panel"]),
      panelMode: described(v.boolean(), "Whether the panel has no window of its own."),
      windowId,
    }),
  handle: async (_params, { player, panel = "" }) => {
    const panelMode = (await player.request("player.window.state", {})).window === null;
    return succeeded({ mode: panelMode ? "panel" : "standalone", panelMode, windowId: panel });
  },
});

export const window = defineNamespace({
  name: "window",
  operations: [
    running("window.close", "Closes the window that contains the panel.", "close"),
    getCurrentWindowId,
    getDpiScale,
    getMode,
    telling("Fullscreen", "Returns whether the window fills the screen"),
    telling("Maximized", "Returns whether the window is maximized"),
    telling("Minimized", "Returns whether the window is minimized"),
    running("window.maximize", "Maximizes the window that contains the panel.", "maximize"),
    running("window.minimize", "Minimizes the window that contains the panel.", "minimize"),
    running("window.restore", "Ends full screen, or else restores a maximized window.", "restore"),
    running("window.startDrag", "Lets the user move the window while the mouse button is down.", "startDrag"),
    toggleMaximize,
  ],
  events: Object.values(windowEvents),
  createState: (connection) => connection,
  listeners: ({ emit }) => ({
    on: {
      "signal.windowStateChanged": ({ panel, maximized, minimized, active, fullscreen }) => {
        const twice = {
          isMaximized: maximized,
          isMinimized: minimized,
          isActive: active,
          isFullscreen: fullscreen,
        };
        emit(windowEvents.stateChanged, { ...twice, maximized, minimized, active, fullscreen }, { panel });
      },
    },
  }),
});
