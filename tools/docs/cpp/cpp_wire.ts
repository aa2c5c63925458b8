/** The header of the numbers that the C++ library shares with the bridge: limits and error codes. */

import { playerErrors, rpcErrors } from "../../../host_stdio/errors.ts";
import { defaultWireLimits, MAX_JSON_DEPTH, PROTOCOL_VERSION } from "../../../limits/wire.ts";
import { NOTICE } from "./cpp_code.ts";

/** Generates the text of the header. */
export function cppWireHeader(): string {
  return `${NOTICE}// Limits and error codes: docs/protocol.md and docs/native-actions.md.
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
}

function codes(
  errors: Readonly<Record<string, { readonly code: number; readonly message: string }>>,
): string {
  return Object.entries(errors).map(([key, { code, message }]) => {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `inline constexpr std::int64_t ${name} = ${code};  // ${message}\n`;
  }).join("");
}
