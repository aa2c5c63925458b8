/*
 * folders.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The folders of the plugin.
#pragma once

#include <string>

#include <QMap>
#include <QString>

// The folder `tonearm` beside the plugin.
QString shipped_folder();

// The directory of the bridge's log files, in which it runs. From any thread.
std::string log_directory();

// The folders of panels by id, which is the folder's name: those of the user in `tonearm/panels` in the configuration
// directory of Audacious, and those beside the plugin. The user's panel replaces one of the same name.
QMap<QString, QString> panel_folders();
