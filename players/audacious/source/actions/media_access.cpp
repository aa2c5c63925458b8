/*
 * media_access.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "actions/media_access.hpp"

#include <algorithm>
#include <iterator>
#include <regex>

#include <QDir>
#include <QFileInfo>

#include <libaudcore/i18n.h>

#include "bridge_command.hpp"
#include "desktop.hpp"
#include "panels/folders.hpp"
#include "settings.hpp"
#include "tracks.hpp"

namespace {

// System folders without media.
constexpr const char *system_folders[] = {"/dev", "/proc", "/sys", "/run"};

bool is_below(const QString &path, const QString &folder) { return path == folder || path.startsWith(folder + '/'); }

// Desktops mount disks and shares of the user below a system folder.
bool is_mounted(const QString &path) {
    return is_below(path, "/run/media") || (path.startsWith("/run/user/") && path.section('/', 4, 4) == "gvfs");
}

std::string folder_problem(const QString &path, const QString &logs) {
    const bool is_system = std::any_of(std::begin(system_folders), std::end(system_folders),
                                       [&](const char *folder) { return is_below(path, folder); });
    if (is_system && !is_mounted(path)) return "Access denied: not a folder for media";
    // Pages write the log files, so a page could write a playlist there.
    return is_below(path, logs) ? "Access denied: log files are not media" : "";
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
    const std::string host = stream_host(url);
    if (host.empty()) return "Access denied: the address of the stream is ambiguous";
    if (settings::may_stream(panel, host)) return "";
    return "Access denied: no permission to open streams from " + host;
}

}  // namespace

std::string media_problem(const std::string &given, const std::string &panel) {
    std::string path = given;
    if (given.find("://") != std::string::npos && !is_local(given.c_str(), path)) return url_problem(given, panel);
    if (path.empty() || path.front() != '/') return "Access denied: not an absolute path";
    const QString plain = QDir::cleanPath(QString::fromStdString(path));
    const QString log = QString::fromStdString(log_directory());
    if (auto problem = folder_problem(plain, log); !problem.empty()) return problem;
    // Audacious reports a missing file itself.
    const QString real = QFileInfo(plain).canonicalFilePath();
    return real.isEmpty() ? "" : folder_problem(real, QFileInfo(log).canonicalFilePath());
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
                             .arg(panel_title(QString::fromStdString(panel)));
    question_ = show_message(_("Play streams?"), text, QString::fromStdString(host), QMessageBox::Yes | QMessageBox::No);
    question_->setDefaultButton(QMessageBox::No);
    question_->setEscapeButton(QMessageBox::No);
    QObject::connect(question_, &QMessageBox::finished, question_, [this, panel, host](int answer) {
        if (answer == QMessageBox::Yes) settings::permit_streams(panel, host);
        else refused_.insert(panel);
    });
}
