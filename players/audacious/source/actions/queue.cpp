// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/queue.hpp"

#include <algorithm>
#include <utility>

#include <libaudcore/runtime.h>

#include "playlist_ids.hpp"
#include "signals.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

Queue::Queue(Signals &signals, Threads &threads, PlaylistIds &playlists) : signals_(signals), threads_(threads), playlists_(playlists), told_(ids()) {}

std::pair<Playlist, int> Queue::playing_place() {
    const auto playlist = Playlist::playing_playlist();
    return {playlist, playlist.get_position()};
}

bool Queue::track_begun() {
    const auto playing = playing_place();
    const bool has_advanced = playing != playing_;
    playing_ = playing;
    // Audacious has removed the entry from the queue of its playlist, and its notice may come later.
    auto now = ids();
    const bool is_shorter = now.size() < told_.size();
    const bool is_taken = std::exchange(is_taken_, false) || (is_shorter && has_advanced);
    if (is_taken && is_shorter) {
        told_ = std::move(now);
        signals_.send<player_signals::QueueChanged>({Origin::playback_advance});
    }
    return is_taken;
}

void Queue::playlists_updated(Playlist::UpdateLevel) {
    const auto playing = playing_place();
    // Audacious removes an entry from the queue when it advances to that entry.
    const bool has_advanced = playing != playing_;
    playing_ = playing;
    auto now = ids();
    if (now == told_) return;
    const auto before = told_.size();
    told_ = std::move(now);
    // The notice of this change may come before that of the track.
    is_taken_ = is_taken_ || (told_.size() < before && has_advanced);
    if (told_.size() > before) signals_.send<player_signals::QueueChanged>({Origin::user_added});
    else if (told_.size() == before) signals_.send<player_signals::QueueChanged>({Origin::unknown});
    else signals_.send<player_signals::QueueChanged>({has_advanced ? Origin::playback_advance : Origin::user_removed});
}

void Queue::update() {
    std::vector<Place> queued;
    std::vector<std::string> keys;
    for (int at = 0; at < Playlist::n_playlists(); ++at) {
        const auto playlist = Playlist::by_index(at);
        const auto playlist_id = playlists_.id_of(playlist);
        for (int nth = 0; nth < playlist.n_queued(); ++nth) {
            const int entry = playlist.queue_get_entry(nth);
            queued.push_back({playlist, entry});
            // Entries move within their playlists, so their positions do not identify them.
            keys.push_back(playlist_id + ' ' + std::string(playlist.entry_filename(entry)));
        }
    }
    const auto ids = tracker_.see(keys);
    places_.clear();
    for (std::size_t at = 0; at < ids.size(); ++at) places_.emplace(ids[at], queued[at]);
    for (auto id = from_panels_.begin(); id != from_panels_.end();) {
        id = places_.count(*id) > 0 ? std::next(id) : from_panels_.erase(id);
    }
    std::vector<std::string> order;
    std::set<std::string> listed;
    for (const auto *list : {&std::as_const(order_), &ids}) {
        for (const auto &id : *list) {
            if (places_.count(id) > 0 && listed.insert(id).second) order.push_back(id);
        }
    }
    order_ = std::move(order);
}

const std::vector<std::string> &Queue::ids() {
    update();
    return order_;
}

std::optional<Queue::Place> Queue::first_elsewhere() {
    update();
    if (order_.empty() || from_panels_.count(order_.front()) == 0) return std::nullopt;
    const Place first = places_.at(order_.front());
    return first.playlist == Playlist::playing_playlist() ? std::nullopt : std::optional(first);
}

bool Queue::play_first_elsewhere() {
    const auto first = first_elsewhere();
    if (!first) return false;
    is_taken_ = true;
    // Audacious removes it from the playlist's queue.
    first->playlist.set_position(first->entry);
    first->playlist.start_playback();
    return true;
}

