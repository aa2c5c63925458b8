/*
 * playlist_editing.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The native actions that edit playlists, and the signals about every change of them.
#include <algorithm>
#include <unordered_map>

#include <libaudcore/hook.h>

#include "parts.hpp"
#include "playlist_ids.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

using Change = player_signals::PlaylistItemsChanged::Params::Change;
using Items = std::vector<std::int64_t>;

// Shifting entries one by one takes time quadratic in their number.
constexpr std::size_t max_shifted = 5000;
// Audacious's number for the focus of a playlist without one.
constexpr std::int64_t no_entry = -1;

void check_ascending_within(const Items &items, int count) {
    std::int64_t last = -1;
    for (const auto item : items) {
        if (item <= last || item >= count) throw Error{error_codes::invalid_params, "An index is not in the playlist"};
        last = item;
    }
}

void check_permutation(Items order, int count) {
    std::sort(order.begin(), order.end());
    check_ascending_within(order, count);
    if (order.size() != static_cast<std::size_t>(count)) {
        throw Error{error_codes::invalid_params, "An index of the playlist is missing"};
    }
}

// The entry with the focus.
std::optional<std::int64_t> focus_of(const Playlist &playlist) {
    const std::int64_t focus = playlist.get_focus();
    return focus == no_entry ? std::nullopt : std::optional(focus);
}

// Removes the entries, which are ascending, in ranges from the last on. Audacious tells of all in one notice.
void remove_entries(const Playlist &playlist, const Items &items) {
    for (std::size_t end = items.size(), start; end > 0; end = start) {
        start = end - 1;
        while (start > 0 && items[start - 1] == items[start] - 1) --start;
        playlist.remove_entries(static_cast<int>(items[start]), static_cast<int>(end - start));
    }
}

// Audacious shares equal texts, so their addresses are equal too.
std::unordered_map<const char *, std::size_t> ranks;

int compare_ranks(const char *a, const char *b) {
    const auto first = ranks[a], second = ranks[b];
    return first < second ? -1 : first > second;
}

// Sorts the entries in one step. Returns false, and changes nothing, when a file occurs more than once.
bool sort_entries(const Playlist &playlist, const Items &order) {
    // The texts have to stay while their addresses are compared.
    std::vector<String> names;
    ranks.clear();
    bool is_distinct = true;
    for (std::size_t at = 0; at < order.size(); ++at) {
        names.push_back(playlist.entry_filename(static_cast<int>(order[at])));
        is_distinct = ranks.emplace(names.back(), at).second && is_distinct;
    }
    if (is_distinct) playlist.sort_by_filename(compare_ranks);
    ranks.clear();
    return is_distinct;
}

// Moves the entries to their places from the front on. The user's selection stays with its entries.
void shift_entries(const Playlist &playlist, const Items &order) {
    const auto selected = selected_entries(playlist);
    playlist.select_all(false);
    // The old index of the entry at each index.
    auto now = all_entries(playlist);
    for (int to = 0; to < playlist.n_entries(); ++to) {
        const auto found = std::find(now.begin() + to, now.end(), order[static_cast<std::size_t>(to)]);
        const int from = static_cast<int>(found - now.begin());
        if (from == to) continue;
        playlist.select_entry(from, true);
        playlist.shift_entries(from, to - from);
        playlist.select_entry(to, false);
        std::rotate(now.begin() + to, found, found + 1);
    }
    for (int at = 0; at < playlist.n_entries(); ++at) {
        playlist.select_entry(at, std::binary_search(selected.begin(), selected.end(), now[static_cast<std::size_t>(at)]));
    }
}

class PlaylistEditing : public Part {
public:
    PlaylistEditing(Signals &signals, Threads &threads, PlaylistIds &playlists)
        : signals_(signals), threads_(threads), playlists_(playlists) {
        updated(Playlist::Structure);
    }

    void implement(Bridge &bridge) override {
        bridge.implement<actions::PlaylistItems>([this](const auto &params, const auto &reply) { items(params, reply); });
        bridge.implement<actions::PlaylistRename>(
            [this](const auto &params) { playlists_.at(params.playlist).set_title(params.name.c_str()); });
        bridge.implement<actions::PlaylistDelete>(
            [this](const auto &params) { playlists_.at(params.playlist).remove_playlist(); });
        bridge.implement<actions::PlaylistRemoveItems>([this](const auto &params) {
            const auto playlist = playlists_.at(params.playlist);
            check_ascending_within(params.items, playlist.n_entries());
            remove_entries(playlist, params.items);
            return actions::PlaylistRemoveItems::Result{playlist.n_entries()};
        });
        bridge.implement<actions::PlaylistReorder>([this](const auto &params) {
            const auto playlist = playlists_.at(params.playlist);
            check_permutation(params.order, playlist.n_entries());
            if (sort_entries(playlist, params.order)) return;
            if (params.order.size() > max_shifted) {
                throw Error{error_codes::internal, "Audacious cannot reorder a large playlist in which files occur twice"};
            }
            shift_entries(playlist, params.order);
        });
        bridge.implement<actions::PlaylistSelection>([this](const auto &params) {
            const auto playlist = playlists_.at(params.playlist);
            const auto items = selected_entries(playlist);
            return actions::PlaylistSelection::Result{{items.begin(), items.end()}, focus_of(playlist)};
        });
        bridge.implement<actions::PlaylistSelect>([this](const auto &params) {
            const auto playlist = playlists_.at(params.playlist);
            const int count = playlist.n_entries();
            const auto focus = params.focus ? params.focus->value_or(no_entry) : no_entry;
            if (params.items) check_ascending_within(*params.items, count);
            if (focus != no_entry) check_ascending_within({focus}, count);
            if (params.items) {
                playlist.select_all(false);
                for (const auto item : *params.items) playlist.select_entry(static_cast<int>(item), true);
            }
            if (params.focus) playlist.set_focus(static_cast<int>(focus));
        });
    }

private:
    struct Seen {
        Playlist playlist;
        std::string name;
        int count;
        std::vector<int> selected;
        std::optional<std::int64_t> focus;
    };

    void items(const actions::PlaylistItems::Params &params, const Reply<actions::PlaylistItems> &reply) const {
        const auto playlist = playlists_.at(params.playlist);
        actions::PlaylistItems::Result result;
        result.total = playlist.n_entries();
        const auto start = std::clamp<std::int64_t>(params.start, 0, result.total);
        const auto end = start + std::clamp<std::int64_t>(params.count, 0, result.total - start);
        for (auto at = start; at < end; ++at) result.tracks.push_back(track_of(playlist, static_cast<int>(at)));
        threads_.answer_apart(reply, [result = std::move(result)]() mutable {
            add_file_sizes(result.tracks);
            return result;
        });
    }

    void updated(Playlist::UpdateLevel) {
        seen_.erase(std::remove_if(seen_.begin(), seen_.end(), [](const Seen &seen) { return !seen.playlist.exists(); }),
                    seen_.end());
        for (int at = 0; at < Playlist::n_playlists(); ++at) {
            const auto playlist = Playlist::by_index(at);
            const auto found = std::find_if(seen_.begin(), seen_.end(),
                                            [&](const Seen &seen) { return seen.playlist == playlist; });
            if (found != seen_.end()) look_at(playlist, *found);
            else seen_.push_back({playlist, playlists_.name_of(playlist), playlist.n_entries(), selected_entries(playlist),
                                  focus_of(playlist)});
        }
    }

    // Entries that only move, because others are added or removed, stay selected.
    void look_at_selection(const Playlist &playlist, Seen &seen) const {
        auto selected = selected_entries(playlist);
        const auto focus = focus_of(playlist);
        const bool has_moved = playlist.update_detail().level == Playlist::Structure;
        const bool is_selection = has_moved ? selected.size() != seen.selected.size() : selected != seen.selected;
        const bool is_focus = has_moved ? focus.has_value() != seen.focus.has_value() : focus != seen.focus;
        seen.selected = std::move(selected);
        seen.focus = focus;
        if (!is_selection && !is_focus) return;
        signals_.send<player_signals::PlaylistSelectionChanged>({playlists_.id_of(playlist), is_selection, focus});
    }

    void look_at(const Playlist &playlist, Seen &seen) const {
        look_at_selection(playlist, seen);
        const std::string id = playlists_.id_of(playlist);
        std::string name = playlists_.name_of(playlist);
        if (name != seen.name) {
            seen.name = std::move(name);
            signals_.send<player_signals::PlaylistRenamed>({id, seen.name});
        }
        const auto tell = [&](Change change, std::optional<std::int64_t> start, int changed, int total) {
            if (changed > 0) signals_.send<player_signals::PlaylistItemsChanged>({id, change, start, changed, total});
        };
        const auto update = playlist.update_detail();
        const int before = seen.count, now = playlist.n_entries(), same = update.before + update.after;
        // The metadata of a file arrives after the entry. Pages read the entries again.
        if (update.level == Playlist::Metadata) tell(Change::reordered, std::nullopt, now - same, now);
        if (update.level != Playlist::Structure) return;
        seen.count = now;
        const int removed = before - same, added = now - same;
        if (removed == added) return tell(Change::reordered, std::nullopt, added, now);
        tell(Change::removed, std::nullopt, removed, before - removed);
        tell(Change::added, update.before, added, now);
    }

    void activated() {
        signals_.send<player_signals::PlaylistActivated>({playlists_.id_or_none(Playlist::active_playlist())});
    }

    Signals &signals_;
    Threads &threads_;
    PlaylistIds &playlists_;
    std::vector<Seen> seen_;
    const HookReceiver<PlaylistEditing, Playlist::UpdateLevel> update_{"playlist update", this, &PlaylistEditing::updated};
    const HookReceiver<PlaylistEditing> activate_{"playlist activate", this, &PlaylistEditing::activated};
};

}  // namespace

std::unique_ptr<Part> make_playlist_editing(Signals &signals, Threads &threads, PlaylistIds &playlists) {
    return std::make_unique<PlaylistEditing>(signals, threads, playlists);
}
