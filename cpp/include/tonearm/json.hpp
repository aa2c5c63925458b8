// JSON as the library uses it, and how typed values are read from it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace tonearm {

using Json = nlohmann::json;

// How many arrays and objects may stand inside each other in what is parsed: nlohmann::json copies and writes by
// recursion, and pages write what they like.
inline constexpr std::size_t max_depth = 500;
bool is_deep(std::string_view text);

// Parses JSON text without exceptions; the result is discarded (`is_discarded()`) when the text is not JSON, or deeper
// than max_depth. Half of a surrogate pair, which JavaScript writes as `\ud83d` and nlohmann::json refuses, becomes
// U+FFFD.
Json parse_json(std::string_view text);

// Writes JSON as text. Bytes that are not UTF-8 become U+FFFD.
std::string text_of(const Json &json);

// Whether a text is one JSON value.
bool is_json(std::string_view text);

// Where a value does not fit its type, as in `handles[2].path`, and what was expected there.
struct Misfit {
    std::string place;
    std::string expected;
};

inline bool read(const Json &json, Json &value, Misfit &) {
    value = json;
    return true;
}
inline Json write(const Json &value) { return value; }

}  // namespace tonearm
