// Delays, which tests replace.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "tonearm/export.hpp"

namespace tonearm {

// A clock with timers.
class TONEARM_EXPORT Clock {
public:
    virtual ~Clock() = default;
    // The time since some moment. It never goes back.
    virtual std::chrono::milliseconds now() = 0;
    // Calls a function once, on any thread, after the delay. It does not block and throws nothing.
    virtual void after(std::chrono::milliseconds delay, std::function<void()> task) = 0;
    // Drops all tasks and waits for one that runs, unless that one calls this.
    virtual void stop() = 0;
};

// The machine's clock. It has a thread while a task waits.
TONEARM_EXPORT std::shared_ptr<Clock> system_clock();

}  // namespace tonearm
