/*
 * panels.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "panels/panels.hpp"

#include <functional>

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QScreen>

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
    QByteArray id_text;
    QByteArray name_text;
};

// A panel in a dock of Audacious's window. Audacious places the dock where it was, by its id, and deletes it when the window
// closes.
class PanelDock : private DockTexts, public audqt::DockItem {
public:
    // `closed` is called when the user closes it, and has to delete it; `gone` when it is deleted, by whomever.
    PanelDock(Host &host, const QString &id, const QString &folder, std::function<void()> closed, std::function<void()> gone)
        : DockTexts{"tonearm-" + id.toUtf8(), settings::panel_config(id).panelName.c_str()},
          DockItem(id_text.constData(), name_text.constData(), make_panel_view(host, id, folder)),
          id_(id),
          closed_(std::move(closed)),
          gone_(std::move(gone)) {
        if (auto *frame = qobject_cast<QDockWidget *>(widget()->parentWidget())) {
            QObject::connect(frame, &QDockWidget::visibilityChanged, &view(), &PanelView::set_in_front);
        }
        place();
        apply(settings::panel_config(id));
    }

    ~PanelDock() override { gone_(); }

    PanelView &view() const { return static_cast<PanelView &>(*widget()); }

    void user_close() override {
        // A copy: this is deleted.
        const auto closed = closed_;
        closed();
    }

    void apply(const PanelConfig &config) {
        if (QWidget *frame = widget()->parentWidget()) frame->setWindowTitle(QString::fromStdString(config.panelName));
        view().apply(config);
    }

    // Docks a panel that opens for the first time, once there is a window. Audacious lets it float. Panels are tabs of one
    // dock area until the user moves them.
    void place() {
        auto *frame = qobject_cast<QDockWidget *>(widget()->parentWidget());
        if (frame == nullptr || !settings::is_new_panel(id_)) return;
        auto *window = qobject_cast<QMainWindow *>(frame->parentWidget());
        if (window == nullptr) return;
        for (QDockWidget *other : window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
            const bool is_panel = other != frame && dynamic_cast<PanelView *>(other->widget()) != nullptr;
            if (!is_panel || other->isFloating()) continue;
            window->tabifyDockWidget(other, frame);
            frame->setFloating(false);
            frame->show();
            frame->raise();
            return;
        }
        window->addDockWidget(Qt::RightDockWidgetArea, frame);
        frame->setFloating(false);
    }

private:
    const QString id_;
    const std::function<void()> closed_, gone_;
};

Panels::Panels(Host &host) : host_(host), menu_(new QMenu(audqt::translate_str(N_("Pa_nels")))) {
    connect(menu_, &QMenu::aboutToShow, this, &Panels::fill_menu);
}

void Panels::show_menu() {
    fill_menu();
    QMainWindow *window = main_window();
    // The skinned interface has no menu bar; its menu has the submenu "Services".
    if (window != nullptr) window->menuBar()->addMenu(menu_);
    else audqt::menu_get_by_id(AudMenuID::Main)->addMenu(menu_);
    for (const auto &[id, dock] : docks_) dock->place();
}

void Panels::open_remembered() {
    for (const QString &id : settings::open_panels()) open(id);
}

Panels::~Panels() {
    while (!docks_.empty()) delete docks_.begin()->second;
    delete menu_;
}

void Panels::fill_menu() {
    menu_->clear();
    for (const auto &[id, path] : panel_folders()) {
        QAction *action = menu_->addAction(settings::panel_title(id));
        action->setCheckable(true);
        action->setChecked(docks_.count(id) != 0);
        connect(action, &QAction::triggered, this, [this, id = id](bool is_open) {
            if (is_open) open(id);
            else if (const auto found = docks_.find(id); found != docks_.end()) found->second->user_close();
        });
    }
    if (menu_->isEmpty()) menu_->addAction(_("No panels are installed"))->setEnabled(false);
}

void Panels::open(const QString &id) {
    const auto folders = panel_folders();
    if (docks_.count(id) != 0 || folders.count(id) == 0) return;
    host_.start_bridge();
    // A panel that its user closes does not open at the next start.
    const auto closed = [this, id] {
        delete docks_[id];
        remember();
    };
    const auto gone = [this, id] {
        docks_.erase(id);
        host_.panel_closed(id.toStdString());
    };
    docks_[id] = new PanelDock(host_, id, folders.at(id), closed, gone);
    remember();
}

void Panels::remember() {
    QStringList ids;
    for (const auto &[id, dock] : docks_) ids.append(id);
    settings::set_open_panels(ids);
}

PanelConfig Panels::configure(const QString &id, const PanelPatch &patch) {
    const auto found = docks_.find(id);
    if (found == docks_.end()) throw Error{error_codes::internal, "There is no such panel"};
    PanelConfig config = settings::panel_config(id);
    config.enableDragDrop = patch.enableDragDrop.value_or(config.enableDragDrop);
    config.grabFocus = patch.grabFocus.value_or(config.grabFocus);
    config.panelName = patch.panelName.value_or(config.panelName);
    config.transparentBackground = patch.transparentBackground.value_or(config.transparentBackground);
    settings::set_panel_config(id, config);
    found->second->apply(config);
    return config;
}

void Panels::implement(Bridge &bridge) {
    bridge.implement<actions::PanelGetConfig>([this](const auto &, const Panel &panel) {
        const QString id = QString::fromStdString(panel.value_or(""));
        return docks_.count(id) != 0 ? actions::PanelGetConfig::Result{settings::panel_config(id)}
                                     : actions::PanelGetConfig::Result{};
    });
    // Dots per inch as pages count them: 96 at the scale 100 %.
    bridge.implement<actions::SystemDisplay>([this](const auto &, const Panel &panel) {
        const auto found = docks_.find(QString::fromStdString(panel.value_or("")));
        const QWidget *widget = found != docks_.end() ? found->second->widget() : main_window();
        const QScreen *screen = widget != nullptr ? widget->screen() : QApplication::primaryScreen();
        return actions::SystemDisplay::Result{qRound64(screen->logicalDotsPerInch() * screen->devicePixelRatio())};
    });
    bridge.implement<actions::PanelSetConfig>([this](const auto &params, const Panel &panel) {
        return actions::PanelSetConfig::Result{configure(QString::fromStdString(panel.value_or("")), params.patch)};
    });
}
