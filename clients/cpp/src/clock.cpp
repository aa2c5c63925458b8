#include "tonearm/clock.hpp"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "guard.hpp"
#include "process.hpp"

namespace tonearm {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class SystemClock : public Clock {
public:
    ~SystemClock() override { stop(); }

    milliseconds now() override {
        return std::chrono::duration_cast<milliseconds>(steady_clock::now().time_since_epoch());
    }

    void after(milliseconds delay, std::function<void()> task) override {
        std::lock_guard lock(state_->mutex);
        state_->tasks.emplace(steady_clock::now() + detail::bounded(delay), std::move(task));
        state_->changed.notify_all();
        if (state_->is_running) return;
        // The last thread has ended or is about to end.
        if (thread_.joinable()) thread_.detach();
        const auto failure = detail::failure_of([&] { thread_ = std::thread(run, state_); });
        state_->is_running = !failure;
    }

    void stop() override {
        {
            std::lock_guard lock(state_->mutex);
            state_->tasks.clear();
            state_->changed.notify_all();
        }
        if (!thread_.joinable()) return;
        if (thread_.get_id() == std::this_thread::get_id()) thread_.detach();
        else thread_.join();
    }

private:
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        std::multimap<steady_clock::time_point, std::function<void()>> tasks;
        bool is_running = false;
    };

    static void run(const std::shared_ptr<State> state) {
        detail::prepare_thread();
        std::unique_lock lock(state->mutex);
        while (!state->tasks.empty()) {
            const auto first = state->tasks.begin();
            if (first->first > steady_clock::now()) {
                const auto due = first->first;
                state->changed.wait_until(lock, due);
                continue;
            }
            const auto task = std::move(first->second);
            state->tasks.erase(first);
            lock.unlock();
            detail::failure_of(task);
            lock.lock();
        }
        state->is_running = false;
    }

    const std::shared_ptr<State> state_ = std::make_shared<State>();
    std::thread thread_;
};

}  // namespace

std::shared_ptr<Clock> system_clock() { return std::make_shared<SystemClock>(); }

}  // namespace tonearm
