/*
 * media_access.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "actions/media_access.hpp"

#include <regex>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <libaudcore/audstrings.h>
#include <libaudcore/i18n.h>

#include "desktop.hpp"
#include "folders.hpp"
#include "settings.hpp"
#include "tracks.hpp"

namespace {

// System folders without media. Desktops mount disks and shares of the user below one of them.
const QRegularExpression system_folder(R"(\A/(dev|proc|sys|run(?!/(media|user/[^/]*/gvfs)(/|\z)))(/|\z))");

// The longest cue sheet that is read, in bytes.
constexpr qint64 max_sheet = 1 << 20;

bool is_below(const QString &path, const QString &folder) { return path == folder || path.startsWith(folder + '/'); }

std::string folder_problem(const QString &path, const QString &logs) {
    if (system_folder.match(path).hasMatch()) return "Access denied: not a folder for media";
    // Pages write the log files, so a page could write a playlist there.
    return is_below(path, logs) ? "Access denied: log files are not media" : "";
}

// Whether a file names others, of any host, which Audacious's decoder FFaudio opens by itself, whatever the name of the file
// is: HLS, DASH, SDP and ffconcat. The decoder looks at as many bytes.
bool is_made_of_others(const QString &path) {
    QFile file(path);
    // Opening a pipe would wait for a writer.
    if (!QFileInfo(path).isFile() || !file.open(QFile::ReadOnly)) return false;
    const QByteArray head = file.read(16384).toLower();
    return (head.contains("#extm3u") && head.contains("#ext-x-")) || head.contains("ffconcat version") ||
           (head.contains("<mpd") && head.contains("dash")) || head.contains("c=in ip");
}

bool is_cue_sheet(const std::string &uri) {
    StringBuf extension = uri_get_extension(uri.c_str());
    return extension && strcmp_nocase(extension, "cue") == 0;
}

// The host of a stream, with its port if it has one; empty for everything else, and for a URL that two programs could read
// differently.
std::string stream_host(const std::string &url) {
    static const std::regex pattern(R"(https?://([A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?)(?:[/?#][^\\]*)?)");
    std::smatch found;
    // std::regex is recursive.
    if (url.size() > 4096 || !std::regex_match(url, found, pattern)) return {};
    return QString::fromStdString(found[1].str()).toLower().toStdString();
}

// Audacious opens many more schemes: stdin://, tact://, smb:// and those of its plugins.
std::string url_problem(const std::string &url, const std::string &panel) {
    const std::string scheme = url.substr(0, url.find("://"));
    if (scheme == "cdda") return "";
    if (scheme != "http" && scheme != "https") return "Access denied: " + scheme + ":// is not played on request";
    // Audacious opens what a cue sheet names before it asks whether to add it.
    if (is_cue_sheet(url)) return "Access denied: a cue sheet is only played from a file";
    const std::string host = stream_host(url);
    if (host.empty()) return "Access denied: the address of the stream is ambiguous";
    if (settings::may_stream(panel, host)) return "";
    return "Access denied: no permission to open streams from " + host;
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
    return is_made_of_others(real) ? "Access denied: the file is made of other files" : "";
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

bool is_beside(const QString &path, const QFileInfo &track) {
    const QFileInfo file(path);
    return file.isFile() && is_below(file.canonicalFilePath(), QFileInfo(track.path()).canonicalFilePath());
}

void StreamQuestion::ask(const std::string &panel, const std::string &path) {
    if (question_ != nullptr || refused_.count(panel) > 0) return;
    const std::string host = stream_host(path);
    if (panel.empty() || host.empty() || settings::may_stream(panel, host)) return;
    const QString text = QString(_("The panel %1 wants to play streams from this host:"))
                             .arg(settings::panel_title(QString::fromStdString(panel)));
    question_ = show_message(_("Play streams?"), text, QString::fromStdString(host), QMessageBox::Yes | QMessageBox::No);
    question_->setDefaultButton(QMessageBox::No);
    question_->setEscapeButton(QMessageBox::No);
    QObject::connect(question_, &QMessageBox::finished, question_, [this, panel, host](int answer) {
        if (answer == QMessageBox::Yes) settings::permit_streams(panel, host);
        else refused_.insert(panel);
    });
}
