/**
 * The signals: notifications of the player that something happened (native-actions.md, second table). The types, checks
 * and documents are generated from this table.
 */

import * as v from "valibot";
import type { CallMessage } from "../envelope.ts";
import {
  type AnySchema,
  type Checked,
  checkValue,
  type InputOf,
  type OutputOf,
  schemaOf,
} from "../schema_check.ts";
import type { Signal } from "./definitions.ts";
import { extensionSignals } from "./extension_messages.ts";
import type { ExtensionName } from "./extension_names.ts";
import { distinct, handle, placeEntries, playlistId } from "./shapes.ts";

const seconds = v.pipe(v.number(), v.minValue(0));

/** All signals by name. */
export const signals = {
  "signal.trackStarted": {
    description:
      "A track has begun to play, or stands paused at its beginning; with its place if the player knows it.",
    params: () =>
      v.object({
        handle: schemaOf(handle),
        ...placeEntries,
        cause: v.nullish(v.picklist(["queue", "advance", "user", "action"])),
        paused: v.nullish(v.boolean()),
      }),
  },
  "signal.trackFailed": {
    description: "A track could not be opened or broke off; the player may go on by itself.",
    params: () => v.object({ handle: schemaOf(handle), ...placeEntries, error: v.string() }),
  },
  "signal.playbackTime": {
    description: "The playback position in seconds, about once a second; length 0 when unknown.",
    params: () => v.object({ position: seconds, length: seconds }),
  },
  "signal.playbackStopped": {
    description: "Playback has stopped.",
    params: () => v.object({ reason: v.picklist(["user", "endOfFile", "startingAnother", "shutdown"]) }),
  },
  "signal.playbackPaused": {
    description: "Playback was paused or resumed.",
    params: () => v.object({ paused: v.boolean() }),
  },
  "signal.playlistsChanged": {
    description: "A playlist was inserted, removed or moved; all ids in the user's order.",
    params: () => v.object({ order: v.pipe(v.array(playlistId), distinct((id) => id)) }),
  },
  "signal.selectionChanged": {
    description: "The selection has changed.",
    params: () => v.object({}),
  },
  "signal.overlaySelected": {
    description: "The user chose a row of the menu overlay.",
    params: () => v.object({ menuId: v.string(), itemId: v.string() }),
  },
  "signal.overlayValueChanged": {
    description: "The user changed the value of a rich row of the menu overlay.",
    params: () =>
      v.object({ menuId: v.string(), itemId: v.string(), value: v.pipe(v.number(), v.safeInteger()) }),
  },
  "signal.overlayDismissed": {
    description: "The menu overlay has closed without a choice.",
    params: () => v.object({ menuId: v.string(), reason: v.string() }),
  },
  "signal.pluginEvent": {
    description: "An external plugin has an event for a panel, or without one for all.",
    params: () =>
      v.object({
        event: v.pipe(v.string(), { ...v.includes(":"), expects: "a text with a colon" }),
        data: v.unknown(),
        panel: v.nullish(v.string()),
      }),
  },
  ...extensionSignals,
} as const satisfies Record<`signal.${string}`, Signal>;

/** @internal */
export type Signals = typeof signals;

/** The name of a signal, such as `signal.trackStarted` (native-actions.md). */
export type SignalName = keyof Signals;

/** The parameters of a signal once they are checked: defaults are filled in. */
export type SignalParams<Name extends SignalName> = OutputOf<ReturnType<Signals[Name]["params"]>>;

/** A signal as a player sends it. Parameters with a default may be left out. */
export type SignalInput = {
  [Name in SignalName]: {
    readonly name: Name;
    readonly params: InputOf<ReturnType<Signals[Name]["params"]>>;
  };
}[SignalName];

/** A signal with checked parameters. */
export type SignalMessage<Among extends SignalName = SignalName> = {
  [Name in Among]: { readonly name: Name; readonly params: SignalParams<Name> };
}[Among];

/** Returns the extensions that use a signal; undefined for a signal of the specification. */
export function extensionsOf(signal: string): readonly ExtensionName[] | undefined {
  return Object.hasOwn(extensionSignals, signal)
    ? extensionSignals[signal as keyof typeof extensionSignals].extensions
    : undefined;
}

/** Returns whether a call is a signal. A page, which has a panel, cannot send one. */
export function isSignal({ id, method, panel }: CallMessage): boolean {
  return panel === undefined && id === undefined && method.startsWith("signal.");
}

/** Checks the parameters of a signal. Returns undefined if no signal has this name. */
export function checkSignal(name: string, params: unknown): Checked<SignalMessage> | undefined {
  if (!Object.hasOwn(signals, name)) return undefined;
  const make: () => AnySchema = signals[name as SignalName].params;
  const checked = checkValue(schemaOf(make), params ?? {});
  return checked.misfit ? checked : { value: { name, params: checked.value } as SignalMessage };
}
