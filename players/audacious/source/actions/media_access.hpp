/*
 * media_access.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Checks which files and URLs a page may open.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>

#include <libaudcore/hook.h>

#include "streams.hpp"

// Returns why a path or URL may not be opened, in a sentence for panels; empty when it may. Without a panel,
// no stream may. Follows symbolic links, so it may block. From any thread.
std::string media_problem(const std::string &path, const std::string &panel);

// Whether Audacious may be given a path or URL for a page: no folder, which it would expand unchecked, no pipe, whose opening
// would wait for a writer, and no cue sheet that names such files or streams.
bool may_be_added(const std::string &track, const std::string &panel);

// Reads a playlist file by the plugin of Audacious that knows its format, and returns the URIs in it. May block.
std::vector<std::string> playlist_entries(const char *uri);

// Whether a regular file lies below the folder of a track, and not behind a link out of it.
bool is_beside(const QString &path, const QFileInfo &track);

class StreamQuestion {
public:
    ~StreamQuestion() { delete question_; }

    // Asks the user, beside whom Audacious goes on, whether a panel may open a stream that it may not open yet. Calls back
    // when no question about the stream or the panel is open, or shortly before the bridge gives the call up. A panel that
    // was refused once is not asked for again.
    void ask(const std::string &panel, const std::string &path, const std::function<void()> &then);

private:
    void show(const std::string &panel, const std::string &host);
    void ask_for_uri(const char *uri);

    QPointer<QMessageBox> question_;
    std::string asked_panel_;
    std::set<std::string> refused_;
    const HookReceiver<StreamQuestion, const char *> denied_{stream_denied, this, &StreamQuestion::ask_for_uri};
};
