/*
 * threads.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Threads for tasks that may block.
#pragma once

#include <utility>

#include <QThreadPool>

#include <libaudcore/runtime.h>
#include <tonearm/bridge.hpp>

class Threads {
public:
    // Waits for the functions for two seconds at most: a file system may not answer.
    ~Threads() {
        pool_.clear();
        if (pool_.waitForDone(2000)) delete &pool_;
        else AUDERR("A file system does not answer: a thread of the plugin is left behind.\n");
    }

    // Answers with what a function that may block returns, or with the error that it throws.
    template <class Action, class Function>
    void answer_apart(const tonearm::Reply<Action> &reply, Function function) {
        pool_.start([reply, function = std::move(function)]() mutable {
            try {
                reply(function());
            } catch (const tonearm::Error &error) {
                reply(error);
            }
        });
    }

private:
    // Its destructor would wait for its threads.
    QThreadPool &pool_ = *new QThreadPool;
};
