// Parsing and writing of JSON. These functions are in a static library, so that a program and the shared library may use
// different versions of nlohmann-json.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace tonearm {

using Json = nlohmann::json;

// Returns whether a text has more than max_json_depth levels (docs/protocol.md, "Frame"). nlohmann::json copies and writes
// recursively, and pages choose the input.
bool is_deep(std::string_view text);

// Parses JSON text without exceptions. The result is discarded (`is_discarded()`) when the text is not JSON or deeper
// than max_json_depth. A lone surrogate, which JavaScript writes as `\ud83d` and nlohmann::json rejects, becomes U+FFFD.
Json parse_json(std::string_view text);

// Serializes JSON. Invalid UTF-8 becomes U+FFFD.
std::string text_of(const Json &json);

// Returns whether a text is exactly one JSON value.
bool is_json(std::string_view text);

}  // namespace tonearm
