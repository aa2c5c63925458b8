// Generated from the definitions by `deno task docs`. Do not edit.
#include "tonearm/signals.hpp"

#include "codec.hpp"

namespace tonearm {

static constexpr const char *signals_TrackStarted_Params_Cause_texts[] = { "queue", "advance", "user", "action" };
template <> bool read(const Json &json, signals::TrackStarted::Params::Cause &value, Misfit &misfit) {
    return read_enum(json, value, signals_TrackStarted_Params_Cause_texts, misfit);
}
template <> Json write(const signals::TrackStarted::Params::Cause &value) {
    return signals_TrackStarted_Params_Cause_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, signals::TrackStarted::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "handle", value.handle, misfit)) return false;
    if (!read_nullable(json, "playlist", value.playlist, misfit)) return false;
    if (!read_nullable(json, "item", value.item, misfit)) return false;
    if (!read_optional(json, "cause", value.cause, misfit)) return false;
    if (!read_optional(json, "paused", value.paused, misfit)) return false;
    return true;
}
template <> Json write(const signals::TrackStarted::Params &value) {
    Json json = Json::object();
    json["handle"] = write(value.handle);
    json["playlist"] = value.playlist ? write(*value.playlist) : Json();
    json["item"] = value.item ? write(*value.item) : Json();
    if (value.cause) json["cause"] = write(*value.cause);
    if (value.paused) json["paused"] = write(*value.paused);
    return json;
}

template <> bool read(const Json &json, signals::TrackFailed::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "handle", value.handle, misfit)) return false;
    if (!read_nullable(json, "playlist", value.playlist, misfit)) return false;
    if (!read_nullable(json, "item", value.item, misfit)) return false;
    if (!read_member(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const signals::TrackFailed::Params &value) {
    Json json = Json::object();
    json["handle"] = write(value.handle);
    json["playlist"] = value.playlist ? write(*value.playlist) : Json();
    json["item"] = value.item ? write(*value.item) : Json();
    json["error"] = write(value.error);
    return json;
}

template <> bool read(const Json &json, signals::PlaybackTime::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "position", value.position, misfit)) return false;
    if (!read_member(json, "length", value.length, misfit)) return false;
    return true;
}
template <> Json write(const signals::PlaybackTime::Params &value) {
    Json json = Json::object();
    json["position"] = write(value.position);
    json["length"] = write(value.length);
    return json;
}

static constexpr const char *signals_PlaybackStopped_Params_Reason_texts[] = {
    "user", "endOfFile", "startingAnother", "shutdown"
};
template <> bool read(const Json &json, signals::PlaybackStopped::Params::Reason &value, Misfit &misfit) {
    return read_enum(json, value, signals_PlaybackStopped_Params_Reason_texts, misfit);
}
template <> Json write(const signals::PlaybackStopped::Params::Reason &value) {
    return signals_PlaybackStopped_Params_Reason_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, signals::PlaybackStopped::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
template <> Json write(const signals::PlaybackStopped::Params &value) {
    Json json = Json::object();
    json["reason"] = write(value.reason);
    return json;
}

template <> bool read(const Json &json, signals::PlaybackPaused::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "paused", value.paused, misfit)) return false;
    return true;
}
template <> Json write(const signals::PlaybackPaused::Params &value) {
    Json json = Json::object();
    json["paused"] = write(value.paused);
    return json;
}

template <> bool read(const Json &json, signals::PlaylistsChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "order", value.order, misfit)) return false;
    return true;
}
template <> Json write(const signals::PlaylistsChanged::Params &value) {
    Json json = Json::object();
    json["order"] = write(value.order);
    return json;
}

template <> bool read(const Json &json, signals::SelectionChanged::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const signals::SelectionChanged::Params &) { return Json::object(); }

template <> bool read(const Json &json, signals::OverlaySelected::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "itemId", value.itemId, misfit)) return false;
    return true;
}
template <> Json write(const signals::OverlaySelected::Params &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["itemId"] = write(value.itemId);
    return json;
}

template <> bool read(const Json &json, signals::OverlayValueChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "itemId", value.itemId, misfit)) return false;
    if (!read_member(json, "value", value.value, misfit)) return false;
    return true;
}
template <> Json write(const signals::OverlayValueChanged::Params &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["itemId"] = write(value.itemId);
    json["value"] = write(value.value);
    return json;
}

template <> bool read(const Json &json, signals::OverlayDismissed::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
template <> Json write(const signals::OverlayDismissed::Params &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["reason"] = write(value.reason);
    return json;
}

template <> bool read(const Json &json, signals::PluginEvent::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "event", value.event, misfit)) return false;
    if (!read_member(json, "data", value.data, misfit)) return false;
    if (!read_optional(json, "panel", value.panel, misfit)) return false;
    return true;
}
template <> Json write(const signals::PluginEvent::Params &value) {
    Json json = Json::object();
    json["event"] = write(value.event);
    json["data"] = write(value.data);
    if (value.panel) json["panel"] = write(*value.panel);
    return json;
}

