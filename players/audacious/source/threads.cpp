// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "threads.hpp"

#include <chrono>

#include <QRunnable>

#include "log.hpp"

namespace {

constexpr std::chrono::milliseconds timeout = std::chrono::seconds(2);

}  // namespace

void Threads::run_apart(std::function<void()> task) {
    if (pool_ != nullptr) pool_->start(QRunnable::create(std::move(task)));
}

void Threads::run_here(std::function<void()> task) {
    QMetaObject::invokeMethod(&main_thread_, std::move(task), Qt::QueuedConnection);
}

void Threads::end() {
    if (pool_ == nullptr) return;
    pool_->clear();
    if (pool_->waitForDone(static_cast<int>(timeout.count()))) delete pool_;
    else player_log::error("A file system does not answer: a thread of the plugin is left behind.");
    pool_ = nullptr;
}
