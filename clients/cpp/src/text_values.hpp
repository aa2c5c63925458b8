// Decodes single values of a message, whose members are slices of its text.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tonearm/envelope.hpp"
#include "tonearm/json.hpp"

namespace tonearm::detail {

// Decodes a JSON string. Returns nothing for any other value.
inline std::optional<std::string> string_in(std::string_view quoted) {
    if (quoted.size() < 2 || quoted.front() != '"') return std::nullopt;
    const std::string_view inner = quoted.substr(1, quoted.size() - 2);
    // Most are names, of printable ASCII without escapes.
    if (std::all_of(inner.begin(), inner.end(),
                    [](char byte) { return byte >= ' ' && byte <= '~' && byte != '"' && byte != '\\'; })) {
        return std::string(inner);
    }
    const Json json = parse_json(quoted);
    if (!json.is_string()) return std::nullopt;
    return json.get<std::string>();
}

// Decodes a JSON integer. Returns nothing for any other value.
inline std::optional<std::int64_t> integer_in(std::string_view number) {
    std::int64_t value = 0;
    const char *const end = number.data() + number.size();
    if (number.empty() || std::from_chars(number.data(), end, value).ptr != end) return std::nullopt;
    return value;
}

}  // namespace tonearm::detail
