// Made from the definitions by `deno task docs`. Do not edit.
#include "tonearm/signals.hpp"

#include "codec.hpp"

namespace tonearm {

bool read(const Json &json, signals::TrackStarted::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "handle", value.handle, misfit)) return false;
    if (!read_nullable(json, "playlist", value.playlist, misfit)) return false;
    if (!read_nullable(json, "item", value.item, misfit)) return false;
    return true;
}
Json write(const signals::TrackStarted::Params &value) {
    Json json = Json::object();
    json["handle"] = write(value.handle);
    json["playlist"] = value.playlist ? write(*value.playlist) : Json();
    json["item"] = value.item ? write(*value.item) : Json();
    return json;
}

bool read(const Json &json, signals::TrackFailed::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "handle", value.handle, misfit)) return false;
    if (!read_nullable(json, "playlist", value.playlist, misfit)) return false;
    if (!read_nullable(json, "item", value.item, misfit)) return false;
    if (!read_member(json, "error", value.error, misfit)) return false;
    return true;
}
Json write(const signals::TrackFailed::Params &value) {
    Json json = Json::object();
    json["handle"] = write(value.handle);
    json["playlist"] = value.playlist ? write(*value.playlist) : Json();
    json["item"] = value.item ? write(*value.item) : Json();
    json["error"] = write(value.error);
    return json;
}

bool read(const Json &json, signals::PlaybackTime::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "position", value.position, misfit)) return false;
    if (!read_member(json, "length", value.length, misfit)) return false;
    return true;
}
Json write(const signals::PlaybackTime::Params &value) {
    Json json = Json::object();
    json["position"] = write(value.position);
    json["length"] = write(value.length);
    return json;
}

static constexpr const char *signals_PlaybackStopped_Params_Reason_texts[] = {
    "user", "endOfFile", "startingAnother", "shutdown"
};
bool read(const Json &json, signals::PlaybackStopped::Params::Reason &value, Misfit &misfit) {
    return read_enum(json, value, signals_PlaybackStopped_Params_Reason_texts, misfit);
}
Json write(const signals::PlaybackStopped::Params::Reason &value) {
    return signals_PlaybackStopped_Params_Reason_texts[static_cast<std::size_t>(value)];
}

bool read(const Json &json, signals::PlaybackStopped::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
Json write(const signals::PlaybackStopped::Params &value) {
    Json json = Json::object();
    json["reason"] = write(value.reason);
    return json;
}

bool read(const Json &json, signals::PlaylistsChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "order", value.order, misfit)) return false;
    return true;
}
Json write(const signals::PlaylistsChanged::Params &value) {
    Json json = Json::object();
    json["order"] = write(value.order);
    return json;
}

bool read(const Json &json, signals::SelectionChanged::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
Json write(const signals::SelectionChanged::Params &) { return Json::object(); }

bool read(const Json &json, signals::OverlaySelected::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "itemId", value.itemId, misfit)) return false;
    return true;
}
Json write(const signals::OverlaySelected::Params &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["itemId"] = write(value.itemId);
    return json;
}

bool read(const Json &json, signals::OverlayValueChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "itemId", value.itemId, misfit)) return false;
    if (!read_member(json, "value", value.value, misfit)) return false;
    return true;
}
Json write(const signals::OverlayValueChanged::Params &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["itemId"] = write(value.itemId);
    json["value"] = write(value.value);
    return json;
}

bool read(const Json &json, signals::OverlayDismissed::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
Json write(const signals::OverlayDismissed::Params &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["reason"] = write(value.reason);
    return json;
}

bool read(const Json &json, signals::PluginEvent::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "event", value.event, misfit)) return false;
    if (!read_member(json, "data", value.data, misfit)) return false;
    if (!read_optional(json, "panel", value.panel, misfit)) return false;
    return true;
}
Json write(const signals::PluginEvent::Params &value) {
    Json json = Json::object();
    json["event"] = write(value.event);
    json["data"] = write(value.data);
    if (value.panel) json["panel"] = write(*value.panel);
    return json;
}

}  // namespace tonearm
