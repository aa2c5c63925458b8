// When a bridge that has died is started again.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>

#include "tonearm/bridge.hpp"

namespace tonearm::detail {

// Counts the deaths of bridges in a row.
class Restarts {
public:
    explicit Restarts(const Restart &rules) : rules_(rules) {}

    void started(std::chrono::milliseconds now) { started_at_ = now; }

    // Returns the delay before the next start; empty when no other bridge is started.
    std::optional<std::chrono::milliseconds> died(std::chrono::milliseconds now) {
        while (!deaths_.empty() && now - deaths_.front() >= rules_.deaths_within) deaths_.pop_front();
        deaths_.push_back(now);
        if (deaths_.size() >= rules_.most_deaths) return std::nullopt;
        const bool is_first = delay_.count() == 0 || now - started_at_ >= rules_.healthy;
        delay_ = is_first ? rules_.first_delay : std::min(delay_ * 2, rules_.largest_delay);
        return delay_;
    }

    // The player has asked for a bridge.
    void forget() {
        deaths_.clear();
        delay_ = {};
    }

private:
    const Restart rules_;
    std::deque<std::chrono::milliseconds> deaths_;
    std::chrono::milliseconds delay_{0};
    std::chrono::milliseconds started_at_{0};
};

}  // namespace tonearm::detail
