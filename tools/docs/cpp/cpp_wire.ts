/** The generated C++ header of the numbers that the library shares with the bridge: limits and error codes. */

import {
  ACTION_FAILED,
  ACTION_NOT_SUPPORTED,
  MENU_TREE_UNAVAILABLE,
  PLAYLIST_NOT_FOUND,
} from "../../../host_stdio/api/native_actions.ts";
import { rpcErrors } from "../../../host_stdio/errors.ts";
import { PROTOCOL_VERSION } from "../../../host_stdio/lifecycle.ts";
import { defaultWireLimits, MAX_JSON_DEPTH } from "../../../limits/wire.ts";
import { NOTICE } from "./cpp_code.ts";

/** The codes with which a player refuses a native action. */
const playerErrors = {
  action_not_supported: { code: ACTION_NOT_SUPPORTED, message: "The player does not implement the action." },
  action_failed: { code: ACTION_FAILED, message: "Any other failure." },
  menu_tree_unavailable: { code: MENU_TREE_UNAVAILABLE, message: "No main menu tree can be built." },
  playlist_not_found: { code: PLAYLIST_NOT_FOUND, message: "No playlist has the given id." },
};

/** Generates the header. Returns its text by its path from the root. */
export function cppWireHeader(): readonly [path: string, text: string] {
  const text = `${NOTICE}// Limits and error codes: docs/protocol.md and docs/native-actions.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tonearm {

inline constexpr int protocol_version = ${PROTOCOL_VERSION};
// The bridge's default of --max-frame-bytes.
inline constexpr std::size_t default_max_frame_bytes = ${defaultWireLimits.maxFrameBytes};
// The bridge refuses a message with more levels of arrays and objects, the message included.
inline constexpr std::size_t max_json_depth = ${MAX_JSON_DEPTH};

namespace error_codes {

// Answers of the bridge.
${codes(rpcErrors)}
// Answers of the player to native actions.
${codes(playerErrors)}
}  // namespace error_codes

}  // namespace tonearm
`;
  return ["clients/cpp/include/tonearm/wire.hpp", text];
}

function codes(
  errors: Readonly<Record<string, { readonly code: number; readonly message: string }>>,
): string {
  return Object.entries(errors).map(([key, { code, message }]) => {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `inline constexpr std::int64_t ${name} = ${code};  // ${message}\n`;
  }).join("");
}
