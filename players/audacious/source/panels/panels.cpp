// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "panels/panels.hpp"

#include <QMainWindow>
#include <QMenuBar>

#include <libaudcore/i18n.h>
#include <libaudcore/interface.h>
#include <libaudqt/libaudqt.h>
#include <libaudqt/menu.h>

#include "host.hpp"
#include "panels/config.hpp"
#include "panels/dock.hpp"
#include "panels/folders.hpp"
#include "settings.hpp"
#include "window.hpp"

using namespace tonearm;

Panels::Panels(Host &host) : host_(host), menu_(new QMenu(audqt::translate_str(N_("Pa_nels")))) {
    connect(menu_, &QMenu::aboutToShow, this, &Panels::fill_menu);
    connect(&host_, &Host::event, this, [this](const QString &name, const auto &panel, const std::string &data) {
        for (const auto &[id, dock] : docks_) {
            if (!panel || *panel == id.toStdString()) dock->post_event(name, data);
        }
    });
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

Panels::~Panels() { close(); }

void Panels::close() {
    while (!docks_.empty()) delete docks_.begin()->second;
    delete menu_;
}

void Panels::fill_menu() {
    menu_->clear();
    for (const PanelFolder &folder : panel_folders()) {
        QAction *action = menu_->addAction(panel_title(folder.id));
        action->setCheckable(true);
        action->setChecked(docks_.count(folder.id) != 0);
        connect(action, &QAction::triggered, this, [this, id = folder.id](bool is_open) {
            if (is_open) open(id);
            else if (const auto found = docks_.find(id); found != docks_.end()) found->second->user_close();
        });
    }
    if (menu_->isEmpty()) menu_->addAction(QString::fromUtf8(_("No panels are installed")))->setEnabled(false);
}

void Panels::open(const QString &id) {
    if (docks_.count(id) != 0) return;
    for (const PanelFolder &folder : panel_folders()) {
        if (folder.id != id) continue;
        host_.start_bridge();
        docks_[id] = new PanelDock(host_, id, folder.path, [this, id] { closed_by_user(id); }, [this, id] { dock_gone(id); });
        remember();
    }
}

void Panels::remember() {
    QStringList ids;
    for (const auto &[id, dock] : docks_) ids.append(id);
    settings::set_open_panels(ids);
}

void Panels::closed_by_user(const QString &id) {
    delete docks_[id];
    remember();
}

void Panels::dock_gone(const QString &id) {
    docks_.erase(id);
    if (host_.bridge() != nullptr) host_.bridge()->panel_closed(id.toStdString());
}

const QWidget *Panels::widget(const std::string &id) const {
    const auto found = docks_.find(QString::fromStdString(id));
    return found != docks_.end() ? found->second->widget() : nullptr;
}

Outcome<actions::PanelSetConfig::Result> Panels::configure(const actions::PanelSetConfig::Params &params,
                                                           const Panel &panel) {
    const QString id = QString::fromStdString(panel.value_or(""));
    const auto found = docks_.find(id);
    if (found == docks_.end()) return Error{error_codes::internal, "There is no such panel"};
    PanelConfig config = read_panel_config(id);
    config.enableDragDrop = params.patch.enableDragDrop.value_or(config.enableDragDrop);
    config.grabFocus = params.patch.grabFocus.value_or(config.grabFocus);
    config.panelName = params.patch.panelName.value_or(config.panelName);
    config.transparentBackground = params.patch.transparentBackground.value_or(config.transparentBackground);
    write_panel_config(id, config);
    found->second->apply(config);
    return actions::PanelSetConfig::Result{config};
}

void Panels::implement(Bridge &bridge) {
    bridge.implement<actions::PanelGetConfig>([this](const actions::PanelGetConfig::Params &, const Panel &panel) {
        const QString id = QString::fromStdString(panel.value_or(""));
        return docks_.count(id) != 0 ? actions::PanelGetConfig::Result{read_panel_config(id)}
                                     : actions::PanelGetConfig::Result{};
    });
    bridge.implement<actions::PanelSetConfig>([this](const actions::PanelSetConfig::Params &params, const Panel &panel) {
        return configure(params, panel);
    });
}
