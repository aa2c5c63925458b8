// Generated from the definitions by `deno task docs`. Do not edit.
#include "tonearm/shapes.hpp"

#include "codec.hpp"

namespace tonearm {

template <> bool read(const Json &json, Handle &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    if (!read_optional(json, "subsong", value.subsong, misfit)) return false;
    return true;
}
template <> Json write(const Handle &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    if (value.subsong) json["subsong"] = write(*value.subsong);
    return json;
}

static constexpr const char *MenuContext_Source_texts[] = { "handles", "nowPlaying", "selection", "playlist" };
template <> bool read(const Json &json, MenuContext::Source &value, Misfit &misfit) {
    return read_enum(json, value, MenuContext_Source_texts, misfit);
}
template <> Json write(const MenuContext::Source &value) {
    return MenuContext_Source_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, MenuContext &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "source", value.source, misfit)) return false;
    if (!read_optional(json, "handles", value.handles, misfit)) return false;
    return true;
}
template <> Json write(const MenuContext &value) {
    Json json = Json::object();
    json["source"] = write(value.source);
    if (value.handles) json["handles"] = write(*value.handles);
    return json;
}

static constexpr const char *MenuNode_Type_texts[] = { "separator", "submenu", "command" };
template <> bool read(const Json &json, MenuNode::Type &value, Misfit &misfit) {
    return read_enum(json, value, MenuNode_Type_texts, misfit);
}
template <> Json write(const MenuNode::Type &value) {
    return MenuNode_Type_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, MenuNode &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_optional(json, "label", value.label, misfit)) return false;
    if (!read_optional(json, "children", value.children, misfit)) return false;
    if (!read_optional(json, "commandId", value.commandId, misfit)) return false;
    if (!read_optional(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    if (!read_optional(json, "enabled", value.enabled, misfit)) return false;
    if (!read_optional(json, "checked", value.checked, misfit)) return false;
    if (!read_optional(json, "radioChecked", value.radioChecked, misfit)) return false;
    if (!read_optional(json, "hidden", value.hidden, misfit)) return false;
    return true;
}
template <> Json write(const MenuNode &value) {
    Json json = Json::object();
    json["type"] = write(value.type);
    if (value.label) json["label"] = write(*value.label);
    if (value.children) json["children"] = write(*value.children);
    if (value.commandId) json["commandId"] = write(*value.commandId);
    if (value.guid) json["guid"] = write(*value.guid);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    if (value.enabled) json["enabled"] = write(*value.enabled);
    if (value.checked) json["checked"] = write(*value.checked);
    if (value.radioChecked) json["radioChecked"] = write(*value.radioChecked);
    if (value.hidden) json["hidden"] = write(*value.hidden);
    return json;
}

template <> bool read(const Json &json, OverlayRow::IconSvg &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "viewBox", value.viewBox, misfit)) return false;
    if (!read_member(json, "content", value.content, misfit)) return false;
    return true;
}
template <> Json write(const OverlayRow::IconSvg &value) {
    Json json = Json::object();
    json["viewBox"] = write(value.viewBox);
    json["content"] = write(value.content);
    return json;
}

template <> bool read(const Json &json, OverlayRow::SegmentsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "id", value.id, misfit)) return false;
    if (!read_member(json, "label", value.label, misfit)) return false;
    if (!read_member(json, "enabled", value.enabled, misfit)) return false;
    return true;
}
template <> Json write(const OverlayRow::SegmentsItem &value) {
    Json json = Json::object();
    json["id"] = write(value.id);
    json["label"] = write(value.label);
    json["enabled"] = write(value.enabled);
    return json;
}

