// Copyright (c) 2026 Tonearm contributors. MIT License.
// The panels: their folders, the menu that opens them, and their docks.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include <QMenu>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <tonearm/bridge.hpp>

class Host;
class PanelDock;
class QWidget;

class Panels : public QObject {
    Q_OBJECT

public:
    explicit Panels(Host &host);
    ~Panels() override;

    void implement(tonearm::Bridge &bridge);

    // Adds the menu to the window, and docks panels that the window does not know.
    void show_menu();
    // Opens the panels that were open at the last end.
    void open_remembered();

    // Closes all panels and removes the menu.
    void close();

    // The widget of an open panel; null for an unknown id.
    const QWidget *widget(const std::string &id) const;

private:
    // A panel that its user closes does not open at the next start.
    void closed_by_user(const QString &id);
    void dock_gone(const QString &id);
    void open(const QString &id);
    void remember();
    void fill_menu();
    tonearm::Outcome<tonearm::actions::PanelSetConfig::Result> configure(
        const tonearm::actions::PanelSetConfig::Params &params, const tonearm::Panel &panel);

    Host &host_;
    // Owned by Audacious's window, which deletes them when it closes.
    std::map<QString, PanelDock *> docks_;
    QPointer<QMenu> menu_;
};
