// Generated from the definitions by `deno task docs`. Do not edit.
#include "tonearm/operations.hpp"

#include "codec.hpp"

namespace tonearm {

template <> bool read(const Json &json, operations::ClipboardRead::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::ClipboardRead::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::ClipboardRead::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "text", value.text, misfit)) return false;
    if (!read_optional(json, "files", value.files, misfit)) return false;
    if (!read_optional(json, "hasText", value.hasText, misfit)) return false;
    if (!read_optional(json, "hasFiles", value.hasFiles, misfit)) return false;
    if (!read_optional(json, "hasImage", value.hasImage, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::ClipboardRead::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.text) json["text"] = write(*value.text);
    if (value.files) json["files"] = write(*value.files);
    if (value.hasText) json["hasText"] = write(*value.hasText);
    if (value.hasFiles) json["hasFiles"] = write(*value.hasFiles);
    if (value.hasImage) json["hasImage"] = write(*value.hasImage);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::ClipboardWrite::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "text", value.text, misfit)) return false;
    return true;
}
template <> Json write(const operations::ClipboardWrite::Params &value) {
    Json json = Json::object();
    json["text"] = write(value.text);
    return json;
}

template <> bool read(const Json &json, operations::ClipboardWrite::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::ClipboardWrite::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::ClipboardWriteFiles::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "paths", value.paths, misfit)) return false;
    return true;
}
template <> Json write(const operations::ClipboardWriteFiles::Params &value) {
    Json json = Json::object();
    json["paths"] = write(value.paths);
    return json;
}

template <> bool read(const Json &json, operations::ClipboardWriteFiles::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "fileCount", value.fileCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::ClipboardWriteFiles::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.fileCount) json["fileCount"] = write(*value.fileCount);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::ClipboardWriteHTML::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "html", value.html, misfit)) return false;
    if (!read_optional(json, "plainText", value.plainText, misfit)) return false;
    return true;
}
template <> Json write(const operations::ClipboardWriteHTML::Params &value) {
    Json json = Json::object();
    json["html"] = write(value.html);
    if (value.plainText) json["plainText"] = write(*value.plainText);
    return json;
}

template <> bool read(const Json &json, operations::ClipboardWriteHTML::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "htmlWritten", value.htmlWritten, misfit)) return false;
    if (!read_optional(json, "textWritten", value.textWritten, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::ClipboardWriteHTML::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.htmlWritten) json["htmlWritten"] = write(*value.htmlWritten);
    if (value.textWritten) json["textWritten"] = write(*value.textWritten);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::ConsoleLog::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "message", value.message, misfit)) return false;
    if (!read_optional(json, "args", value.args, misfit)) return false;
    return true;
}
template <> Json write(const operations::ConsoleLog::Params &value) {
    Json json = Json::object();
    if (value.message) json["message"] = write(*value.message);
    if (value.args) json["args"] = write(*value.args);
    return json;
}

template <> bool read(const Json &json, operations::ConsoleLog::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::ConsoleLog::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::ConsoleWarn::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "message", value.message, misfit)) return false;
    if (!read_optional(json, "args", value.args, misfit)) return false;
    return true;
}
template <> Json write(const operations::ConsoleWarn::Params &value) {
    Json json = Json::object();
    if (value.message) json["message"] = write(*value.message);
    if (value.args) json["args"] = write(*value.args);
    return json;
}

template <> bool read(const Json &json, operations::ConsoleWarn::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::ConsoleWarn::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::ConsoleError::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "message", value.message, misfit)) return false;
    if (!read_optional(json, "args", value.args, misfit)) return false;
    return true;
}
template <> Json write(const operations::ConsoleError::Params &value) {
    Json json = Json::object();
    if (value.message) json["message"] = write(*value.message);
    if (value.args) json["args"] = write(*value.args);
    return json;
}

template <> bool read(const Json &json, operations::ConsoleError::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::ConsoleError::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::JitQueuePlayNow::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "trackId", value.trackId, misfit)) return false;
    if (!read_member(json, "url", value.url, misfit)) return false;
    if (!read_optional(json, "title", value.title, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueuePlayNow::Params &value) {
    Json json = Json::object();
    json["trackId"] = write(value.trackId);
    json["url"] = write(value.url);
    if (value.title) json["title"] = write(*value.title);
    return json;
}

template <> bool read(const Json &json, operations::JitQueuePlayNow::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "trackId", value.trackId, misfit)) return false;
    if (!read_optional(json, "shadowPlaylist", value.shadowPlaylist, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueuePlayNow::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.trackId) json["trackId"] = write(*value.trackId);
    if (value.shadowPlaylist) json["shadowPlaylist"] = write(*value.shadowPlaylist);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::JitQueueEnqueueNext::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "trackId", value.trackId, misfit)) return false;
    if (!read_member(json, "url", value.url, misfit)) return false;
    if (!read_optional(json, "title", value.title, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueueEnqueueNext::Params &value) {
    Json json = Json::object();
    json["trackId"] = write(value.trackId);
    json["url"] = write(value.url);
    if (value.title) json["title"] = write(*value.title);
    return json;
}

template <> bool read(const Json &json, operations::JitQueueEnqueueNext::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "trackId", value.trackId, misfit)) return false;
    if (!read_optional(json, "bufferSize", value.bufferSize, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueueEnqueueNext::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.trackId) json["trackId"] = write(*value.trackId);
    if (value.bufferSize) json["bufferSize"] = write(*value.bufferSize);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::JitQueueSkip::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::JitQueueSkip::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::JitQueueSkip::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "currentTrackId", value.currentTrackId, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueueSkip::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.currentTrackId) json["currentTrackId"] = write(*value.currentTrackId);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::JitQueueStop::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "clearBuffer", value.clearBuffer, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueueStop::Params &value) {
    Json json = Json::object();
    if (value.clearBuffer) json["clearBuffer"] = write(*value.clearBuffer);
    return json;
}

template <> bool read(const Json &json, operations::JitQueueStop::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueueStop::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::JitQueueClear::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::JitQueueClear::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::JitQueueClear::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueueClear::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::JitQueueNotifyEmpty::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::JitQueueNotifyEmpty::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::JitQueueNotifyEmpty::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueueNotifyEmpty::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::JitQueueGetState::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::JitQueueGetState::Params &) { return Json::object(); }

static constexpr const char *operations_JitQueueGetState_Result_State_texts[] = {
    "Idle", "Active", "WaitingNext", "Exhausted"
};
template <> bool read(const Json &json, operations::JitQueueGetState::Result::State &value, Misfit &misfit) {
    return read_enum(json, value, operations_JitQueueGetState_Result_State_texts, misfit);
}
template <> Json write(const operations::JitQueueGetState::Result::State &value) {
    return operations_JitQueueGetState_Result_State_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::JitQueueGetState::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "state", value.state, misfit)) return false;
    if (!read_member(json, "isActive", value.isActive, misfit)) return false;
    if (!read_member(json, "currentTrackId", value.currentTrackId, misfit)) return false;
    if (!read_member(json, "nextTrackId", value.nextTrackId, misfit)) return false;
    if (!read_member(json, "bufferSize", value.bufferSize, misfit)) return false;
    if (!read_member(json, "shadowPlaylist", value.shadowPlaylist, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueueGetState::Result &value) {
    Json json = Json::object();
    json["state"] = write(value.state);
    json["isActive"] = write(value.isActive);
    json["currentTrackId"] = write(value.currentTrackId);
    json["nextTrackId"] = write(value.nextTrackId);
    json["bufferSize"] = write(value.bufferSize);
    json["shadowPlaylist"] = write(value.shadowPlaylist);
    return json;
}

template <> bool read(const Json &json, operations::JitQueuePreloadBatch::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "urls", value.urls, misfit)) return false;
    if (!read_optional(json, "startIndex", value.startIndex, misfit)) return false;
    if (!read_optional(json, "replace", value.replace, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueuePreloadBatch::Params &value) {
    Json json = Json::object();
    json["urls"] = write(value.urls);
    if (value.startIndex) json["startIndex"] = write(*value.startIndex);
    if (value.replace) json["replace"] = write(*value.replace);
    return json;
}

template <> bool read(const Json &json, operations::JitQueuePreloadBatch::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracksAdded", value.tracksAdded, misfit)) return false;
    if (!read_optional(json, "invalidCount", value.invalidCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::JitQueuePreloadBatch::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracksAdded) json["tracksAdded"] = write(*value.tracksAdded);
    if (value.invalidCount) json["invalidCount"] = write(*value.invalidCount);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LogClear::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::LogClear::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::LogClear::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LogClear::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LogRead::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "lines", value.lines, misfit)) return false;
    return true;
}
template <> Json write(const operations::LogRead::Params &value) {
    Json json = Json::object();
    if (value.lines) json["lines"] = write(*value.lines);
    return json;
}

template <> bool read(const Json &json, operations::LogRead::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "content", value.content, misfit)) return false;
    if (!read_optional(json, "lines", value.lines, misfit)) return false;
    if (!read_optional(json, "lineCount", value.lineCount, misfit)) return false;
    if (!read_optional(json, "totalLines", value.totalLines, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LogRead::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.content) json["content"] = write(*value.content);
    if (value.lines) json["lines"] = write(*value.lines);
    if (value.lineCount) json["lineCount"] = write(*value.lineCount);
    if (value.totalLines) json["totalLines"] = write(*value.totalLines);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LogWrite::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "message", value.message, misfit)) return false;
    if (!read_optional(json, "args", value.args, misfit)) return false;
    if (!read_optional(json, "file", value.file, misfit)) return false;
    if (!read_optional(json, "level", value.level, misfit)) return false;
    if (!read_optional(json, "append", value.append, misfit)) return false;
    if (!read_optional(json, "timestamp", value.timestamp, misfit)) return false;
    return true;
}
template <> Json write(const operations::LogWrite::Params &value) {
    Json json = Json::object();
    if (value.message) json["message"] = write(*value.message);
    if (value.args) json["args"] = write(*value.args);
    if (value.file) json["file"] = write(*value.file);
    if (value.level) json["level"] = write(*value.level);
    if (value.append) json["append"] = write(*value.append);
    if (value.timestamp) json["timestamp"] = write(*value.timestamp);
    return json;
}

template <> bool read(const Json &json, operations::LogWrite::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "path", value.path, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LogWrite::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.path) json["path"] = write(*value.path);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::MenuClose::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "reason", value.reason, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuClose::Params &value) {
    Json json = Json::object();
    if (value.reason) json["reason"] = write(*value.reason);
    return json;
}

