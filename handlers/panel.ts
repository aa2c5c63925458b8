/**
 * Namespace `panel`: the calling panel's configuration (specification, "panel").
 *
 * @module
 */

import * as v from "valibot";
import { type PanelConfig, panelConfig, type PanelPatch } from "../host_stdio/shapes.ts";
import type { Context } from "./context.ts";
import { defineOperation, Failure, noParams, succeeded } from "./operation.ts";
import { boolean, optional, params, string } from "./params.ts";

/** The four fields that a page may change, in the order in which they are checked. */
const changeable = {
  enableDragDrop: optional(boolean),
  grabFocus: optional(boolean),
  panelName: optional(string),
  transparentBackground: optional(boolean),
} satisfies Record<keyof PanelPatch, v.GenericSchema>;

const getConfig = defineOperation({
  name: "panel.getConfig",
  description: "Gives the configuration of the calling panel.",
  params: noParams,
  result: v.strictObject({ success: v.literal(true), config: panelConfig }),
  handle: async (_params, context) => succeeded({ config: await currentConfig(context) }),
});

const setConfig = defineOperation({
  name: "panel.setConfig",
  description: "Updates the calling panel's configuration; fields left out keep their value.",
  params: params(changeable),
  result: v.strictObject({ success: v.literal(true), changed: v.boolean() }),
  handle: async (given, context) => {
    const patch = changes(given, await currentConfig(context));
    const changed = Object.keys(patch).length > 0;
    if (changed) await context.player.request("player.panel.setConfig", { patch });
    return succeeded({ changed });
  },
});

/**
 * The configuration of the calling panel.
 *
 * @param context The call's context.
 * @returns The configuration as the player keeps it.
 * @throws {Failure} When the call comes from no panel, of which the player is not asked, or from one it does not know.
 */
async function currentConfig({ panel, player }: Context): Promise<PanelConfig> {
  const config = panel === undefined ? null : (await player.request("player.panel.getConfig", {})).config;
  if (config === null) throw new Failure("Panel not found");
  return config;
}

/** Those of the given fields whose value is another one than now. */
function changes(given: PanelPatch, current: PanelConfig): PanelPatch {
  const patch: PanelPatch = {};
  const take = <Field extends keyof PanelPatch>(field: Field): void => {
    if (given[field] !== undefined && given[field] !== current[field]) patch[field] = given[field];
  };
  take("enableDragDrop");
  take("grabFocus");
  take("panelName");
  take("transparentBackground");
  return patch;
}

/** The operations of the namespace `panel`. */
export const panelOperations = [getConfig, setConfig] as const;
