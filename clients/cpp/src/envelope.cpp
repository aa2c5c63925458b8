#include "tonearm/envelope.hpp"

#include "tonearm/json.hpp"

namespace tonearm {

namespace {

const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) ++at;
    return at;
}

// Returns the position after a string, or null when it is incomplete.
const char *skip_string(const char *at, const char *end) {
    for (++at; at < end; ++at) {
        if (*at == '"') return at + 1;
        if (*at == '\\' && ++at == end) return nullptr;
    }
    return nullptr;
}

// Returns the position after the value that starts here, or null when it is incomplete. Not recursive.
const char *skip_value(const char *at, const char *end) {
    std::size_t depth = 0;
    do {
        if (at >= end) return nullptr;
        if (*at == '"') {
            at = skip_string(at, end);
            if (!at) return nullptr;
        } else if (*at == '{' || *at == '[') {
            ++depth, ++at;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0) return nullptr;
            --depth, ++at;
        } else if (depth > 0) {
            ++at;
        } else {
            const char *start = at;
            while (at < end && *at != ',' && *at != '}' && *at != ']' && *at != ' ' && *at != '\t' && *at != '\n' &&
                   *at != '\r') {
                ++at;
            }
            if (at == start) return nullptr;
        }
    } while (depth > 0);
    return at;
}

// Calls `take(key, value)` for each member; the key includes its quotes. Returns whether the text is an object.
template <class Take>
bool each_member(std::string_view text, Take &&take) {
    const char *const end = text.data() + text.size();
    const char *at = skip_blanks(text.data(), end);
    if (at == end || *at++ != '{') return false;
    at = skip_blanks(at, end);
    if (at < end && *at == '}') return skip_blanks(at + 1, end) == end;
    for (;;) {
        if (at >= end || *at != '"') return false;
        const char *const key = at;
        const char *const key_end = skip_string(at, end);
        if (!key_end) return false;
        at = skip_blanks(key_end, end);
        if (at >= end || *at++ != ':') return false;
        const char *const value = skip_blanks(at, end);
        const char *const value_end = skip_value(value, end);
        if (!value_end) return false;
        take(std::string_view(key, static_cast<std::size_t>(key_end - key)),
             std::string_view(value, static_cast<std::size_t>(value_end - value)));
        at = skip_blanks(value_end, end);
        if (at >= end) return false;
        if (*at == '}') return skip_blanks(at + 1, end) == end;
        if (*at++ != ',') return false;
        at = skip_blanks(at, end);
    }
}

}  // namespace

std::optional<Envelope> read_envelope(std::string_view text) {
    Envelope envelope;
    const bool is_object = each_member(text, [&](std::string_view key, std::string_view value) {
        if (key == "\"id\"") envelope.id = value;
        else if (key == "\"method\"") envelope.method = value;
        else if (key == "\"params\"") envelope.params = value;
        else if (key == "\"result\"") envelope.result = value;
        else if (key == "\"error\"") envelope.error = value;
        else if (key == "\"panel\"") envelope.panel = value;
    });
    if (!is_object) return std::nullopt;
    if (envelope.is_event()) {
        const bool has_members = each_member(envelope.params, [&](std::string_view key, std::string_view value) {
            if (key == "\"event\"") envelope.event = value;
            else if (key == "\"panel\"") envelope.panel = value;
            else if (key == "\"data\"") envelope.data = value;
        });
        if (!has_members || envelope.event.data() == nullptr || envelope.data.data() == nullptr) return std::nullopt;
    }
    return envelope;
}

std::string_view member_of(std::string_view text, std::string_view key) {
    std::string_view found;
    const bool is_object = each_member(text, [&](std::string_view quoted, std::string_view value) {
        if (quoted.substr(1, quoted.size() - 2) == key) found = value;
    });
    return is_object ? found : std::string_view();
}

std::string quote(std::string_view text) { return text_of(Json(text)); }

}  // namespace tonearm