void Queue::song_ended() {
    if (aud_get_bool("no_playlist_advance") || aud_get_bool("stop_after_current_song")) return;
    const auto first = first_elsewhere();
    if (!first) return;
    // Audacious is about to play the next entry of the playing playlist: make that the queued one.
    first->playlist.set_position(first->entry);
    first->playlist.queue_insert(0, first->entry);
    first->playlist.start_playback();
}

Outcome<actions::QueueAppend::Result> Queue::append(const actions::QueueAppend::Params &params) {
    std::vector<Place> places;
    for (const auto &entry : params.entries) {
        const auto playlist = playlists_.find(entry.playlist);
        if (!playlist) return PlaylistIds::unknown();
        if (entry.item < 0 || entry.item >= playlist->n_entries()) {
            return Error{error_codes::invalid_params, "The item is not in the playlist"};
        }
        places.push_back({*playlist, static_cast<int>(entry.item)});
    }
    update();
    const auto before = order_.size();
    std::map<std::pair<std::string, int>, std::size_t> added;
    for (const Place &place : places) {
        if (place.playlist.queue_find_entry(place.entry) >= 0) continue;
        place.playlist.queue_insert(-1, place.entry);
        added.emplace(std::pair(playlists_.id_of(place.playlist), place.entry), added.size());
    }
    update();
    // In the order in which they were given.
    actions::QueueAppend::Result result{static_cast<std::int64_t>(order_.size()), {}};
    result.entries.resize(added.size());
    for (auto id = order_.begin() + static_cast<std::ptrdiff_t>(before); id != order_.end(); ++id) {
        const Place &place = places_.at(*id);
        result.entries[added.at({playlists_.id_of(place.playlist), place.entry})] = *id;
    }
    std::copy(result.entries.begin(), result.entries.end(), order_.begin() + static_cast<std::ptrdiff_t>(before));
    from_panels_.insert(result.entries.begin(), result.entries.end());
    return result;
}

actions::QueueRemove::Result Queue::remove(const actions::QueueRemove::Params &params) {
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
    result.count = static_cast<std::int64_t>(ids().size());
    return result;
}

actions::QueueReorder::Result Queue::reorder(const actions::QueueReorder::Params &params) {
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
    result.count = static_cast<std::int64_t>(ids().size());
    return result;
}

actions::QueueClear::Result Queue::clear() {
    const auto removed = ids().size();
    for (int at = 0; at < Playlist::n_playlists(); ++at) Playlist::by_index(at).queue_remove_all();
    return {static_cast<std::int64_t>(removed)};
}

void Queue::implement(Bridge &bridge) {
    bridge.implement<actions::QueueGet>([this](const auto &, Reply<actions::QueueGet> reply) {
        actions::QueueGet::Result result;
        for (const auto &id : ids()) {
            const auto &[playlist, entry] = places_.at(id);
            auto queued = widened<QueuedTrack>(track_of(playlist, entry));
            queued.entry = id;
            queued.playlist = playlists_.id_of(playlist);
            queued.item = entry;
            result.entries.push_back(std::move(queued));
        }
        threads_.run_apart([result, reply]() mutable {
            for (auto &entry : result.entries) entry.fileSize = file_size(entry.path);
            reply(result);
        });
    });
    bridge.implement<actions::QueueIds>([this](const auto &) { return actions::QueueIds::Result{ids()}; });
    bridge.implement<actions::QueueCount>(
        [this](const auto &) { return actions::QueueCount::Result{static_cast<std::int64_t>(ids().size())}; });
    bridge.implement<actions::QueueAppend>([this](const actions::QueueAppend::Params &params) { return append(params); });
    bridge.implement<actions::QueueRemove>([this](const actions::QueueRemove::Params &params) { return remove(params); });
    bridge.implement<actions::QueueReorder>(
        [this](const actions::QueueReorder::Params &params) { return reorder(params); });
    bridge.implement<actions::QueueClear>([this](const auto &) { return clear(); });
}
