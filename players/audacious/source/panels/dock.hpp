// Copyright (c) 2026 Tonearm contributors. MIT License.
// A panel in a dock of Audacious's window.
#pragma once

#include <functional>
#include <string>

#include <QString>
#include <QWidget>

#include <libaudqt/dock.h>
#include <tonearm/shapes.hpp>

class Host;
class PanelView;

// What the base class points to.
struct DockTexts {
    QByteArray id_text;
    QByteArray name_text;
};

// Audacious places the dock where it was, by its id, and deletes it when the window closes.
class PanelDock : private DockTexts, public audqt::DockItem {
public:
    // `closed` is called when the user closes it, and has to delete it; `gone` when it is deleted, by whomever.
    PanelDock(Host &host, const QString &id, const QString &folder, std::function<void()> closed,
              std::function<void()> gone);
    ~PanelDock() override;

    void user_close() override;
    void post_event(const QString &name, const std::string &data);
    void apply(const tonearm::PanelConfig &config);
    // Docks a panel that opens for the first time, once there is a window. Audacious lets it float.
    void place();

private:
    PanelView *view() const;

    const QString id_;
    const std::function<void()> closed_, gone_;
};
