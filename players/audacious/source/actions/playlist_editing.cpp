// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/playlist_editing.hpp"

#include <algorithm>

#include "actions/entries.hpp"
#include "playlist_ids.hpp"
#include "signals.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;
using Change = player_signals::PlaylistItemsChanged::Params::Change;

namespace {

Error outside() { return {error_codes::invalid_params, "An index is not in the playlist"}; }

bool is_ascending_within(const std::vector<std::int64_t> &items, int count) {
    std::int64_t last = -1;
    for (const auto item : items) {
        if (item <= last || item >= count) return false;
        last = item;
    }
    return true;
}

bool is_permutation(std::vector<std::int64_t> order, int count) {
    std::sort(order.begin(), order.end());
    return order.size() == static_cast<std::size_t>(count) && is_ascending_within(order, count);
}

}  // namespace

PlaylistEditing::PlaylistEditing(Signals &signals, Threads &threads, PlaylistIds &playlists) : signals_(signals), threads_(threads), playlists_(playlists) {
    updated(Playlist::Structure);
}

void PlaylistEditing::updated(Playlist::UpdateLevel level) {
    if (level < Playlist::Metadata) return;
    seen_.erase(std::remove_if(seen_.begin(), seen_.end(), [](const Seen &seen) { return !seen.playlist.exists(); }),
                seen_.end());
    for (int at = 0; at < Playlist::n_playlists(); ++at) {
        const auto playlist = Playlist::by_index(at);
        const auto found = std::find_if(seen_.begin(), seen_.end(),
                                        [&](const Seen &seen) { return seen.playlist == playlist; });
        if (found != seen_.end()) look_at(playlist, *found);
        else seen_.push_back({playlist, playlists_.name_of(playlist), playlist.n_entries()});
    }
}

void PlaylistEditing::look_at(const Playlist &playlist, Seen &seen) const {
    const std::string id = playlists_.id_of(playlist);
    std::string name = playlists_.name_of(playlist);
    if (name != seen.name) {
        seen.name = std::move(name);
        signals_.send<player_signals::PlaylistRenamed>({id, seen.name});
    }
    const auto update = playlist.update_detail();
    const int before = seen.count, now = playlist.n_entries(), same = update.before + update.after;
    // The metadata of a file arrives after the entry. Pages read the entries again.
    if (update.level == Playlist::Metadata && now > same) {
        signals_.send<player_signals::PlaylistItemsChanged>({id, Change::reordered, std::nullopt, now - same, now});
    }
    if (update.level != Playlist::Structure) return;
    seen.count = now;
    const int removed = before - same, added = now - same;
    if (removed == added) {
        if (added > 0) signals_.send<player_signals::PlaylistItemsChanged>({id, Change::reordered, std::nullopt, added, now});
        return;
    }
    if (removed > 0) {
        signals_.send<player_signals::PlaylistItemsChanged>({id, Change::removed, std::nullopt, removed, before - removed});
    }
    if (added > 0) signals_.send<player_signals::PlaylistItemsChanged>({id, Change::added, update.before, added, now});
}

void PlaylistEditing::activated() {
    signals_.send<player_signals::PlaylistActivated>({playlists_.id_or_none(Playlist::active_playlist())});
}

void PlaylistEditing::items(const actions::PlaylistItems::Params &params,
                            const Reply<actions::PlaylistItems> &reply) const {
    const auto playlist = playlists_.find(params.playlist);
    if (!playlist) return reply(PlaylistIds::unknown());
    actions::PlaylistItems::Result result;
    result.total = playlist->n_entries();
    const auto start = std::clamp<std::int64_t>(params.start, 0, result.total);
    const auto end = start + std::clamp<std::int64_t>(params.count, 0, result.total - start);
    for (auto at = start; at < end; ++at) result.tracks.push_back(track_of(*playlist, static_cast<int>(at)));
    threads_.run_apart([result = std::move(result), reply]() mutable {
        for (auto &track : result.tracks) track.fileSize = file_size(track.path);
        reply(result);
    });
}

void PlaylistEditing::implement(Bridge &bridge) {
    bridge.implement<actions::PlaylistItems>(
        [this](const actions::PlaylistItems::Params &params, Reply<actions::PlaylistItems> reply) {
            items(params, reply);
        });
    bridge.implement<actions::PlaylistRename>(
        [this](const actions::PlaylistRename::Params &params) -> Outcome<actions::PlaylistRename::Result> {
            const auto playlist = playlists_.find(params.playlist);
            if (!playlist) return PlaylistIds::unknown();
            playlist->set_title(params.name.c_str());
            return actions::PlaylistRename::Result{};
        });
    bridge.implement<actions::PlaylistDelete>(
        [this](const actions::PlaylistDelete::Params &params) -> Outcome<actions::PlaylistDelete::Result> {
            const auto playlist = playlists_.find(params.playlist);
            if (!playlist) return PlaylistIds::unknown();
            playlist->remove_playlist();
            return actions::PlaylistDelete::Result{};
        });
    bridge.implement<actions::PlaylistRemoveItems>(
        [this](const actions::PlaylistRemoveItems::Params &params) -> Outcome<actions::PlaylistRemoveItems::Result> {
            const auto playlist = playlists_.find(params.playlist);
            if (!playlist) return PlaylistIds::unknown();
            if (!is_ascending_within(params.items, playlist->n_entries())) return outside();
            remove_entries(*playlist, params.items);
            return actions::PlaylistRemoveItems::Result{playlist->n_entries()};
        });
    bridge.implement<actions::PlaylistReorder>(
        [this](const actions::PlaylistReorder::Params &params) -> Outcome<actions::PlaylistReorder::Result> {
            const auto playlist = playlists_.find(params.playlist);
            if (!playlist) return PlaylistIds::unknown();
            if (!is_permutation(params.order, playlist->n_entries())) return outside();
            if (reorder_entries(*playlist, params.order)) return actions::PlaylistReorder::Result{};
            return Error{error_codes::internal, "Audacious cannot reorder a large playlist in which files occur twice"};
        });
}
