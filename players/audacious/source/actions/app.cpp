// Copyright (c) 2026 Tonearm contributors. MIT License.
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>

#include <libaudcore/hook.h>
#include <libaudcore/interface.h>
#include <libaudcore/plugins.h>
#include <libaudcore/runtime.h>
#include <libaudqt/dock.h>
#include <libaudqt/libaudqt.h>

#include "actions/actions.hpp"
#include "bridge_command.hpp"
#include "log.hpp"

using namespace tonearm;

namespace {

actions::AppRun::Result run(const actions::AppRun::Params &params) {
    using Command = actions::AppRun::Params::Command;
    switch (params.command) {
        case Command::restart:
            // Audacious restarts without its command line, which may have chosen Qt.
            aud_set_bool("use_qt", true);
            aud_request_restart();
            break;
        case Command::exit:
            aud_quit();
            break;
        case Command::showConsole:
            audqt::log_inspector_show();
            break;
        case Command::showPreferences:
            aud_ui_show_prefs_window();
    }
    return {true};
}

// Opens Audacious's tool "Search Library" and enters the query.
Outcome<actions::AppShowLibrarySearch::Result> search(const actions::AppShowLibrarySearch::Params &params) {
    PluginHandle *plugin = aud_plugin_lookup_basename("search-tool-qt");
    if (plugin == nullptr || !aud_plugin_enable(plugin, true)) {
        return Error{error_codes::internal, "The plugin Search Tool of Audacious is not available"};
    }
    auto *item = audqt::DockItem::find_by_plugin(plugin);
    auto *entry = item != nullptr ? item->widget()->findChild<QLineEdit *>() : nullptr;
    if (entry == nullptr) return Error{error_codes::internal, "The Search Tool of Audacious has no window"};
    item->grab_focus();
    entry->setText(QString::fromStdString(params.query));
    return actions::AppShowLibrarySearch::Result{};
}

actions::AppComponents::Result components() {
    actions::AppComponents::Result result;
    for (int type = 0; type < static_cast<int>(PluginType::count); ++type) {
        for (PluginHandle *plugin : aud_plugin_list(static_cast<PluginType>(type))) {
            result.components.push_back({aud_plugin_get_basename(plugin), aud_plugin_get_name(plugin), "", ""});
        }
    }
    return result;
}

// One message at a time: a page may show them without end.
Outcome<actions::AppShowPopup::Result> show_popup(const actions::AppShowPopup::Params &params) {
    static QPointer<QMessageBox> shown;
    if (shown != nullptr) return Error{error_codes::internal, "A message is still shown"};
    shown = new QMessageBox(QMessageBox::NoIcon, QString::fromStdString(params.title),
                            QString::fromStdString(params.message), QMessageBox::Close);
    shown->setAttribute(Qt::WA_DeleteOnClose);
    shown->setWindowModality(Qt::NonModal);
    shown->setTextFormat(Qt::PlainText);
    shown->show();
    return actions::AppShowPopup::Result{};
}

void print(const actions::ConsolePrint::Params &params) {
    using Level = actions::ConsolePrint::Params::Level;
    switch (params.level) {
        case Level::info: return player_log::info(params.line);
        case Level::warn: return player_log::warning(params.line);
        case Level::error: return player_log::error(params.line);
    }
}

}  // namespace

void implement_app(Bridge &bridge) {
    bridge.implement<actions::AppRun>(run);
    bridge.implement<actions::AppPaths>([](const auto &) {
        return actions::AppPaths::Result{shipped_folder().toStdString(), aud_get_path(AudPath::BinDir),
                                         aud_get_path(AudPath::UserDir)};
    });
    bridge.implement<actions::AppComponents>([](const auto &) { return components(); });
    bridge.implement<actions::AppShowLibrarySearch>(search);
    bridge.implement<actions::AppShowPopup>(show_popup);
    bridge.implement<actions::ConsolePrint>([](const actions::ConsolePrint::Params &params) {
        print(params);
        return actions::ConsolePrint::Result{};
    });
}
