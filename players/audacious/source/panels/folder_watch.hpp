// Copyright (c) 2026 Tonearm contributors. MIT License.
// Signals when a file of a folder changes.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

class FolderWatch : public QObject {
    Q_OBJECT

public:
    FolderWatch(const QString &folder, QObject *parent);

Q_SIGNALS:
    // Once for changes that follow each other.
    void changed();

private:
    void watch();

    const QString folder_;
    QFileSystemWatcher watcher_;
    QTimer pause_;
};
