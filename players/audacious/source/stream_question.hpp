// Copyright (c) 2026 Tonearm contributors. MIT License.
// Asks the user whether a panel may open streams.
#pragma once

#include <set>
#include <string>

#include <QMessageBox>
#include <QPointer>

class StreamQuestion {
public:
    ~StreamQuestion() { delete question_; }

    // Asks the user, beside whom Audacious goes on, whether a panel may open a stream that it may not open yet. A panel that
    // was refused once is not asked for again.
    void ask(const std::string &panel, const std::string &path);

private:
    QPointer<QMessageBox> question_;
    std::set<std::string> refused_;
};
