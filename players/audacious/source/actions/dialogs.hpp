// Copyright (c) 2026 Tonearm contributors. MIT License.
// The dialogs of panels. Each panel has at most one, and Audacious can be used beside them.
#pragma once

#include <map>

#include <QDialog>
#include <QPointer>

#include <tonearm/bridge.hpp>

class Dialogs {
public:
    ~Dialogs() { close_all(); }

    void implement(tonearm::Bridge &bridge);
    // Closes all dialogs without an answer.
    void close_all();

private:
    void show(const tonearm::actions::UiDialog::Params &params, const tonearm::Reply<tonearm::actions::UiDialog> &reply,
              const tonearm::Panel &panel);

    // The open dialogs by panel. Audacious's window deletes those that it contains.
    std::map<tonearm::Panel, QPointer<QDialog>> open_;
};
