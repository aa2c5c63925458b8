/*
 * desktop.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "desktop.hpp"

#include <QApplication>
#include <QFont>
#include <QMainWindow>
#include <QMenuBar>
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

QMainWindow *main_window() {
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        const auto window = qobject_cast<QMainWindow *>(widget);
        if (window != nullptr && window->findChild<QMenuBar *>(QString(), Qt::FindDirectChildrenOnly)) return window;
    }
    return nullptr;
}

QMessageBox *show_message(const QString &title, const QString &text, const QString &more,
                          QMessageBox::StandardButtons buttons, QWidget *parent) {
    const auto icon = buttons == QMessageBox::Close ? QMessageBox::NoIcon : QMessageBox::Question;
    auto *box = new QMessageBox(icon, title, text, buttons, parent != nullptr ? parent : main_window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowModality(Qt::NonModal);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(more);
    box->show();
    return box;
}

bool is_theme_dark() {
    // General plugins start before the QApplication of Audacious may exist.
    if (qApp == nullptr) return aud_get_str("audqt", "theme") == String("dark");
    return QApplication::palette().color(QPalette::Window).lightness() < middle_lightness;
}

QString theme_variables() {
    const QPalette palette = QApplication::palette();
    const QFont font = QApplication::font();
    QString rule = ":root {\n";
    const auto add = [&rule](const char *name, const QString &value) {
        rule += QString("  --player-%1: %2;\n").arg(name, value);
    };
    add("background", palette.color(QPalette::Base).name());
    add("text", palette.color(QPalette::Text).name());
    add("border", border_of(palette).name());
    add("control", palette.color(QPalette::Button).name());
    add("control-text", palette.color(QPalette::ButtonText).name());
    add("accent", palette.color(QPalette::Highlight).name());
    add("selection", palette.color(QPalette::Highlight).name());
    add("selection-text", palette.color(QPalette::HighlightedText).name());
    add("font-family", QString("\"%1\", sans-serif").arg(font.family().remove('"').remove('\\')));
    add("font-size", font.pixelSize() > 0 ? QString("%1px").arg(font.pixelSize()) : QString("%1pt").arg(font.pointSizeF()));
    return rule + "}\n";
}