template <> bool read(const Json &json, OverlayRow &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "id", value.id, misfit)) return false;
    if (!read_member(json, "label", value.label, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_member(json, "enabled", value.enabled, misfit)) return false;
    if (!read_member(json, "checked", value.checked, misfit)) return false;
    if (!read_optional(json, "iconSvg", value.iconSvg, misfit)) return false;
    if (!read_optional(json, "submenu", value.submenu, misfit)) return false;
    if (!read_optional(json, "title", value.title, misfit)) return false;
    if (!read_optional(json, "subtitle", value.subtitle, misfit)) return false;
    if (!read_optional(json, "value", value.value, misfit)) return false;
    if (!read_optional(json, "min", value.min, misfit)) return false;
    if (!read_optional(json, "max", value.max, misfit)) return false;
    if (!read_optional(json, "segments", value.segments, misfit)) return false;
    return true;
}
template <> Json write(const OverlayRow &value) {
    Json json = Json::object();
    json["id"] = write(value.id);
    json["label"] = write(value.label);
    json["type"] = write(value.type);
    json["enabled"] = write(value.enabled);
    json["checked"] = write(value.checked);
    if (value.iconSvg) json["iconSvg"] = write(*value.iconSvg);
    if (value.submenu) json["submenu"] = write(*value.submenu);
    if (value.title) json["title"] = write(*value.title);
    if (value.subtitle) json["subtitle"] = write(*value.subtitle);
    if (value.value) json["value"] = write(*value.value);
    if (value.min) json["min"] = write(*value.min);
    if (value.max) json["max"] = write(*value.max);
    if (value.segments) json["segments"] = write(*value.segments);
    return json;
}

template <> bool read(const Json &json, PanelConfig &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "enableDragDrop", value.enableDragDrop, misfit)) return false;
    if (!read_member(json, "grabFocus", value.grabFocus, misfit)) return false;
    if (!read_member(json, "panelName", value.panelName, misfit)) return false;
    if (!read_member(json, "transparentBackground", value.transparentBackground, misfit)) return false;
    return true;
}
template <> Json write(const PanelConfig &value) {
    Json json = Json::object();
    json["enableDragDrop"] = write(value.enableDragDrop);
    json["grabFocus"] = write(value.grabFocus);
    json["panelName"] = write(value.panelName);
    json["transparentBackground"] = write(value.transparentBackground);
    return json;
}

template <> bool read(const Json &json, PanelPatch &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "enableDragDrop", value.enableDragDrop, misfit)) return false;
    if (!read_optional(json, "grabFocus", value.grabFocus, misfit)) return false;
    if (!read_optional(json, "panelName", value.panelName, misfit)) return false;
    if (!read_optional(json, "transparentBackground", value.transparentBackground, misfit)) return false;
    return true;
}
template <> Json write(const PanelPatch &value) {
    Json json = Json::object();
    if (value.enableDragDrop) json["enableDragDrop"] = write(*value.enableDragDrop);
    if (value.grabFocus) json["grabFocus"] = write(*value.grabFocus);
    if (value.panelName) json["panelName"] = write(*value.panelName);
    if (value.transparentBackground) json["transparentBackground"] = write(*value.transparentBackground);
    return json;
}

template <> bool read(const Json &json, QueuedTrack &value, Misfit &misfit) {
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
    if (!read_member(json, "entry", value.entry, misfit)) return false;
    if (!read_nullable(json, "playlist", value.playlist, misfit)) return false;
    if (!read_nullable(json, "item", value.item, misfit)) return false;
    return true;
}
template <> Json write(const QueuedTrack &value) {
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
    json["entry"] = write(value.entry);
    json["playlist"] = value.playlist ? write(*value.playlist) : Json();
    json["item"] = value.item ? write(*value.item) : Json();
    return json;
}

template <> bool read(const Json &json, Track &value, Misfit &misfit) {
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
    return true;
}
template <> Json write(const Track &value) {
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
    return json;
}

template <> bool read(const Json &json, ApiInfo &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "fullName", value.fullName, misfit)) return false;
    if (!read_member(json, "namespace", value.namespace_, misfit)) return false;
    if (!read_member(json, "method", value.method, misfit)) return false;
    if (!read_member(json, "description", value.description, misfit)) return false;
    if (!read_member(json, "plugin", value.plugin, misfit)) return false;
    if (!read_member(json, "version", value.version, misfit)) return false;
    if (!read_member(json, "isExternal", value.isExternal, misfit)) return false;
    return true;
}
template <> Json write(const ApiInfo &value) {
    Json json = Json::object();
    json["fullName"] = write(value.fullName);
    json["namespace"] = write(value.namespace_);
    json["method"] = write(value.method);
    json["description"] = write(value.description);
    json["plugin"] = write(value.plugin);
    json["version"] = write(value.version);
    json["isExternal"] = write(value.isExternal);
    return json;
}

