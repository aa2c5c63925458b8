// Generated from the definitions by `deno task docs`. Do not edit.
#include "tonearm/actions.hpp"

#include "codec.hpp"

namespace tonearm {

template <> bool read(const Json &json, actions::ClipboardRead::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::ClipboardRead::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::ClipboardRead::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_nullable(json, "text", value.text, misfit)) return false;
    if (!read_nullable(json, "files", value.files, misfit)) return false;
    if (!read_member(json, "hasImage", value.hasImage, misfit)) return false;
    return true;
}
template <> Json write(const actions::ClipboardRead::Result &value) {
    Json json = Json::object();
    json["text"] = value.text ? write(*value.text) : Json();
    json["files"] = value.files ? write(*value.files) : Json();
    json["hasImage"] = write(value.hasImage);
    return json;
}

static constexpr const char *actions_ClipboardWrite_Params_FormatsItem_Format_texts[] = { "text", "html", "files" };
template <> bool read(const Json &json, actions::ClipboardWrite::Params::FormatsItem::Format &value, Misfit &misfit) {
    return read_enum(json, value, actions_ClipboardWrite_Params_FormatsItem_Format_texts, misfit);
}
template <> Json write(const actions::ClipboardWrite::Params::FormatsItem::Format &value) {
    return actions_ClipboardWrite_Params_FormatsItem_Format_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::ClipboardWrite::Params::FormatsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "format", value.format, misfit)) return false;
    if (!read_member(json, "data", value.data, misfit)) return false;
    if (!read_optional(json, "fragment", value.fragment, misfit)) return false;
    return true;
}
template <> Json write(const actions::ClipboardWrite::Params::FormatsItem &value) {
    Json json = Json::object();
    json["format"] = write(value.format);
    json["data"] = write(value.data);
    if (value.fragment) json["fragment"] = write(*value.fragment);
    return json;
}

template <> bool read(const Json &json, actions::ClipboardWrite::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "formats", value.formats, misfit)) return false;
    return true;
}
template <> Json write(const actions::ClipboardWrite::Params &value) {
    Json json = Json::object();
    json["formats"] = write(value.formats);
    return json;
}

static constexpr const char *actions_ClipboardWrite_Result_WrittenItem_texts[] = { "text", "html", "files" };
template <> bool read(const Json &json, actions::ClipboardWrite::Result::WrittenItem &value, Misfit &misfit) {
    return read_enum(json, value, actions_ClipboardWrite_Result_WrittenItem_texts, misfit);
}
template <> Json write(const actions::ClipboardWrite::Result::WrittenItem &value) {
    return actions_ClipboardWrite_Result_WrittenItem_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::ClipboardWrite::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "written", value.written, misfit)) return false;
    return true;
}
template <> Json write(const actions::ClipboardWrite::Result &value) {
    Json json = Json::object();
    json["written"] = write(value.written);
    return json;
}

static constexpr const char *actions_ConsolePrint_Params_Level_texts[] = { "info", "warn", "error" };
template <> bool read(const Json &json, actions::ConsolePrint::Params::Level &value, Misfit &misfit) {
    return read_enum(json, value, actions_ConsolePrint_Params_Level_texts, misfit);
}
template <> Json write(const actions::ConsolePrint::Params::Level &value) {
    return actions_ConsolePrint_Params_Level_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::ConsolePrint::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "level", value.level, misfit)) return false;
    if (!read_member(json, "line", value.line, misfit)) return false;
    return true;
}
template <> Json write(const actions::ConsolePrint::Params &value) {
    Json json = Json::object();
    json["level"] = write(value.level);
    json["line"] = write(value.line);
    return json;
}

template <> bool read(const Json &json, actions::ConsolePrint::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::ConsolePrint::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::MediaAuthorize::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "paths", value.paths, misfit)) return false;
    return true;
}
template <> Json write(const actions::MediaAuthorize::Params &value) {
    Json json = Json::object();
    json["paths"] = write(value.paths);
    return json;
}

template <> bool read(const Json &json, actions::MediaAuthorize::Result::DeniedItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "index", value.index, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    return true;
}
template <> Json write(const actions::MediaAuthorize::Result::DeniedItem &value) {
    Json json = Json::object();
    json["index"] = write(value.index);
    json["reason"] = write(value.reason);
    return json;
}

template <> bool read(const Json &json, actions::MediaAuthorize::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "denied", value.denied, misfit)) return false;
    return true;
}
template <> Json write(const actions::MediaAuthorize::Result &value) {
    Json json = Json::object();
    json["denied"] = write(value.denied);
    return json;
}