template <> bool read(const Json &json, signals::PlaybackSeeked::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "position", value.position, misfit)) return false;
    return true;
}
template <> Json write(const signals::PlaybackSeeked::Params &value) {
    Json json = Json::object();
    json["position"] = write(value.position);
    return json;
}

template <> bool read(const Json &json, signals::VolumeChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "level", value.level, misfit)) return false;
    if (!read_member(json, "muted", value.muted, misfit)) return false;
    return true;
}
template <> Json write(const signals::VolumeChanged::Params &value) {
    Json json = Json::object();
    json["level"] = write(value.level);
    json["muted"] = write(value.muted);
    return json;
}

template <> bool read(const Json &json, signals::OrderChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "order", value.order, misfit)) return false;
    return true;
}
template <> Json write(const signals::OrderChanged::Params &value) {
    Json json = Json::object();
    json["order"] = write(value.order);
    return json;
}

template <> bool read(const Json &json, signals::StopAfterCurrentChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "enabled", value.enabled, misfit)) return false;
    return true;
}
template <> Json write(const signals::StopAfterCurrentChanged::Params &value) {
    Json json = Json::object();
    json["enabled"] = write(value.enabled);
    return json;
}

template <> bool read(const Json &json, signals::StreamInfo::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "title", value.title, misfit)) return false;
    if (!read_optional(json, "artist", value.artist, misfit)) return false;
    return true;
}
template <> Json write(const signals::StreamInfo::Params &value) {
    Json json = Json::object();
    if (value.title) json["title"] = write(*value.title);
    if (value.artist) json["artist"] = write(*value.artist);
    return json;
}

static constexpr const char *signals_QueueChanged_Params_Origin_texts[] = {
    "user_added", "user_removed", "playback_advance", "unknown"
};
template <> bool read(const Json &json, signals::QueueChanged::Params::Origin &value, Misfit &misfit) {
    return read_enum(json, value, signals_QueueChanged_Params_Origin_texts, misfit);
}
template <> Json write(const signals::QueueChanged::Params::Origin &value) {
    return signals_QueueChanged_Params_Origin_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, signals::QueueChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "origin", value.origin, misfit)) return false;
    return true;
}
template <> Json write(const signals::QueueChanged::Params &value) {
    Json json = Json::object();
    json["origin"] = write(value.origin);
    return json;
}

template <> bool read(const Json &json, signals::PlaylistRenamed::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    return true;
}
template <> Json write(const signals::PlaylistRenamed::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["name"] = write(value.name);
    return json;
}

template <> bool read(const Json &json, signals::PlaylistActivated::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_nullable(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const signals::PlaylistActivated::Params &value) {
    Json json = Json::object();
    json["playlist"] = value.playlist ? write(*value.playlist) : Json();
    return json;
}

static constexpr const char *signals_PlaylistItemsChanged_Params_Change_texts[] = {
    "added", "removed", "reordered"
};
template <> bool read(const Json &json, signals::PlaylistItemsChanged::Params::Change &value, Misfit &misfit) {
    return read_enum(json, value, signals_PlaylistItemsChanged_Params_Change_texts, misfit);
}
template <> Json write(const signals::PlaylistItemsChanged::Params::Change &value) {
    return signals_PlaylistItemsChanged_Params_Change_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, signals::PlaylistItemsChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "change", value.change, misfit)) return false;
    if (!read_optional(json, "start", value.start, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    if (!read_member(json, "total", value.total, misfit)) return false;
    return true;
}
template <> Json write(const signals::PlaylistItemsChanged::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["change"] = write(value.change);
    if (value.start) json["start"] = write(*value.start);
    json["count"] = write(value.count);
    json["total"] = write(value.total);
    return json;
}

template <> bool read(const Json &json, signals::LibraryChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "ready", value.ready, misfit)) return false;
    return true;
}
template <> Json write(const signals::LibraryChanged::Params &value) {
    Json json = Json::object();
    json["ready"] = write(value.ready);
    return json;
}

template <> bool read(const Json &json, signals::WindowStateChanged::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "panel", value.panel, misfit)) return false;
    if (!read_member(json, "maximized", value.maximized, misfit)) return false;
    if (!read_member(json, "minimized", value.minimized, misfit)) return false;
    if (!read_member(json, "fullscreen", value.fullscreen, misfit)) return false;
    if (!read_member(json, "active", value.active, misfit)) return false;
    return true;
}
template <> Json write(const signals::WindowStateChanged::Params &value) {
    Json json = Json::object();
    json["panel"] = write(value.panel);
    json["maximized"] = write(value.maximized);
    json["minimized"] = write(value.minimized);
    json["fullscreen"] = write(value.fullscreen);
    json["active"] = write(value.active);
    return json;
}

}  // namespace tonearm
