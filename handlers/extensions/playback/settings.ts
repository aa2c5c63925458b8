/**
 * The operations for the playback order, for stopping after the playing track, and for volume and mute (extensions.md,
 * "playback").
 */

import * as v from "valibot";
import { badAnswer } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import { described, documentation, documentedAs } from "../../core/documented_schema.ts";
import { defineOperation, noParams, succeeded } from "../../core/operation.ts";
import { boolean, isAbsent, params, withDefault } from "../../core/params.ts";
import {
  levelOf,
  MAX_VOLUME,
  nameOfOrder,
  number,
  orderIndex,
  orderName,
  orderNumber,
  playbackEvents,
  volumeEntries,
  volumeOf,
} from "./events.ts";
import type { PlaybackState } from "./state.ts";

/** The step of `playback.volumeUp` and `playback.volumeDown`. */
const VOLUME_STEP = 5;

const stateAndVolume = ["player.playback.state", "player.playback.setVolume"] as const;
const volumeChanged = [playbackEvents.volumeChanged] as const;

const getVolume = defineOperation({
  name: "playback.getVolume",
  description: "Returns the volume and the mute.",
  needs: ["player.playback.state"],
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), ...volumeEntries }),
  handle: async (_params, { player }) =>
    succeeded(volumeOf(await player.request("player.playback.state", {}))),
});

const setVolume = defineOperation({
  name: "playback.setVolume",
  description: "Sets the volume; the mute stays as it is.",
  needs: ["player.playback.setVolume"],
  params: () =>
    params({
      volume: described(number("volume is required"), `Clamped to 0–${MAX_VOLUME}.`),
    }),
  result: () => v.strictObject({ success: v.literal(true) }),
  events: volumeChanged,
  handle: ({ volume }, context: Context<PlaybackState>) =>
    context.state.changes.run(context, async (player) => {
      await player.request("player.playback.setVolume", { level: levelOf(volume) });
      return succeeded();
    }),
});

function defineVolumeStep<const Name extends string>(name: Name, description: string, step: number) {
  return defineOperation({
    name,
    description,
    needs: stateAndVolume,
    params: noParams,
    result: () => v.strictObject({ success: v.literal(true) }),
    events: volumeChanged,
    handle: (_params, context: Context<PlaybackState>) =>
      context.state.changes.run(context, async (player) => {
        const { volume } = volumeOf(await context.player.request("player.playback.state", {}));
        await player.request("player.playback.setVolume", { level: levelOf(volume + step) });
        return succeeded();
      }),
  });
}

const volumeUp = defineVolumeStep(
  "playback.volumeUp",
  `Raises the volume by ${VOLUME_STEP}, to ${MAX_VOLUME} at most.`,
  VOLUME_STEP,
);

const volumeDown = defineVolumeStep(
  "playback.volumeDown",
  `Lowers the volume by ${VOLUME_STEP}, to 0 at least.`,
  -VOLUME_STEP,
);

const toggleMute = defineOperation({
  name: "playback.toggleMute",
  description: "Mutes the player or ends the mute.",
  needs: stateAndVolume,
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      muted: described(v.boolean(), "Whether it is muted now."),
    }),
  events: volumeChanged,
  handle: (_params, context: Context<PlaybackState>) =>
    context.state.changes.run(context, async (player) => {
      const { muted } = await context.player.request("player.playback.state", {});
      await player.request("player.playback.setVolume", { muted: !muted });
      return succeeded({ muted: !muted });
    }),
});

const mute = defineOperation({
  name: "playback.mute",
  description: "Mutes the player, or ends the mute.",
  needs: ["player.playback.setVolume"],
  params: () => params({ muted: described(withDefault(boolean, true), "Whether it is muted afterwards.") }),
  result: () => v.strictObject({ success: v.literal(true) }),
  events: volumeChanged,
  handle: ({ muted }, context: Context<PlaybackState>) =>
    context.state.changes.run(context, async (player) => {
      await player.request("player.playback.setVolume", { muted });
      return succeeded();
    }),
});

