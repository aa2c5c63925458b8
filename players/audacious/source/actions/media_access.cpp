#include "actions/media_access.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include "tracks.hpp"

namespace {

// Streams and shares. Audacious opens more: stdin://, tact:// and schemes of its plugins.
constexpr const char *schemes[] = {"http", "https", "mms", "mmsh", "rtsp", "ftp", "sftp", "smb", "cdda"};
// System folders without media, and folders below them where desktops mount disks and shares of the user.
constexpr const char *system_folders[] = {"/dev", "/proc", "/sys", "/run"};
constexpr const char *media_folders[] = {"/run/media"};

bool is_below(const QString &path, const QString &folder) {
    return path == folder || path.startsWith(folder + QLatin1Char('/'));
}

bool is_share_of_user(const QString &path) {
    return path.startsWith(QLatin1String("/run/user/")) && path.section(QLatin1Char('/'), 4, 4) == QLatin1String("gvfs");
}

std::string folder_problem(const QString &path, const QString &log_directory) {
    const auto is_in = [&](const char *folder) { return is_below(path, QLatin1String(folder)); };
    const bool is_system = std::any_of(std::begin(system_folders), std::end(system_folders), is_in);
    const bool is_media = std::any_of(std::begin(media_folders), std::end(media_folders), is_in);
    if (is_system && !is_media && !is_share_of_user(path)) return "Access denied: not a folder for media";
    // Pages write the log files, so a page could write a playlist there.
    return is_below(path, log_directory) ? "Access denied: log files are not media" : "";
}

}  // namespace

std::string media_problem(const std::string &given, const std::string &log_directory) {
    std::string path = given;
    const QString scheme = QUrl(QString::fromStdString(given)).scheme();
    if (given.find("://") != std::string::npos && !is_local(given.c_str(), path)) {
        const bool is_known = std::any_of(std::begin(schemes), std::end(schemes),
                                          [&](const char *each) { return scheme == QLatin1String(each); });
        return is_known ? "" : "Access denied: " + scheme.toStdString() + ":// is not played on request";
    }
    if (path.empty() || path.front() != '/') return "Access denied: not an absolute path";
    const QString plain = QDir::cleanPath(QString::fromStdString(path));
    const QString log = QString::fromStdString(log_directory);
    if (auto problem = folder_problem(plain, log); !problem.empty()) return problem;
    // Audacious reports a missing file itself.
    const QString real = QFileInfo(plain).canonicalFilePath();
    return real.isEmpty() ? "" : folder_problem(real, QFileInfo(log).canonicalFilePath());
}
