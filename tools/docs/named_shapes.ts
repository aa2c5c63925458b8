/** The shapes that documents define once under a name, with descriptions where the names of fields are not enough. */

import type * as v from "valibot";
import { givenHandle } from "../../handlers/menu/context.ts";
import { givenMenuRow } from "../../handlers/menu/rows.ts";
import { menuItem } from "../../handlers/menu/tree.ts";
import { queueEntry } from "../../handlers/queue/mod.ts";
import { viewedTrackInfo } from "../../handlers/selection/mod.ts";
import { apiInfo } from "../../handlers/system/mod.ts";
import {
  context,
  handle,
  menuNode,
  overlayRow,
  panelConfig,
  panelPatch,
  playlistId,
  queuedTrack,
  track,
} from "../../host_stdio/api/shapes.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";

export interface NamedShape {
  readonly schema: v.GenericSchema;
  /** One or more sentences. */
  readonly description: string;
  /** Descriptions of fields whose schemas have none. */
  readonly fields?: Readonly<Record<string, string>>;
}

const trackFields = {
  path: "The player's name for the track.",
  subsong: "0 when the file has only one track.",
  fileSize: "Bytes; null when unknown, as for streams.",
  duration: "Seconds, fractional.",
  bitrate: "kbit/s.",
  sampleRate: "Hz.",
} as const;

const unknownFields = 'Unknown texts are "" and unknown numbers 0.';

export const namedShapes = {
  ApiInfo: {
    schema: schemaOf(apiInfo),
    description: "An operation in the list of operations.",
    fields: {
      fullName: "The name for calls.",
      method: "The part of the full name after the first dot.",
      description: "Empty when a plugin has none.",
      plugin: "The plugin that registered it; empty for a built-in one.",
      version: "Version of the plugin, or of the bridge.",
      isExternal: "Whether a plugin registered it.",
    },
  },
  Handle: {
    schema: schemaOf(handle),
    description: "A track by the player's name for it.",
    fields: { subsong: trackFields.subsong },
  },
  MenuContext: { schema: schemaOf(context), description: "The tracks of a context menu." },
  MenuItem: {
    schema: schemaOf(menuItem),
    description: "A node of a menu tree.",
    fields: {
      label: "The player's label.",
      displayLabel: "The label for display.",
      path: "The labels from the top of the menu, joined by `/`.",
      displayPath: "The same with the labels for display.",
      availability: "Counts of the commands below it; only on request.",
      commandId: "For `menu.runContextCommandById`; -1 in a flat list.",
      available: "The same as `enabled`.",
      subGuid: "Names a dynamically generated child of the command `guid`.",
      executable: "Whether the command has a guid.",
      unaddressableReason: "Why the command has no guid.",
    },
  },
  MenuNode: { schema: schemaOf(menuNode), description: "A node of a menu tree as the player builds it." },
  MenuRow: { schema: schemaOf(givenMenuRow), description: "A row of the menu overlay." },
  OverlayRow: {
    schema: schemaOf(overlayRow),
    description: "A row of the menu overlay as the player draws it, with all default values.",
  },
  PanelConfig: {
    schema: schemaOf(panelConfig),
    description: "A panel's configuration: these fields and any others of the player.",
  },
  PanelPatch: { schema: schemaOf(panelPatch), description: "Changes to a panel's configuration." },
  PlaylistId: {
    schema: playlistId,
    description:
      "Identifies a playlist. The player chooses it. It stays the same while the playlist exists and is never reused.",
  },
  QueuedTrack: {
    schema: schemaOf(queuedTrack),
    description: `An entry of the player's queue with its position in a playlist. ${unknownFields}`,
    fields: trackFields,
  },
  QueueEntry: {
    schema: schemaOf(queueEntry),
    description: `An entry of the queue. ${unknownFields}`,
    fields: trackFields,
  },
  Track: {
    schema: schemaOf(track),
    description: `A track's metadata. ${unknownFields}`,
    fields: trackFields,
  },
  TrackHandle: {
    schema: givenHandle,
    description: "A track, as `path`, as `path|subsong:N`, or as an object.",
  },
  ViewedTrack: {
    schema: schemaOf(viewedTrackInfo),
    description: `The metadata of the viewed track. ${unknownFields}`,
    fields: trackFields,
  },
} as const satisfies Record<string, NamedShape>;