export const volumeOperations = [getVolume, setVolume, volumeUp, volumeDown, toggleMute, mute] as const;

const getPlaybackOrder = defineOperation({
  name: "playback.getPlaybackOrder",
  description: "Returns the playback order.",
  needs: ["player.playback.state"],
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      order: orderIndex,
      orderIndex: described(orderIndex, "The same."),
      orderName,
      name: described(orderName, "The same."),
    }),
  handle: async (_params, { player }) => {
    const action = "player.playback.state";
    const { order } = await player.request(action, {});
    const name = nameOfOrder(order);
    if (name === undefined) throw badAnswer(action, "an unknown playback order");
    return succeeded({ order, orderIndex: order, orderName: name, name });
  },
});

const numberOrName = v.union([orderIndex, orderName]);

const orderRequired = "order is required";
const invalidOrder = "Invalid order";

const setPlaybackOrder = defineOperation({
  name: "playback.setPlaybackOrder",
  description: "Sets the playback order.",
  needs: ["player.playback.setOrder"],
  params: () =>
    params({
      order: documentedAs(
        v.pipe(
          v.unknown(),
          documentation(numberOrName),
          v.description("Its number or its name."),
          v.check((input) => !isAbsent(input), orderRequired),
          v.transform(orderNumber),
          v.number(invalidOrder),
        ),
        numberOrName,
      ),
    }),
  result: () => v.strictObject({ success: v.literal(true), order: orderIndex, orderName }),
  events: [playbackEvents.orderChanged],
  handle: ({ order }, context: Context<PlaybackState>) =>
    context.state.changes.run(context, async (player) => {
      await player.request("player.playback.setOrder", { order });
      return succeeded({ order, orderName: nameOfOrder(order) ?? "default" });
    }),
});

const enabled = () =>
  v.strictObject({
    success: v.literal(true),
    enabled: described(v.boolean(), "Whether playback stops at the end of the playing track."),
  });

const getStopAfterCurrent = defineOperation({
  name: "playback.getStopAfterCurrent",
  description: "Returns whether playback stops at the end of the playing track.",
  needs: ["player.playback.state"],
  params: noParams,
  result: enabled,
  handle: async (_params, { player }) => {
    const { stopAfterCurrent } = await player.request("player.playback.state", {});
    return succeeded({ enabled: stopAfterCurrent });
  },
});

const toggleStopAfterCurrent = defineOperation({
  name: "playback.toggleStopAfterCurrent",
  description: "Makes playback stop at the end of the playing track, or go on.",
  needs: ["player.playback.state", "player.playback.setStopAfterCurrent"],
  params: noParams,
  result: enabled,
  events: [playbackEvents.stopAfterCurrentChanged],
  handle: (_params, context: Context<PlaybackState>) =>
    context.state.changes.run(context, async (player) => {
      const { stopAfterCurrent } = await context.player.request("player.playback.state", {});
      await player.request("player.playback.setStopAfterCurrent", { enabled: !stopAfterCurrent });
      return succeeded({ enabled: !stopAfterCurrent });
    }),
});

const setStopAfterCurrent = defineOperation({
  name: "playback.setStopAfterCurrent",
  description: "Makes playback stop at the end of the playing track, or go on.",
  needs: ["player.playback.setStopAfterCurrent"],
  params: () => params({ enabled: described(withDefault(boolean, false), "Whether playback stops there.") }),
  result: enabled,
  events: [playbackEvents.stopAfterCurrentChanged],
  handle: ({ enabled }, context: Context<PlaybackState>) =>
    context.state.changes.run(context, async (player) => {
      await player.request("player.playback.setStopAfterCurrent", { enabled });
      return succeeded({ enabled });
    }),
});

export const settingOperations = [
  getPlaybackOrder,
  setPlaybackOrder,
  getStopAfterCurrent,
  toggleStopAfterCurrent,
  setStopAfterCurrent,
] as const;
