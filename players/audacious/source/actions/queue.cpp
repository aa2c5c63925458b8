/*
 * queue.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <libaudcore/hook.h>
#include <libaudcore/runtime.h>
#include <tonearm/queue_tracker.hpp>

#include "parts.hpp"
#include "playlist_ids.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

using Origin = player_signals::QueueChanged::Params::Origin;

class QueueOfAll : public Queue {
public:
    QueueOfAll(Bridge &bridge, Threads &threads, PlaylistIds &playlists)
        : bridge_(bridge), playlists_(playlists), told_(update()) {
        bridge.implement<actions::QueueGet>([this, &threads](const auto &, const auto &reply) {
            threads.answer_apart(reply, [result = entries()]() mutable {
                add_file_sizes(result.entries);
                return result;
            });
        });
        bridge.implement<actions::QueueIds>([this](const auto &) { return actions::QueueIds::Result{update()}; });
        bridge.implement<actions::QueueCount>([this](const auto &) { return actions::QueueCount::Result{count()}; });
        bridge.implement<actions::QueueAppend>([this](const auto &params) { return append(params); });
        bridge.implement<actions::QueueRemove>([this](const auto &params) { return remove(params); });
        bridge.implement<actions::QueueReorder>([this](const auto &params) { return reorder(params); });
        bridge.implement<actions::QueueClear>([this](const auto &) {
            const auto removed = count();
            for (int at = 0; at < Playlist::n_playlists(); ++at) Playlist::by_index(at).queue_remove_all();
            return actions::QueueClear::Result{removed};
        });
    }

    bool track_begun() override {
        // Audacious has removed the entry from the queue of its playlist, and its notice may come later.
        look();
        return std::exchange(is_taken_, false);
    }

    bool play_first_elsewhere(bool has_ended) override {
        if (has_ended && (aud_get_bool("no_playlist_advance") || aud_get_bool("stop_after_current_song"))) return false;
        if (update().empty() || from_panels_.count(order_.front()) == 0) return false;
        const auto [playlist, entry] = places_.at(order_.front());
        if (playlist == Playlist::playing_playlist()) return false;
        is_taken_ = is_taken_ || !has_ended;
        // Audacious removes it from the playlist's queue.
        playlist.set_position(entry);
        // At the end, Audacious is about to play the next entry of the playing playlist: make that the queued one.
        if (has_ended) playlist.queue_insert(0, entry);
        playlist.start_playback();
        return true;
    }

private:
    // Tells the bridge of a change.
    void look() {
        const auto played = std::exchange(playing_, playing_place());
        if (update() == told_) return;
        const auto before = std::exchange(told_, order_).size();
        // Audacious removes an entry from the queue when it advances to that entry.
        const auto shorter = playing_ != played ? Origin::playback_advance : Origin::user_removed;
        const auto origin = told_.size() > before ? Origin::user_added : told_.size() < before ? shorter : Origin::unknown;
        // The notice of this change may come before that of the track.
        if (origin == Origin::playback_advance) is_taken_ = true;
        bridge_.signal<player_signals::QueueChanged>({origin});
    }

    // Takes over what Audacious and the user have changed. Returns the ids of the entries.
    const std::vector<std::string> &update() {
        std::vector<Place> queued;
        std::vector<std::string> keys;
        for (int at = 0; at < Playlist::n_playlists(); ++at) {
            const auto playlist = Playlist::by_index(at);
            for (int nth = 0; nth < playlist.n_queued(); ++nth) {
                const int entry = queued.emplace_back(playlist, playlist.queue_get_entry(nth)).second;
                // Entries move within their playlists, so their positions do not identify them.
                keys.push_back(playlists_.id_of(playlist) + ' ' + std::string(playlist.entry_filename(entry)));
            }
        }
        const auto ids = tracker_.see(keys);
        places_.clear();
        for (std::size_t at = 0; at < ids.size(); ++at) places_.emplace(ids[at], queued[at]);
        // Those that are left, and behind them the new ones.
        order_.insert(order_.end(), ids.begin(), ids.end());
        std::set<std::string> present(ids.begin(), ids.end());
        const auto is_gone = [&present](const std::string &id) { return present.erase(id) == 0; };
        order_.erase(std::remove_if(order_.begin(), order_.end(), is_gone), order_.end());
        if (order_.empty()) from_panels_.clear();
        return order_;
    }

    std::int64_t count() { return static_cast<std::int64_t>(update().size()); }

    actions::QueueGet::Result entries() {
        actions::QueueGet::Result result;
        for (const auto &id : update()) {
            const auto &[playlist, entry] = places_.at(id);
            auto &queued = result.entries.emplace_back(track_of<QueuedTrack>(playlist, entry));
            queued.entry = id;
            queued.playlist = playlists_.id_of(playlist);
            queued.item = entry;
        }
        return result;
    }

    actions::QueueAppend::Result append(const actions::QueueAppend::Params &params) {
        std::vector<Place> places;
        for (const auto &entry : params.entries) {
            const auto playlist = playlists_.at(entry.playlist);
            places.emplace_back(playlist, PlaylistIds::entry_at(playlist, entry.item));
        }
        const auto before = static_cast<std::ptrdiff_t>(update().size());
        std::map<std::pair<int, int>, std::size_t> ranks;
        for (const auto &[playlist, entry] : places) {
            playlist.queue_insert(-1, entry);
            ranks.emplace(std::pair(playlist.index(), entry), ranks.size());
        }
        update();
        // In the order in which they were given.
        const auto rank = [&](const std::string &id) {
            const auto &[playlist, entry] = places_.at(id);
            return ranks[{playlist.index(), entry}];
        };
        const auto added = order_.begin() + before;
        std::sort(added, order_.end(), [&](const auto &one, const auto &other) { return rank(one) < rank(other); });
        from_panels_.insert(added, order_.end());
        return {static_cast<std::int64_t>(order_.size()), {added, order_.end()}};
    }

    actions::QueueRemove::Result remove(const actions::QueueRemove::Params &params) {
        update();
        actions::QueueRemove::Result result;
        tracker_.remove(params.entries);
        for (const auto &id : params.entries) {
            const auto found = places_.find(id);
            if (found == places_.end()) continue;
            const auto &[playlist, entry] = found->second;
            playlist.queue_remove(playlist.queue_find_entry(entry));
            result.removed.push_back(id);
        }
        result.count = count();
        return result;
    }

    actions::QueueReorder::Result reorder(const actions::QueueReorder::Params &params) {
        actions::QueueReorder::Result result;
        // The update keeps the first mention of each entry.
        order_.insert(order_.begin(), params.entries.begin(), params.entries.end());
        update();
        std::copy_if(params.entries.begin(), params.entries.end(), std::back_inserter(result.moved),
                     [this](const std::string &id) { return places_.count(id) > 0; });
        std::vector<std::string> queued;
        for (int at = 0; at < Playlist::n_playlists(); ++at) {
            const auto playlist = Playlist::by_index(at);
            playlist.queue_remove_all();
            for (const auto &id : order_) {
                const auto &[holder, entry] = places_.at(id);
                if (holder != playlist) continue;
                playlist.queue_insert(-1, entry);
                queued.push_back(id);
            }
        }
        tracker_.put_first(queued);
        result.count = count();
        return result;
    }

    Bridge &bridge_;
    PlaylistIds &playlists_;
    // Over the queues of all playlists, one behind the other.
    QueueTracker tracker_;
    std::map<std::string, Place> places_;
    // The entries in the order in which they play.
    std::vector<std::string> order_;
    // The entries that panels have queued.
    std::set<std::string> from_panels_;
    // The entries when the bridge was last told of the queue.
    std::vector<std::string> told_;
    // Whether the track that is about to begin was taken from the queue.
    bool is_taken_ = false;
    // What played when the queue was last looked at.
    Place playing_ = playing_place();
    const HookReceiver<QueueOfAll> update_{"playlist update", this, &QueueOfAll::look};
};

}  // namespace

std::shared_ptr<Queue> make_queue(Bridge &bridge, Threads &threads, PlaylistIds &playlists) {
    return std::make_shared<QueueOfAll>(bridge, threads, playlists);
}