template <> bool read(const Json &json, actions::MediaResolve::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "paths", value.paths, misfit)) return false;
    return true;
}
template <> Json write(const actions::MediaResolve::Params &value) {
    Json json = Json::object();
    json["paths"] = write(value.paths);
    return json;
}

template <> bool read(const Json &json, actions::MediaResolve::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "resolved", value.resolved, misfit)) return false;
    return true;
}
template <> Json write(const actions::MediaResolve::Result &value) {
    Json json = Json::object();
    json["resolved"] = write(value.resolved);
    return json;
}

template <> bool read(const Json &json, actions::MediaInfo::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "handle", value.handle, misfit)) return false;
    return true;
}
template <> Json write(const actions::MediaInfo::Params &value) {
    Json json = Json::object();
    json["handle"] = write(value.handle);
    return json;
}

template <> bool read(const Json &json, actions::MediaInfo::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_nullable(json, "track", value.track, misfit)) return false;
    return true;
}
template <> Json write(const actions::MediaInfo::Result &value) {
    Json json = Json::object();
    json["track"] = value.track ? write(*value.track) : Json();
    return json;
}

static constexpr const char *actions_MenuBuild_Params_Kind_texts[] = { "main", "context" };
template <> bool read(const Json &json, actions::MenuBuild::Params::Kind &value, Misfit &misfit) {
    return read_enum(json, value, actions_MenuBuild_Params_Kind_texts, misfit);
}
template <> Json write(const actions::MenuBuild::Params::Kind &value) {
    return actions_MenuBuild_Params_Kind_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::MenuBuild::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "kind", value.kind, misfit)) return false;
    if (!read_optional(json, "context", value.context, misfit)) return false;
    return true;
}
template <> Json write(const actions::MenuBuild::Params &value) {
    Json json = Json::object();
    json["kind"] = write(value.kind);
    if (value.context) json["context"] = write(*value.context);
    return json;
}

template <> bool read(const Json &json, actions::MenuBuild::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "nodes", value.nodes, misfit)) return false;
    return true;
}
template <> Json write(const actions::MenuBuild::Result &value) {
    Json json = Json::object();
    json["nodes"] = write(value.nodes);
    return json;
}

template <> bool read(const Json &json, actions::MenuListMainCommands::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::MenuListMainCommands::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::MenuListMainCommands::Result::CommandsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    if (!read_member(json, "enabled", value.enabled, misfit)) return false;
    if (!read_optional(json, "checked", value.checked, misfit)) return false;
    return true;
}
template <> Json write(const actions::MenuListMainCommands::Result::CommandsItem &value) {
    Json json = Json::object();
    json["name"] = write(value.name);
    json["guid"] = write(value.guid);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    json["enabled"] = write(value.enabled);
    if (value.checked) json["checked"] = write(*value.checked);
    return json;
}

template <> bool read(const Json &json, actions::MenuListMainCommands::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "commands", value.commands, misfit)) return false;
    return true;
}
template <> Json write(const actions::MenuListMainCommands::Result &value) {
    Json json = Json::object();
    json["commands"] = write(value.commands);
    return json;
}

template <> bool read(const Json &json, actions::MenuRunMain::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    return true;
}
template <> Json write(const actions::MenuRunMain::Params &value) {
    Json json = Json::object();
    json["guid"] = write(value.guid);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    return json;
}

template <> bool read(const Json &json, actions::MenuRunMain::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "executed", value.executed, misfit)) return false;
    return true;
}
template <> Json write(const actions::MenuRunMain::Result &value) {
    Json json = Json::object();
    json["executed"] = write(value.executed);
    return json;
}

template <> bool read(const Json &json, actions::MenuRunContext::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "context", value.context, misfit)) return false;
    if (!read_optional(json, "commandId", value.commandId, misfit)) return false;
    if (!read_optional(json, "guid", value.guid, misfit)) return false;
    if (!read_optional(json, "subGuid", value.subGuid, misfit)) return false;
    return true;
}
template <> Json write(const actions::MenuRunContext::Params &value) {
    Json json = Json::object();
    json["context"] = write(value.context);
    if (value.commandId) json["commandId"] = write(*value.commandId);
    if (value.guid) json["guid"] = write(*value.guid);
    if (value.subGuid) json["subGuid"] = write(*value.subGuid);
    return json;
}

template <> bool read(const Json &json, actions::MenuRunContext::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "executed", value.executed, misfit)) return false;
    if (!read_member(json, "confirmed", value.confirmed, misfit)) return false;
    return true;
}
template <> Json write(const actions::MenuRunContext::Result &value) {
    Json json = Json::object();
    json["executed"] = write(value.executed);
    json["confirmed"] = write(value.confirmed);
    return json;
}

