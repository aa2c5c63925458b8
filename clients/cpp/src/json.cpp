#include "tonearm/json.hpp"

#include <algorithm>
#include <cstddef>

#include "tonearm/wire.hpp"

namespace tonearm {

namespace {

// Returns the code unit of the escape `\uXXXX` at this position, or -1.
long escaped_unit(std::string_view text, std::size_t at) {
    if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return -1;
    long unit = 0;
    for (std::size_t each = at + 2; each < at + 6; ++each) {
        const char digit = text[each];
        long value = 0;
        if (digit >= '0' && digit <= '9') value = digit - '0';
        else if (digit >= 'a' && digit <= 'f') value = digit - 'a' + 10;
        else if (digit >= 'A' && digit <= 'F') value = digit - 'A' + 10;
        else return -1;
        unit = unit * 16 + value;
    }
    return unit;
}

// Replaces each escaped lone surrogate with U+FFFD.
std::string without_lone_surrogates(std::string_view text) {
    std::string result(text);
    for (std::size_t at = 0; at < result.size(); ++at) {
        if (result[at] != '\\') continue;
        const long unit = escaped_unit(result, at);
        if (unit >= 0xd800 && unit <= 0xdbff) {
            const long next = escaped_unit(result, at + 6);
            if (next >= 0xdc00 && next <= 0xdfff) at += 11;
            else result.replace(at + 2, 4, "fffd"), at += 5;
        } else if (unit >= 0xdc00 && unit <= 0xdfff) {
            result.replace(at + 2, 4, "fffd"), at += 5;
        } else {
            ++at;
        }
    }
    return result;
}

// JSON has no byte order mark and no null bytes. nlohmann::json skips the former and stops at the latter.
bool has_foreign_bytes(std::string_view text) {
    return text.substr(0, 3) == "\xef\xbb\xbf" || text.find('\0') != std::string_view::npos;
}

}  // namespace

bool is_deep(std::string_view text) {
    if (text.size() <= max_json_depth) return false;
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (byte == '"') in_string = !in_string;
        else if (in_string) at += byte == '\\';
        else if (byte == '[' || byte == '{') ++depth;
        else if ((byte == ']' || byte == '}') && depth > 0) --depth;
        if (depth > max_json_depth) return true;
    }
    return false;
}

Json parse_json(std::string_view text) {
    if (has_foreign_bytes(text) || is_deep(text)) return Json(Json::value_t::discarded);
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) json = Json::parse(without_lone_surrogates(text), nullptr, false);
    return json;
}

std::string text_of(const Json &json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool is_json(std::string_view text) {
    return !has_foreign_bytes(text) && (Json::accept(text) || Json::accept(without_lone_surrogates(text)));
}

}  // namespace tonearm
