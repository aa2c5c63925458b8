// Copyright (c) 2026 Tonearm contributors. MIT License.
// The configuration of a panel, kept in Audacious's configuration file.
#pragma once

#include <QString>

#include <tonearm/shapes.hpp>

tonearm::PanelConfig read_panel_config(const QString &id);
void write_panel_config(const QString &id, const tonearm::PanelConfig &config);

// Whether the panel opens for the first time.
bool is_new_panel(const QString &id);