template <> bool read(const Json &json, actions::MenuPopup::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "context", value.context, misfit)) return false;
    return true;
}
template <> Json write(const actions::MenuPopup::Params &value) {
    Json json = Json::object();
    json["context"] = write(value.context);
    return json;
}

template <> bool read(const Json &json, actions::MenuPopup::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::MenuPopup::Result &) { return Json::object(); }

static constexpr const char *actions_OverlayOpen_Params_WindowMode_texts[] = { "fullscreen", "contentSized" };
template <> bool read(const Json &json, actions::OverlayOpen::Params::WindowMode &value, Misfit &misfit) {
    return read_enum(json, value, actions_OverlayOpen_Params_WindowMode_texts, misfit);
}
template <> Json write(const actions::OverlayOpen::Params::WindowMode &value) {
    return actions_OverlayOpen_Params_WindowMode_texts[static_cast<std::size_t>(value)];
}

static constexpr const char *actions_OverlayOpen_Params_Backdrop_texts[] = { "acrylic", "mica", "mica-alt", "none" };
template <> bool read(const Json &json, actions::OverlayOpen::Params::Backdrop &value, Misfit &misfit) {
    return read_enum(json, value, actions_OverlayOpen_Params_Backdrop_texts, misfit);
}
template <> Json write(const actions::OverlayOpen::Params::Backdrop &value) {
    return actions_OverlayOpen_Params_Backdrop_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::OverlayOpen::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "items", value.items, misfit)) return false;
    if (!read_nullable(json, "x", value.x, misfit)) return false;
    if (!read_nullable(json, "y", value.y, misfit)) return false;
    if (!read_member(json, "windowMode", value.windowMode, misfit)) return false;
    if (!read_nullable(json, "css", value.css, misfit)) return false;
    if (!read_member(json, "cssReplace", value.cssReplace, misfit)) return false;
    if (!read_member(json, "backdrop", value.backdrop, misfit)) return false;
    if (!read_member(json, "backdropDarkMode", value.backdropDarkMode, misfit)) return false;
    return true;
}
template <> Json write(const actions::OverlayOpen::Params &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["items"] = write(value.items);
    json["x"] = value.x ? write(*value.x) : Json();
    json["y"] = value.y ? write(*value.y) : Json();
    json["windowMode"] = write(value.windowMode);
    json["css"] = value.css ? write(*value.css) : Json();
    json["cssReplace"] = write(value.cssReplace);
    json["backdrop"] = write(value.backdrop);
    json["backdropDarkMode"] = write(value.backdropDarkMode);
    return json;
}

template <> bool read(const Json &json, actions::OverlayOpen::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::OverlayOpen::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::OverlayClose::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "menuId", value.menuId, misfit)) return false;
    if (!read_member(json, "reason", value.reason, misfit)) return false;
    if (!read_member(json, "animationMs", value.animationMs, misfit)) return false;
    return true;
}
template <> Json write(const actions::OverlayClose::Params &value) {
    Json json = Json::object();
    json["menuId"] = write(value.menuId);
    json["reason"] = write(value.reason);
    json["animationMs"] = write(value.animationMs);
    return json;
}

template <> bool read(const Json &json, actions::OverlayClose::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::OverlayClose::Result &) { return Json::object(); }

static constexpr const char *actions_AppRun_Params_Command_texts[] = {
    "exit", "restart", "showConsole", "showPreferences"
};
template <> bool read(const Json &json, actions::AppRun::Params::Command &value, Misfit &misfit) {
    return read_enum(json, value, actions_AppRun_Params_Command_texts, misfit);
}
template <> Json write(const actions::AppRun::Params::Command &value) {
    return actions_AppRun_Params_Command_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::AppRun::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "command", value.command, misfit)) return false;
    return true;
}
template <> Json write(const actions::AppRun::Params &value) {
    Json json = Json::object();
    json["command"] = write(value.command);
    return json;
}

template <> bool read(const Json &json, actions::AppRun::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "executed", value.executed, misfit)) return false;
    return true;
}
template <> Json write(const actions::AppRun::Result &value) {
    Json json = Json::object();
    json["executed"] = write(value.executed);
    return json;
}

template <> bool read(const Json &json, actions::AppPaths::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::AppPaths::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::AppPaths::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "component", value.component, misfit)) return false;
    if (!read_member(json, "installation", value.installation, misfit)) return false;
    if (!read_member(json, "profile", value.profile, misfit)) return false;
    return true;
}
template <> Json write(const actions::AppPaths::Result &value) {
    Json json = Json::object();
    json["component"] = write(value.component);
    json["installation"] = write(value.installation);
    json["profile"] = write(value.profile);
    return json;
}

