// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "panels/config.hpp"

#include <libaudcore/runtime.h>

#include "panels/folders.hpp"

using tonearm::PanelConfig;

namespace {

QByteArray section_of(const QString &id) { return QByteArray("tonearm-panel-") + id.toUtf8(); }

}  // namespace

PanelConfig read_panel_config(const QString &id) {
    const QByteArray section = section_of(id);
    const QByteArray title = panel_title(id).toUtf8();
    const char *const defaults[] = {"enable_drag_drop", "TRUE", "grab_focus", "TRUE", "name", title.constData(),
                                    "transparent_background", "FALSE", nullptr};
    aud_config_set_defaults(section, defaults);
    return {aud_get_bool(section, "enable_drag_drop"), aud_get_bool(section, "grab_focus"),
            std::string(aud_get_str(section, "name")), aud_get_bool(section, "transparent_background")};
}

void write_panel_config(const QString &id, const PanelConfig &config) {
    const QByteArray section = section_of(id);
    aud_set_bool(section, "enable_drag_drop", config.enableDragDrop);
    aud_set_bool(section, "grab_focus", config.grabFocus);
    aud_set_str(section, "name", config.panelName.c_str());
    aud_set_bool(section, "transparent_background", config.transparentBackground);
}

bool is_new_panel(const QString &id) {
    const QByteArray section = section_of(id);
    const bool is_known = aud_get_bool(section, "is_known");
    aud_set_bool(section, "is_known", true);
    return !is_known;
}
