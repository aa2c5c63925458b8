/*
 * panels.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "panels/panels.hpp"

#include <algorithm>

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QScreen>
#include <QTimer>

#include <libaudcore/i18n.h>
#include <libaudcore/interface.h>
#include <libaudqt/dock.h>
#include <libaudqt/libaudqt.h>
#include <libaudqt/menu.h>

#include "desktop.hpp"
#include "folders.hpp"
#include "host.hpp"
#include "panels/view.hpp"
#include "settings.hpp"

using namespace tonearm;

// What the base class of a dock points to.
struct DockTexts {
    QByteArray id_text, name_text;
};

// A panel in a dock of Audacious's window. Audacious places the dock where it was, by its id, and deletes it when the window
// closes.
class PanelDock : private DockTexts, public audqt::DockItem {
public:
    PanelDock(Host &host, QMap<QString, PanelDock *> &docks, const QString &id, const QString &folder)
        : DockTexts{"tonearm-" + id.toUtf8(), settings::panel_config(id).panelName.c_str()},
          DockItem(id_text.constData(), name_text.constData(), make_panel_view(host, id, folder)),
          host_(host),
          docks_(docks),
          id_(id) {
        if (auto *frame = qobject_cast<QDockWidget *>(widget()->parentWidget())) {
            QObject::connect(frame, &QDockWidget::visibilityChanged, &view(), &PanelView::set_in_front);
        }
        place();
        configure({});
    }

    ~PanelDock() override {
        docks_.remove(id_);
        host_.panel_closed(id_.toStdString());
    }

    // A panel that its user closes does not open at the next start.
    void user_close() override {
        docks_.remove(id_);
        settings::set_open_panels(docks_.keys());
        delete this;
    }

    // Changes some of its settings, applies all and returns them.
    PanelConfig configure(const PanelPatch &patch) {
        const PanelConfig config = settings::panel_config(id_, patch);
        if (QWidget *frame = widget()->parentWidget()) frame->setWindowTitle(QString::fromStdString(config.panelName));
        view().apply(config);
        return config;
    }

    // Docks a panel that opens for the first time, once there is a window. Audacious lets it float. Panels are tabs of one
    // dock area until the user moves them.
    void place() {
        auto *frame = qobject_cast<QDockWidget *>(widget()->parentWidget());
        auto *window = frame != nullptr ? qobject_cast<QMainWindow *>(frame->parentWidget()) : nullptr;
        if (window == nullptr || !settings::is_new_panel(id_)) return;
        const auto docks = window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly);
        const auto other = std::find_if(docks.begin(), docks.end(), [frame](const QDockWidget *dock) {
            return dock != frame && !dock->isFloating() && dynamic_cast<PanelView *>(dock->widget()) != nullptr;
        });
        if (other != docks.end()) window->tabifyDockWidget(*other, frame);
        else window->addDockWidget(Qt::RightDockWidgetArea, frame);
        frame->setFloating(false);
        frame->show();
        frame->raise();
    }

private:
    PanelView &view() const { return static_cast<PanelView &>(*widget()); }

    Host &host_;
    QMap<QString, PanelDock *> &docks_;
    const QString id_;
};

Panels::Panels(Host &host) : host_(host), menu_(new QMenu(audqt::translate_str(N_("Pa_nels")))) {
    connect(menu_, &QMenu::aboutToShow, this, &Panels::fill_menu);
}

void Panels::show() {
    for (const QString &id : settings::open_panels()) open(id);
    // The window is not complete before.
    QTimer::singleShot(0, this, [this] {
        fill_menu();
        // The skinned interface has no menu bar; its menu has the submenu "Services".
        if (QMainWindow *window = main_window()) window->menuBar()->addMenu(menu_);
        else audqt::menu_get_by_id(AudMenuID::Main)->addMenu(menu_);
        for (PanelDock *dock : docks_) dock->place();
    });
}

Panels::~Panels() {
    while (!docks_.empty()) delete docks_.first();
    delete menu_;
}

void Panels::fill_menu() {
    menu_->clear();
    for (const QString &id : panel_folders().keys()) {
        QAction *action = menu_->addAction(settings::panel_title(id));
        action->setCheckable(true);
        action->setChecked(docks_.contains(id));
        connect(action, &QAction::triggered, this, [this, id](bool is_open) {
            if (is_open) open(id);
            else if (PanelDock *dock = docks_.value(id)) dock->user_close();
        });
    }
    if (menu_->isEmpty()) menu_->addAction(_("No panels are installed"))->setEnabled(false);
}

void Panels::open(const QString &id) {
    const QString folder = panel_folders().value(id);
    if (docks_.contains(id) || folder.isEmpty()) return;
    host_.start_bridge();
    docks_[id] = new PanelDock(host_, docks_, id, folder);
    settings::set_open_panels(docks_.keys());
}

void Panels::implement(Bridge &bridge) {
    const auto dock_of = [this](const Panel &panel) { return docks_.value(QString::fromStdString(panel.value_or(""))); };
    bridge.implement<actions::PanelGetConfig>([dock_of](const auto &, const Panel &panel) {
        if (dock_of(panel) == nullptr) return actions::PanelGetConfig::Result{};
        return actions::PanelGetConfig::Result{settings::panel_config(QString::fromStdString(*panel))};
    });
    // Dots per inch as pages count them: 96 at the scale 100 %.
    bridge.implement<actions::SystemDisplay>([dock_of](const auto &, const Panel &panel) {
        const PanelDock *dock = dock_of(panel);
        const QWidget *widget = dock != nullptr ? dock->widget() : main_window();
        const QScreen *screen = widget != nullptr ? widget->screen() : QApplication::primaryScreen();
        return actions::SystemDisplay::Result{qRound64(screen->logicalDotsPerInch() * screen->devicePixelRatio())};
    });
    bridge.implement<actions::PanelSetConfig>([dock_of](const auto &params, const Panel &panel) {
        PanelDock *dock = dock_of(panel);
        if (dock == nullptr) throw Error{error_codes::internal, "There is no such panel"};
        return actions::PanelSetConfig::Result{dock->configure(params.patch)};
    });
}