template <> bool read(const Json &json, actions::AppShowLibrarySearch::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "query", value.query, misfit)) return false;
    return true;
}
template <> Json write(const actions::AppShowLibrarySearch::Params &value) {
    Json json = Json::object();
    json["query"] = write(value.query);
    return json;
}

template <> bool read(const Json &json, actions::AppShowLibrarySearch::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::AppShowLibrarySearch::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::AppShowPopup::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "title", value.title, misfit)) return false;
    if (!read_member(json, "message", value.message, misfit)) return false;
    return true;
}
template <> Json write(const actions::AppShowPopup::Params &value) {
    Json json = Json::object();
    json["title"] = write(value.title);
    json["message"] = write(value.message);
    return json;
}

template <> bool read(const Json &json, actions::AppShowPopup::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::AppShowPopup::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PanelGetConfig::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PanelGetConfig::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::PanelGetConfig::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_nullable(json, "config", value.config, misfit)) return false;
    return true;
}
template <> Json write(const actions::PanelGetConfig::Result &value) {
    Json json = Json::object();
    json["config"] = value.config ? write(*value.config) : Json();
    return json;
}

template <> bool read(const Json &json, actions::PanelSetConfig::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "patch", value.patch, misfit)) return false;
    return true;
}
template <> Json write(const actions::PanelSetConfig::Params &value) {
    Json json = Json::object();
    json["patch"] = write(value.patch);
    return json;
}

template <> bool read(const Json &json, actions::PanelSetConfig::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "config", value.config, misfit)) return false;
    return true;
}
template <> Json write(const actions::PanelSetConfig::Result &value) {
    Json json = Json::object();
    json["config"] = write(value.config);
    return json;
}

template <> bool read(const Json &json, actions::SystemDisplay::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::SystemDisplay::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::SystemDisplay::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "dpi", value.dpi, misfit)) return false;
    return true;
}
template <> Json write(const actions::SystemDisplay::Result &value) {
    Json json = Json::object();
    json["dpi"] = write(value.dpi);
    return json;
}

template <> bool read(const Json &json, actions::SystemLocale::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::SystemLocale::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::SystemLocale::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "locale", value.locale, misfit)) return false;
    return true;
}
template <> Json write(const actions::SystemLocale::Result &value) {
    Json json = Json::object();
    json["locale"] = write(value.locale);
    return json;
}

