/*
 * desktop.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The windows of Audacious, and the colours that the user chooses in its settings.
#pragma once

#include <QMessageBox>
#include <QString>

class QMainWindow;

// Null when the interface has no main window, as that of the Winamp skins.
QMainWindow *main_window();

// Shows a message or a question over a widget, or else the main window. Audacious can be used beside it. It deletes itself
// when it is closed.
QMessageBox *show_message(const QString &title, const QString &text, const QString &more,
                          QMessageBox::StandardButtons buttons, QWidget *parent = nullptr);

bool is_theme_dark();

// The palette and the font as a CSS rule with variables (docs/panels.md).
QString theme_variables();
