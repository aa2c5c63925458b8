// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "panels/folder_watch.hpp"

#include <QDirIterator>

namespace {

constexpr int watch_pause_ms = 200;
constexpr int max_watched = 1000;

}  // namespace

FolderWatch::FolderWatch(const QString &folder, QObject *parent) : QObject(parent), folder_(folder) {
    pause_.setSingleShot(true);
    pause_.setInterval(watch_pause_ms);
    const auto wait = [this] { pause_.start(); };
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, wait);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, wait);
    connect(&pause_, &QTimer::timeout, this, [this] {
        // An editor may have replaced the file, which ends the watch on it.
        watch();
        Q_EMIT changed();
    });
    watch();
}

void FolderWatch::watch() {
    QStringList paths{folder_};
    QDirIterator files(folder_, QDir::AllEntries | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (files.hasNext() && paths.size() < max_watched) paths.append(files.next());
    watcher_.addPaths(paths);
}
