// Made from the definitions by `deno task docs`. Do not edit.
#include "tonearm/events.hpp"

#include "codec.hpp"

namespace tonearm {

static constexpr const char *events_JitQueueNeedNext_Data_Reason_texts[] = { "trackChange", "prefetch", "error" };
bool read(const Json &json, events::JitQueueNeedNext::Data::Reason &value, Misfit &misfit) {
    return read_enum(json, value, events_JitQueueNeedNext_Data_Reason_texts, misfit);
}
Json write(const events::JitQueueNeedNext::Data::Reason &value) {
    return events_JitQueueNeedNext_Data_Reason_texts[static_cast<std::size_t>(value)];
}

bool read(const Json &json, events::JitQueueNeedNext::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "currentTrackId", value.currentTrackId, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
Json write(const events::JitQueueNeedNext::Data &value) {
    Json json = Json::object();
    json["currentTrackId"] = write(value.currentTrackId);
    json["reason"] = write(value.reason);
    return json;
}

bool read(const Json &json, events::JitQueueTrackChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "trackId", value.trackId, misfit)) return false;
    if (!read_member(json, "title", value.title, misfit)) return false;
    return true;
}
Json write(const events::JitQueueTrackChanged::Data &value) {
    Json json = Json::object();
    json["trackId"] = write(value.trackId);
    json["title"] = write(value.title);
    return json;
}

bool read(const Json &json, events::JitQueueListExhausted::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "lastTrackId", value.lastTrackId, misfit)) return false;
    return true;
}
Json write(const events::JitQueueListExhausted::Data &value) {
    Json json = Json::object();
    json["lastTrackId"] = write(value.lastTrackId);
    return json;
}

bool read(const Json &json, events::JitQueuePreloadComplete::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    if (!read_member(json, "startIndex", value.startIndex, misfit)) return false;
    if (!read_member(json, "replace", value.replace, misfit)) return false;
    return true;
}
Json write(const events::JitQueuePreloadComplete::Data &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    json["startIndex"] = write(value.startIndex);
    json["replace"] = write(value.replace);
    return json;
}

bool read(const Json &json, events::JitQueueError::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "trackId", value.trackId, misfit)) return false;
    if (!read_member(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "url", value.url, misfit)) return false;
    if (!read_optional(json, "path", value.path, misfit)) return false;
    return true;
}
Json write(const events::JitQueueError::Data &value) {
    Json json = Json::object();
    json["trackId"] = write(value.trackId);
    json["error"] = write(value.error);
    if (value.url) json["url"] = write(*value.url);
    if (value.path) json["path"] = write(*value.path);
    return json;
}

bool read(const Json &json, events::SelectionChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_member(json, "handles", value.handles, misfit)) return false;
    if (!read_member(json, "truncated", value.truncated, misfit)) return false;
    if (!read_optional(json, "track", value.track, misfit)) return false;
    if (!read_optional(json, "nowPlaying", value.nowPlaying, misfit)) return false;
    return true;
}
Json write(const events::SelectionChanged::Data &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    json["type"] = write(value.type);
    json["handles"] = write(value.handles);
    json["truncated"] = write(value.truncated);
    if (value.track) json["track"] = write(*value.track);
    if (value.nowPlaying) json["nowPlaying"] = write(*value.nowPlaying);
    return json;
}

bool read(const Json &json, events::MenuSelect::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "itemId", value.itemId, misfit)) return false;
    return true;
}
Json write(const events::MenuSelect::Data &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["itemId"] = write(value.itemId);
    return json;
}

bool read(const Json &json, events::MenuDismiss::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
Json write(const events::MenuDismiss::Data &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["reason"] = write(value.reason);
    return json;
}

bool read(const Json &json, events::MenuValueChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "itemId", value.itemId, misfit)) return false;
    if (!read_member(json, "value", value.value, misfit)) return false;
    return true;
}
Json write(const events::MenuValueChanged::Data &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["itemId"] = write(value.itemId);
    json["value"] = write(value.value);
    return json;
}

bool read(const Json &json, events::LibraryInitialized::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "timestamp", value.timestamp, misfit)) return false;
    return true;
}
Json write(const events::LibraryInitialized::Data &value) {
    Json json = Json::object();
    json["timestamp"] = write(value.timestamp);
    return json;
}

bool read(const Json &json, events::WindowStateChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "isMaximized", value.isMaximized, misfit)) return false;
    if (!read_member(json, "maximized", value.maximized, misfit)) return false;
    if (!read_member(json, "isMinimized", value.isMinimized, misfit)) return false;
    if (!read_member(json, "minimized", value.minimized, misfit)) return false;
    if (!read_member(json, "isActive", value.isActive, misfit)) return false;
    if (!read_member(json, "active", value.active, misfit)) return false;
    if (!read_member(json, "isFullscreen", value.isFullscreen, misfit)) return false;
    if (!read_member(json, "fullscreen", value.fullscreen, misfit)) return false;
    return true;
}
Json write(const events::WindowStateChanged::Data &value) {
    Json json = Json::object();
    json["isMaximized"] = write(value.isMaximized);
    json["maximized"] = write(value.maximized);
    json["isMinimized"] = write(value.isMinimized);
    json["minimized"] = write(value.minimized);
    json["isActive"] = write(value.isActive);
    json["active"] = write(value.active);
    json["isFullscreen"] = write(value.isFullscreen);
    json["fullscreen"] = write(value.fullscreen);
    return json;
}

}  // namespace tonearm
