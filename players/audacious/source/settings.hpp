/*
 * settings.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The plugin's settings, in Audacious's configuration file.
#pragma once

#include <string>

#include <QString>
#include <QStringList>

#include <libaudcore/preferences.h>
#include <tonearm/shapes.hpp>

namespace settings {

void set_defaults();

// Path of the bridge: a program, or a script that Deno runs. Empty: the one beside the plugin.
QString bridge();
// Path of Deno. Empty: the one in PATH.
QString deno();
bool developer_tools();

// The panels that were open, by id.
QStringList open_panels();
void set_open_panels(const QStringList &ids);

// May_stream() (streams.hpp) reads the permissions.
void permit_streams(const std::string &panel, const std::string &host);

// The name of a panel in menus and questions.
QString panel_title(const QString &panel);
// The settings of a panel, after a change of some.
tonearm::PanelConfig panel_config(const QString &panel, const tonearm::PanelPatch &patch = {});
// Whether the panel opens for the first time.
bool is_new_panel(const QString &panel);

extern const PluginPreferences preferences;

}  // namespace settings
