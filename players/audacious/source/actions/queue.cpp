#include "actions/queue.hpp"

#include <algorithm>

#include <libaudcore/runtime.h>

#include "host.hpp"
#include "playlist_ids.hpp"
#include "tracks.hpp"

using namespace tonearm;

Queue::Queue(Host &host) : host_(host), told_count_(count()) {}

std::pair<Playlist, int> Queue::playing_place() {
    const auto playlist = Playlist::playing_playlist();
    return {playlist, playlist.get_position()};
}

void Queue::tell(Origin origin) {
    told_count_ = count();
    host_.signal<signals::QueueChanged>({origin});
}

void Queue::track_begun() { playing_ = playing_place(); }

void Queue::playlists_updated(Playlist::UpdateLevel) {
    bool is_changed = false;
    for (int at = 0; at < Playlist::n_playlists(); ++at) {
        is_changed = is_changed || Playlist::by_index(at).update_detail().queue_changed;
    }
    const int now = count(), before = told_count_;
    const auto playing = playing_place();
    // Audacious removes an entry from the queue when it advances to that entry.
    const bool has_advanced = playing != playing_;
    playing_ = playing;
    // A removed playlist takes its entries with it.
    if (!is_changed && now == before) return;
    if (now > before) tell(Origin::user_added);
    else if (now < before) tell(has_advanced ? Origin::playback_advance : Origin::user_removed);
    else tell(Origin::unknown);
}

void Queue::update() {
    const auto belongs = [](const Playlist &playlist) {
        return [playlist](const Turn &turn) { return turn.playlist == playlist; };
    };
    turns_.erase(std::remove_if(turns_.begin(), turns_.end(), [](const Turn &turn) { return !turn.playlist.exists(); }),
                 turns_.end());
    for (int at = 0; at < Playlist::n_playlists(); ++at) {
        const auto playlist = Playlist::by_index(at);
        auto surplus = std::count_if(turns_.begin(), turns_.end(), belongs(playlist)) - playlist.n_queued();
        for (; surplus > 0; --surplus) turns_.erase(std::find_if(turns_.begin(), turns_.end(), belongs(playlist)));
        for (; surplus < 0; ++surplus) turns_.push_back({playlist, false});
    }
}

std::vector<Queue::Place> Queue::places() {
    update();
    std::vector<Place> places;
    std::vector<std::pair<Playlist, int>> positions;
    for (const Turn &turn : turns_) {
        auto found = std::find_if(positions.begin(), positions.end(),
                                  [&](const auto &position) { return position.first == turn.playlist; });
        if (found == positions.end()) found = positions.insert(found, {turn.playlist, 0});
        places.push_back({turn.playlist, turn.playlist.queue_get_entry(found->second++)});
    }
    return places;
}

int Queue::count() {
    update();
    return static_cast<int>(turns_.size());
}

bool Queue::is_first_elsewhere() {
    update();
    return !turns_.empty() && turns_.front().is_from_panel && turns_.front().playlist != Playlist::playing_playlist();
}

bool Queue::play_first_elsewhere() {
    if (!is_first_elsewhere()) return false;
    const Place first = places().front();
    turns_.erase(turns_.begin());
    // Audacious removes it from the playlist's queue.
    first.playlist.set_position(first.entry);
    first.playlist.start_playback();
    return true;
}

void Queue::song_ended() {
    if (aud_get_bool("no_playlist_advance") || aud_get_bool("stop_after_current_song") || !is_first_elsewhere()) return;
    // Audacious is about to play the next entry of the playing playlist: make that the queued one.
    const Place first = places().front();
    first.playlist.set_position(first.entry);
    first.playlist.queue_insert(0, first.entry);
    first.playlist.start_playback();
}

Outcome<actions::QueueAppend::Result> Queue::append(const actions::QueueAppend::Params &params) {
    std::vector<Place> added;
    for (const auto &entry : params.entries) {
        const auto playlist = host_.playlists->find(entry.playlist);
        if (!playlist) return PlaylistIds::unknown();
        if (entry.item < 0 || entry.item >= playlist->n_entries()) {
            return Error{error_codes::invalid_params, "The item is not in the playlist"};
        }
        added.push_back({*playlist, static_cast<int>(entry.item)});
    }
    const int before = count();
    for (const Place &place : added) {
        if (place.playlist.queue_find_entry(place.entry) >= 0) continue;
        place.playlist.queue_insert(-1, place.entry);
        turns_.push_back({place.playlist, true});
    }
    return actions::QueueAppend::Result{count(), count() - before};
}

Outcome<actions::QueueRemove::Result> Queue::remove(const actions::QueueRemove::Params &params) {
    const auto all = places();
    for (const auto index : params.indices) {
        if (index < 0 || index >= static_cast<std::int64_t>(all.size())) {
            return Error{error_codes::invalid_params, "The index is not in the queue"};
        }
    }
    for (auto index = params.indices.rbegin(); index != params.indices.rend(); ++index) {
        const Place &place = all[static_cast<std::size_t>(*index)];
        place.playlist.queue_remove(place.playlist.queue_find_entry(place.entry));
        turns_.erase(turns_.begin() + *index);
    }
    return actions::QueueRemove::Result{count()};
}

Outcome<actions::QueueReorder::Result> Queue::reorder(const actions::QueueReorder::Params &params) {
    const auto all = places();
    auto sorted = params.order;
    std::sort(sorted.begin(), sorted.end());
    bool is_permutation = sorted.size() == all.size();
    for (std::size_t at = 0; is_permutation && at < sorted.size(); ++at) {
        is_permutation = sorted[at] == static_cast<std::int64_t>(at);
    }
    if (!is_permutation) return Error{error_codes::invalid_params, "The order is not a permutation of the queue"};
    std::vector<Turn> turns;
    for (const Place &place : all) place.playlist.queue_remove_all();
    for (const auto old : params.order) {
        const Place &place = all[static_cast<std::size_t>(old)];
        place.playlist.queue_insert(-1, place.entry);
        turns.push_back(turns_[static_cast<std::size_t>(old)]);
    }
    turns_ = std::move(turns);
    return actions::QueueReorder::Result{count()};
}

void Queue::implement(Bridge &bridge) {
    bridge.implement<actions::QueueGet>([this](const auto &, Reply<actions::QueueGet> reply) {
        const auto all = places();
        actions::QueueGet::Result result;
        for (const Place &place : all) {
            result.entries.push_back(queued_track_of(track_of(place.playlist, place.entry),
                                                     host_.playlists->id_of(place.playlist), place.entry));
        }
        host_.run_apart([result, reply]() mutable {
            for (auto &entry : result.entries) entry.fileSize = file_size(entry.path);
            reply(result);
        });
    });
    bridge.implement<actions::QueueCount>([this](const auto &) { return actions::QueueCount::Result{count()}; });
    bridge.implement<actions::QueueAppend>([this](const actions::QueueAppend::Params &params) { return append(params); });
    bridge.implement<actions::QueueRemove>([this](const actions::QueueRemove::Params &params) { return remove(params); });
    bridge.implement<actions::QueueReorder>(
        [this](const actions::QueueReorder::Params &params) { return reorder(params); });
}