template <> bool read(const Json &json, actions::SystemTheme::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::SystemTheme::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::SystemTheme::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "darkMode", value.darkMode, misfit)) return false;
    if (!read_member(json, "accentColor", value.accentColor, misfit)) return false;
    if (!read_member(json, "transparency", value.transparency, misfit)) return false;
    return true;
}
template <> Json write(const actions::SystemTheme::Result &value) {
    Json json = Json::object();
    json["darkMode"] = write(value.darkMode);
    json["accentColor"] = write(value.accentColor);
    json["transparency"] = write(value.transparency);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistList::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaylistList::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaylistList::Result::PlaylistsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "id", value.id, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    if (!read_member(json, "locked", value.locked, misfit)) return false;
    if (!read_optional(json, "auto", value.auto_, misfit)) return false;
    if (!read_optional(json, "duration", value.duration, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistList::Result::PlaylistsItem &value) {
    Json json = Json::object();
    json["id"] = write(value.id);
    json["name"] = write(value.name);
    json["count"] = write(value.count);
    json["locked"] = write(value.locked);
    if (value.auto_) json["auto"] = write(*value.auto_);
    if (value.duration) json["duration"] = write(*value.duration);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistList::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_nullable(json, "active", value.active, misfit)) return false;
    if (!read_member(json, "playlists", value.playlists, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistList::Result &value) {
    Json json = Json::object();
    json["active"] = value.active ? write(*value.active) : Json();
    json["playlists"] = write(value.playlists);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistCreate::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_optional(json, "index", value.index, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistCreate::Params &value) {
    Json json = Json::object();
    json["name"] = write(value.name);
    if (value.index) json["index"] = write(*value.index);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistCreate::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistCreate::Result &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistAppend::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "handles", value.handles, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistAppend::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["handles"] = write(value.handles);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistAppend::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "start", value.start, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistAppend::Result &value) {
    Json json = Json::object();
    json["start"] = write(value.start);
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistRemove::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "start", value.start, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistRemove::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["start"] = write(value.start);
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistRemove::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistRemove::Result &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistLock::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "locked", value.locked, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistLock::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["name"] = write(value.name);
    json["locked"] = write(value.locked);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistLock::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaylistLock::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaylistActivate::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistActivate::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistActivate::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaylistActivate::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackNowPlaying::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackNowPlaying::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackNowPlaying::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_nullable(json, "track", value.track, misfit)) return false;
    if (!read_nullable(json, "playlist", value.playlist, misfit)) return false;
    if (!read_nullable(json, "item", value.item, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaybackNowPlaying::Result &value) {
    Json json = Json::object();
    json["track"] = value.track ? write(*value.track) : Json();
    json["playlist"] = value.playlist ? write(*value.playlist) : Json();
    json["item"] = value.item ? write(*value.item) : Json();
    return json;
}

template <> bool read(const Json &json, actions::PlaybackPlay::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "item", value.item, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaybackPlay::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["item"] = write(value.item);
    return json;
}

template <> bool read(const Json &json, actions::PlaybackPlay::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackPlay::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackStop::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackStop::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackStop::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackStop::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackNext::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackNext::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackNext::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackNext::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackSetOrder::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "order", value.order, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaybackSetOrder::Params &value) {
    Json json = Json::object();
    json["order"] = write(value.order);
    return json;
}

template <> bool read(const Json &json, actions::PlaybackSetOrder::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "previous", value.previous, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaybackSetOrder::Result &value) {
    Json json = Json::object();
    json["previous"] = write(value.previous);
    return json;
}

template <> bool read(const Json &json, actions::QueueGet::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::QueueGet::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::QueueGet::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "entries", value.entries, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueGet::Result &value) {
    Json json = Json::object();
    json["entries"] = write(value.entries);
    return json;
}

template <> bool read(const Json &json, actions::QueueIds::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::QueueIds::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::QueueIds::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "entries", value.entries, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueIds::Result &value) {
    Json json = Json::object();
    json["entries"] = write(value.entries);
    return json;
}

template <> bool read(const Json &json, actions::QueueCount::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::QueueCount::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::QueueCount::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueCount::Result &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, actions::QueueAppend::Params::EntriesItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "item", value.item, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueAppend::Params::EntriesItem &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["item"] = write(value.item);
    return json;
}

template <> bool read(const Json &json, actions::QueueAppend::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "entries", value.entries, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueAppend::Params &value) {
    Json json = Json::object();
    json["entries"] = write(value.entries);
    return json;
}

template <> bool read(const Json &json, actions::QueueAppend::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    if (!read_member(json, "entries", value.entries, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueAppend::Result &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    json["entries"] = write(value.entries);
    return json;
}

template <> bool read(const Json &json, actions::QueueRemove::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "entries", value.entries, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueRemove::Params &value) {
    Json json = Json::object();
    json["entries"] = write(value.entries);
    return json;
}

template <> bool read(const Json &json, actions::QueueRemove::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "removed", value.removed, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueRemove::Result &value) {
    Json json = Json::object();
    json["removed"] = write(value.removed);
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, actions::QueueReorder::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "entries", value.entries, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueReorder::Params &value) {
    Json json = Json::object();
    json["entries"] = write(value.entries);
    return json;
}

template <> bool read(const Json &json, actions::QueueReorder::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "moved", value.moved, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueReorder::Result &value) {
    Json json = Json::object();
    json["moved"] = write(value.moved);
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, actions::QueueClear::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::QueueClear::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::QueueClear::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "removed", value.removed, misfit)) return false;
    return true;
}
template <> Json write(const actions::QueueClear::Result &value) {
    Json json = Json::object();
    json["removed"] = write(value.removed);
    return json;
}

template <> bool read(const Json &json, actions::SelectionGet::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "offset", value.offset, misfit)) return false;
    if (!read_nullable(json, "limit", value.limit, misfit)) return false;
    return true;
}
template <> Json write(const actions::SelectionGet::Params &value) {
    Json json = Json::object();
    json["offset"] = write(value.offset);
    json["limit"] = value.limit ? write(*value.limit) : Json();
    return json;
}

template <> bool read(const Json &json, actions::SelectionGet::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "total", value.total, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_member(json, "handles", value.handles, misfit)) return false;
    if (!read_optional(json, "playlist", value.playlist, misfit)) return false;
    if (!read_optional(json, "items", value.items, misfit)) return false;
    return true;
}
template <> Json write(const actions::SelectionGet::Result &value) {
    Json json = Json::object();
    json["total"] = write(value.total);
    json["type"] = write(value.type);
    json["handles"] = write(value.handles);
    if (value.playlist) json["playlist"] = write(*value.playlist);
    if (value.items) json["items"] = write(*value.items);
    return json;
}

template <> bool read(const Json &json, actions::SelectionSet::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "handles", value.handles, misfit)) return false;
    return true;
}
template <> Json write(const actions::SelectionSet::Params &value) {
    Json json = Json::object();
    json["handles"] = write(value.handles);
    return json;
}

