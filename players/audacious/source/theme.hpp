// Copyright (c) 2026 Tonearm contributors. MIT License.
// The colours of Audacious, which the user changes in its settings.
#pragma once

#include <QColor>
#include <QString>

struct Theme {
    bool is_dark;
    QColor accent;
};

Theme current_theme();

// The palette and the font as a CSS rule with variables (docs/panels.md).
QString theme_variables();
