/*
 * settings.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "settings.hpp"

#include <libaudcore/audstrings.h>
#include <libaudcore/i18n.h>
#include <libaudcore/runtime.h>

namespace settings {

namespace {

constexpr const char *section = "tonearm";

const char *const defaults[] = {"bridge", "", "deno", "", "developer_tools", "FALSE", "open_panels", "", "streams", "", nullptr};

const PreferencesWidget widgets[] = {
    WidgetLabel(N_("<b>Bridge</b>")),
    WidgetFileEntry(N_("Program or main.js (empty: beside the plugin):"), WidgetString(section, "bridge"),
                    {FileSelectMode::File}),
    WidgetFileEntry(N_("Deno (empty: the one in PATH):"), WidgetString(section, "deno"), {FileSelectMode::File}),
    WidgetLabel(N_("A change applies after the plugin is disabled and enabled.")),
    WidgetLabel(N_("<b>Panels</b>")),
    WidgetCheck(N_("F12 opens developer tools"), WidgetBool(section, "developer_tools")),
    WidgetEntry(N_("Streams, as \"panel host\", separated by commas:"), WidgetString(section, "streams")),
};

QString text_at(const char *name) { return static_cast<const char *>(aud_get_str(section, name)); }

// The settings dialog stores a chosen file as a URI.
QString path(const char *name) {
    StringBuf path = uri_to_filename(aud_get_str(section, name), false);
    return path ? QString(static_cast<const char *>(path)) : text_at(name);
}

QByteArray section_of(const QString &panel) { return "tonearm-panel-" + panel.toUtf8(); }

}  // namespace

const PluginPreferences preferences = {{widgets}, nullptr, nullptr, nullptr};

void set_defaults() { aud_config_set_defaults(section, defaults); }
QString bridge() { return path("bridge"); }
QString deno() { return path("deno"); }
bool developer_tools() { return aud_get_bool(section, "developer_tools"); }

QStringList open_panels() { return text_at("open_panels").split('/', Qt::SkipEmptyParts); }
void set_open_panels(const QStringList &ids) { aud_set_str(section, "open_panels", ids.join('/').toUtf8()); }

void permit_streams(const std::string &panel, const std::string &host) {
    const QString before = text_at("streams").trimmed();
    const QString permission = QString::fromStdString(panel + ' ' + host);
    aud_set_str(section, "streams", (before.isEmpty() ? permission : before + ", " + permission).toUtf8());
}

QString panel_title(const QString &panel) {
    const QString title = QString(panel).replace('-', ' ').replace('_', ' ');
    return title.left(1).toUpper() + title.mid(1);
}

tonearm::PanelConfig panel_config(const QString &panel, const tonearm::PanelPatch &patch) {
    const QByteArray section = section_of(panel);
    const QByteArray title = panel_title(panel).toUtf8();
    const char *const defaults[] = {"enable_drag_drop", "TRUE", "grab_focus", "TRUE", "name", title.constData(),
                                    "transparent_background", "FALSE", nullptr};
    aud_config_set_defaults(section, defaults);
    if (patch.enableDragDrop) aud_set_bool(section, "enable_drag_drop", *patch.enableDragDrop);
    if (patch.grabFocus) aud_set_bool(section, "grab_focus", *patch.grabFocus);
    if (patch.panelName) aud_set_str(section, "name", patch.panelName->c_str());
    if (patch.transparentBackground) aud_set_bool(section, "transparent_background", *patch.transparentBackground);
    return {aud_get_bool(section, "enable_drag_drop"), aud_get_bool(section, "grab_focus"),
            std::string(aud_get_str(section, "name")), aud_get_bool(section, "transparent_background")};
}

bool is_new_panel(const QString &panel) {
    const bool is_known = aud_get_bool(section_of(panel), "is_known");
    aud_set_bool(section_of(panel), "is_known", true);
    return !is_known;
}

}  // namespace settings