static constexpr const char *MenuItem_Type_texts[] = { "separator", "submenu", "command" };
template <> bool read(const Json &json, MenuItem::Type &value, Misfit &misfit) {
    return read_enum(json, value, MenuItem_Type_texts, misfit);
}
template <> Json write(const MenuItem::Type &value) {
    return MenuItem_Type_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, MenuItem::Availability &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "totalCommands", value.totalCommands, misfit)) return false;
    if (!read_member(json, "availableCommands", value.availableCommands, misfit)) return false;
    if (!read_member(json, "disabledCommands", value.disabledCommands, misfit)) return false;
    if (!read_member(json, "allAvailable", value.allAvailable, misfit)) return false;
    return true;
}
template <> Json write(const MenuItem::Availability &value) {
    Json json = Json::object();
    json["totalCommands"] = write(value.totalCommands);
    json["availableCommands"] = write(value.availableCommands);
    json["disabledCommands"] = write(value.disabledCommands);
    json["allAvailable"] = write(value.allAvailable);
    return json;
}

static constexpr const char *MenuItem_UnaddressableReason_texts[] = { "noStableIdentifier" };
template <> bool read(const Json &json, MenuItem::UnaddressableReason &value, Misfit &misfit) {
    return read_enum(json, value, MenuItem_UnaddressableReason_texts, misfit);
}
template <> Json write(const MenuItem::UnaddressableReason &value) {
    return MenuItem_UnaddressableReason_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, MenuItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_optional(json, "label", value.label, misfit)) return false;
    if (!read_optional(json, "displayLabel", value.displayLabel, misfit)) return false;
    if (!read_optional(json, "path", value.path, misfit)) return false;
    if (!read_optional(json, "displayPath", value.displayPath, misfit)) return false;
    if (!read_optional(json, "children", value.children, misfit)) return false;
    if (!read_optional(json, "availability", value.availability, misfit)) return false;
    if (!read_optional(json, "enabled", value.enabled, misfit)) return false;
    if (!read_optional(json, "checked", value.checked, misfit)) return false;
    if (!read_optional(json, "radioChecked", value.radioChecked, misfit)) return false;
    if (!read_optional(json, "hidden", value.hidden, misfit)) return false;
    if (!read_optional(json, "commandId", value.commandId, misfit)) return false;
    if (!read_optional(json, "available", value.available, misfit)) return false;
    if (!read_optional(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    if (!read_optional(json, "executable", value.executable, misfit)) return false;
    if (!read_optional(json, "unaddressableReason", value.unaddressableReason, misfit)) return false;
    return true;
}
template <> Json write(const MenuItem &value) {
    Json json = Json::object();
    json["type"] = write(value.type);
    if (value.label) json["label"] = write(*value.label);
    if (value.displayLabel) json["displayLabel"] = write(*value.displayLabel);
    if (value.path) json["path"] = write(*value.path);
    if (value.displayPath) json["displayPath"] = write(*value.displayPath);
    if (value.children) json["children"] = write(*value.children);
    if (value.availability) json["availability"] = write(*value.availability);
    if (value.enabled) json["enabled"] = write(*value.enabled);
    if (value.checked) json["checked"] = write(*value.checked);
    if (value.radioChecked) json["radioChecked"] = write(*value.radioChecked);
    if (value.hidden) json["hidden"] = write(*value.hidden);
    if (value.commandId) json["commandId"] = write(*value.commandId);
    if (value.available) json["available"] = write(*value.available);
    if (value.guid) json["guid"] = write(*value.guid);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    if (value.executable) json["executable"] = write(*value.executable);
    if (value.unaddressableReason) json["unaddressableReason"] = write(*value.unaddressableReason);
    return json;
}

template <> bool read(const Json &json, MenuRow::IconSvg &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "viewBox", value.viewBox, misfit)) return false;
    if (!read_member(json, "content", value.content, misfit)) return false;
    return true;
}
template <> Json write(const MenuRow::IconSvg &value) {
    Json json = Json::object();
    json["viewBox"] = write(value.viewBox);
    json["content"] = write(value.content);
    return json;
}

