/** Fixtures that fail through the C++ library, by folder, mostly because it cannot send or read some of their messages. */
export const failingFixtures: Readonly<Record<string, readonly string[]>> = {
  // Malformed frames, messages and ids; signals and notifications without a type; in flags_least, an answer
  // to the library's own bridge.initialize that is over the limit.
  protocol: [
    "action_failed",
    "body_limit",
    "bridge_for_a_panel",
    "byte_order_mark",
    "end_inside_frame",
    "flags_least",
    "id_in_use",
    "ids",
    "initialize_extensions",
    "invalid_messages",
    "late_answer",
    "method_not_found",
    "neither",
    "not_json",
    "panel",
    "params_first",
    "plugin_built_in_namespace",
    "plugin_fails",
    "refused_frames",
    "split_and_joined",
    "too_dense",
    "unknown_notifications",
  ],
  // When the bridge has ended, the library gives back the order that it has set; 1e400, which nlohmann::json does not read.
  playback: ["set_playback_order", "set_position_refused"],
  // More than 1000 levels, which nlohmann::json does not read.
  queue: ["add_types"],
  // When the bridge has ended, the library also unlocks a playlist that the player no longer has.
  jitQueue: ["shadow_removed", "shadow_removed_while_appended", "unknown_playlist"],
  menu: [
    // Signals whose params do not fit their types.
    "show_rich_rows_odd",
    "signal_misfit",
  ],
};

/** Fixtures that sometimes fail. */
export const unsteadyFixtures: ReadonlySet<string> = new Set([
  // Millions of entries, or 24 MiB of pictures: they may time out in a build without optimization.
  "fixtures/queue/too_many.jsonc",
  "fixtures/artwork/batch_total.jsonc",
  // With the thread sanitizer, 100,000 entries take longer than an answer is waited for.
  ...Deno.env.get("CXXFLAGS")?.includes("thread") ? ["fixtures/queue/view_limit.jsonc"] : [],
  // The relay may notice first that its output or that its input is closed.
  "fixtures/protocol/output_closed.jsonc",
]);
