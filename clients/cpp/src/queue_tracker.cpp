#include "tonearm/queue_tracker.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tonearm {

std::vector<std::string> QueueTracker::see(const std::vector<std::string> &keys) {
    const std::vector<Known> before = std::move(known_);
    std::vector<std::string> ids(keys.size());
    const std::size_t shortest = std::min(before.size(), keys.size());
    // A queue that is longer has new entries at its end, a shorter one has lost the first: match the other end first.
    const bool has_grown = keys.size() > before.size();
    std::size_t start = 0, end = 0;
    for (const bool from_start : {has_grown, !has_grown}) {
        while (start + end < shortest) {
            const std::size_t from = from_start ? start : before.size() - 1 - end;
            const std::size_t to = from_start ? start : keys.size() - 1 - end;
            if (before[from].key != keys[to]) break;
            ids[to] = before[from].id;
            ++(from_start ? start : end);
        }
    }
    // What is left was moved, removed or added. The last entries with a key are kept.
    std::unordered_map<std::string, std::size_t> surplus;
    for (std::size_t at = start; at + end < before.size(); ++at) ++surplus[before[at].key];
    for (std::size_t at = start; at + end < keys.size(); ++at) {
        const auto found = surplus.find(keys[at]);
        if (found != surplus.end() && found->second > 0) --found->second;
    }
    std::unordered_map<std::string, std::vector<std::size_t>> kept;
    for (std::size_t at = before.size() - end; at > start; --at) {
        kept[before[at - 1].key].push_back(at - 1);
    }
    for (auto &[key, left] : kept) left.resize(left.size() - surplus[key]);
    for (std::size_t at = start; at + end < keys.size(); ++at) {
        const auto found = kept.find(keys[at]);
        if (found == kept.end() || found->second.empty()) continue;
        ids[at] = before[found->second.back()].id;
        found->second.pop_back();
    }
    known_.clear();
    for (std::size_t at = 0; at < keys.size(); ++at) {
        if (ids[at].empty()) ids[at] = "queued-" + std::to_string(++last_);
        known_.push_back({keys[at], ids[at]});
    }
    return ids;
}

std::vector<std::size_t> QueueTracker::remove(const std::vector<std::string> &ids) {
    const std::unordered_set<std::string> gone(ids.begin(), ids.end());
    std::vector<std::size_t> places;
    for (std::size_t at = known_.size(); at > 0; --at) {
        if (gone.count(known_[at - 1].id) > 0) places.push_back(at - 1);
    }
    known_.erase(std::remove_if(known_.begin(), known_.end(),
                                [&](const Known &known) { return gone.count(known.id) > 0; }),
                 known_.end());
    return places;
}

std::vector<std::size_t> QueueTracker::put_first(const std::vector<std::string> &ids) {
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t at = 0; at < known_.size(); ++at) places[known_[at].id] = at;
    std::vector<std::size_t> order;
    const auto put = [&](const std::string &id) {
        const auto found = places.find(id);
        if (found == places.end()) return;
        order.push_back(found->second);
        places.erase(found);
    };
    for (const auto &id : ids) put(id);
    for (const auto &known : known_) put(known.id);
    std::vector<Known> known;
    for (const std::size_t old : order) known.push_back(std::move(known_[old]));
    known_ = std::move(known);
    return order;
}

}  // namespace tonearm
