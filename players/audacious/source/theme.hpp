// The colours of Audacious, which the user changes in its settings.
#pragma once

#include <QColor>

struct Theme {
    bool is_dark;
    QColor accent;

    bool operator==(const Theme &other) const { return is_dark == other.is_dark && accent == other.accent; }
};

Theme current_theme();