template <> bool read(const Json &json, operations::MenuClose::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuClose::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    return json;
}

static constexpr const char *operations_MenuGetContextMenu_Params_Mode_texts[] = {
    "auto", "selection", "playlist", "nowPlaying", "handles"
};
template <> bool read(const Json &json, operations::MenuGetContextMenu::Params::Mode &value, Misfit &misfit) {
    return read_enum(json, value, operations_MenuGetContextMenu_Params_Mode_texts, misfit);
}
template <> Json write(const operations::MenuGetContextMenu::Params::Mode &value) {
    return operations_MenuGetContextMenu_Params_Mode_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::MenuGetContextMenu::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "handles", value.handles, misfit)) return false;
    if (!read_optional(json, "i18n", value.i18n, misfit)) return false;
    if (!read_optional(json, "locale", value.locale, misfit)) return false;
    if (!read_optional(json, "mode", value.mode, misfit)) return false;
    if (!read_optional(json, "withAvailability", value.withAvailability, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuGetContextMenu::Params &value) {
    Json json = Json::object();
    if (value.handles) json["handles"] = write(*value.handles);
    if (value.i18n) json["i18n"] = write(*value.i18n);
    if (value.locale) json["locale"] = write(*value.locale);
    if (value.mode) json["mode"] = write(*value.mode);
    if (value.withAvailability) json["withAvailability"] = write(*value.withAvailability);
    return json;
}

static constexpr const char *operations_MenuGetContextMenu_Result_Mode_texts[] = {
    "selection", "playlist", "nowPlaying", "handles"
};
template <> bool read(const Json &json, operations::MenuGetContextMenu::Result::Mode &value, Misfit &misfit) {
    return read_enum(json, value, operations_MenuGetContextMenu_Result_Mode_texts, misfit);
}
template <> Json write(const operations::MenuGetContextMenu::Result::Mode &value) {
    return operations_MenuGetContextMenu_Result_Mode_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::MenuGetContextMenu::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "i18n", value.i18n, misfit)) return false;
    if (!read_optional(json, "locale", value.locale, misfit)) return false;
    if (!read_optional(json, "mode", value.mode, misfit)) return false;
    if (!read_optional(json, "withAvailability", value.withAvailability, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuGetContextMenu::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.items) json["items"] = write(*value.items);
    if (value.i18n) json["i18n"] = write(*value.i18n);
    if (value.locale) json["locale"] = write(*value.locale);
    if (value.mode) json["mode"] = write(*value.mode);
    if (value.withAvailability) json["withAvailability"] = write(*value.withAvailability);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::MenuGetMainMenu::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "i18n", value.i18n, misfit)) return false;
    if (!read_optional(json, "locale", value.locale, misfit)) return false;
    if (!read_optional(json, "root", value.root, misfit)) return false;
    if (!read_optional(json, "withAvailability", value.withAvailability, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuGetMainMenu::Params &value) {
    Json json = Json::object();
    if (value.i18n) json["i18n"] = write(*value.i18n);
    if (value.locale) json["locale"] = write(*value.locale);
    if (value.root) json["root"] = write(*value.root);
    if (value.withAvailability) json["withAvailability"] = write(*value.withAvailability);
    return json;
}

template <> bool read(const Json &json, operations::MenuGetMainMenu::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "fallback", value.fallback, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuGetMainMenu::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.items) json["items"] = write(*value.items);
    if (value.fallback) json["fallback"] = write(*value.fallback);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::MenuRunContextCommand::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "command", value.command, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuRunContextCommand::Params &value) {
    Json json = Json::object();
    json["command"] = write(value.command);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    return json;
}

template <> bool read(const Json &json, operations::MenuRunContextCommand::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "itemCount", value.itemCount, misfit)) return false;
    if (!read_optional(json, "executionConfirmed", value.executionConfirmed, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuRunContextCommand::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.guid) json["guid"] = write(*value.guid);
    if (value.itemCount) json["itemCount"] = write(*value.itemCount);
    if (value.executionConfirmed) json["executionConfirmed"] = write(*value.executionConfirmed);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

static constexpr const char *operations_MenuRunContextCommandById_Params_Mode_texts[] = {
    "auto", "selection", "playlist", "nowPlaying", "handles"
};
template <> bool read(const Json &json, operations::MenuRunContextCommandById::Params::Mode &value, Misfit &misfit) {
    return read_enum(json, value, operations_MenuRunContextCommandById_Params_Mode_texts, misfit);
}
template <> Json write(const operations::MenuRunContextCommandById::Params::Mode &value) {
    return operations_MenuRunContextCommandById_Params_Mode_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::MenuRunContextCommandById::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "id", value.id, misfit)) return false;
    if (!read_optional(json, "mode", value.mode, misfit)) return false;
    if (!read_optional(json, "handles", value.handles, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuRunContextCommandById::Params &value) {
    Json json = Json::object();
    json["id"] = write(value.id);
    if (value.mode) json["mode"] = write(*value.mode);
    if (value.handles) json["handles"] = write(*value.handles);
    return json;
}

template <> bool read(const Json &json, operations::MenuRunContextCommandById::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuRunContextCommandById::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::MenuRunMainMenuCommand::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "command", value.command, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuRunMainMenuCommand::Params &value) {
    Json json = Json::object();
    json["command"] = write(value.command);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    return json;
}

static constexpr const char *operations_MenuRunMainMenuCommand_Result_Code_texts[] = {
    "MENU_ITEM_DISABLED", "MENU_MATCH_AMBIGUOUS", "MENU_COMMAND_NOT_FOUND"
};
template <> bool read(const Json &json, operations::MenuRunMainMenuCommand::Result::Code &value, Misfit &misfit) {
    return read_enum(json, value, operations_MenuRunMainMenuCommand_Result_Code_texts, misfit);
}
template <> Json write(const operations::MenuRunMainMenuCommand::Result::Code &value) {
    return operations_MenuRunMainMenuCommand_Result_Code_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::MenuRunMainMenuCommand::Result::CandidatesItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    if (!read_member(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuRunMainMenuCommand::Result::CandidatesItem &value) {
    Json json = Json::object();
    json["name"] = write(value.name);
    json["path"] = write(value.path);
    json["guid"] = write(value.guid);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    return json;
}

template <> bool read(const Json &json, operations::MenuRunMainMenuCommand::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "code", value.code, misfit)) return false;
    if (!read_optional(json, "candidates", value.candidates, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuRunMainMenuCommand::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.guid) json["guid"] = write(*value.guid);
    if (value.error) json["error"] = write(*value.error);
    if (value.code) json["code"] = write(*value.code);
    if (value.candidates) json["candidates"] = write(*value.candidates);
    return json;
}

static constexpr const char *operations_MenuShow_Params_WindowMode_texts[] = { "fullscreen", "contentSized" };
template <> bool read(const Json &json, operations::MenuShow::Params::WindowMode &value, Misfit &misfit) {
    return read_enum(json, value, operations_MenuShow_Params_WindowMode_texts, misfit);
}
template <> Json write(const operations::MenuShow::Params::WindowMode &value) {
    return operations_MenuShow_Params_WindowMode_texts[static_cast<std::size_t>(value)];
}

static constexpr const char *operations_MenuShow_Params_WindowModel_texts[] = { "fullscreen", "contentSized" };
template <> bool read(const Json &json, operations::MenuShow::Params::WindowModel &value, Misfit &misfit) {
    return read_enum(json, value, operations_MenuShow_Params_WindowModel_texts, misfit);
}
template <> Json write(const operations::MenuShow::Params::WindowModel &value) {
    return operations_MenuShow_Params_WindowModel_texts[static_cast<std::size_t>(value)];
}

static constexpr const char *operations_MenuShow_Params_Backdrop_texts[] = { "acrylic", "mica", "mica-alt", "none" };
template <> bool read(const Json &json, operations::MenuShow::Params::Backdrop &value, Misfit &misfit) {
    return read_enum(json, value, operations_MenuShow_Params_Backdrop_texts, misfit);
}
template <> Json write(const operations::MenuShow::Params::Backdrop &value) {
    return operations_MenuShow_Params_Backdrop_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::MenuShow::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "x", value.x, misfit)) return false;
    if (!read_optional(json, "y", value.y, misfit)) return false;
    if (!read_optional(json, "windowMode", value.windowMode, misfit)) return false;
    if (!read_optional(json, "windowModel", value.windowModel, misfit)) return false;
    if (!read_optional(json, "css", value.css, misfit)) return false;
    if (!read_optional(json, "cssReplace", value.cssReplace, misfit)) return false;
    if (!read_optional(json, "backdrop", value.backdrop, misfit)) return false;
    if (!read_optional(json, "backdropDarkMode", value.backdropDarkMode, misfit)) return false;
    if (!read_optional(json, "closeAnimationMs", value.closeAnimationMs, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuShow::Params &value) {
    Json json = Json::object();
    if (value.items) json["items"] = write(*value.items);
    if (value.x) json["x"] = write(*value.x);
    if (value.y) json["y"] = write(*value.y);
    if (value.windowMode) json["windowMode"] = write(*value.windowMode);
    if (value.windowModel) json["windowModel"] = write(*value.windowModel);
    if (value.css) json["css"] = write(*value.css);
    if (value.cssReplace) json["cssReplace"] = write(*value.cssReplace);
    if (value.backdrop) json["backdrop"] = write(*value.backdrop);
    if (value.backdropDarkMode) json["backdropDarkMode"] = write(*value.backdropDarkMode);
    if (value.closeAnimationMs) json["closeAnimationMs"] = write(*value.closeAnimationMs);
    return json;
}

static constexpr const char *operations_MenuShow_Result_Details_Field_texts[] = {
    "items", "depth", "segments", "svgTotal", "css"
};
template <> bool read(const Json &json, operations::MenuShow::Result::Details::Field &value, Misfit &misfit) {
    return read_enum(json, value, operations_MenuShow_Result_Details_Field_texts, misfit);
}
template <> Json write(const operations::MenuShow::Result::Details::Field &value) {
    return operations_MenuShow_Result_Details_Field_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::MenuShow::Result::Details &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "field", value.field, misfit)) return false;
    if (!read_member(json, "limit", value.limit, misfit)) return false;
    if (!read_member(json, "actual", value.actual, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuShow::Result::Details &value) {
    Json json = Json::object();
    json["field"] = write(value.field);
    json["limit"] = write(value.limit);
    json["actual"] = write(value.actual);
    return json;
}

template <> bool read(const Json &json, operations::MenuShow::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "menuId", value.menuId, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "details", value.details, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuShow::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.menuId) json["menuId"] = write(*value.menuId);
    if (value.error) json["error"] = write(*value.error);
    if (value.details) json["details"] = write(*value.details);
    return json;
}

static constexpr const char *operations_MenuShowNativePopup_Params_Mode_texts[] = {
    "auto", "selection", "playlist", "nowPlaying", "handles"
};
template <> bool read(const Json &json, operations::MenuShowNativePopup::Params::Mode &value, Misfit &misfit) {
    return read_enum(json, value, operations_MenuShowNativePopup_Params_Mode_texts, misfit);
}
template <> Json write(const operations::MenuShowNativePopup::Params::Mode &value) {
    return operations_MenuShowNativePopup_Params_Mode_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::MenuShowNativePopup::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "handles", value.handles, misfit)) return false;
    if (!read_optional(json, "mode", value.mode, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuShowNativePopup::Params &value) {
    Json json = Json::object();
    if (value.handles) json["handles"] = write(*value.handles);
    if (value.mode) json["mode"] = write(*value.mode);
    return json;
}

template <> bool read(const Json &json, operations::MenuShowNativePopup::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MenuShowNativePopup::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::MiscExit::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::MiscExit::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::MiscExit::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscExit::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::MiscGetComponentPath::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::MiscGetComponentPath::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::MiscGetComponentPath::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    if (!read_member(json, "value", value.value, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscGetComponentPath::Result &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    json["value"] = write(value.value);
    return json;
}

template <> bool read(const Json &json, operations::MiscGetFoobarPath::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::MiscGetFoobarPath::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::MiscGetFoobarPath::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    if (!read_member(json, "value", value.value, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscGetFoobarPath::Result &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    json["value"] = write(value.value);
    return json;
}

template <> bool read(const Json &json, operations::MiscGetProfilePath::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::MiscGetProfilePath::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::MiscGetProfilePath::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    if (!read_member(json, "value", value.value, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscGetProfilePath::Result &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    json["value"] = write(value.value);
    return json;
}

template <> bool read(const Json &json, operations::MiscRestart::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::MiscRestart::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::MiscRestart::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscRestart::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::MiscShowConsole::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::MiscShowConsole::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::MiscShowConsole::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscShowConsole::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::MiscShowLibrarySearch::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "query", value.query, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscShowLibrarySearch::Params &value) {
    Json json = Json::object();
    if (value.query) json["query"] = write(*value.query);
    return json;
}

template <> bool read(const Json &json, operations::MiscShowLibrarySearch::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "query", value.query, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscShowLibrarySearch::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.query) json["query"] = write(*value.query);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::MiscShowPopupMessage::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "message", value.message, misfit)) return false;
    if (!read_optional(json, "msg", value.msg, misfit)) return false;
    if (!read_optional(json, "title", value.title, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscShowPopupMessage::Params &value) {
    Json json = Json::object();
    if (value.message) json["message"] = write(*value.message);
    if (value.msg) json["msg"] = write(*value.msg);
    if (value.title) json["title"] = write(*value.title);
    return json;
}

template <> bool read(const Json &json, operations::MiscShowPopupMessage::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscShowPopupMessage::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    return json;
}

template <> bool read(const Json &json, operations::MiscShowPreferences::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::MiscShowPreferences::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::MiscShowPreferences::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::MiscShowPreferences::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PanelGetConfig::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PanelGetConfig::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PanelGetConfig::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "config", value.config, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PanelGetConfig::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.config) json["config"] = write(*value.config);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PanelSetConfig::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "enableDragDrop", value.enableDragDrop, misfit)) return false;
    if (!read_optional(json, "grabFocus", value.grabFocus, misfit)) return false;
    if (!read_optional(json, "panelName", value.panelName, misfit)) return false;
    if (!read_optional(json, "transparentBackground", value.transparentBackground, misfit)) return false;
    return true;
}
template <> Json write(const operations::PanelSetConfig::Params &value) {
    Json json = Json::object();
    if (value.enableDragDrop) json["enableDragDrop"] = write(*value.enableDragDrop);
    if (value.grabFocus) json["grabFocus"] = write(*value.grabFocus);
    if (value.panelName) json["panelName"] = write(*value.panelName);
    if (value.transparentBackground) json["transparentBackground"] = write(*value.transparentBackground);
    return json;
}

template <> bool read(const Json &json, operations::PanelSetConfig::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "changed", value.changed, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PanelSetConfig::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.changed) json["changed"] = write(*value.changed);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::QueueAdd::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "tracks", value.tracks, misfit)) return false;
    if (!read_optional(json, "track", value.track, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueAdd::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.tracks) json["tracks"] = write(*value.tracks);
    if (value.track) json["track"] = write(*value.track);
    return json;
}

template <> bool read(const Json &json, operations::QueueAdd::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "addedCount", value.addedCount, misfit)) return false;
    if (!read_optional(json, "queueCount", value.queueCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueAdd::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.addedCount) json["addedCount"] = write(*value.addedCount);
    if (value.queueCount) json["queueCount"] = write(*value.queueCount);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::QueueAddPaths::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "paths", value.paths, misfit)) return false;
    if (!read_optional(json, "useQueuePlaylist", value.useQueuePlaylist, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueAddPaths::Params &value) {
    Json json = Json::object();
    json["paths"] = write(value.paths);
    if (value.useQueuePlaylist) json["useQueuePlaylist"] = write(*value.useQueuePlaylist);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::QueueAddPaths::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "addedCount", value.addedCount, misfit)) return false;
    if (!read_optional(json, "invalidCount", value.invalidCount, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "queueCount", value.queueCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueAddPaths::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.addedCount) json["addedCount"] = write(*value.addedCount);
    if (value.invalidCount) json["invalidCount"] = write(*value.invalidCount);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.queueCount) json["queueCount"] = write(*value.queueCount);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    return json;
}

