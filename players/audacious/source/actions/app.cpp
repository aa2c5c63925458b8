/*
 * app.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Audacious itself, and the desktop around it.
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
void search(const actions::AppShowLibrarySearch::Params &params) {
    PluginHandle *plugin = aud_plugin_lookup_basename("search-tool-qt");
    if (plugin == nullptr || !aud_plugin_enable(plugin, true)) {
        throw Error{error_codes::internal, "The plugin Search Tool of Audacious is not available"};
    }
    auto *item = audqt::DockItem::find_by_plugin(plugin);
    auto *entry = item != nullptr ? item->widget()->findChild<QLineEdit *>() : nullptr;
    if (entry == nullptr) throw Error{error_codes::internal, "The Search Tool of Audacious has no window"};
    item->grab_focus();
    entry->setText(QString::fromStdString(params.query));
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
void show_popup(const actions::AppShowPopup::Params &params) {
    static QPointer<QMessageBox> shown;
    if (shown != nullptr) throw Error{error_codes::internal, "A message is still shown"};
    shown = show_message(QString::fromStdString(params.title), QString::fromStdString(params.message), {}, QMessageBox::Close);
}

actions::ClipboardRead::Result read_clipboard() {
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
}

actions::ClipboardWrite::Result write_clipboard(const actions::ClipboardWrite::Params &params) {
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
}

}  // namespace

void implement_app(Bridge &bridge) {
    bridge.implement<actions::ClipboardRead>([](const auto &) { return read_clipboard(); });
    bridge.implement<actions::ClipboardWrite>(write_clipboard);
    bridge.implement<actions::AppRun>(run);
    bridge.implement<actions::AppPaths>([](const auto &) {
        return actions::AppPaths::Result{shipped_folder().toStdString(), aud_get_path(AudPath::BinDir),
                                         aud_get_path(AudPath::UserDir)};
    });
    bridge.implement<actions::AppComponents>([](const auto &) { return components(); });
    bridge.implement<actions::AppShowLibrarySearch>(search);
    bridge.implement<actions::AppShowPopup>(show_popup);
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
