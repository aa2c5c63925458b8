// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "panels/folders.hpp"

#include <map>

#include <QDir>
#include <QRegularExpression>

#include <libaudcore/runtime.h>

#include "bridge_command.hpp"

namespace {

// The name is the host in the addresses of the panel's files. A host that begins with a digit may be a number, which is
// read as an IP address, and one that begins with `xn--` is translated.
const QRegularExpression allowed_name(QStringLiteral("\\A(?!xn--)[a-z]([a-z0-9_-]{0,61}[a-z0-9])?\\z"));

}  // namespace

std::vector<PanelFolder> panel_folders() {
    std::map<QString, QString> found;
    const QString user = QString::fromUtf8(aud_get_path(AudPath::UserDir)) + QStringLiteral("/tonearm/panels");
    QDir().mkpath(user);
    for (const QString &directory : {shipped_folder() + QStringLiteral("/panels"), user}) {
        const QDir folders(directory);
        for (const QString &name : folders.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QDir folder(folders.filePath(name));
            if (allowed_name.match(name).hasMatch() && folder.exists(QStringLiteral("index.html"))) {
                found[name] = folder.canonicalPath();
            }
        }
    }
    std::vector<PanelFolder> panels;
    for (const auto &[id, path] : found) panels.push_back({id, path});
    return panels;
}

QString panel_title(const QString &id) {
    QString title = id;
    title.replace(QLatin1Char('-'), QLatin1Char(' ')).replace(QLatin1Char('_'), QLatin1Char(' '));
    return title.left(1).toUpper() + title.mid(1);
}