template <> bool read(const Json &json, operations::QueueClear::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::QueueClear::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::QueueClear::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "clearedCount", value.clearedCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueClear::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.clearedCount) json["clearedCount"] = write(*value.clearedCount);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::QueueFlush::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::QueueFlush::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::QueueFlush::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "clearedCount", value.clearedCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueFlush::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.clearedCount) json["clearedCount"] = write(*value.clearedCount);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::QueueGet::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::QueueGet::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::QueueGet::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "items", value.items, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueGet::Result &value) {
    Json json = Json::object();
    json["items"] = write(value.items);
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, operations::QueueGetCount::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::QueueGetCount::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::QueueGetCount::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    if (!read_member(json, "hasItems", value.hasItems, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueGetCount::Result &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    json["hasItems"] = write(value.hasItems);
    return json;
}

template <> bool read(const Json &json, operations::QueueMoveToTop::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueMoveToTop::Params &value) {
    Json json = Json::object();
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::QueueMoveToTop::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "movedIndex", value.movedIndex, misfit)) return false;
    if (!read_optional(json, "queueCount", value.queueCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueMoveToTop::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.movedIndex) json["movedIndex"] = write(*value.movedIndex);
    if (value.queueCount) json["queueCount"] = write(*value.queueCount);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::QueueRemove::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_optional(json, "indices", value.indices, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueRemove::Params &value) {
    Json json = Json::object();
    if (value.index) json["index"] = write(*value.index);
    if (value.indices) json["indices"] = write(*value.indices);
    return json;
}

template <> bool read(const Json &json, operations::QueueRemove::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "removedIndex", value.removedIndex, misfit)) return false;
    if (!read_optional(json, "queueCount", value.queueCount, misfit)) return false;
    if (!read_optional(json, "removedCount", value.removedCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::QueueRemove::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.removedIndex) json["removedIndex"] = write(*value.removedIndex);
    if (value.queueCount) json["queueCount"] = write(*value.queueCount);
    if (value.removedCount) json["removedCount"] = write(*value.removedCount);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::SelectionGet::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "offset", value.offset, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    return true;
}
template <> Json write(const operations::SelectionGet::Params &value) {
    Json json = Json::object();
    if (value.offset) json["offset"] = write(*value.offset);
    if (value.limit) json["limit"] = write(*value.limit);
    return json;
}

static constexpr const char *operations_SelectionGet_Result_Type_texts[] = {
    "now_playing", "active_playlist_selection", "active_playlist", "playlist_manager", "media_library_viewer",
    "unknown"
};
template <> bool read(const Json &json, operations::SelectionGet::Result::Type &value, Misfit &misfit) {
    return read_enum(json, value, operations_SelectionGet_Result_Type_texts, misfit);
}
template <> Json write(const operations::SelectionGet::Result::Type &value) {
    return operations_SelectionGet_Result_Type_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::SelectionGet::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_member(json, "handles", value.handles, misfit)) return false;
    if (!read_member(json, "offset", value.offset, misfit)) return false;
    if (!read_member(json, "hasMore", value.hasMore, misfit)) return false;
    if (!read_optional(json, "truncated", value.truncated, misfit)) return false;
    return true;
}
template <> Json write(const operations::SelectionGet::Result &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    json["type"] = write(value.type);
    json["handles"] = write(value.handles);
    json["offset"] = write(value.offset);
    json["hasMore"] = write(value.hasMore);
    if (value.truncated) json["truncated"] = write(*value.truncated);
    return json;
}

template <> bool read(const Json &json, operations::SelectionGetType::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::SelectionGetType::Params &) { return Json::object(); }

static constexpr const char *operations_SelectionGetType_Result_TypeName_texts[] = {
    "now_playing", "active_playlist_selection", "active_playlist", "playlist_manager", "media_library_viewer",
    "unknown"
};
template <> bool read(const Json &json, operations::SelectionGetType::Result::TypeName &value, Misfit &misfit) {
    return read_enum(json, value, operations_SelectionGetType_Result_TypeName_texts, misfit);
}
template <> Json write(const operations::SelectionGetType::Result::TypeName &value) {
    return operations_SelectionGetType_Result_TypeName_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::SelectionGetType::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_member(json, "typeName", value.typeName, misfit)) return false;
    return true;
}
template <> Json write(const operations::SelectionGetType::Result &value) {
    Json json = Json::object();
    json["type"] = write(value.type);
    json["typeName"] = write(value.typeName);
    return json;
}

template <> bool read(const Json &json, operations::SelectionGetViewerMode::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::SelectionGetViewerMode::Params &) { return Json::object(); }

