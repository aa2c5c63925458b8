/**
 * Extension `audio`: the format of the playing track (extensions.md, "window, ui, discovery, audio, lyrics").
 */

import * as v from "valibot";
import { described } from "../../core/documented_schema.ts";
import { defineNamespace, stateless } from "../../core/namespace.ts";
import { defineOperation, noParams, succeeded } from "../../core/operation.ts";

const getStreamInfo = defineOperation({
  name: "audio.getStreamInfo",
  description: "Returns the format of the playing track.",
  needs: ["player.playback.nowPlaying"],
  params: noParams,
  result: () =>
    v.variant("playing", [
      v.strictObject({ success: v.literal(true), playing: v.literal(false) }),
      v.strictObject({
        success: v.literal(true),
        playing: described(v.literal(true), "Also while paused."),
        sampleRate: described(v.number(), "In Hz; 0 when unknown."),
        channels: described(v.number(), "0 when unknown."),
        bitrate: described(v.number(), "In kbit/s; 0 when unknown."),
        codec: described(v.string(), "`unknown` when the player does not know it."),
        duration: described(v.number(), "In seconds; 0 when unknown."),
      }),
    ]),
  handle: async (_params, { player }) => {
    const { track } = await player.request("player.playback.nowPlaying", {});
    if (!track) return succeeded({ playing: false });
    const { sampleRate, channels, bitrate, codec, duration } = track;
    return succeeded({
      playing: true,
      sampleRate,
      channels,
      bitrate,
      codec: codec || "unknown",
      duration,
    });
  },
});

const isVisualizationAvailable = defineOperation({
  name: "audio.isVisualizationAvailable",
  description: "Tells that there are no spectra and waveforms.",
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), available: v.literal(false) }),
  failure: "never",
  handle: () => succeeded({ available: false }),
});

export const audio = defineNamespace({
  name: "audio",
  operations: [getStreamInfo, isVisualizationAvailable],
  createState: stateless,
});