template <> bool read(const Json &json, actions::SelectionSet::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const actions::SelectionSet::Result &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    return json;
}

static constexpr const char *actions_SelectionTrack_Params_Mode_texts[] = { "playlist", "selection" };
template <> bool read(const Json &json, actions::SelectionTrack::Params::Mode &value, Misfit &misfit) {
    return read_enum(json, value, actions_SelectionTrack_Params_Mode_texts, misfit);
}
template <> Json write(const actions::SelectionTrack::Params::Mode &value) {
    return actions_SelectionTrack_Params_Mode_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::SelectionTrack::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "mode", value.mode, misfit)) return false;
    return true;
}
template <> Json write(const actions::SelectionTrack::Params &value) {
    Json json = Json::object();
    json["mode"] = write(value.mode);
    return json;
}

template <> bool read(const Json &json, actions::SelectionTrack::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::SelectionTrack::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PluginInvoke::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "namespace", value.namespace_, misfit)) return false;
    if (!read_member(json, "method", value.method, misfit)) return false;
    if (!read_member(json, "params", value.params, misfit)) return false;
    return true;
}
template <> Json write(const actions::PluginInvoke::Params &value) {
    Json json = Json::object();
    json["namespace"] = write(value.namespace_);
    json["method"] = write(value.method);
    json["params"] = write(value.params);
    return json;
}

template <> bool read(const Json &json, actions::PlaybackState::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackState::Params &) { return Json::object(); }

static constexpr const char *actions_PlaybackState_Result_State_texts[] = { "playing", "paused", "stopped" };
template <> bool read(const Json &json, actions::PlaybackState::Result::State &value, Misfit &misfit) {
    return read_enum(json, value, actions_PlaybackState_Result_State_texts, misfit);
}
template <> Json write(const actions::PlaybackState::Result::State &value) {
    return actions_PlaybackState_Result_State_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::PlaybackState::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "state", value.state, misfit)) return false;
    if (!read_member(json, "position", value.position, misfit)) return false;
    if (!read_member(json, "length", value.length, misfit)) return false;
    if (!read_member(json, "canSeek", value.canSeek, misfit)) return false;
    if (!read_member(json, "level", value.level, misfit)) return false;
    if (!read_member(json, "muted", value.muted, misfit)) return false;
    if (!read_member(json, "order", value.order, misfit)) return false;
    if (!read_member(json, "stopAfterCurrent", value.stopAfterCurrent, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaybackState::Result &value) {
    Json json = Json::object();
    json["state"] = write(value.state);
    json["position"] = write(value.position);
    json["length"] = write(value.length);
    json["canSeek"] = write(value.canSeek);
    json["level"] = write(value.level);
    json["muted"] = write(value.muted);
    json["order"] = write(value.order);
    json["stopAfterCurrent"] = write(value.stopAfterCurrent);
    return json;
}

template <> bool read(const Json &json, actions::PlaybackStart::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackStart::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackStart::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackStart::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackPause::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "paused", value.paused, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaybackPause::Params &value) {
    Json json = Json::object();
    json["paused"] = write(value.paused);
    return json;
}

template <> bool read(const Json &json, actions::PlaybackPause::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackPause::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackPrevious::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackPrevious::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackPrevious::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackPrevious::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackSeek::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "position", value.position, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaybackSeek::Params &value) {
    Json json = Json::object();
    json["position"] = write(value.position);
    return json;
}

template <> bool read(const Json &json, actions::PlaybackSeek::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackSeek::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackSetVolume::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_optional(json, "level", value.level, misfit)) return false;
    if (!read_optional(json, "muted", value.muted, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaybackSetVolume::Params &value) {
    Json json = Json::object();
    if (value.level) json["level"] = write(*value.level);
    if (value.muted) json["muted"] = write(*value.muted);
    return json;
}

template <> bool read(const Json &json, actions::PlaybackSetVolume::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackSetVolume::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaybackSetStopAfterCurrent::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "enabled", value.enabled, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaybackSetStopAfterCurrent::Params &value) {
    Json json = Json::object();
    json["enabled"] = write(value.enabled);
    return json;
}

template <> bool read(const Json &json, actions::PlaybackSetStopAfterCurrent::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaybackSetStopAfterCurrent::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaylistItems::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "start", value.start, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistItems::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["start"] = write(value.start);
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistItems::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "total", value.total, misfit)) return false;
    if (!read_member(json, "tracks", value.tracks, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistItems::Result &value) {
    Json json = Json::object();
    json["total"] = write(value.total);
    json["tracks"] = write(value.tracks);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistRename::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistRename::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["name"] = write(value.name);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistRename::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaylistRename::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaylistDelete::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistDelete::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistDelete::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaylistDelete::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::PlaylistRemoveItems::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "items", value.items, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistRemoveItems::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["items"] = write(value.items);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistRemoveItems::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "count", value.count, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistRemoveItems::Result &value) {
    Json json = Json::object();
    json["count"] = write(value.count);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistReorder::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "playlist", value.playlist, misfit)) return false;
    if (!read_member(json, "order", value.order, misfit)) return false;
    return true;
}
template <> Json write(const actions::PlaylistReorder::Params &value) {
    Json json = Json::object();
    json["playlist"] = write(value.playlist);
    json["order"] = write(value.order);
    return json;
}