static constexpr const char *operations_SelectionGetViewerMode_Result_Mode_texts[] = {
    "prefer_playing", "prefer_selection"
};
template <> bool read(const Json &json, operations::SelectionGetViewerMode::Result::Mode &value, Misfit &misfit) {
    return read_enum(json, value, operations_SelectionGetViewerMode_Result_Mode_texts, misfit);
}
template <> Json write(const operations::SelectionGetViewerMode::Result::Mode &value) {
    return operations_SelectionGetViewerMode_Result_Mode_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::SelectionGetViewerMode::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "mode", value.mode, misfit)) return false;
    return true;
}
template <> Json write(const operations::SelectionGetViewerMode::Result &value) {
    Json json = Json::object();
    json["mode"] = write(value.mode);
    return json;
}

template <> bool read(const Json &json, operations::SelectionGetViewingTrack::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "includeTrackInfo", value.includeTrackInfo, misfit)) return false;
    return true;
}
template <> Json write(const operations::SelectionGetViewingTrack::Params &value) {
    Json json = Json::object();
    if (value.includeTrackInfo) json["includeTrackInfo"] = write(*value.includeTrackInfo);
    return json;
}

template <> bool read(const Json &json, operations::SelectionSet::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "handles", value.handles, misfit)) return false;
    return true;
}
template <> Json write(const operations::SelectionSet::Params &value) {
    Json json = Json::object();
    json["handles"] = write(value.handles);
    return json;
}

template <> bool read(const Json &json, operations::SelectionSet::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::SelectionSet::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

static constexpr const char *operations_SelectionSetPlaylistTracking_Params_Mode_texts[] = {
    "playlist", "selection"
};
template <> bool read(const Json &json, operations::SelectionSetPlaylistTracking::Params::Mode &value, Misfit &misfit) {
    return read_enum(json, value, operations_SelectionSetPlaylistTracking_Params_Mode_texts, misfit);
}
template <> Json write(const operations::SelectionSetPlaylistTracking::Params::Mode &value) {
    return operations_SelectionSetPlaylistTracking_Params_Mode_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::SelectionSetPlaylistTracking::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "mode", value.mode, misfit)) return false;
    return true;
}
template <> Json write(const operations::SelectionSetPlaylistTracking::Params &value) {
    Json json = Json::object();
    if (value.mode) json["mode"] = write(*value.mode);
    return json;
}

static constexpr const char *operations_SelectionSetPlaylistTracking_Result_Mode_texts[] = {
    "playlist", "selection"
};
template <> bool read(const Json &json, operations::SelectionSetPlaylistTracking::Result::Mode &value, Misfit &misfit) {
    return read_enum(json, value, operations_SelectionSetPlaylistTracking_Result_Mode_texts, misfit);
}
template <> Json write(const operations::SelectionSetPlaylistTracking::Result::Mode &value) {
    return operations_SelectionSetPlaylistTracking_Result_Mode_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::SelectionSetPlaylistTracking::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "mode", value.mode, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::SelectionSetPlaylistTracking::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.mode) json["mode"] = write(*value.mode);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::SystemGetApisByNamespace::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "namespace", value.namespace_, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemGetApisByNamespace::Params &value) {
    Json json = Json::object();
    json["namespace"] = write(value.namespace_);
    return json;
}

template <> bool read(const Json &json, operations::SystemGetApisByNamespace::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "apis", value.apis, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemGetApisByNamespace::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.apis) json["apis"] = write(*value.apis);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::SystemGetApiStats::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::SystemGetApiStats::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::SystemGetApiStats::Result::Registered &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "total", value.total, misfit)) return false;
    if (!read_member(json, "internal", value.internal, misfit)) return false;
    if (!read_member(json, "external", value.external, misfit)) return false;
    if (!read_member(json, "plugins", value.plugins, misfit)) return false;
    if (!read_member(json, "byNamespace", value.byNamespace, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemGetApiStats::Result::Registered &value) {
    Json json = Json::object();
    json["total"] = write(value.total);
    json["internal"] = write(value.internal);
    json["external"] = write(value.external);
    json["plugins"] = write(value.plugins);
    json["byNamespace"] = write(value.byNamespace);
    return json;
}

template <> bool read(const Json &json, operations::SystemGetApiStats::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "registered", value.registered, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemGetApiStats::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.registered) json["registered"] = write(*value.registered);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::SystemGetDPI::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::SystemGetDPI::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::SystemGetDPI::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "dpi", value.dpi, misfit)) return false;
    if (!read_member(json, "scale", value.scale, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemGetDPI::Result &value) {
    Json json = Json::object();
    json["dpi"] = write(value.dpi);
    json["scale"] = write(value.scale);
    return json;
}

template <> bool read(const Json &json, operations::SystemGetLocale::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::SystemGetLocale::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::SystemGetLocale::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "locale", value.locale, misfit)) return false;
    if (!read_member(json, "language", value.language, misfit)) return false;
    if (!read_member(json, "country", value.country, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemGetLocale::Result &value) {
    Json json = Json::object();
    json["locale"] = write(value.locale);
    json["language"] = write(value.language);
    json["country"] = write(value.country);
    return json;
}

template <> bool read(const Json &json, operations::SystemGetRegisteredPlugins::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::SystemGetRegisteredPlugins::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::SystemGetRegisteredPlugins::Result::RegisteredItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "namespace", value.namespace_, misfit)) return false;
    if (!read_member(json, "version", value.version, misfit)) return false;
    if (!read_member(json, "author", value.author, misfit)) return false;
    if (!read_member(json, "description", value.description, misfit)) return false;
    if (!read_member(json, "apiCount", value.apiCount, misfit)) return false;
    if (!read_member(json, "apis", value.apis, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemGetRegisteredPlugins::Result::RegisteredItem &value) {
    Json json = Json::object();
    json["name"] = write(value.name);
    json["namespace"] = write(value.namespace_);
    json["version"] = write(value.version);
    json["author"] = write(value.author);
    json["description"] = write(value.description);
    json["apiCount"] = write(value.apiCount);
    json["apis"] = write(value.apis);
    return json;
}

template <> bool read(const Json &json, operations::SystemGetRegisteredPlugins::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "registered", value.registered, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemGetRegisteredPlugins::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.registered) json["registered"] = write(*value.registered);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::SystemGetTheme::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::SystemGetTheme::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::SystemGetTheme::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "darkMode", value.darkMode, misfit)) return false;
    if (!read_member(json, "isDark", value.isDark, misfit)) return false;
    if (!read_member(json, "accentColor", value.accentColor, misfit)) return false;
    if (!read_member(json, "transparency", value.transparency, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemGetTheme::Result &value) {
    Json json = Json::object();
    json["darkMode"] = write(value.darkMode);
    json["isDark"] = write(value.isDark);
    json["accentColor"] = write(value.accentColor);
    json["transparency"] = write(value.transparency);
    return json;
}

template <> bool read(const Json &json, operations::SystemIsPluginRegistered::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "namespace", value.namespace_, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemIsPluginRegistered::Params &value) {
    Json json = Json::object();
    json["namespace"] = write(value.namespace_);
    return json;
}

template <> bool read(const Json &json, operations::SystemIsPluginRegistered::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "registered", value.registered, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemIsPluginRegistered::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.registered) json["registered"] = write(*value.registered);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::SystemListAvailableApis::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "includeExternal", value.includeExternal, misfit)) return false;
    if (!read_optional(json, "includeInternal", value.includeInternal, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemListAvailableApis::Params &value) {
    Json json = Json::object();
    if (value.includeExternal) json["includeExternal"] = write(*value.includeExternal);
    if (value.includeInternal) json["includeInternal"] = write(*value.includeInternal);
    return json;
}

template <> bool read(const Json &json, operations::SystemListAvailableApis::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "apis", value.apis, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemListAvailableApis::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.apis) json["apis"] = write(*value.apis);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::SystemSearchApis::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "query", value.query, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemSearchApis::Params &value) {
    Json json = Json::object();
    json["query"] = write(value.query);
    return json;
}

template <> bool read(const Json &json, operations::SystemSearchApis::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "apis", value.apis, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::SystemSearchApis::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.apis) json["apis"] = write(*value.apis);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::TestEcho::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "message", value.message, misfit)) return false;
    return true;
}
template <> Json write(const operations::TestEcho::Params &value) {
    Json json = Json::object();
    if (value.message) json["message"] = write(*value.message);
    return json;
}

template <> bool read(const Json &json, operations::TestEcho::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "echo", value.echo, misfit)) return false;
    if (!read_optional(json, "input", value.input, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::TestEcho::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.echo) json["echo"] = write(*value.echo);
    if (value.input) json["input"] = write(*value.input);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::TestPing::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::TestPing::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::TestPing::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "pong", value.pong, misfit)) return false;
    if (!read_member(json, "timestamp", value.timestamp, misfit)) return false;
    return true;
}
template <> Json write(const operations::TestPing::Result &value) {
    Json json = Json::object();
    json["pong"] = write(value.pong);
    json["timestamp"] = write(value.timestamp);
    return json;
}

template <> bool read(const Json &json, operations::ArtworkGetCurrent::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "type", value.type, misfit)) return false;
    return true;
}
template <> Json write(const operations::ArtworkGetCurrent::Params &value) {
    Json json = Json::object();
    if (value.type) json["type"] = write(*value.type);
    return json;
}

template <> bool read(const Json &json, operations::ArtworkGetForTrack::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    if (!read_optional(json, "type", value.type, misfit)) return false;
    return true;
}
template <> Json write(const operations::ArtworkGetForTrack::Params &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    if (value.type) json["type"] = write(*value.type);
    return json;
}

template <> bool read(const Json &json, operations::ArtworkGetFb2kUrl::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "type", value.type, misfit)) return false;
    if (!read_optional(json, "maxSize", value.maxSize, misfit)) return false;
    return true;
}
template <> Json write(const operations::ArtworkGetFb2kUrl::Params &value) {
    Json json = Json::object();
    if (value.type) json["type"] = write(*value.type);
    if (value.maxSize) json["maxSize"] = write(*value.maxSize);
    return json;
}

template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPath::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    if (!read_optional(json, "type", value.type, misfit)) return false;
    if (!read_optional(json, "maxSize", value.maxSize, misfit)) return false;
    return true;
}
template <> Json write(const operations::ArtworkGetFb2kUrlByPath::Params &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    if (value.type) json["type"] = write(*value.type);
    if (value.maxSize) json["maxSize"] = write(*value.maxSize);
    return json;
}

template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Params::ItemsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    return true;
}
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Params::ItemsItem &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    return json;
}

