// Generated from the definitions by `deno task docs`. Do not edit.
#include "tonearm/events.hpp"

#include "codec.hpp"

namespace tonearm {

static constexpr const char *events_JitQueueNeedNext_Data_Reason_texts[] = { "trackChange", "prefetch", "error" };
template <> bool read(const Json &json, events::JitQueueNeedNext::Data::Reason &value, Misfit &misfit) {
    return read_enum(json, value, events_JitQueueNeedNext_Data_Reason_texts, misfit);
}
template <> Json write(const events::JitQueueNeedNext::Data::Reason &value) {
    return events_JitQueueNeedNext_Data_Reason_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, events::JitQueueNeedNext::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "currentTrackId", value.currentTrackId, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
template <> Json write(const events::JitQueueNeedNext::Data &value) {
    Json json = Json::object();
    json["currentTrackId"] = write(value.currentTrackId);
    json["reason"] = write(value.reason);
    return json;
}

template <> bool read(const Json &json, events::JitQueueTrackChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "trackId", value.trackId, misfit)) return false;
    if (!read_member(json, "title", value.title, misfit)) return false;
    return true;
}
template <> Json write(const events::JitQueueTrackChanged::Data &value) {
    Json json = Json::object();
    json["trackId"] = write(value.trackId);
    json["title"] = write(value.title);
    return json;
}

template <> bool read(const Json &json, events::JitQueueListExhausted::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "lastTrackId", value.lastTrackId, misfit)) return false;
    return true;
}
template <> Json write(const events::JitQueueListExhausted::Data &value) {
    Json json = Json::object();
    json["lastTrackId"] = write(value.lastTrackId);
    return json;
}

template <> bool read(const Json &json, events::JitQueuePreloadComplete::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    if (!read_member(json, "startIndex", value.startIndex, misfit)) return false;
    if (!read_member(json, "replace", value.replace, misfit)) return false;
    return true;
}
template <> Json write(const events::JitQueuePreloadComplete::Data &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    json["startIndex"] = write(value.startIndex);
    json["replace"] = write(value.replace);
    return json;
}

template <> bool read(const Json &json, events::JitQueueError::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "trackId", value.trackId, misfit)) return false;
    if (!read_member(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "url", value.url, misfit)) return false;
    if (!read_optional(json, "path", value.path, misfit)) return false;
    return true;
}
template <> Json write(const events::JitQueueError::Data &value) {
    Json json = Json::object();
    json["trackId"] = write(value.trackId);
    json["error"] = write(value.error);
    if (value.url) json["url"] = write(*value.url);
    if (value.path) json["path"] = write(*value.path);
    return json;
}

template <> bool read(const Json &json, events::SelectionChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_member(json, "handles", value.handles, misfit)) return false;
    if (!read_member(json, "truncated", value.truncated, misfit)) return false;
    if (!read_optional(json, "track", value.track, misfit)) return false;
    if (!read_optional(json, "nowPlaying", value.nowPlaying, misfit)) return false;
    return true;
}
template <> Json write(const events::SelectionChanged::Data &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    json["type"] = write(value.type);
    json["handles"] = write(value.handles);
    json["truncated"] = write(value.truncated);
    if (value.track) json["track"] = write(*value.track);
    if (value.nowPlaying) json["nowPlaying"] = write(*value.nowPlaying);
    return json;
}

template <> bool read(const Json &json, events::MenuSelect::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "itemId", value.itemId, misfit)) return false;
    return true;
}
template <> Json write(const events::MenuSelect::Data &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["itemId"] = write(value.itemId);
    return json;
}

template <> bool read(const Json &json, events::MenuDismiss::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
template <> Json write(const events::MenuDismiss::Data &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["reason"] = write(value.reason);
    return json;
}

template <> bool read(const Json &json, events::MenuValueChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "itemId", value.itemId, misfit)) return false;
    if (!read_member(json, "value", value.value, misfit)) return false;
    return true;
}
template <> Json write(const events::MenuValueChanged::Data &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["itemId"] = write(value.itemId);
    json["value"] = write(value.value);
    return json;
}

template <> bool read(const Json &json, events::LibraryInitialized::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "timestamp", value.timestamp, misfit)) return false;
    return true;
}
template <> Json write(const events::LibraryInitialized::Data &value) {
    Json json = Json::object();
    json["timestamp"] = write(value.timestamp);
    return json;
}