template <> bool read(const Json &json, actions::PlaylistReorder::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::PlaylistReorder::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::LibraryTracks::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "offset", value.offset, misfit)) return false;
    if (!read_member(json, "limit", value.limit, misfit)) return false;
    return true;
}
template <> Json write(const actions::LibraryTracks::Params &value) {
    Json json = Json::object();
    json["offset"] = write(value.offset);
    json["limit"] = write(value.limit);
    return json;
}

template <> bool read(const Json &json, actions::LibraryTracks::Result::TracksItem &value, Misfit &misfit) {
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
    if (!read_optional(json, "added", value.added, misfit)) return false;
    if (!read_optional(json, "modified", value.modified, misfit)) return false;
    return true;
}
template <> Json write(const actions::LibraryTracks::Result::TracksItem &value) {
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
    if (value.added) json["added"] = write(*value.added);
    if (value.modified) json["modified"] = write(*value.modified);
    return json;
}

template <> bool read(const Json &json, actions::LibraryTracks::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "enabled", value.enabled, misfit)) return false;
    if (!read_member(json, "total", value.total, misfit)) return false;
    if (!read_member(json, "tracks", value.tracks, misfit)) return false;
    return true;
}
template <> Json write(const actions::LibraryTracks::Result &value) {
    Json json = Json::object();
    json["enabled"] = write(value.enabled);
    json["total"] = write(value.total);
    json["tracks"] = write(value.tracks);
    return json;
}

template <> bool read(const Json &json, actions::LibraryRescan::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::LibraryRescan::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::LibraryRescan::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::LibraryRescan::Result &) { return Json::object(); }

static constexpr const char *actions_ArtworkGet_Params_Type_texts[] = { "front", "back", "disc", "icon", "artist" };
template <> bool read(const Json &json, actions::ArtworkGet::Params::Type &value, Misfit &misfit) {
    return read_enum(json, value, actions_ArtworkGet_Params_Type_texts, misfit);
}
template <> Json write(const actions::ArtworkGet::Params::Type &value) {
    return actions_ArtworkGet_Params_Type_texts[static_cast<std::size_t>(value)];
}

static constexpr const char *actions_ArtworkGet_Params_Accept_texts[] = { "bytes", "any" };
template <> bool read(const Json &json, actions::ArtworkGet::Params::Accept &value, Misfit &misfit) {
    return read_enum(json, value, actions_ArtworkGet_Params_Accept_texts, misfit);
}
template <> Json write(const actions::ArtworkGet::Params::Accept &value) {
    return actions_ArtworkGet_Params_Accept_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::ArtworkGet::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "handle", value.handle, misfit)) return false;
    if (!read_member(json, "type", value.type, misfit)) return false;
    if (!read_nullable(json, "maxSize", value.maxSize, misfit)) return false;
    if (!read_member(json, "accept", value.accept, misfit)) return false;
    return true;
}
template <> Json write(const actions::ArtworkGet::Params &value) {
    Json json = Json::object();
    json["handle"] = write(value.handle);
    json["type"] = write(value.type);
    json["maxSize"] = value.maxSize ? write(*value.maxSize) : Json();
    json["accept"] = write(value.accept);
    return json;
}