template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "paths", value.paths, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "type", value.type, misfit)) return false;
    if (!read_optional(json, "maxSize", value.maxSize, misfit)) return false;
    return true;
}
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Params &value) {
    Json json = Json::object();
    if (value.paths) json["paths"] = write(*value.paths);
    if (value.items) json["items"] = write(*value.items);
    if (value.type) json["type"] = write(*value.type);
    if (value.maxSize) json["maxSize"] = write(*value.maxSize);
    return json;
}

static constexpr const char *operations_ArtworkGetFb2kUrlByPathBatch_Result_ArtworksItem_Reason_texts[] = {
    "not_found", "too_large"
};
template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Result::ArtworksItem::Reason &value, Misfit &misfit) {
    return read_enum(json, value, operations_ArtworkGetFb2kUrlByPathBatch_Result_ArtworksItem_Reason_texts, misfit);
}
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Result::ArtworksItem::Reason &value) {
    return operations_ArtworkGetFb2kUrlByPathBatch_Result_ArtworksItem_Reason_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Result::ArtworksItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    if (!read_member(json, "available", value.available, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_optional(json, "dataUrl", value.dataUrl, misfit)) return false;
    if (!read_optional(json, "url", value.url, misfit)) return false;
    if (!read_optional(json, "reason", value.reason, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Result::ArtworksItem &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    json["available"] = write(value.available);
    json["type"] = write(value.type);
    if (value.dataUrl) json["dataUrl"] = write(*value.dataUrl);
    if (value.url) json["url"] = write(*value.url);
    if (value.reason) json["reason"] = write(*value.reason);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::ArtworkGetFb2kUrlByPathBatch::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "artworks", value.artworks, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "available", value.available, misfit)) return false;
    return true;
}
template <> Json write(const operations::ArtworkGetFb2kUrlByPathBatch::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.artworks) json["artworks"] = write(*value.artworks);
    if (value.error) json["error"] = write(*value.error);
    if (value.available) json["available"] = write(*value.available);
    return json;
}

template <> bool read(const Json &json, operations::AudioGetStreamInfo::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::AudioGetStreamInfo::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::DiscoveryExecuteMainMenuCommand::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    return true;
}
template <> Json write(const operations::DiscoveryExecuteMainMenuCommand::Params &value) {
    Json json = Json::object();
    json["guid"] = write(value.guid);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    return json;
}

template <> bool read(const Json &json, operations::DiscoveryExecuteMainMenuCommand::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::DiscoveryExecuteMainMenuCommand::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.guid) json["guid"] = write(*value.guid);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::DiscoveryGetComponents::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::DiscoveryGetComponents::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::DiscoveryGetComponents::Result::ComponentsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "filename", value.filename, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "version", value.version, misfit)) return false;
    if (!read_member(json, "about", value.about, misfit)) return false;
    return true;
}
template <> Json write(const operations::DiscoveryGetComponents::Result::ComponentsItem &value) {
    Json json = Json::object();
    json["filename"] = write(value.filename);
    json["name"] = write(value.name);
    json["version"] = write(value.version);
    json["about"] = write(value.about);
    return json;
}

template <> bool read(const Json &json, operations::DiscoveryGetComponents::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "components", value.components, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::DiscoveryGetComponents::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.components) json["components"] = write(*value.components);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::DiscoverySearchCommands::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "query", value.query, misfit)) return false;
    return true;
}
template <> Json write(const operations::DiscoverySearchCommands::Params &value) {
    Json json = Json::object();
    json["query"] = write(value.query);
    return json;
}

static constexpr const char *operations_DiscoverySearchCommands_Result_ResultsItem_Description_texts[] = { "" };
template <> bool read(const Json &json, operations::DiscoverySearchCommands::Result::ResultsItem::Description &value, Misfit &misfit) {
    return read_enum(json, value, operations_DiscoverySearchCommands_Result_ResultsItem_Description_texts, misfit);
}
template <> Json write(const operations::DiscoverySearchCommands::Result::ResultsItem::Description &value) {
    return operations_DiscoverySearchCommands_Result_ResultsItem_Description_texts[static_cast<std::size_t>(value)];
}

