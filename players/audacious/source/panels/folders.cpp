/*
 * folders.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "panels/folders.hpp"

#include <map>

#include <QDir>
#include <QRegularExpression>

#include <libaudcore/runtime.h>

#include "bridge_command.hpp"

namespace {

// The name is the host in the addresses of the panel's files. A host that begins with a digit may be a number, which is
// read as an IP address, and one that begins with `xn--` is translated.
const QRegularExpression allowed_name("\\A(?!xn--)[a-z]([a-z0-9_-]{0,61}[a-z0-9])?\\z");

QByteArray section_of(const QString &id) { return "tonearm-panel-" + id.toUtf8(); }

}  // namespace

std::vector<PanelFolder> panel_folders() {
    std::map<QString, QString> found;
    const QString user = QString(aud_get_path(AudPath::UserDir)) + "/tonearm/panels";
    QDir().mkpath(user);
    for (const QString &directory : {shipped_folder() + "/panels", user}) {
        const QDir folders(directory);
        for (const QString &name : folders.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QDir folder(folders.filePath(name));
            if (allowed_name.match(name).hasMatch() && folder.exists("index.html")) found[name] = folder.canonicalPath();
        }
    }
    std::vector<PanelFolder> panels;
    for (const auto &[id, path] : found) panels.push_back({id, path});
    return panels;
}

QString panel_title(const QString &id) {
    const QString title = QString(id).replace('-', ' ').replace('_', ' ');
    return title.left(1).toUpper() + title.mid(1);
}

tonearm::PanelConfig read_panel_config(const QString &id) {
    const QByteArray section = section_of(id);
    const QByteArray title = panel_title(id).toUtf8();
    const char *const defaults[] = {"enable_drag_drop", "TRUE", "grab_focus", "TRUE", "name", title.constData(),
                                    "transparent_background", "FALSE", nullptr};
    aud_config_set_defaults(section, defaults);
    return {aud_get_bool(section, "enable_drag_drop"), aud_get_bool(section, "grab_focus"),
            std::string(aud_get_str(section, "name")), aud_get_bool(section, "transparent_background")};
}

void write_panel_config(const QString &id, const tonearm::PanelConfig &config) {
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
