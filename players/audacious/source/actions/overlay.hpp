// Copyright (c) 2026 Tonearm contributors. MIT License.
// The menus of pages, shown as Qt menus.
#pragma once

#include <optional>

#include <QPointer>
#include <QString>

#include <tonearm/bridge.hpp>

class QAction;
class QMenu;
class Signals;

class Overlay {
public:
    explicit Overlay(Signals &signals) : signals_(signals) {}
    ~Overlay();

    void implement(tonearm::Bridge &bridge);
    // Closes the menu of a bridge that has ended.
    void forget();

private:
    void open(const tonearm::actions::OverlayOpen::Params &params);
    void add_rows(QMenu &menu, const std::vector<tonearm::OverlayRow> &rows);
    QAction *action_of(QMenu &menu, const tonearm::OverlayRow &row);
    void choose(const std::string &item);
    void change(const std::string &item, int value);
    void dismiss(const char *reason);

    Signals &signals_;
    QPointer<QMenu> menu_;
    // The open menu.
    std::optional<std::string> id_;
};