static constexpr const char *operations_DiscoverySearchCommands_Result_ResultsItem_Type_texts[] = { "mainmenu" };
template <> bool read(const Json &json, operations::DiscoverySearchCommands::Result::ResultsItem::Type &value, Misfit &misfit) {
    return read_enum(json, value, operations_DiscoverySearchCommands_Result_ResultsItem_Type_texts, misfit);
}
template <> Json write(const operations::DiscoverySearchCommands::Result::ResultsItem::Type &value) {
    return operations_DiscoverySearchCommands_Result_ResultsItem_Type_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::DiscoverySearchCommands::Result::ResultsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "description", value.description, misfit)) return false;
    if (!read_member(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    if (!read_member(json, "checked", value.checked, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    return true;
}
template <> Json write(const operations::DiscoverySearchCommands::Result::ResultsItem &value) {
    Json json = Json::object();
    json["name"] = write(value.name);
    json["description"] = write(value.description);
    json["guid"] = write(value.guid);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    json["checked"] = write(value.checked);
    json["type"] = write(value.type);
    return json;
}

template <> bool read(const Json &json, operations::DiscoverySearchCommands::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "query", value.query, misfit)) return false;
    if (!read_optional(json, "results", value.results, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::DiscoverySearchCommands::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.query) json["query"] = write(*value.query);
    if (value.results) json["results"] = write(*value.results);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibrarySearch::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "query", value.query, misfit)) return false;
    if (!read_optional(json, "offset", value.offset, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibrarySearch::Params &value) {
    Json json = Json::object();
    if (value.query) json["query"] = write(*value.query);
    if (value.offset) json["offset"] = write(*value.offset);
    if (value.limit) json["limit"] = write(*value.limit);
    return json;
}

template <> bool read(const Json &json, operations::LibrarySearch::Result::TracksItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibrarySearch::Result::TracksItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::LibrarySearch::Result::ItemsItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibrarySearch::Result::ItemsItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::LibrarySearch::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracks", value.tracks, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "total", value.total, misfit)) return false;
    if (!read_optional(json, "offset", value.offset, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    if (!read_optional(json, "hasMore", value.hasMore, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibrarySearch::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracks) json["tracks"] = write(*value.tracks);
    if (value.items) json["items"] = write(*value.items);
    if (value.total) json["total"] = write(*value.total);
    if (value.offset) json["offset"] = write(*value.offset);
    if (value.limit) json["limit"] = write(*value.limit);
    if (value.hasMore) json["hasMore"] = write(*value.hasMore);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAlbums::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "sort", value.sort, misfit)) return false;
    if (!read_optional(json, "query", value.query, misfit)) return false;
    if (!read_optional(json, "offset", value.offset, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAlbums::Params &value) {
    Json json = Json::object();
    if (value.sort) json["sort"] = write(*value.sort);
    if (value.query) json["query"] = write(*value.query);
    if (value.offset) json["offset"] = write(*value.offset);
    if (value.limit) json["limit"] = write(*value.limit);
    return json;
}

static constexpr const char *operations_LibraryGetAlbums_Result_AlbumsItem_Label_texts[] = { "" };
template <> bool read(const Json &json, operations::LibraryGetAlbums::Result::AlbumsItem::Label &value, Misfit &misfit) {
    return read_enum(json, value, operations_LibraryGetAlbums_Result_AlbumsItem_Label_texts, misfit);
}
template <> Json write(const operations::LibraryGetAlbums::Result::AlbumsItem::Label &value) {
    return operations_LibraryGetAlbums_Result_AlbumsItem_Label_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::LibraryGetAlbums::Result::AlbumsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "artist", value.artist, misfit)) return false;
    if (!read_member(json, "albumArtist", value.albumArtist, misfit)) return false;
    if (!read_member(json, "trackCount", value.trackCount, misfit)) return false;
    if (!read_member(json, "discCount", value.discCount, misfit)) return false;
    if (!read_member(json, "duration", value.duration, misfit)) return false;
    if (!read_member(json, "year", value.year, misfit)) return false;
    if (!read_member(json, "genre", value.genre, misfit)) return false;
    if (!read_member(json, "label", value.label, misfit)) return false;
    if (!read_member(json, "firstTrackPath", value.firstTrackPath, misfit)) return false;
    if (!read_member(json, "firstTrackAbsolutePath", value.firstTrackAbsolutePath, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAlbums::Result::AlbumsItem &value) {
    Json json = Json::object();
    json["name"] = write(value.name);
    json["artist"] = write(value.artist);
    json["albumArtist"] = write(value.albumArtist);
    json["trackCount"] = write(value.trackCount);
    json["discCount"] = write(value.discCount);
    json["duration"] = write(value.duration);
    json["year"] = write(value.year);
    json["genre"] = write(value.genre);
    json["label"] = write(value.label);
    json["firstTrackPath"] = write(value.firstTrackPath);
    json["firstTrackAbsolutePath"] = write(value.firstTrackAbsolutePath);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAlbums::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "albums", value.albums, misfit)) return false;
    if (!read_optional(json, "total", value.total, misfit)) return false;
    if (!read_optional(json, "offset", value.offset, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    if (!read_optional(json, "hasMore", value.hasMore, misfit)) return false;
    if (!read_optional(json, "fromCache", value.fromCache, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAlbums::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.albums) json["albums"] = write(*value.albums);
    if (value.total) json["total"] = write(*value.total);
    if (value.offset) json["offset"] = write(*value.offset);
    if (value.limit) json["limit"] = write(*value.limit);
    if (value.hasMore) json["hasMore"] = write(*value.hasMore);
    if (value.fromCache) json["fromCache"] = write(*value.fromCache);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAlbumTracks::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "album", value.album, misfit)) return false;
    if (!read_optional(json, "artist", value.artist, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAlbumTracks::Params &value) {
    Json json = Json::object();
    if (value.album) json["album"] = write(*value.album);
    if (value.artist) json["artist"] = write(*value.artist);
    if (value.limit) json["limit"] = write(*value.limit);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAlbumTracks::Result::TracksItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAlbumTracks::Result::TracksItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAlbumTracks::Result::ItemsItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAlbumTracks::Result::ItemsItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAlbumTracks::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracks", value.tracks, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "total", value.total, misfit)) return false;
    if (!read_optional(json, "album", value.album, misfit)) return false;
    if (!read_optional(json, "artist", value.artist, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAlbumTracks::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracks) json["tracks"] = write(*value.tracks);
    if (value.items) json["items"] = write(*value.items);
    if (value.total) json["total"] = write(*value.total);
    if (value.album) json["album"] = write(*value.album);
    if (value.artist) json["artist"] = write(*value.artist);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetArtists::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "sort", value.sort, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetArtists::Params &value) {
    Json json = Json::object();
    if (value.sort) json["sort"] = write(*value.sort);
    if (value.limit) json["limit"] = write(*value.limit);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetArtists::Result::ItemsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "albumCount", value.albumCount, misfit)) return false;
    if (!read_member(json, "trackCount", value.trackCount, misfit)) return false;
    if (!read_member(json, "totalDuration", value.totalDuration, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetArtists::Result::ItemsItem &value) {
    Json json = Json::object();
    json["name"] = write(value.name);
    json["albumCount"] = write(value.albumCount);
    json["trackCount"] = write(value.trackCount);
    json["totalDuration"] = write(value.totalDuration);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetArtists::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetArtists::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.items) json["items"] = write(*value.items);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetArtistTracks::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "artist", value.artist, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetArtistTracks::Params &value) {
    Json json = Json::object();
    if (value.artist) json["artist"] = write(*value.artist);
    if (value.limit) json["limit"] = write(*value.limit);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetArtistTracks::Result::TracksItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetArtistTracks::Result::TracksItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetArtistTracks::Result::ItemsItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetArtistTracks::Result::ItemsItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetArtistTracks::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracks", value.tracks, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "total", value.total, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "artist", value.artist, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetArtistTracks::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracks) json["tracks"] = write(*value.tracks);
    if (value.items) json["items"] = write(*value.items);
    if (value.total) json["total"] = write(*value.total);
    if (value.count) json["count"] = write(*value.count);
    if (value.artist) json["artist"] = write(*value.artist);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetGenres::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::LibraryGetGenres::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::LibraryGetGenres::Result::GenresItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "trackCount", value.trackCount, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetGenres::Result::GenresItem &value) {
    Json json = Json::object();
    json["name"] = write(value.name);
    json["trackCount"] = write(value.trackCount);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetGenres::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "genres", value.genres, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetGenres::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.genres) json["genres"] = write(*value.genres);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAll::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "start", value.start, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "offset", value.offset, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAll::Params &value) {
    Json json = Json::object();
    if (value.start) json["start"] = write(*value.start);
    if (value.count) json["count"] = write(*value.count);
    if (value.offset) json["offset"] = write(*value.offset);
    if (value.limit) json["limit"] = write(*value.limit);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAll::Result::TracksItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAll::Result::TracksItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAll::Result::ItemsItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAll::Result::ItemsItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetAll::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracks", value.tracks, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "total", value.total, misfit)) return false;
    if (!read_optional(json, "offset", value.offset, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    if (!read_optional(json, "fromCache", value.fromCache, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetAll::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracks) json["tracks"] = write(*value.tracks);
    if (value.items) json["items"] = write(*value.items);
    if (value.total) json["total"] = write(*value.total);
    if (value.offset) json["offset"] = write(*value.offset);
    if (value.limit) json["limit"] = write(*value.limit);
    if (value.fromCache) json["fromCache"] = write(*value.fromCache);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetCount::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::LibraryGetCount::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::LibraryGetCount::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetCount::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetStats::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::LibraryGetStats::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::LibraryGetStats::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "totalTracks", value.totalTracks, misfit)) return false;
    if (!read_optional(json, "totalAlbums", value.totalAlbums, misfit)) return false;
    if (!read_optional(json, "totalArtists", value.totalArtists, misfit)) return false;
    if (!read_optional(json, "totalDuration", value.totalDuration, misfit)) return false;
    if (!read_optional(json, "totalSize", value.totalSize, misfit)) return false;
    if (!read_optional(json, "cacheValid", value.cacheValid, misfit)) return false;
    if (!read_optional(json, "lastModified", value.lastModified, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetStats::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.totalTracks) json["totalTracks"] = write(*value.totalTracks);
    if (value.totalAlbums) json["totalAlbums"] = write(*value.totalAlbums);
    if (value.totalArtists) json["totalArtists"] = write(*value.totalArtists);
    if (value.totalDuration) json["totalDuration"] = write(*value.totalDuration);
    if (value.totalSize) json["totalSize"] = write(*value.totalSize);
    if (value.cacheValid) json["cacheValid"] = write(*value.cacheValid);
    if (value.lastModified) json["lastModified"] = write(*value.lastModified);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetRandomTracks::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetRandomTracks::Params &value) {
    Json json = Json::object();
    if (value.count) json["count"] = write(*value.count);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetRandomTracks::Result::TracksItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetRandomTracks::Result::TracksItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetRandomTracks::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracks", value.tracks, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetRandomTracks::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracks) json["tracks"] = write(*value.tracks);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetRecentlyAdded::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    if (!read_optional(json, "sortBy", value.sortBy, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetRecentlyAdded::Params &value) {
    Json json = Json::object();
    if (value.limit) json["limit"] = write(*value.limit);
    if (value.sortBy) json["sortBy"] = write(*value.sortBy);
    return json;
}

template <> bool read(const Json &json, operations::LibraryGetRecentlyAdded::Result::TracksItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    if (!read_optional(json, "added", value.added, misfit)) return false;
    if (!read_optional(json, "modified", value.modified, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetRecentlyAdded::Result::TracksItem &value) {
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
    json["index"] = write(value.index);
    if (value.added) json["added"] = write(*value.added);
    if (value.modified) json["modified"] = write(*value.modified);
    return json;
}

static constexpr const char *operations_LibraryGetRecentlyAdded_Result_SortBy_texts[] = { "added", "modified" };
template <> bool read(const Json &json, operations::LibraryGetRecentlyAdded::Result::SortBy &value, Misfit &misfit) {
    return read_enum(json, value, operations_LibraryGetRecentlyAdded_Result_SortBy_texts, misfit);
}
template <> Json write(const operations::LibraryGetRecentlyAdded::Result::SortBy &value) {
    return operations_LibraryGetRecentlyAdded_Result_SortBy_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::LibraryGetRecentlyAdded::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracks", value.tracks, misfit)) return false;
    if (!read_optional(json, "total", value.total, misfit)) return false;
    if (!read_optional(json, "limit", value.limit, misfit)) return false;
    if (!read_optional(json, "sortBy", value.sortBy, misfit)) return false;
    if (!read_optional(json, "fallback", value.fallback, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryGetRecentlyAdded::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracks) json["tracks"] = write(*value.tracks);
    if (value.total) json["total"] = write(*value.total);
    if (value.limit) json["limit"] = write(*value.limit);
    if (value.sortBy) json["sortBy"] = write(*value.sortBy);
    if (value.fallback) json["fallback"] = write(*value.fallback);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LibraryRefresh::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::LibraryRefresh::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::LibraryRefresh::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::LibraryRefresh::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::LyricsGet::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "path", value.path, misfit)) return false;
    return true;
}
template <> Json write(const operations::LyricsGet::Params &value) {
    Json json = Json::object();
    if (value.path) json["path"] = write(*value.path);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackPlay::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackPlay::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackPlay::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackPlay::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackPause::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackPause::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackPause::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackPause::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackPlayOrPause::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackPlayOrPause::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackPlayOrPause::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "isPlaying", value.isPlaying, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackPlayOrPause::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.isPlaying) json["isPlaying"] = write(*value.isPlaying);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackStop::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackStop::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackStop::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackStop::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackNext::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackNext::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackNext::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackNext::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackPrevious::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackPrevious::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackPrevious::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackPrevious::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackRandom::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackRandom::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackRandom::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackRandom::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackGetState::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackGetState::Params &) { return Json::object(); }

static constexpr const char *operations_PlaybackGetState_Result_State_texts[] = { "playing", "paused", "stopped" };
template <> bool read(const Json &json, operations::PlaybackGetState::Result::State &value, Misfit &misfit) {
    return read_enum(json, value, operations_PlaybackGetState_Result_State_texts, misfit);
}
template <> Json write(const operations::PlaybackGetState::Result::State &value) {
    return operations_PlaybackGetState_Result_State_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::PlaybackGetState::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "state", value.state, misfit)) return false;
    if (!read_optional(json, "canSeek", value.canSeek, misfit)) return false;
    if (!read_optional(json, "canPause", value.canPause, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackGetState::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.state) json["state"] = write(*value.state);
    if (value.canSeek) json["canSeek"] = write(*value.canSeek);
    if (value.canPause) json["canPause"] = write(*value.canPause);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackGetPosition::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackGetPosition::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackGetPosition::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "position", value.position, misfit)) return false;
    if (!read_optional(json, "duration", value.duration, misfit)) return false;
    if (!read_optional(json, "subsong", value.subsong, misfit)) return false;
    if (!read_optional(json, "path", value.path, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackGetPosition::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.position) json["position"] = write(*value.position);
    if (value.duration) json["duration"] = write(*value.duration);
    if (value.subsong) json["subsong"] = write(*value.subsong);
    if (value.path) json["path"] = write(*value.path);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackSetPosition::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "position", value.position, misfit)) return false;
    if (!read_optional(json, "seconds", value.seconds, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackSetPosition::Params &value) {
    Json json = Json::object();
    if (value.position) json["position"] = write(*value.position);
    if (value.seconds) json["seconds"] = write(*value.seconds);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackSetPosition::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "requestedPosition", value.requestedPosition, misfit)) return false;
    if (!read_optional(json, "actualPosition", value.actualPosition, misfit)) return false;
    if (!read_optional(json, "newPosition", value.newPosition, misfit)) return false;
    if (!read_optional(json, "oldPosition", value.oldPosition, misfit)) return false;
    if (!read_optional(json, "duration", value.duration, misfit)) return false;
    if (!read_optional(json, "subsong", value.subsong, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackSetPosition::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.requestedPosition) json["requestedPosition"] = write(*value.requestedPosition);
    if (value.actualPosition) json["actualPosition"] = write(*value.actualPosition);
    if (value.newPosition) json["newPosition"] = write(*value.newPosition);
    if (value.oldPosition) json["oldPosition"] = write(*value.oldPosition);
    if (value.duration) json["duration"] = write(*value.duration);
    if (value.subsong) json["subsong"] = write(*value.subsong);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackGetVolume::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackGetVolume::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackGetVolume::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "volume", value.volume, misfit)) return false;
    if (!read_optional(json, "volumeDb", value.volumeDb, misfit)) return false;
    if (!read_optional(json, "muted", value.muted, misfit)) return false;
    if (!read_optional(json, "isMuted", value.isMuted, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackGetVolume::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.volume) json["volume"] = write(*value.volume);
    if (value.volumeDb) json["volumeDb"] = write(*value.volumeDb);
    if (value.muted) json["muted"] = write(*value.muted);
    if (value.isMuted) json["isMuted"] = write(*value.isMuted);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackSetVolume::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "volume", value.volume, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackSetVolume::Params &value) {
    Json json = Json::object();
    json["volume"] = write(value.volume);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackSetVolume::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackSetVolume::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackVolumeUp::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackVolumeUp::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackVolumeUp::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackVolumeUp::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackVolumeDown::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackVolumeDown::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackVolumeDown::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackVolumeDown::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackToggleMute::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackToggleMute::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackToggleMute::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "muted", value.muted, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackToggleMute::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.muted) json["muted"] = write(*value.muted);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackGetCurrentTrack::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackGetCurrentTrack::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackGetCurrentTrackIndex::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "includeTrackInfo", value.includeTrackInfo, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackGetCurrentTrackIndex::Params &value) {
    Json json = Json::object();
    if (value.includeTrackInfo) json["includeTrackInfo"] = write(*value.includeTrackInfo);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackGetPlaybackOrder::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackGetPlaybackOrder::Params &) { return Json::object(); }

static constexpr const char *operations_PlaybackGetPlaybackOrder_Result_OrderName_texts[] = {
    "default", "repeat-playlist", "repeat-track", "random", "shuffle-tracks", "shuffle-albums", "shuffle-folders"
};
template <> bool read(const Json &json, operations::PlaybackGetPlaybackOrder::Result::OrderName &value, Misfit &misfit) {
    return read_enum(json, value, operations_PlaybackGetPlaybackOrder_Result_OrderName_texts, misfit);
}
template <> Json write(const operations::PlaybackGetPlaybackOrder::Result::OrderName &value) {
    return operations_PlaybackGetPlaybackOrder_Result_OrderName_texts[static_cast<std::size_t>(value)];
}

static constexpr const char *operations_PlaybackGetPlaybackOrder_Result_Name_texts[] = {
    "default", "repeat-playlist", "repeat-track", "random", "shuffle-tracks", "shuffle-albums", "shuffle-folders"
};
template <> bool read(const Json &json, operations::PlaybackGetPlaybackOrder::Result::Name &value, Misfit &misfit) {
    return read_enum(json, value, operations_PlaybackGetPlaybackOrder_Result_Name_texts, misfit);
}
template <> Json write(const operations::PlaybackGetPlaybackOrder::Result::Name &value) {
    return operations_PlaybackGetPlaybackOrder_Result_Name_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::PlaybackGetPlaybackOrder::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "order", value.order, misfit)) return false;
    if (!read_optional(json, "orderIndex", value.orderIndex, misfit)) return false;
    if (!read_optional(json, "orderName", value.orderName, misfit)) return false;
    if (!read_optional(json, "name", value.name, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackGetPlaybackOrder::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.order) json["order"] = write(*value.order);
    if (value.orderIndex) json["orderIndex"] = write(*value.orderIndex);
    if (value.orderName) json["orderName"] = write(*value.orderName);
    if (value.name) json["name"] = write(*value.name);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackSetPlaybackOrder::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "order", value.order, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackSetPlaybackOrder::Params &value) {
    Json json = Json::object();
    json["order"] = write(value.order);
    return json;
}

static constexpr const char *operations_PlaybackSetPlaybackOrder_Result_OrderName_texts[] = {
    "default", "repeat-playlist", "repeat-track", "random", "shuffle-tracks", "shuffle-albums", "shuffle-folders"
};
template <> bool read(const Json &json, operations::PlaybackSetPlaybackOrder::Result::OrderName &value, Misfit &misfit) {
    return read_enum(json, value, operations_PlaybackSetPlaybackOrder_Result_OrderName_texts, misfit);
}
template <> Json write(const operations::PlaybackSetPlaybackOrder::Result::OrderName &value) {
    return operations_PlaybackSetPlaybackOrder_Result_OrderName_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::PlaybackSetPlaybackOrder::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "order", value.order, misfit)) return false;
    if (!read_optional(json, "orderName", value.orderName, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackSetPlaybackOrder::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.order) json["order"] = write(*value.order);
    if (value.orderName) json["orderName"] = write(*value.orderName);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackGetStopAfterCurrent::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackGetStopAfterCurrent::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackGetStopAfterCurrent::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "enabled", value.enabled, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackGetStopAfterCurrent::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.enabled) json["enabled"] = write(*value.enabled);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackToggleStopAfterCurrent::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaybackToggleStopAfterCurrent::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaybackToggleStopAfterCurrent::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "enabled", value.enabled, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackToggleStopAfterCurrent::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.enabled) json["enabled"] = write(*value.enabled);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackPlayPath::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "path", value.path, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackPlayPath::Params &value) {
    Json json = Json::object();
    json["path"] = write(value.path);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackPlayPath::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracksAdded", value.tracksAdded, misfit)) return false;
    if (!read_optional(json, "path", value.path, misfit)) return false;
    if (!read_optional(json, "subsong", value.subsong, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackPlayPath::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracksAdded) json["tracksAdded"] = write(*value.tracksAdded);
    if (value.path) json["path"] = write(*value.path);
    if (value.subsong) json["subsong"] = write(*value.subsong);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackPlayPaths::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "paths", value.paths, misfit)) return false;
    if (!read_optional(json, "startIndex", value.startIndex, misfit)) return false;
    if (!read_optional(json, "replace", value.replace, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackPlayPaths::Params &value) {
    Json json = Json::object();
    json["paths"] = write(value.paths);
    if (value.startIndex) json["startIndex"] = write(*value.startIndex);
    if (value.replace) json["replace"] = write(*value.replace);
    return json;
}

template <> bool read(const Json &json, operations::PlaybackPlayPaths::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracksAdded", value.tracksAdded, misfit)) return false;
    if (!read_optional(json, "startedAt", value.startedAt, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaybackPlayPaths::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracksAdded) json["tracksAdded"] = write(*value.tracksAdded);
    if (value.startedAt) json["startedAt"] = write(*value.startedAt);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistGetAll::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaylistGetAll::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaylistGetAll::Result::PlaylistsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "index", value.index, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "trackCount", value.trackCount, misfit)) return false;
    if (!read_member(json, "isActive", value.isActive, misfit)) return false;
    if (!read_member(json, "isPlaying", value.isPlaying, misfit)) return false;
    if (!read_member(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_member(json, "isAutoplaylist", value.isAutoplaylist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistGetAll::Result::PlaylistsItem &value) {
    Json json = Json::object();
    json["index"] = write(value.index);
    json["name"] = write(value.name);
    json["trackCount"] = write(value.trackCount);
    json["isActive"] = write(value.isActive);
    json["isPlaying"] = write(value.isPlaying);
    json["isLocked"] = write(value.isLocked);
    json["isAutoplaylist"] = write(value.isAutoplaylist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistGetAll::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "playlists", value.playlists, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistGetAll::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.playlists) json["playlists"] = write(*value.playlists);
    if (value.count) json["count"] = write(*value.count);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistGetActive::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::PlaylistGetActive::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::PlaylistGetActive::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_optional(json, "name", value.name, misfit)) return false;
    if (!read_optional(json, "trackCount", value.trackCount, misfit)) return false;
    if (!read_optional(json, "isActive", value.isActive, misfit)) return false;
    if (!read_optional(json, "isPlaying", value.isPlaying, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "isAutoplaylist", value.isAutoplaylist, misfit)) return false;
    if (!read_optional(json, "duration", value.duration, misfit)) return false;
    if (!read_optional(json, "found", value.found, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistGetActive::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.index) json["index"] = write(*value.index);
    if (value.name) json["name"] = write(*value.name);
    if (value.trackCount) json["trackCount"] = write(*value.trackCount);
    if (value.isActive) json["isActive"] = write(*value.isActive);
    if (value.isPlaying) json["isPlaying"] = write(*value.isPlaying);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.isAutoplaylist) json["isAutoplaylist"] = write(*value.isAutoplaylist);
    if (value.duration) json["duration"] = write(*value.duration);
    if (value.found) json["found"] = write(*value.found);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistSetActive::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistSetActive::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistSetActive::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistSetActive::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistGetTracks::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_optional(json, "start", value.start, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistGetTracks::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.index) json["index"] = write(*value.index);
    if (value.start) json["start"] = write(*value.start);
    if (value.count) json["count"] = write(*value.count);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistGetTracks::Result::TracksItem &value, Misfit &misfit) {
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
    if (!read_member(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistGetTracks::Result::TracksItem &value) {
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
    json["index"] = write(value.index);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistGetTracks::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "start", value.start, misfit)) return false;
    if (!read_optional(json, "count", value.count, misfit)) return false;
    if (!read_optional(json, "total", value.total, misfit)) return false;
    if (!read_optional(json, "tracks", value.tracks, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistGetTracks::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.start) json["start"] = write(*value.start);
    if (value.count) json["count"] = write(*value.count);
    if (value.total) json["total"] = write(*value.total);
    if (value.tracks) json["tracks"] = write(*value.tracks);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistCreate::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "name", value.name, misfit)) return false;
    if (!read_optional(json, "position", value.position, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistCreate::Params &value) {
    Json json = Json::object();
    if (value.name) json["name"] = write(*value.name);
    if (value.position) json["position"] = write(*value.position);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistCreate::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistCreate::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.index) json["index"] = write(*value.index);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistRemove::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "indices", value.indices, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistRemove::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.indices) json["indices"] = write(*value.indices);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistRemove::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistRemove::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistRename::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistRename::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["name"] = write(value.name);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistRename::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistRename::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistClear::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistClear::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistClear::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "clearedCount", value.clearedCount, misfit)) return false;
    if (!read_optional(json, "remainingCount", value.remainingCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistClear::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.clearedCount) json["clearedCount"] = write(*value.clearedCount);
    if (value.remainingCount) json["remainingCount"] = write(*value.remainingCount);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistDuplicate::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "name", value.name, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistDuplicate::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.name) json["name"] = write(*value.name);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistDuplicate::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_optional(json, "newPlaylist", value.newPlaylist, misfit)) return false;
    if (!read_optional(json, "sourcePlaylist", value.sourcePlaylist, misfit)) return false;
    if (!read_optional(json, "name", value.name, misfit)) return false;
    if (!read_optional(json, "trackCount", value.trackCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistDuplicate::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.index) json["index"] = write(*value.index);
    if (value.newPlaylist) json["newPlaylist"] = write(*value.newPlaylist);
    if (value.sourcePlaylist) json["sourcePlaylist"] = write(*value.sourcePlaylist);
    if (value.name) json["name"] = write(*value.name);
    if (value.trackCount) json["trackCount"] = write(*value.trackCount);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistAddPathsAsync::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "paths", value.paths, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistAddPathsAsync::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    json["paths"] = write(value.paths);
    return json;
}

