/** Namespace `panel`: the configuration of the calling panel (specification, "panel"). */

import * as v from "valibot";
import { type PanelConfig, panelConfig, type PanelPatch } from "../../host_stdio/api/shapes.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { PanelChangeQueues } from "../core/change_queue.ts";
import type { Context } from "../core/context.ts";
import { described } from "../core/documented_schema.ts";
import { defineNamespace } from "../core/namespace.ts";
import { defineOperation, Failure, noParams, succeeded } from "../core/operation.ts";
import { boolean, optional, params, string } from "../core/params.ts";

/** The fields that a page may change, in the order of their checks. */
const changeable = {
  enableDragDrop: described(optional(boolean), "Whether the panel accepts drag and drop."),
  grabFocus: described(optional(boolean), "Whether a click gives the panel the keyboard focus."),
  panelName: described(optional(string), "The panel's display name."),
  transparentBackground: described(optional(boolean), "Whether the panel's background is transparent."),
} satisfies Record<keyof PanelPatch, v.GenericSchema>;

const noPanel = "Panel not found";

const getConfig = defineOperation({
  name: "panel.getConfig",
  description: "Returns the configuration of the calling panel.",
  needs: ["player.panel.getConfig"],
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), config: schemaOf(panelConfig) }),
  errors: [noPanel],
  handle: async (_params, context) => {
    requirePanel(context);
    return succeeded({ config: await currentConfig(context) });
  },
});

const setConfig = defineOperation({
  name: "panel.setConfig",
  description: "Updates the calling panel's configuration; omitted fields keep their value.",
  needs: ["player.panel.getConfig", "player.panel.setConfig"],
  params: () => params(changeable),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      changed: described(v.boolean(), "Whether a given value differs from the previous one."),
    }),
  errors: [noPanel],
  handle: (given, context: Context<PanelChangeQueues>) => {
    const panel = requirePanel(context);
    return context.state.run(panel, context, async (player) => {
      const patch = changes(given, await currentConfig(context));
      const changed = Object.keys(patch).length > 0;
      if (changed) await player.request("player.panel.setConfig", { patch });
      return succeeded({ changed });
    });
  },
});

/**
 * Returns the calling panel.
 *
 * @throws {Failure} When no panel called.
 */
function requirePanel({ panel }: Context): string {
  if (panel === undefined) throw new Failure(noPanel);
  return panel;
}

/**
 * Asks the player for the configuration of the calling panel.
 *
 * @throws {Failure} When the player has no such panel.
 */
async function currentConfig({ player }: Context): Promise<PanelConfig> {
  const { config } = await player.request("player.panel.getConfig", {});
  if (config === null) throw new Failure(noPanel);
  return config;
}

/** Returns the given fields whose value differs from the current one. */
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

export const panel = defineNamespace({
  name: "panel",
  operations: [getConfig, setConfig],
  createState: ({ player }) => new PanelChangeQueues(player),
});
