// The menus of pages, shown as Qt menus.
#pragma once

#include <optional>

#include <QPointer>
#include <QString>

#include <tonearm/bridge.hpp>

class Host;
class QAction;
class QMenu;

class Overlay {
public:
    explicit Overlay(Host &host) : host_(host) {}
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

    Host &host_;
    QPointer<QMenu> menu_;
    // The open menu.
    std::optional<std::string> id_;
};
