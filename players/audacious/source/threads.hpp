// Copyright (c) 2026 Tonearm contributors. MIT License.
// The main thread, and threads for tasks that may block.
#pragma once

#include <functional>

#include <QObject>
#include <QThreadPool>

class Threads {
public:
    ~Threads() { end(); }

    // Runs a task that may block on another thread.
    void run_apart(std::function<void()> task);
    // Runs a task on the main thread later.
    void run_here(std::function<void()> task);
    // Waits for the tasks on other threads for two seconds at most: a file system may not answer.
    void end();

private:
    QObject main_thread_;
    // Its destructor would wait for its threads.
    QThreadPool *pool_ = new QThreadPool;
};
