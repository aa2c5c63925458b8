/*
 * queue.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include <algorithm>
#include <map>
#include <set>
#include <utility>

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

struct Place {
    Playlist playlist;
    int entry;

    bool operator!=(const Place &other) const { return playlist != other.playlist || entry != other.entry; }
};

Place playing_place() {
    const auto playlist = Playlist::playing_playlist();
    return {playlist, playlist.get_position()};
}

class QueueOfAll : public Queue {
public:
    QueueOfAll(Bridge &bridge, Threads &threads, PlaylistIds &playlists)
        : bridge_(bridge), playlists_(playlists), told_(ids()) {
        bridge.implement<actions::QueueGet>([this, &threads](const auto &, const auto &reply) {
            threads.answer_apart(reply, [result = entries()]() mutable {
                add_file_sizes(result.entries);
                return result;
            });
        });
        bridge.implement<actions::QueueIds>([this](const auto &) { return actions::QueueIds::Result{ids()}; });
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
        const bool has_advanced = look_whether_advanced();
        auto now = ids();
        const bool is_shorter = now.size() < told_.size();
        const bool is_taken = std::exchange(is_taken_, false) || (is_shorter && has_advanced);
        if (is_taken && is_shorter) tell(std::move(now), Origin::playback_advance);
        return is_taken;
    }

    void song_ended() override {
        if (aud_get_bool("no_playlist_advance") || aud_get_bool("stop_after_current_song")) return;
        const auto first = first_elsewhere();
        if (!first) return;
        // Audacious is about to play the next entry of the playing playlist: make that the queued one.
        first->playlist.set_position(first->entry);
        first->playlist.queue_insert(0, first->entry);
        first->playlist.start_playback();
    }

    bool play_first_elsewhere() override {
        const auto first = first_elsewhere();
        if (!first) return false;
        is_taken_ = true;
        // Audacious removes it from the playlist's queue.
        first->playlist.set_position(first->entry);
        first->playlist.start_playback();
        return true;
    }

private:
    // Audacious removes an entry from the queue when it advances to that entry.
    bool look_whether_advanced() {
        const auto before = std::exchange(playing_, playing_place());
        return playing_ != before;
    }

    void playlists_updated(Playlist::UpdateLevel) {
        const bool has_advanced = look_whether_advanced();
        auto now = ids();
        if (now == told_) return;
        const bool is_longer = now.size() > told_.size(), is_shorter = now.size() < told_.size();
        // The notice of this change may come before that of the track.
        is_taken_ = is_taken_ || (is_shorter && has_advanced);
        if (is_longer) tell(std::move(now), Origin::user_added);
        else if (is_shorter) tell(std::move(now), has_advanced ? Origin::playback_advance : Origin::user_removed);
        else tell(std::move(now), Origin::unknown);
    }

    void tell(std::vector<std::string> now, Origin origin) {
        told_ = std::move(now);
        bridge_.signal<player_signals::QueueChanged>({origin});
    }

    // Takes over what Audacious and the user have changed.
    void update() {
        std::vector<Place> queued;
        std::vector<std::string> keys;
        for (int at = 0; at < Playlist::n_playlists(); ++at) {
            const auto playlist = Playlist::by_index(at);
            for (int nth = 0; nth < playlist.n_queued(); ++nth) {
                queued.push_back({playlist, playlist.queue_get_entry(nth)});
                // Entries move within their playlists, so their positions do not identify them.
                keys.push_back(playlists_.id_of(playlist) + ' ' + std::string(playlist.entry_filename(queued.back().entry)));
            }
        }
        const auto ids = tracker_.see(keys);
        places_.clear();
        for (std::size_t at = 0; at < ids.size(); ++at) places_.emplace(ids[at], queued[at]);
        const auto is_gone = [this](const std::string &id) { return places_.count(id) == 0; };
        order_.erase(std::remove_if(order_.begin(), order_.end(), is_gone), order_.end());
        if (order_.empty()) from_panels_.clear();
        const std::set<std::string> listed(order_.begin(), order_.end());
        for (const auto &id : ids) {
            if (listed.count(id) == 0) order_.push_back(id);
        }
    }

    const std::vector<std::string> &ids() {
        update();
        return order_;
    }

    std::int64_t count() { return static_cast<std::int64_t>(ids().size()); }

    actions::QueueGet::Result entries() {
        actions::QueueGet::Result result;
        for (const auto &id : ids()) {
            const auto &[playlist, entry] = places_.at(id);
            auto &queued = result.entries.emplace_back(track_of<QueuedTrack>(playlist, entry));
            queued.entry = id;
            queued.playlist = playlists_.id_of(playlist);
            queued.item = entry;
        }
        return result;
    }

    // The place of the first entry, if a panel has queued it in a playlist that does not play.
    std::optional<Place> first_elsewhere() {
        update();
        if (order_.empty() || from_panels_.count(order_.front()) == 0) return std::nullopt;
        const Place first = places_.at(order_.front());
        return first.playlist == Playlist::playing_playlist() ? std::nullopt : std::optional(first);
    }

    actions::QueueAppend::Result append(const actions::QueueAppend::Params &params) {
        std::vector<Place> places;
        for (const auto &entry : params.entries) {
            const auto playlist = playlists_.at(entry.playlist);
            places.push_back({playlist, PlaylistIds::entry_at(playlist, entry.item)});
        }
        update();
        const std::size_t before = order_.size();
        std::vector<std::pair<int, int>> added;
        for (const auto &[playlist, entry] : places) {
            if (playlist.queue_find_entry(entry) >= 0) continue;
            playlist.queue_insert(-1, entry);
            added.emplace_back(playlist.index(), entry);
        }
        update();
        std::map<std::pair<int, int>, std::string> added_ids;
        for (std::size_t at = before; at < order_.size(); ++at) {
            const auto &[playlist, entry] = places_.at(order_[at]);
            added_ids[{playlist.index(), entry}] = order_[at];
        }
        // In the order in which they were given.
        actions::QueueAppend::Result result{static_cast<std::int64_t>(order_.size()), {}};
        for (const auto &place : added) result.entries.push_back(added_ids.at(place));
        std::copy(result.entries.begin(), result.entries.end(), order_.begin() + static_cast<std::ptrdiff_t>(before));
        from_panels_.insert(result.entries.begin(), result.entries.end());
        return result;
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
        update();
        actions::QueueReorder::Result result;
        for (const auto &id : params.entries) {
            const auto at = std::find(order_.begin(), order_.end(), id);
            if (at == order_.end()) continue;
            const auto to = order_.begin() + static_cast<std::ptrdiff_t>(result.moved.size());
            std::rotate(to, at, at + 1);
            result.moved.push_back(id);
        }
        std::vector<std::string> queued;
        for (int at = 0; at < Playlist::n_playlists(); ++at) {
            const auto playlist = Playlist::by_index(at);
            playlist.queue_remove_all();
            for (const auto &id : order_) {
                const Place &place = places_.at(id);
                if (place.playlist != playlist) continue;
                playlist.queue_insert(-1, place.entry);
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
    const HookReceiver<QueueOfAll, Playlist::UpdateLevel> update_{"playlist update", this, &QueueOfAll::playlists_updated};
};

}  // namespace

std::shared_ptr<Queue> make_queue(Bridge &bridge, Threads &threads, PlaylistIds &playlists) {
    return std::make_shared<QueueOfAll>(bridge, threads, playlists);
}
