// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "window.hpp"

#include <QApplication>
#include <QMainWindow>
#include <QMenuBar>

QMainWindow *main_window() {
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        const auto window = qobject_cast<QMainWindow *>(widget);
        if (window != nullptr && window->findChild<QMenuBar *>(QString(), Qt::FindDirectChildrenOnly)) return window;
    }
    return nullptr;
}
