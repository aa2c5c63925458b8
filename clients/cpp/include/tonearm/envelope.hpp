// The members of a JSON-RPC message as slices of its text. They are not decoded, so that results and events can be
// forwarded to a page unparsed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tonearm/export.hpp"

namespace tonearm {

// Each view points into the body; data() is null for a missing member. Of duplicate members the last one counts. Only
// events have `event` and `data`; `panel` is then the event's panel.
struct Envelope {
    std::string_view id, method, params, result, error, panel, event, data;

    bool is_event() const { return method == "\"event\"" && id.data() == nullptr; }
};

// Finds the members of a message. Returns nothing when `text` is not one JSON object, or is an event without name or
// data.
TONEARM_EXPORT std::optional<Envelope> read_envelope(std::string_view text);

// Finds a member of an object; data() is null when it is missing, or the text is not an object. Of duplicate members the
// last one counts.
TONEARM_EXPORT std::string_view member_of(std::string_view text, std::string_view key);

// Returns a text as a JSON string, including quotes. Invalid UTF-8 becomes U+FFFD.
TONEARM_EXPORT std::string quote(std::string_view text);

}  // namespace tonearm
