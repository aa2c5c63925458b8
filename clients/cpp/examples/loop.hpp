// Stands in for the message loop of a player: post() comes from any thread, run() carries the tasks out on one.
#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

class Loop {
public:
    void post(std::function<void()> task) {
        std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
        changed_.notify_one();
    }
    void run() {
        while (!stopped_) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return !tasks_.empty(); });
            const auto task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
        }
    }
    void stop() { stopped_ = true; }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> tasks_;
    bool stopped_ = false;
};
