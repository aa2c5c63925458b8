// Ids for the queue of a player that has none (docs/native-actions.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tonearm/export.hpp"

namespace tonearm {

// Gives the entries of a queue ids, by comparing the queue before and after each change. Call see() after every change of
// the queue, and before anything is done with ids: two changes that are seen together may be taken for another one.
//
//   QueueTracker tracker;
//   tracker.see({"a.flac", "b.flac"});                                   // queued-1, queued-2
//   tracker.see({"b.flac"});                                             // queued-2: the player has taken the first entry
//   for (const auto at : tracker.remove({"queued-2"})) erase_entry(at);  // player.queue.remove
class TONEARM_EXPORT QueueTracker {
public:
    // Compares the queue with what was seen last, and returns the id of each entry. Entries that are no longer there lose
    // their ids, new ones get new ids. Of entries with equal keys those at the end are kept, since a player takes the first
    // one when it goes on. A key is what the player knows of an entry, such as its path and subsong. A key that stays the
    // same while items of playlists move is best.
    std::vector<std::string> see(const std::vector<std::string> &keys);

    // Forgets entries that the player is about to remove. Returns the indices at which it has to remove them, the highest
    // first. Unknown ids are left out.
    std::vector<std::size_t> remove(const std::vector<std::string> &ids);

    // Puts entries first that the player is about to put first. Returns the new order of the whole queue: order[new] = old.
    // Unknown ids are left out.
    std::vector<std::size_t> put_first(const std::vector<std::string> &ids);

private:
    struct Known {
        std::string key;
        std::string id;
    };

    std::vector<Known> known_;
    std::uint64_t last_ = 0;
};

}  // namespace tonearm
