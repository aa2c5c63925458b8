/*
 * folders.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The folders of panels, and their configuration in Audacious's configuration file.
#pragma once

#include <vector>

#include <QString>

#include <tonearm/shapes.hpp>

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

tonearm::PanelConfig read_panel_config(const QString &id);
void write_panel_config(const QString &id, const tonearm::PanelConfig &config);

// Whether the panel opens for the first time.
bool is_new_panel(const QString &id);
