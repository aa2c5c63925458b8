/*
 * panels.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The panels: their folders, the menu that opens them, and their docks.
#pragma once

#include <QMap>
#include <QMenu>
#include <QObject>
#include <QPointer>
#include <QString>

#include <tonearm/bridge.hpp>

class Host;
class PanelDock;

class Panels : public QObject {
public:
    explicit Panels(Host &host);
    // Closes all panels and removes the menu.
    ~Panels() override;

    void implement(tonearm::Bridge &bridge);

    // Opens the panels that were open at the last end. When the main loop runs, adds the menu to the window, and docks panels
    // that the window does not know.
    void show();

private:
    void fill_menu();
    void open(const QString &id);

    Host &host_;
    // Owned by Audacious's window, which deletes them when it closes.
    QMap<QString, PanelDock *> docks_;
    QPointer<QMenu> menu_;
};
