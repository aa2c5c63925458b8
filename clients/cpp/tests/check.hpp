// Checks and a message loop for the tests.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

inline int failed_checks = 0;

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(actual, expected) check_equal((actual), (expected), #actual, __FILE__, __LINE__)

inline bool check(bool holds, const char *condition, const char *file, int line) {
    if (holds) return true;
    ++failed_checks;
    std::printf("%s:%d: %s does not hold\n", file, line, condition);
    return false;
}

template <class T>
std::string display(const T &value) {
    if constexpr (std::is_convertible_v<const T &, std::string>) return "\"" + std::string(value) + "\"";
    else return std::to_string(value);
}

template <class Actual, class Expected>
void check_equal(const Actual &actual, const Expected &expected, const char *expression, const char *file, int line) {
    if (actual == expected) return;
    ++failed_checks;
    std::printf("%s:%d: %s is %s, not %s\n", file, line, expression, display(actual).c_str(), display(expected).c_str());
}

// The player's message loop, run by a waiting test.
class Loop {
public:
    void post(std::function<void()> task) {
        {
            std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
            if (tasks_.size() > max_queued_) max_queued_ = tasks_.size();
        }
        changed_.notify_one();
    }

    std::function<void(std::function<void()>)> executor() {
        return [this](std::function<void()> task) { post(std::move(task)); };
    }

    // Runs tasks until the condition holds. Returns false after a minute.
    template <class Condition>
    bool run_until(Condition condition) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        while (!condition()) {
            std::unique_lock lock(mutex_);
            if (!changed_.wait_until(lock, deadline, [&] { return !tasks_.empty(); })) return false;
            const auto task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
        }
        return true;
    }

    // Runs the queued tasks.
    void run_queued() {
        run_until([&] {
            std::lock_guard lock(mutex_);
            return tasks_.empty();
        });
    }

    // Blocks until a task is queued.
    void await_task() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !tasks_.empty(); });
    }

    // Returns the largest number of tasks that were queued at once.
    std::size_t max_queued() {
        std::lock_guard lock(mutex_);
        return max_queued_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> tasks_;
    std::size_t max_queued_ = 0;
};
