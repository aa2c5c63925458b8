/** The shapes that documents define once under a name, with descriptions where the names of fields are not enough. */

import type * as v from "valibot";
import { apiInfo } from "../../handlers/system/mod.ts";
import { givenHandle } from "../../handlers/menu/context.ts";
import { givenMenuRow } from "../../handlers/menu/rows.ts";
import { menuItem } from "../../handlers/menu/tree.ts";
import { queueEntry } from "../../handlers/queue/mod.ts";
import { viewedTrackInfo } from "../../handlers/selection/mod.ts";
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
} from "../../host_stdio/shapes.ts";

export interface NamedShape {
  readonly schema: v.GenericSchema;
  /** One or more sentences. */
  readonly description: string;
  /** Descriptions of fields whose schemas have none. */
  readonly fields?: Readonly<Record<string, string>>;
}

const trackFields = {
  path: "As the player names the track.",
  subsong: "0 when the file holds only one track.",
  fileSize: "Bytes; null when unknown, as for streams.",
  duration: "Seconds, fractional.",
  bitrate: "kbit/s.",
  sampleRate: "Hz.",
} as const;

const unknownFields = 'Texts are "" and numbers 0 when unknown.';

export const namedShapes = {
  ApiInfo: {
    schema: apiInfo,
    description: "An operation, as introspection tells of it.",
    fields: {
      fullName: "The name that it is called by.",
      method: "What follows the first dot of the full name.",
      description: "Empty when a plugin gave none.",
      plugin: "The plugin that registered it; empty for a built-in one.",
      version: "Of that plugin, or of the bridge.",
      isExternal: "Whether it is a plugin's.",
    },
  },
  Handle: {
    schema: handle,
    description: "A track as the player names it.",
    fields: { subsong: trackFields.subsong },
  },
  MenuContext: { schema: context, description: "The tracks that a context menu is about." },
  MenuItem: {
    schema: menuItem,
    description: "A node of a menu tree.",
    fields: {
      label: "As the player has it.",
      displayLabel: "As a page shows it.",
      path: "The labels from the top of the menu, joined by `/`.",
      displayPath: "The same with the labels that a page shows.",
      availability: "Counts the commands below it; only when asked for.",
      commandId: "For `menu.runContextCommandById`; -1 in a list without tree.",
      available: "The same as `enabled`.",
      subGuid: "Names one dynamically generated child of the command `guid`.",
      executable: "Whether the command has a guid.",
      unaddressableReason: "Why it has none.",
    },
  },
  MenuNode: { schema: menuNode, description: "A node of a menu tree as the player builds it." },
  MenuRow: { schema: givenMenuRow, description: "A row of the menu overlay." },
  OverlayRow: {
    schema: overlayRow,
    description: "A row of the menu overlay as the player is asked to draw it, every default filled in.",
  },
  PanelConfig: {
    schema: panelConfig,
    description: "A panel's configuration: these fields, and whatever else the player gives.",
  },
  PanelPatch: { schema: panelPatch, description: "What of a panel's configuration is to be changed." },
  PlaylistId: {
    schema: playlistId,
    description:
      "Names a playlist. The player chooses it; it stays the same while the playlist exists, and no other playlist gets it.",
  },
  QueuedTrack: {
    schema: queuedTrack,
    description: `An entry of the player's queue, with its place in a playlist. ${unknownFields}`,
    fields: trackFields,
  },
  QueueEntry: {
    schema: queueEntry,
    description: `An entry of the queue. ${unknownFields}`,
    fields: trackFields,
  },
  Track: { schema: track, description: `A track's metadata. ${unknownFields}`, fields: trackFields },
  TrackHandle: {
    schema: givenHandle,
    description: "A track, as `path`, as `path|subsong:N`, or as an object.",
  },
  ViewedTrack: {
    schema: viewedTrackInfo,
    description: `The metadata of the track that is looked at. ${unknownFields}`,
    fields: trackFields,
  },
} as const satisfies Record<string, NamedShape>;

export type ShapeName = keyof typeof namedShapes;
