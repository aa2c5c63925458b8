// The members of a JSON-RPC message as they stand in its text. Nothing is decoded, so that results and events can be
// handed on to a page unparsed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tonearm {

// Each view points into the body; its data() is null when there is no such member. Of a repeated member the last
// counts. `event` and `data` are an event's own; `panel` is the event's then.
struct Envelope {
    std::string_view id, method, params, result, error, panel, event, data;

    bool is_event() const { return method == "\"event\"" && id.data() == nullptr; }
};

// Finds the members of the object that `text` holds; nothing when it is not one JSON object, or an event without its
// name or its data.
std::optional<Envelope> read_envelope(std::string_view text);

// A text as a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD.
std::string quote(std::string_view text);

}  // namespace tonearm