template <> bool read(const Json &json, events::PlaybackTrackChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    if (!read_member(json, "absolutePath", value.absolutePath, misfit)) return false;
    if (!read_member(json, "subsong", value.subsong, misfit)) return false;
    if (!read_nullable(json, "fileSize", value.fileSize, misfit)) return false;
    if (!read_member(json, "title", value.title, misfit)) return false;
    if (!read_member(json, "artist", value.artist, misfit)) return false;
    if (!read_member(json, "album", value.album, misfit)) return false;
    if (!read_member(json, "albumArtist", value.albumArtist, misfit)) return false;
    if (!read_member(json, "genre", value.genre, misfit)) return false;
    if (!read_member(json, "date", value.date, misfit)) return false;
    if (!read_member(json, "trackNumber", value.trackNumber, misfit)) return false;
    if (!read_member(json, "discNumber", value.discNumber, misfit)) return false;
    if (!read_member(json, "duration", value.duration, misfit)) return false;
    if (!read_member(json, "bitrate", value.bitrate, misfit)) return false;
    if (!read_member(json, "sampleRate", value.sampleRate, misfit)) return false;
    if (!read_member(json, "channels", value.channels, misfit)) return false;
    if (!read_member(json, "codec", value.codec, misfit)) return false;
    if (!read_member(json, "fullPath", value.fullPath, misfit)) return false;
    if (!read_member(json, "id", value.id, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackTrackChanged::Data &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    json["absolutePath"] = write(value.absolutePath);
    json["subsong"] = write(value.subsong);
    json["fileSize"] = value.fileSize ? write(*value.fileSize) : Json();
    json["title"] = write(value.title);
    json["artist"] = write(value.artist);
    json["album"] = write(value.album);
    json["albumArtist"] = write(value.albumArtist);
    json["genre"] = write(value.genre);
    json["date"] = write(value.date);
    json["trackNumber"] = write(value.trackNumber);
    json["discNumber"] = write(value.discNumber);
    json["duration"] = write(value.duration);
    json["bitrate"] = write(value.bitrate);
    json["sampleRate"] = write(value.sampleRate);
    json["channels"] = write(value.channels);
    json["codec"] = write(value.codec);
    json["fullPath"] = write(value.fullPath);
    json["id"] = write(value.id);
    return json;
}

static constexpr const char *events_PlaybackStateChanged_Data_State_texts[] = { "playing", "paused", "stopped" };
template <> bool read(const Json &json, events::PlaybackStateChanged::Data::State &value, Misfit &misfit) {
    return read_enum(json, value, events_PlaybackStateChanged_Data_State_texts, misfit);
}
template <> Json write(const events::PlaybackStateChanged::Data::State &value) {
    return events_PlaybackStateChanged_Data_State_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, events::PlaybackStateChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "state", value.state, misfit)) return false;
    if (!read_member(json, "position", value.position, misfit)) return false;
    if (!read_member(json, "duration", value.duration, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackStateChanged::Data &value) {
    Json json = Json::object();
    json["state"] = write(value.state);
    json["position"] = write(value.position);
    json["duration"] = write(value.duration);
    return json;
}

template <> bool read(const Json &json, events::PlaybackPaused::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "paused", value.paused, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackPaused::Data &value) {
    Json json = Json::object();
    json["paused"] = write(value.paused);
    return json;
}

static constexpr const char *events_PlaybackStopped_Data_Reason_texts[] = {
    "user", "eof", "starting_another", "shutting_down"
};
template <> bool read(const Json &json, events::PlaybackStopped::Data::Reason &value, Misfit &misfit) {
    return read_enum(json, value, events_PlaybackStopped_Data_Reason_texts, misfit);
}
template <> Json write(const events::PlaybackStopped::Data::Reason &value) {
    return events_PlaybackStopped_Data_Reason_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, events::PlaybackStopped::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackStopped::Data &value) {
    Json json = Json::object();
    json["reason"] = write(value.reason);
    return json;
}

template <> bool read(const Json &json, events::PlaybackTime::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "position", value.position, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackTime::Data &value) {
    Json json = Json::object();
    json["position"] = write(value.position);
    return json;
}

template <> bool read(const Json &json, events::PlaybackTimeHighRes::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "position", value.position, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackTimeHighRes::Data &value) {
    Json json = Json::object();
    json["position"] = write(value.position);
    return json;
}

template <> bool read(const Json &json, events::PlaybackSeeked::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "position", value.position, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackSeeked::Data &value) {
    Json json = Json::object();
    json["position"] = write(value.position);
    return json;
}

template <> bool read(const Json &json, events::PlaybackVolumeChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "volume", value.volume, misfit)) return false;
    if (!read_member(json, "volumeDb", value.volumeDb, misfit)) return false;
    if (!read_member(json, "muted", value.muted, misfit)) return false;
    if (!read_member(json, "isMuted", value.isMuted, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackVolumeChanged::Data &value) {
    Json json = Json::object();
    json["volume"] = write(value.volume);
    json["volumeDb"] = write(value.volumeDb);
    json["muted"] = write(value.muted);
    json["isMuted"] = write(value.isMuted);
    return json;
}

template <> bool read(const Json &json, events::PlaybackOrderChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "order", value.order, misfit)) return false;
    if (!read_member(json, "orderIndex", value.orderIndex, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackOrderChanged::Data &value) {
    Json json = Json::object();
    json["order"] = write(value.order);
    json["orderIndex"] = write(value.orderIndex);
    return json;
}

template <> bool read(const Json &json, events::PlaybackStopAfterCurrentChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "enabled", value.enabled, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackStopAfterCurrentChanged::Data &value) {
    Json json = Json::object();
    json["enabled"] = write(value.enabled);
    return json;
}

static constexpr const char *events_PlaybackQueueChanged_Data_Origin_texts[] = {
    "user_added", "user_removed", "playback_advance", "unknown"
};
template <> bool read(const Json &json, events::PlaybackQueueChanged::Data::Origin &value, Misfit &misfit) {
    return read_enum(json, value, events_PlaybackQueueChanged_Data_Origin_texts, misfit);
}
template <> Json write(const events::PlaybackQueueChanged::Data::Origin &value) {
    return events_PlaybackQueueChanged_Data_Origin_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, events::PlaybackQueueChanged::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "origin", value.origin, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackQueueChanged::Data &value) {
    Json json = Json::object();
    json["origin"] = write(value.origin);
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, events::PlaybackDynamicInfoTrack::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "title", value.title, misfit)) return false;
    if (!read_optional(json, "artist", value.artist, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaybackDynamicInfoTrack::Data &value) {
    Json json = Json::object();
    if (value.title) json["title"] = write(*value.title);
    if (value.artist) json["artist"] = write(*value.artist);
    return json;
}

template <> bool read(const Json &json, events::PlaylistCreated::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "index", value.index, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaylistCreated::Data &value) {
    Json json = Json::object();
    json["index"] = write(value.index);
    json["name"] = write(value.name);
    return json;
}

template <> bool read(const Json &json, events::PlaylistRenamed::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "index", value.index, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaylistRenamed::Data &value) {
    Json json = Json::object();
    json["index"] = write(value.index);
    json["name"] = write(value.name);
    return json;
}

template <> bool read(const Json &json, events::PlaylistRemoved::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "oldCount", value.oldCount, misfit)) return false;
    if (!read_member(json, "newCount", value.newCount, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaylistRemoved::Data &value) {
    Json json = Json::object();
    json["oldCount"] = write(value.oldCount);
    json["newCount"] = write(value.newCount);
    return json;
}

template <> bool read(const Json &json, events::PlaylistActivated::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "oldIndex", value.oldIndex, misfit)) return false;
    if (!read_member(json, "newIndex", value.newIndex, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaylistActivated::Data &value) {
    Json json = Json::object();
    json["oldIndex"] = write(value.oldIndex);
    json["newIndex"] = write(value.newIndex);
    return json;
}

template <> bool read(const Json &json, events::PlaylistItemsAdded::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "start", value.start, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaylistItemsAdded::Data &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["start"] = write(value.start);
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, events::PlaylistItemsRemoved::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "oldCount", value.oldCount, misfit)) return false;
    if (!read_member(json, "newCount", value.newCount, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaylistItemsRemoved::Data &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["oldCount"] = write(value.oldCount);
    json["newCount"] = write(value.newCount);
    return json;
}

template <> bool read(const Json &json, events::PlaylistItemsReordered::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaylistItemsReordered::Data &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, events::PlaylistAddComplete::Data &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "operationId", value.operationId, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_member(json, "addedCount", value.addedCount, misfit)) return false;
    if (!read_member(json, "totalCount", value.totalCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const events::PlaylistAddComplete::Data &value) {
    Json json = Json::object();
    json["operationId"] = write(value.operationId);
    json["success"] = write(value.success);
    json["addedCount"] = write(value.addedCount);
    json["totalCount"] = write(value.totalCount);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, events::WindowStateChanged::Data &value, Misfit &misfit) {
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
template <> Json write(const events::WindowStateChanged::Data &value) {
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
