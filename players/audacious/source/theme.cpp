// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "theme.hpp"

#include <QApplication>
#include <QFont>
#include <QPalette>

#include <libaudcore/runtime.h>

namespace {

// Colours are darker below this lightness.
constexpr int middle_lightness = 128;

// Between the background and the text: the frames of styles differ from QPalette::Mid in dark themes.
QColor border_of(const QPalette &palette) {
    const QColor background = palette.color(QPalette::Base), text = palette.color(QPalette::Text);
    const auto mixed = [](int one, int other) { return (2 * one + other) / 3; };
    return {mixed(background.red(), text.red()), mixed(background.green(), text.green()),
            mixed(background.blue(), text.blue())};
}

}  // namespace

Theme current_theme() {
    // General plugins start before the QApplication of Audacious may exist.
    if (qApp == nullptr) return {aud_get_str("audqt", "theme") == String("dark"), {}};
    const QPalette palette = QApplication::palette();
    return {palette.color(QPalette::Window).lightness() < middle_lightness, palette.color(QPalette::Highlight)};
}

QString theme_variables() {
    const QPalette palette = QApplication::palette();
    const QFont font = QApplication::font();
    QString rule = QStringLiteral(":root {\n");
    const auto add = [&rule](const char *name, const QString &value) {
        rule += QStringLiteral("  --player-%1: %2;\n").arg(QLatin1String(name), value);
    };
    add("background", palette.color(QPalette::Base).name());
    add("text", palette.color(QPalette::Text).name());
    add("border", border_of(palette).name());
    add("control", palette.color(QPalette::Button).name());
    add("control-text", palette.color(QPalette::ButtonText).name());
    add("accent", palette.color(QPalette::Highlight).name());
    add("selection", palette.color(QPalette::Highlight).name());
    add("selection-text", palette.color(QPalette::HighlightedText).name());
    QString family = font.family();
    add("font-family", QStringLiteral("\"%1\", sans-serif").arg(family.remove(QLatin1Char('"')).remove(QLatin1Char('\\'))));
    add("font-size", font.pixelSize() > 0 ? QStringLiteral("%1px").arg(font.pixelSize())
                                          : QStringLiteral("%1pt").arg(font.pointSizeF()));
    return rule + QStringLiteral("}\n");
}
