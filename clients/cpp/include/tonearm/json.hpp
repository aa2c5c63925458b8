// Parsing and writing of JSON, and reading of typed values.
#pragma once

#include <cstddef>
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

// A list of types, for a template to unpack.
template <class... Types>
struct TypeList {};

// A value of the wrong type: its place, such as `handles[2].path`, and the expected type.
struct Misfit {
    std::string place;
    std::string expected;
};

// Converts JSON to a typed value and back. Specialized for each type of messages; an overload for each would make every
// call slow to compile. read() returns false and sets `misfit` for a value of the wrong type; it never throws.
template <class T>
bool read(const Json &json, T &value, Misfit &misfit);
template <class T>
Json write(const T &value);

template <>
inline bool read(const Json &json, Json &value, Misfit &) {
    value = json;
    return true;
}
template <>
inline Json write(const Json &value) {
    return value;
}

}  // namespace tonearm
