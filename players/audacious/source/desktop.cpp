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
    return QApplication::palette().color(QPalette::Window).lightness() < 128;
}

QString theme_variables() {
    const QPalette palette = QApplication::palette();
    const QFont font = QApplication::font();
    const QColor background = palette.color(QPalette::Base), text = palette.color(QPalette::Text);
    // Between the background and the text: the frames of styles differ from QPalette::Mid in dark themes.
    const auto mixed = [](int one, int other) { return (2 * one + other) / 3; };
    const QColor border(mixed(background.red(), text.red()), mixed(background.green(), text.green()),
                        mixed(background.blue(), text.blue()));
    return QString(R"(:root {
  --player-background: %1;
  --player-text: %2;
  --player-border: %3;
  --player-control: %4;
  --player-control-text: %5;
  --player-accent: %6;
  --player-selection: %6;
  --player-selection-text: %7;
  --player-font-family: "%8", sans-serif;
  --player-font-size: %9;
}
)").arg(background.name(), text.name(), border.name(), palette.color(QPalette::Button).name(),
        palette.color(QPalette::ButtonText).name(), palette.color(QPalette::Highlight).name(),
        palette.color(QPalette::HighlightedText).name(), font.family().remove('"').remove('\\'),
        font.pixelSize() > 0 ? QString("%1px").arg(font.pixelSize()) : QString("%1pt").arg(font.pointSizeF()));
}
