/*
 * media_access.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "actions/media_access.hpp"

#include <chrono>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTimer>

#include <libaudcore/audstrings.h>
#include <libaudcore/i18n.h>
#include <libaudcore/plugin.h>
#include <libaudcore/plugins.h>

#include "desktop.hpp"
#include "folders.hpp"
#include "settings.hpp"
#include "streams.hpp"
#include "tracks.hpp"

namespace {

// System folders without media. Desktops mount disks and shares of the user below one of them.
const QRegularExpression system_folder(R"(\A/(dev|proc|sys|run(?!/(media|user/[^/]*/gvfs)(/|\z)))(/|\z))");

// How long a call waits for the user. The bridge gives it up after 30 s, and what is kept for longer would fill the memory.
constexpr std::chrono::seconds longest_wait{25};

// The longest cue sheet that is read, in bytes.
constexpr qint64 max_sheet = 1 << 20;

bool is_below(const QString &path, const QString &folder) { return path == folder || path.startsWith(folder + '/'); }

std::string folder_problem(const QString &path, const QString &logs) {
    if (system_folder.match(path).hasMatch()) return "Access denied: not a folder for media";
    // Pages write the log files, so a page could write a playlist there.
    return is_below(path, logs) ? "Access denied: log files are not media" : "";
}

// Whether a file names others, which Audacious's decoder FFaudio opens by itself.
bool names_others(const QString &path) {
    QFile file(path);
    // Opening a pipe would wait for a writer.
    return QFileInfo(path).isFile() && file.open(QFile::ReadOnly) && is_made_of_others(file.read(max_head).toStdString());
}

bool is_cue_sheet(const std::string &uri) {
    StringBuf extension = uri_get_extension(uri.c_str());
    return extension && strcmp_nocase(extension, "cue") == 0;
}

// Audacious opens many more schemes: stdin://, tact://, smb:// and those of its plugins.
std::string url_problem(const std::string &url, const std::string &panel) {
    if (url.compare(0, 7, "cdda://") == 0) return "";
    // Audacious opens what a cue sheet names before it asks whether to add it.
    return is_cue_sheet(url) ? "Access denied: a cue sheet is only played from a file" : stream_problem({panel, url});
}

}  // namespace

std::string media_problem(const std::string &given, const std::string &panel) {
    const auto local = local_path(given.c_str());
    if (!local && given.find("://") != std::string::npos) return url_problem(given, panel);
    const std::string path = local.value_or(given);
    if (path.empty() || path.front() != '/') return "Access denied: not an absolute path";
    const QString plain = QDir::cleanPath(QString::fromStdString(path));
    const QString log = QString::fromStdString(log_directory());
    if (auto problem = folder_problem(plain, log); !problem.empty()) return problem;
    // Audacious reports a missing file itself.
    const QString real = QFileInfo(plain).canonicalFilePath();
    if (real.isEmpty()) return "";
    if (auto problem = folder_problem(real, QFileInfo(log).canonicalFilePath()); !problem.empty()) return problem;
    return names_others(real) ? "Access denied: the file is made of other files" : "";
}

bool may_be_added(const std::string &track, const std::string &panel) {
    if (!media_problem(track, panel).empty()) return false;
    const QFileInfo file(QString::fromStdString(track));
    if (!file.isFile() || !is_cue_sheet(std::string(uri_of(track)))) return file.isFile() || !file.exists();
    QFile sheet(file.filePath());
    if (sheet.size() > max_sheet || !sheet.open(QFile::ReadOnly)) return false;
    static const QRegularExpression name(R"re((?:^|[\s"'])FILE(?:\s*"([^"]*)"|\s*'([^']*)'|\s+(\S+)))re",
                                         QRegularExpression::CaseInsensitiveOption);
    for (auto names = name.globalMatch(QString::fromUtf8(sheet.readAll())); names.hasNext();) {
        const QRegularExpressionMatch match = names.next();
        const QString named = match.captured(match.lastCapturedIndex()).replace('\\', '/');
        const QFileInfo other(file.dir().filePath(named));
        if (named.contains("://") || (other.exists() && !other.isFile())) return false;
    }
    return true;
}

std::vector<std::string> playlist_entries(const char *uri) {
    StringBuf wanted = uri_get_extension(uri);
    std::vector<std::string> entries;
    for (PluginHandle *each : aud_plugin_list(PluginType::Playlist)) {
        if (!aud_plugin_get_enabled(each)) continue;
        auto *plugin = static_cast<PlaylistPlugin *>(const_cast<void *>(aud_plugin_get_header(each)));
        for (const char *extension : plugin != nullptr ? plugin->extensions : ArrayRef<const char *>()) {
            VFSFile file;
            String title;
            Index<PlaylistAddItem> items;
            if (strcmp_nocase(extension, wanted) != 0 || !(file = VFSFile(uri, "r"))) continue;
            if (!plugin->load(uri, file, title, items)) continue;
            // Without what a playlist says of them: it could name another file to be opened in their place.
            for (const PlaylistAddItem &item : items) entries.emplace_back(item.filename);
            return entries;
        }
    }
    return entries;
}

bool is_beside(const QString &path, const QFileInfo &track) {
    const QFileInfo file(path);
    return file.isFile() && is_below(file.canonicalFilePath(), QFileInfo(track.path()).canonicalFilePath());
}

void StreamQuestion::ask(const std::string &panel, const std::string &path, const std::function<void()> &then) {
    const std::string host = stream_host(path);
    if (panel.empty() || host.empty() || refused_.count(panel) > 0) return then();
    const bool is_permitted = may_stream(panel, host);
    if (is_permitted && (question_ == nullptr || asked_panel_ != panel)) return then();
    if (question_ == nullptr) show(panel, host);
    auto *limit = new QTimer(question_);
    limit->setSingleShot(true);
    QObject::connect(question_, &QMessageBox::finished, limit, [this, limit, panel, path, then] {
        limit->stop();
        ask(panel, path, then);
    });
    QObject::connect(limit, &QTimer::timeout, limit, [limit, then] {
        limit->deleteLater();
        then();
    });
    limit->start(longest_wait);
}

void StreamQuestion::show(const std::string &panel, const std::string &host) {
    const QString text = QString(_("The panel %1 wants to play streams from this host:"))
                             .arg(settings::panel_title(QString::fromStdString(panel)));
    question_ = show_message(_("Play streams?"), text, QString::fromStdString(host), QMessageBox::Yes | QMessageBox::No);
    question_->setDefaultButton(QMessageBox::No);
    question_->setEscapeButton(QMessageBox::No);
    asked_panel_ = panel;
    QObject::connect(question_, &QMessageBox::finished, question_, [this, panel, host](int answer) {
        question_ = nullptr;
        if (answer == QMessageBox::Yes) settings::permit_streams(panel, host);
        else refused_.insert(panel);
    });
}

void StreamQuestion::ask_for_uri(const char *uri) {
    if (const auto stream = panel_stream(uri)) ask(stream->panel, stream->url, [] {});
}
