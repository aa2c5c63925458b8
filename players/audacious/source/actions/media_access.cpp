// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/media_access.hpp"

#include <algorithm>
#include <iterator>
#include <regex>

#include <QDir>
#include <QFileInfo>

#include "bridge_command.hpp"
#include "settings.hpp"
#include "tracks.hpp"

namespace {

// System folders without media, and folders below them where desktops mount disks and shares of the user.
constexpr const char *system_folders[] = {"/dev", "/proc", "/sys", "/run"};
constexpr const char *media_folders[] = {"/run/media"};

bool is_below(const QString &path, const QString &folder) {
    return path == folder || path.startsWith(folder + QLatin1Char('/'));
}

bool is_share_of_user(const QString &path) {
    return path.startsWith(QLatin1String("/run/user/")) && path.section(QLatin1Char('/'), 4, 4) == QLatin1String("gvfs");
}

std::string folder_problem(const QString &path, const QString &logs) {
    const auto is_in = [&](const char *folder) { return is_below(path, QLatin1String(folder)); };
    const bool is_system = std::any_of(std::begin(system_folders), std::end(system_folders), is_in);
    const bool is_media = std::any_of(std::begin(media_folders), std::end(media_folders), is_in);
    if (is_system && !is_media && !is_share_of_user(path)) return "Access denied: not a folder for media";
    // Pages write the log files, so a page could write a playlist there.
    return is_below(path, logs) ? "Access denied: log files are not media" : "";
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

std::string stream_host(const std::string &url) {
    static const std::regex pattern(R"(https?://([A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?)(?:[/?#][^\\]*)?)");
    std::smatch found;
    // std::regex is recursive.
    if (url.size() > 4096 || !std::regex_match(url, found, pattern)) return {};
    return QString::fromStdString(found[1].str()).toLower().toStdString();
}

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
