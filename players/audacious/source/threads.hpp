/*
 * threads.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The main thread, and threads for tasks that may block.
#pragma once

#include <functional>
#include <utility>

#include <QObject>
#include <QThreadPool>

#include <libaudcore/runtime.h>
#include <tonearm/bridge.hpp>

class Threads {
public:
    ~Threads() { end(); }

    // Runs a task that may block on another thread.
    void run_apart(std::function<void()> task) {
        if (pool_ != nullptr) pool_->start(std::move(task));
    }
    // Answers with what a function that may block returns, or with the error that it throws.
    template <class Action, class Function>
    void answer_apart(const tonearm::Reply<Action> &reply, Function function) {
        run_apart([reply, function = std::move(function)]() mutable {
            try {
                reply(function());
            } catch (const tonearm::Error &error) {
                reply(error);
            }
        });
    }
    // Runs a task on the main thread later.
    void run_here(std::function<void()> task) {
        QMetaObject::invokeMethod(&main_thread_, std::move(task), Qt::QueuedConnection);
    }
    // Waits for the tasks on other threads for two seconds at most: a file system may not answer.
    void end() {
        if (pool_ == nullptr) return;
        pool_->clear();
        if (pool_->waitForDone(2000)) delete pool_;
        else AUDERR("A file system does not answer: a thread of the plugin is left behind.\n");
        pool_ = nullptr;
    }

private:
    QObject main_thread_;
    // Its destructor would wait for its threads.
    QThreadPool *pool_ = new QThreadPool;
};
