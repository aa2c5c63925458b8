#include "theme.hpp"

#include <QApplication>
#include <QPalette>

#include <libaudcore/runtime.h>

namespace {

// Colours are darker below this lightness.
constexpr int middle_lightness = 128;

}  // namespace

Theme current_theme() {
    // General plugins start before the QApplication of Audacious may exist.
    if (qApp == nullptr) return {aud_get_str("audqt", "theme") == String("dark"), {}};
    const QPalette palette = QApplication::palette();
    return {palette.color(QPalette::Window).lightness() < middle_lightness, palette.color(QPalette::Highlight)};
}