template <> bool read(const Json &json, MenuRow::SegmentsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "id", value.id, misfit)) return false;
    if (!read_optional(json, "label", value.label, misfit)) return false;
    if (!read_optional(json, "enabled", value.enabled, misfit)) return false;
    return true;
}
template <> Json write(const MenuRow::SegmentsItem &value) {
    Json json = Json::object();
    if (value.id) json["id"] = write(*value.id);
    if (value.label) json["label"] = write(*value.label);
    if (value.enabled) json["enabled"] = write(*value.enabled);
    return json;
}

template <> bool read(const Json &json, MenuRow &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "id", value.id, misfit)) return false;
    if (!read_optional(json, "label", value.label, misfit)) return false;
    if (!read_optional(json, "type", value.type, misfit)) return false;
    if (!read_optional(json, "enabled", value.enabled, misfit)) return false;
    if (!read_optional(json, "checked", value.checked, misfit)) return false;
    if (!read_optional(json, "iconSvg", value.iconSvg, misfit)) return false;
    if (!read_optional(json, "submenu", value.submenu, misfit)) return false;
    if (!read_optional(json, "title", value.title, misfit)) return false;
    if (!read_optional(json, "subtitle", value.subtitle, misfit)) return false;
    if (!read_optional(json, "value", value.value, misfit)) return false;
    if (!read_optional(json, "min", value.min, misfit)) return false;
    if (!read_optional(json, "max", value.max, misfit)) return false;
    if (!read_optional(json, "segments", value.segments, misfit)) return false;
    return true;
}
template <> Json write(const MenuRow &value) {
    Json json = Json::object();
    if (value.id) json["id"] = write(*value.id);
    if (value.label) json["label"] = write(*value.label);
    if (value.type) json["type"] = write(*value.type);
    if (value.enabled) json["enabled"] = write(*value.enabled);
    if (value.checked) json["checked"] = write(*value.checked);
    if (value.iconSvg) json["iconSvg"] = write(*value.iconSvg);
    if (value.submenu) json["submenu"] = write(*value.submenu);
    if (value.title) json["title"] = write(*value.title);
    if (value.subtitle) json["subtitle"] = write(*value.subtitle);
    if (value.value) json["value"] = write(*value.value);
    if (value.min) json["min"] = write(*value.min);
    if (value.max) json["max"] = write(*value.max);
    if (value.segments) json["segments"] = write(*value.segments);
    return json;
}

template <> bool read(const Json &json, QueueEntry &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "queueIndex", value.queueIndex, misfit)) return false;
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
    if (!read_nullable(json, "playlist", value.playlist, misfit)) return false;
    if (!read_nullable(json, "playlistItem", value.playlistItem, misfit)) return false;
    return true;
}
template <> Json write(const QueueEntry &value) {
    Json json = Json::object();
    json["queueIndex"] = write(value.queueIndex);
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
    json["playlist"] = value.playlist ? write(*value.playlist) : Json();
    json["playlistItem"] = value.playlistItem ? write(*value.playlistItem) : Json();
    return json;
}

template <> bool read(const Json &json, ViewedTrack &value, Misfit &misfit) {
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
    if (!read_member(json, "id", value.id, misfit)) return false;
    if (!read_member(json, "fullPath", value.fullPath, misfit)) return false;
    return true;
}
template <> Json write(const ViewedTrack &value) {
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
    json["id"] = write(value.id);
    json["fullPath"] = write(value.fullPath);
    return json;
}

}  // namespace tonearm
