/*
 * app.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Audacious itself, and the desktop around it.
#include <map>

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QMimeData>
#include <QPalette>
#include <QPointer>
#include <QUrl>

#include <libaudcore/interface.h>
#include <libaudcore/plugins.h>
#include <libaudcore/runtime.h>
#include <libaudqt/dock.h>
#include <libaudqt/libaudqt.h>

#include "desktop.hpp"
#include "folders.hpp"
#include "parts.hpp"

using namespace tonearm;

void implement_app(Bridge &bridge) {
    bridge.implement<actions::ClipboardRead>([](const auto &) {
        const QMimeData *data = QApplication::clipboard()->mimeData();
        actions::ClipboardRead::Result result;
        if (data == nullptr) return result;
        result.hasImage = data->hasImage();
        std::vector<std::string> files;
        for (const QUrl &url : data->urls()) {
            if (url.isLocalFile()) files.push_back(url.toLocalFile().toStdString());
        }
        if (!files.empty()) result.files = std::move(files);
        // Qt answers the urls of files as their text when there is no text.
        if (data->hasFormat("text/plain")) result.text = data->text().toStdString();
        return result;
    });
    bridge.implement<actions::ClipboardWrite>([](const auto &params) {
        using Format = actions::ClipboardWrite::Params::FormatsItem::Format;
        using Written = actions::ClipboardWrite::Result::WrittenItem;
        auto data = std::make_unique<QMimeData>();
        actions::ClipboardWrite::Result result;
        for (const auto &part : params.formats) {
            if (part.format == Format::text) {
                data->setText(QString::fromStdString(std::get<std::string>(part.data)));
                result.written.push_back(Written::text);
            } else if (part.format == Format::html) {
                data->setHtml(QString::fromStdString(part.fragment.value_or("")));
                result.written.push_back(Written::html);
            } else {
                QList<QUrl> urls;
                for (const auto &path : std::get<std::vector<std::string>>(part.data)) {
                    urls.append(QUrl::fromLocalFile(QString::fromStdString(path)));
                }
                data->setUrls(urls);
                result.written.push_back(Written::files);
            }
        }
        QApplication::clipboard()->setMimeData(data.release());
        return result;
    });
    bridge.implement<actions::AppRun>([](const auto &params) {
        using Command = actions::AppRun::Params::Command;
        // Audacious restarts without its command line, which may have chosen Qt.
        if (params.command == Command::restart) aud_set_bool("use_qt", true);
        static const std::map<Command, void (*)()> commands = {{Command::restart, aud_request_restart},
                                                               {Command::exit, aud_quit},
                                                               {Command::showConsole, audqt::log_inspector_show},
                                                               {Command::showPreferences, aud_ui_show_prefs_window}};
        commands.at(params.command)();
        return actions::AppRun::Result{true};
    });
    bridge.implement<actions::AppPaths>([](const auto &) {
        return actions::AppPaths::Result{shipped_folder().toStdString(), aud_get_path(AudPath::BinDir),
                                         aud_get_path(AudPath::UserDir)};
    });
    bridge.implement<actions::AppComponents>([](const auto &) {
        actions::AppComponents::Result result;
        for (int type = 0; type < static_cast<int>(PluginType::count); ++type) {
            for (PluginHandle *plugin : aud_plugin_list(static_cast<PluginType>(type))) {
                result.components.push_back({aud_plugin_get_basename(plugin), aud_plugin_get_name(plugin), "", ""});
            }
        }
        return result;
    });
    // Opens Audacious's tool "Search Library" and enters the query.
    bridge.implement<actions::AppShowLibrarySearch>([](const auto &params) {
        PluginHandle *plugin = aud_plugin_lookup_basename("search-tool-qt");
        if (plugin == nullptr || !aud_plugin_enable(plugin, true)) {
            throw Error{error_codes::internal, "The plugin Search Tool of Audacious is not available"};
        }
        auto *item = audqt::DockItem::find_by_plugin(plugin);
        auto *entry = item != nullptr ? item->widget()->findChild<QLineEdit *>() : nullptr;
        if (entry == nullptr) throw Error{error_codes::internal, "The Search Tool of Audacious has no window"};
        item->grab_focus();
        entry->setText(QString::fromStdString(params.query));
    });
    // One message at a time: a page may show them without end.
    bridge.implement<actions::AppShowPopup>([](const auto &params) {
        static QPointer<QMessageBox> shown;
        if (shown != nullptr) throw Error{error_codes::internal, "A message is still shown"};
        const QString title = QString::fromStdString(params.title), message = QString::fromStdString(params.message);
        shown = show_message(title, message, {}, QMessageBox::Close);
    });
    // At this level for all, because Audacious shows warnings and errors in its status bar.
    bridge.implement<actions::ConsolePrint>([](const auto &params) { AUDINFO("%s\n", params.line.c_str()); });
    bridge.implement<actions::SystemLocale>(
        [](const auto &) { return actions::SystemLocale::Result{QLocale().bcp47Name().toStdString()}; });
    bridge.implement<actions::SystemTheme>([](const auto &) {
        const QString accent = QApplication::palette().color(QPalette::Highlight).name().toUpper();
        // The windows of Audacious are opaque.
        return actions::SystemTheme::Result{is_theme_dark(), accent.toStdString(), false};
    });
}
