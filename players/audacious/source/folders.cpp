/*
 * folders.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "folders.hpp"

#include <QDir>
#include <QRegularExpression>

#include <libaudcore/runtime.h>
#include <tonearm/transport.hpp>

QString shipped_folder() {
    return QString::fromStdString(tonearm::module_directory(reinterpret_cast<const void *>(&shipped_folder))) + "/tonearm";
}

std::string log_directory() { return std::string(aud_get_path(AudPath::UserDir)) + "/tonearm/log"; }

QMap<QString, QString> panel_folders() {
    // The name is the host in the addresses of the panel's files. A host that begins with a digit may be a number, which is
    // read as an IP address, and one that begins with `xn--` is translated.
    static const QRegularExpression allowed_name("\\A(?!xn--)[a-z]([a-z0-9_-]{0,61}[a-z0-9])?\\z");
    QMap<QString, QString> found;
    const QString user = QString(aud_get_path(AudPath::UserDir)) + "/tonearm/panels";
    QDir().mkpath(user);
    for (const QString &directory : {shipped_folder() + "/panels", user}) {
        const QDir folders(directory);
        for (const QString &name : folders.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QDir folder(folders.filePath(name));
            if (allowed_name.match(name).hasMatch() && folder.exists("index.html")) found[name] = folder.canonicalPath();
        }
    }
    return found;
}