static constexpr const char *operations_PlaylistAddPathsAsync_Result_Status_texts[] = { "pending" };
template <> bool read(const Json &json, operations::PlaylistAddPathsAsync::Result::Status &value, Misfit &misfit) {
    return read_enum(json, value, operations_PlaylistAddPathsAsync_Result_Status_texts, misfit);
}
template <> Json write(const operations::PlaylistAddPathsAsync::Result::Status &value) {
    return operations_PlaylistAddPathsAsync_Result_Status_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::PlaylistAddPathsAsync::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "operationId", value.operationId, misfit)) return false;
    if (!read_optional(json, "status", value.status, misfit)) return false;
    if (!read_optional(json, "totalCount", value.totalCount, misfit)) return false;
    if (!read_optional(json, "invalidCount", value.invalidCount, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistAddPathsAsync::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.operationId) json["operationId"] = write(*value.operationId);
    if (value.status) json["status"] = write(*value.status);
    if (value.totalCount) json["totalCount"] = write(*value.totalCount);
    if (value.invalidCount) json["invalidCount"] = write(*value.invalidCount);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistRemoveTracks::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_member(json, "items", value.items, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistRemoveTracks::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.index) json["index"] = write(*value.index);
    json["items"] = write(value.items);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistRemoveTracks::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistRemoveTracks::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistMoveTracks::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_member(json, "items", value.items, misfit)) return false;
    if (!read_member(json, "delta", value.delta, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistMoveTracks::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.index) json["index"] = write(*value.index);
    json["items"] = write(value.items);
    json["delta"] = write(value.delta);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistMoveTracks::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistMoveTracks::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistSort::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_optional(json, "pattern", value.pattern, misfit)) return false;
    if (!read_optional(json, "descending", value.descending, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistSort::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.index) json["index"] = write(*value.index);
    if (value.pattern) json["pattern"] = write(*value.pattern);
    if (value.descending) json["descending"] = write(*value.descending);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistSort::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistSort::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistShuffle::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistShuffle::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.index) json["index"] = write(*value.index);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistShuffle::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistShuffle::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistReverse::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistReverse::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistReverse::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistReverse::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistPlayTrack::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_optional(json, "track", value.track, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistPlayTrack::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.index) json["index"] = write(*value.index);
    if (value.track) json["track"] = write(*value.track);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistPlayTrack::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistPlayTrack::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistPlayPaths::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "paths", value.paths, misfit)) return false;
    if (!read_optional(json, "startIndex", value.startIndex, misfit)) return false;
    if (!read_optional(json, "replace", value.replace, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistPlayPaths::Params &value) {
    Json json = Json::object();
    json["paths"] = write(value.paths);
    if (value.startIndex) json["startIndex"] = write(*value.startIndex);
    if (value.replace) json["replace"] = write(*value.replace);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistPlayPaths::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "tracksAdded", value.tracksAdded, misfit)) return false;
    if (!read_optional(json, "startedAt", value.startedAt, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistPlayPaths::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.tracksAdded) json["tracksAdded"] = write(*value.tracksAdded);
    if (value.startedAt) json["startedAt"] = write(*value.startedAt);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistReplaceAllAndPlay::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "paths", value.paths, misfit)) return false;
    if (!read_optional(json, "playIndex", value.playIndex, misfit)) return false;
    if (!read_optional(json, "stopFirst", value.stopFirst, misfit)) return false;
    if (!read_optional(json, "autoPlay", value.autoPlay, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistReplaceAllAndPlay::Params &value) {
    Json json = Json::object();
    if (value.playlist) json["playlist"] = write(*value.playlist);
    json["paths"] = write(value.paths);
    if (value.playIndex) json["playIndex"] = write(*value.playIndex);
    if (value.stopFirst) json["stopFirst"] = write(*value.stopFirst);
    if (value.autoPlay) json["autoPlay"] = write(*value.autoPlay);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistReplaceAllAndPlay::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "clearedCount", value.clearedCount, misfit)) return false;
    if (!read_optional(json, "addedCount", value.addedCount, misfit)) return false;
    if (!read_optional(json, "totalCount", value.totalCount, misfit)) return false;
    if (!read_optional(json, "playIndex", value.playIndex, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "isLocked", value.isLocked, misfit)) return false;
    if (!read_optional(json, "invalidCount", value.invalidCount, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistReplaceAllAndPlay::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.clearedCount) json["clearedCount"] = write(*value.clearedCount);
    if (value.addedCount) json["addedCount"] = write(*value.addedCount);
    if (value.totalCount) json["totalCount"] = write(*value.totalCount);
    if (value.playIndex) json["playIndex"] = write(*value.playIndex);
    if (value.error) json["error"] = write(*value.error);
    if (value.isLocked) json["isLocked"] = write(*value.isLocked);
    if (value.invalidCount) json["invalidCount"] = write(*value.invalidCount);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistCreateAutoplaylist::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "query", value.query, misfit)) return false;
    if (!read_optional(json, "sort", value.sort, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistCreateAutoplaylist::Params &value) {
    Json json = Json::object();
    if (value.name) json["name"] = write(*value.name);
    json["query"] = write(value.query);
    if (value.sort) json["sort"] = write(*value.sort);
    return json;
}

template <> bool read(const Json &json, operations::PlaylistCreateAutoplaylist::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "name", value.name, misfit)) return false;
    if (!read_optional(json, "query", value.query, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::PlaylistCreateAutoplaylist::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.index) json["index"] = write(*value.index);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.name) json["name"] = write(*value.name);
    if (value.query) json["query"] = write(*value.query);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::UiShowContextMenu::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    if (!read_optional(json, "x", value.x, misfit)) return false;
    if (!read_optional(json, "y", value.y, misfit)) return false;
    return true;
}
template <> Json write(const operations::UiShowContextMenu::Params &value) {
    Json json = Json::object();
    if (value.items) json["items"] = write(*value.items);
    if (value.x) json["x"] = write(*value.x);
    if (value.y) json["y"] = write(*value.y);
    return json;
}

