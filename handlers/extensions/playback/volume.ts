/** The operations for volume and mute (extensions.md, "playback"). */

import * as v from "valibot";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, noParams, succeeded } from "../../core/operation.ts";
import { boolean, params, withDefault } from "../../core/params.ts";
import { playbackEvents } from "./events.ts";
import { number } from "./params.ts";
import type { PlaybackState } from "./state.ts";
import { levelOf, MAX_VOLUME, volumeEntries, volumeOf } from "./volume_scale.ts";

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
