// A panel in a dock of Audacious's window.
#pragma once

#include <QString>
#include <QWidget>

#include <libaudqt/dock.h>
#include <tonearm/shapes.hpp>

class Host;
class PanelView;
class Panels;

// What the base class points to.
struct DockTexts {
    QByteArray id_text;
    QByteArray name_text;
};

// Audacious places the dock where it was, by its id, and deletes it when the window closes.
class PanelDock : private DockTexts, public audqt::DockItem {
public:
    PanelDock(Panels &panels, Host &host, const QString &id, const QString &folder);
    ~PanelDock() override;

    void user_close() override;
    void post_event(const QString &name, const std::string &data);
    void apply(const tonearm::PanelConfig &config);

private:
    PanelView *view() const;
    void place();

    Panels &panels_;
    const QString id_;
};