static constexpr const char *operations_UiShowContextMenu_Result_Details_Field_texts[] = {
    "items", "depth", "segments", "svgTotal", "css"
};
template <> bool read(const Json &json, operations::UiShowContextMenu::Result::Details::Field &value, Misfit &misfit) {
    return read_enum(json, value, operations_UiShowContextMenu_Result_Details_Field_texts, misfit);
}
template <> Json write(const operations::UiShowContextMenu::Result::Details::Field &value) {
    return operations_UiShowContextMenu_Result_Details_Field_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, operations::UiShowContextMenu::Result::Details &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "field", value.field, misfit)) return false;
    if (!read_member(json, "limit", value.limit, misfit)) return false;
    if (!read_member(json, "actual", value.actual, misfit)) return false;
    return true;
}
template <> Json write(const operations::UiShowContextMenu::Result::Details &value) {
    Json json = Json::object();
    json["field"] = write(value.field);
    json["limit"] = write(value.limit);
    json["actual"] = write(value.actual);
    return json;
}

template <> bool read(const Json &json, operations::UiShowContextMenu::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "selectedId", value.selectedId, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "details", value.details, misfit)) return false;
    return true;
}
template <> Json write(const operations::UiShowContextMenu::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.selectedId) json["selectedId"] = write(*value.selectedId);
    if (value.error) json["error"] = write(*value.error);
    if (value.details) json["details"] = write(*value.details);
    return json;
}

template <> bool read(const Json &json, operations::WindowClose::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::WindowClose::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::WindowClose::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "supported", value.supported, misfit)) return false;
    if (!read_optional(json, "panelMode", value.panelMode, misfit)) return false;
    return true;
}
template <> Json write(const operations::WindowClose::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.supported) json["supported"] = write(*value.supported);
    if (value.panelMode) json["panelMode"] = write(*value.panelMode);
    return json;
}

template <> bool read(const Json &json, operations::WindowIsMaximized::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::WindowIsMaximized::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::WindowIsMaximized::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "maximized", value.maximized, misfit)) return false;
    if (!read_optional(json, "isMaximized", value.isMaximized, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    return true;
}
template <> Json write(const operations::WindowIsMaximized::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.maximized) json["maximized"] = write(*value.maximized);
    if (value.isMaximized) json["isMaximized"] = write(*value.isMaximized);
    if (value.error) json["error"] = write(*value.error);
    return json;
}

template <> bool read(const Json &json, operations::WindowMinimize::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::WindowMinimize::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::WindowMinimize::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "supported", value.supported, misfit)) return false;
    if (!read_optional(json, "panelMode", value.panelMode, misfit)) return false;
    return true;
}
template <> Json write(const operations::WindowMinimize::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.supported) json["supported"] = write(*value.supported);
    if (value.panelMode) json["panelMode"] = write(*value.panelMode);
    return json;
}

template <> bool read(const Json &json, operations::WindowStartDrag::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::WindowStartDrag::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::WindowStartDrag::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "supported", value.supported, misfit)) return false;
    if (!read_optional(json, "panelMode", value.panelMode, misfit)) return false;
    return true;
}
template <> Json write(const operations::WindowStartDrag::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.error) json["error"] = write(*value.error);
    if (value.supported) json["supported"] = write(*value.supported);
    if (value.panelMode) json["panelMode"] = write(*value.panelMode);
    return json;
}

template <> bool read(const Json &json, operations::WindowToggleMaximize::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const operations::WindowToggleMaximize::Params &) { return Json::object(); }

template <> bool read(const Json &json, operations::WindowToggleMaximize::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "success", value.success, misfit)) return false;
    if (!read_optional(json, "maximized", value.maximized, misfit)) return false;
    if (!read_optional(json, "error", value.error, misfit)) return false;
    if (!read_optional(json, "supported", value.supported, misfit)) return false;
    if (!read_optional(json, "panelMode", value.panelMode, misfit)) return false;
    return true;
}
template <> Json write(const operations::WindowToggleMaximize::Result &value) {
    Json json = Json::object();
    json["success"] = write(value.success);
    if (value.maximized) json["maximized"] = write(*value.maximized);
    if (value.error) json["error"] = write(*value.error);
    if (value.supported) json["supported"] = write(*value.supported);
    if (value.panelMode) json["panelMode"] = write(*value.panelMode);
    return json;
}

}  // namespace tonearm
