// Copyright (c) 2026 Tonearm contributors. MIT License.
// The folders of panels.
#pragma once

#include <vector>

#include <QString>

struct PanelFolder {
    // The folder's name.
    QString id;
    QString path;
};

// The panels of the user, `tonearm/panels` in the configuration directory of Audacious, and those beside the plugin.
// The user's panel replaces one of the same name. Sorted by name.
std::vector<PanelFolder> panel_folders();

// The name in menus and titles.
QString panel_title(const QString &id);
