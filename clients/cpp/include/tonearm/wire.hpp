// Generated from the definitions by `deno task docs`. Do not edit.
// Limits and error codes: docs/protocol.md and docs/native-actions.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tonearm {

inline constexpr int protocol_version = 1;
// The bridge's default of --max-frame-bytes.
inline constexpr std::size_t default_max_frame_bytes = 67108864;
// The bridge refuses a message with more levels of arrays and objects, the message included.
inline constexpr std::size_t max_json_depth = 1000;

namespace error_codes {

// Answers of the bridge.
inline constexpr std::int64_t parse = -32700;  // Parse error
inline constexpr std::int64_t invalid_request = -32600;  // Invalid request
inline constexpr std::int64_t method_not_found = -32601;  // Method not found
inline constexpr std::int64_t invalid_params = -32602;  // Invalid params
inline constexpr std::int64_t internal = -32603;  // Internal error
inline constexpr std::int64_t frame_too_large = -32000;  // Frame too large
inline constexpr std::int64_t player_did_not_answer = -32001;  // Player did not answer
inline constexpr std::int64_t player_action_failed = -32002;  // Player action failed
inline constexpr std::int64_t unsupported_version = -32003;  // Unsupported protocol version
inline constexpr std::int64_t overloaded = -32004;  // Overloaded
inline constexpr std::int64_t cancelled = -32800;  // Request cancelled

// Answers of the player to native actions.
inline constexpr std::int64_t action_not_supported = -32601;  // The player does not implement the action.
inline constexpr std::int64_t action_failed = -32000;  // Any other failure.
inline constexpr std::int64_t menu_tree_unavailable = -32010;  // No main menu tree can be built.
inline constexpr std::int64_t playlist_not_found = -32011;  // No playlist has the given id.

}  // namespace error_codes

}  // namespace tonearm