template <> bool read(const Json &json, actions::ArtworkGet::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "found", value.found, misfit)) return false;
    if (!read_optional(json, "mimeType", value.mimeType, misfit)) return false;
    if (!read_optional(json, "data", value.data, misfit)) return false;
    if (!read_optional(json, "url", value.url, misfit)) return false;
    return true;
}
template <> Json write(const actions::ArtworkGet::Result &value) {
    Json json = Json::object();
    json["found"] = write(value.found);
    if (value.mimeType) json["mimeType"] = write(*value.mimeType);
    if (value.data) json["data"] = write(*value.data);
    if (value.url) json["url"] = write(*value.url);
    return json;
}

template <> bool read(const Json &json, actions::MediaLyrics::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "handle", value.handle, misfit)) return false;
    return true;
}
template <> Json write(const actions::MediaLyrics::Params &value) {
    Json json = Json::object();
    json["handle"] = write(value.handle);
    return json;
}

static constexpr const char *actions_MediaLyrics_Result_Source_texts[] = { "embedded", "file" };
template <> bool read(const Json &json, actions::MediaLyrics::Result::Source &value, Misfit &misfit) {
    return read_enum(json, value, actions_MediaLyrics_Result_Source_texts, misfit);
}
template <> Json write(const actions::MediaLyrics::Result::Source &value) {
    return actions_MediaLyrics_Result_Source_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::MediaLyrics::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_nullable(json, "text", value.text, misfit)) return false;
    if (!read_optional(json, "source", value.source, misfit)) return false;
    return true;
}
template <> Json write(const actions::MediaLyrics::Result &value) {
    Json json = Json::object();
    json["text"] = value.text ? write(*value.text) : Json();
    if (value.source) json["source"] = write(*value.source);
    return json;
}

static constexpr const char *actions_WindowRun_Params_Command_texts[] = {
    "minimize", "maximize", "restore", "close", "startDrag"
};
template <> bool read(const Json &json, actions::WindowRun::Params::Command &value, Misfit &misfit) {
    return read_enum(json, value, actions_WindowRun_Params_Command_texts, misfit);
}
template <> Json write(const actions::WindowRun::Params::Command &value) {
    return actions_WindowRun_Params_Command_texts[static_cast<std::size_t>(value)];
}

template <> bool read(const Json &json, actions::WindowRun::Params &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "command", value.command, misfit)) return false;
    return true;
}
template <> Json write(const actions::WindowRun::Params &value) {
    Json json = Json::object();
    json["command"] = write(value.command);
    return json;
}

template <> bool read(const Json &json, actions::WindowRun::Result &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::WindowRun::Result &) { return Json::object(); }

template <> bool read(const Json &json, actions::WindowState::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::WindowState::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::WindowState::Result::Window &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "maximized", value.maximized, misfit)) return false;
    if (!read_member(json, "minimized", value.minimized, misfit)) return false;
    if (!read_member(json, "fullscreen", value.fullscreen, misfit)) return false;
    if (!read_member(json, "active", value.active, misfit)) return false;
    return true;
}
template <> Json write(const actions::WindowState::Result::Window &value) {
    Json json = Json::object();
    json["maximized"] = write(value.maximized);
    json["minimized"] = write(value.minimized);
    json["fullscreen"] = write(value.fullscreen);
    json["active"] = write(value.active);
    return json;
}

template <> bool read(const Json &json, actions::WindowState::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_nullable(json, "window", value.window, misfit)) return false;
    return true;
}
template <> Json write(const actions::WindowState::Result &value) {
    Json json = Json::object();
    json["window"] = value.window ? write(*value.window) : Json();
    return json;
}

template <> bool read(const Json &json, actions::AppComponents::Params &, Misfit &misfit) {
    return is_object(json, misfit);
}
template <> Json write(const actions::AppComponents::Params &) { return Json::object(); }

template <> bool read(const Json &json, actions::AppComponents::Result::ComponentsItem &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "filename", value.filename, misfit)) return false;
    if (!read_member(json, "name", value.name, misfit)) return false;
    if (!read_member(json, "version", value.version, misfit)) return false;
    if (!read_member(json, "about", value.about, misfit)) return false;
    return true;
}
template <> Json write(const actions::AppComponents::Result::ComponentsItem &value) {
    Json json = Json::object();
    json["filename"] = write(value.filename);
    json["name"] = write(value.name);
    json["version"] = write(value.version);
    json["about"] = write(value.about);
    return json;
}

template <> bool read(const Json &json, actions::AppComponents::Result &value, Misfit &misfit) {
    if (!is_object(json, misfit)) return false;
    if (!read_member(json, "components", value.components, misfit)) return false;
    return true;
}
template <> Json write(const actions::AppComponents::Result &value) {
    Json json = Json::object();
    json["components"] = write(value.components);
    return json;
}

}  // namespace tonearm
