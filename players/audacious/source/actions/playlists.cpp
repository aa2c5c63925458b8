/*
 * playlists.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The native actions that list and change playlists, and the signals about every change of them.
#include <algorithm>
#include <deque>
#include <functional>
#include <unordered_map>

#include <QTimer>

#include <libaudcore/audstrings.h>
#include <libaudcore/hook.h>
#include <libaudcore/i18n.h>

#include "actions/media_access.hpp"
#include "parts.hpp"
#include "playlist_ids.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

using Change = player_signals::PlaylistItemsChanged::Params::Change;
using Known = PlaylistIds::Known;
using Items = std::vector<std::int64_t>;

// Shifting entries one by one takes time quadratic in their number.
constexpr std::size_t max_shifted = 5000;
// Audacious's number for the focus of a playlist without one.
constexpr std::int64_t no_entry = -1;

void check_ascending_within(const Items &items, int count) {
    const bool is_ascending = std::adjacent_find(items.begin(), items.end(), std::greater_equal<>()) == items.end();
    if (is_ascending && (items.empty() || (items.front() >= 0 && items.back() < count))) return;
    throw Error{error_codes::invalid_params, "An index is not in the playlist"};
}

std::optional<std::int64_t> focus_of(const Playlist &playlist) {
    const std::int64_t focus = playlist.get_focus();
    return focus == no_entry ? std::nullopt : std::optional(focus);
}

// Sorts the entries in one step. Returns false, and changes nothing, when a file occurs more than once.
bool sort_entries(const Playlist &playlist, const Items &order) {
    // Audacious shares equal texts, so their addresses are equal too. The texts have to stay while these are compared.
    static std::unordered_map<const char *, int> ranks;
    std::vector<String> names;
    for (const auto item : order) {
        names.push_back(playlist.entry_filename(static_cast<int>(item)));
        ranks.emplace(names.back(), static_cast<int>(names.size()));
    }
    const bool is_distinct = ranks.size() == names.size();
    if (is_distinct) playlist.sort_by_filename([](const char *a, const char *b) { return ranks[a] - ranks[b]; });
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

// The playlists that the bridge makes for itself (docs/decisions.md), and what the listener reads.
constexpr std::pair<const char *, const char *> own_playlists[] = {{"__webview_buffer__", N_("Radio")},
                                                                   {"[WebView Queue]", N_("Queue")}};

// Whether Audacious adds the entries of a file in its place. Of a cue sheet these are songs in other files.
bool is_playlist(const char *uri) { return Playlist::filename_is_playlist(uri) && !str_has_suffix_nocase(uri, ".cue"); }

// Tracks on their way into a playlist. Playlist files are expanded before: Audacious would add the streams in them under the
// URIs of the user's own streams.
struct Addition {
    const Playlist playlist;
    const Reply<actions::PlaylistAppend> reply;
    const std::string panel;
    std::vector<String> uris;
    std::vector<String> expanded{};
    bool is_expanding = false;
    int count_before = 0;

    void begin() {
        is_expanding = std::any_of(uris.begin(), uris.end(), [](const String &uri) { return is_playlist(uri); });
        insert();
    }

    // Called when Audacious has added. Returns whether nothing is left to do.
    bool end() {
        if (!std::exchange(is_expanding, false)) return true;
        uris = std::move(expanded);
        if (!uris.empty()) insert();
        return uris.empty();
    }

    Outcome<actions::PlaylistAppend::Result> result() const {
        if (!playlist.exists()) return PlaylistIds::unknown();
        // Meanwhile the user may have added entries after them or removed some before them.
        const int count = playlist.n_entries(), wanted = static_cast<int>(uris.size());
        for (int at = count - wanted; at >= 0 && wanted > 0 && count - count_before != wanted; --at) {
            const bool is_here = playlist.entry_filename(at) == uris.front() &&
                                 playlist.entry_filename(at + wanted - 1) == uris.back();
            if (is_here) return actions::PlaylistAppend::Result{at, wanted};
        }
        const int start = uris.empty() ? count : std::min(count_before, count);
        return actions::PlaylistAppend::Result{start, count - start};
    }

private:
    void insert() {
        count_before = playlist.n_entries();
        Index<PlaylistAddItem> items;
        for (const String &uri : uris) items.append(String(uri));
        playlist.insert_filtered(-1, std::move(items), [](const char *uri, void *self) {
            auto &addition = *static_cast<Addition *>(self);
            if (!addition.is_expanding) return addition.admits(uri);
            addition.expand(uri);
            return false;
        }, this, false);
    }

    // Called on the adding thread of Audacious with each entry, and with the songs in it.
    bool admits(const char *uri) const {
        const Handle handle = handle_of(uri);
        return (local_path(uri) || uri_of(handle, panel) == String(uri)) && may_be_added(handle.path, panel);
    }

    // Called there with each entry, before they are added. No playlist file from the network brings a local path.
    void expand(const char *uri) {
        if (!is_playlist(uri)) return expanded.push_back(String(uri));
        if (!admits(uri)) return;
        for (const std::string &entry : playlist_entries(uri)) {
            const String own = uri_of(handle_of(entry.c_str()), panel);
            if (!is_playlist(own) && (local_path(uri) || !local_path(own))) expanded.push_back(own);
        }
    }
};

class Playlists {
public:
    Playlists(Bridge &bridge, Threads &threads, PlaylistIds &playlists)
        : bridge_(bridge), playlists_(playlists), last_order_(playlists.order()) {
        unused_.setSingleShot(true);
        // The listener did not make the bridge's own playlists. One that is empty again goes, unless a session uses it. Called
        // later: the bridge may be about to fill it, and has to get the answer to its action first.
        QObject::connect(&unused_, &QTimer::timeout, [this] {
            for (const Known &own : std::vector(playlists_.all())) {
                if (!own.was_filled || own.is_locked || own.own_name.empty() || !own.playlist.exists()) continue;
                if (own.playlist.n_entries() == 0 && !own.playlist.add_in_progress()) own.playlist.remove_playlist();
            }
        });
        bridge.implement<actions::PlaylistList>([this](const auto &) {
            actions::PlaylistList::Result result{playlists_.id_or_none(Playlist::active_playlist()), {}};
            for (int at = 0; at < Playlist::n_playlists(); ++at) {
                const auto playlist = Playlist::by_index(at);
                const auto &known = playlists_.known(playlist);
                result.playlists.push_back({known.id, playlists_.name_of(playlist), playlist.n_entries(), known.is_locked,
                                            std::nullopt, static_cast<double>(playlist.total_length_ms()) / 1000});
            }
            return result;
        });
        bridge.implement<actions::PlaylistCreate>([this](const auto &params) {
            const auto index = std::clamp<std::int64_t>(params.index.value_or(-1), -1, Playlist::n_playlists());
            const auto playlist = Playlist::insert_playlist(static_cast<int>(index));
            auto &made = playlists_.known(playlist);
            for (const auto &[name, word] : own_playlists) {
                if (params.name != name) continue;
                made.own_name = name;
                made.own_word = _(word);
            }
            playlist.set_title(made.own_name.empty() ? params.name.c_str() : made.own_word.c_str());
            return actions::PlaylistCreate::Result{made.id};
        });
        // Audacious can refuse its user nothing. The lock tells pages, and how long a session lasts.
        bridge.implement<actions::PlaylistLock>([this](const auto &params) {
            playlists_.known(playlists_.at(params.playlist)).is_locked = params.locked;
            unused_.start();
        });
        bridge.implement<actions::PlaylistAppend>([this](const auto &params, const auto &reply, const Panel &panel) {
            const auto playlist = playlists_.at(params.playlist);
            if (params.handles.empty()) return reply(actions::PlaylistAppend::Result{playlist.n_entries(), 0});
            std::vector<String> uris;
            for (const auto &handle : params.handles) uris.push_back(uri_of(handle, panel.value_or("")));
            additions_.push_back(new Addition{playlist, reply, panel.value_or(""), std::move(uris)});
            if (additions_.size() == 1) additions_.front()->begin();
        });
        bridge.implement<actions::PlaylistRemove>([this](const auto &params) {
            const auto playlist = playlists_.at(params.playlist);
            if (params.count > 0) {
                // Audacious takes the range from the end for a start behind it.
                const int first = PlaylistIds::entry_at(playlist, params.start);
                const int last = PlaylistIds::entry_at(playlist, params.start + params.count - 1);
                playlist.remove_entries(first, last - first + 1);
            }
            return actions::PlaylistRemove::Result{playlist.n_entries()};
        });
        bridge.implement<actions::PlaylistActivate>(
            [this](const auto &params) { playlists_.at(params.playlist).activate(); });
        bridge.implement<actions::PlaylistItems>([this, &threads](const auto &params, const auto &reply) {
            const auto playlist = playlists_.at(params.playlist);
            actions::PlaylistItems::Result result{playlist.n_entries(), {}};
            const auto start = std::clamp<std::int64_t>(params.start, 0, result.total);
            const auto end = start + std::clamp<std::int64_t>(params.count, 0, result.total - start);
            for (auto at = start; at < end; ++at) result.tracks.push_back(track_of(playlist, static_cast<int>(at)));
            threads.answer_apart(reply, [result = std::move(result)]() mutable {
                add_file_sizes(result.tracks);
                return result;
            });
        });
        bridge.implement<actions::PlaylistRename>(
            [this](const auto &params) { playlists_.at(params.playlist).set_title(params.name.c_str()); });
        bridge.implement<actions::PlaylistDelete>(
            [this](const auto &params) { playlists_.at(params.playlist).remove_playlist(); });
        bridge.implement<actions::PlaylistRemoveItems>([this](const auto &params) {
            const auto playlist = playlists_.at(params.playlist);
            check_ascending_within(params.items, playlist.n_entries());
            // In ranges from the last on. Audacious tells of all in one notice.
            for (std::size_t end = params.items.size(), start; end > 0; end = start) {
                start = end - 1;
                while (start > 0 && params.items[start - 1] == params.items[start] - 1) --start;
                playlist.remove_entries(static_cast<int>(params.items[start]), static_cast<int>(end - start));
            }
            return actions::PlaylistRemoveItems::Result{playlist.n_entries()};
        });
        bridge.implement<actions::PlaylistReorder>([this](const auto &params) {
            const auto playlist = playlists_.at(params.playlist);
            auto sorted = params.order;
            std::sort(sorted.begin(), sorted.end());
            check_ascending_within(sorted, playlist.n_entries());
            if (sorted.size() != static_cast<std::size_t>(playlist.n_entries())) {
                throw Error{error_codes::invalid_params, "An index of the playlist is missing"};
            }
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
            const auto focus = params.focus ? params.focus->value_or(no_entry) : no_entry;
            if (focus != no_entry) check_ascending_within({focus}, playlist.n_entries());
            if (params.items) {
                check_ascending_within(*params.items, playlist.n_entries());
                playlist.select_all(false);
                for (const auto item : *params.items) playlist.select_entry(static_cast<int>(item), true);
            }
            if (params.focus) playlist.set_focus(static_cast<int>(focus));
        });
        for (Known &known : playlists_.all()) see(known);
    }

private:
    // Audacious adds on another thread and tells when all additions have ended.
    void end_addition() {
        if (additions_.empty() || additions_.front()->playlist.add_in_progress() || !additions_.front()->end()) return;
        const std::unique_ptr<Addition> addition(additions_.front());
        additions_.pop_front();
        if (addition->playlist.exists()) playlists_.known(addition->playlist).was_filled = true;
        addition->reply(addition->result());
        if (!additions_.empty()) additions_.front()->begin();
    }

    void updated(Playlist::UpdateLevel level) {
        auto order = playlists_.order();
        if (order != last_order_) {
            last_order_ = std::move(order);
            bridge_.signal<player_signals::PlaylistsChanged>({last_order_});
        }
        for (Known &known : playlists_.all()) {
            const Known before = known;
            see(known);
            if (before.count >= 0) tell_changes(before, known);
        }
        if (level == Playlist::Structure) unused_.start();
    }

    void see(Known &known) {
        known.name = playlists_.name_of(known.playlist);
        known.count = known.playlist.n_entries();
        known.selected = selected_entries(known.playlist);
        known.focus = focus_of(known.playlist);
    }

    void tell_changes(const Known &before, const Known &now) const {
        const auto update = now.playlist.update_detail();
        // Entries that only move, because others are added or removed, stay selected.
        const bool has_moved = update.level == Playlist::Structure;
        const bool is_selection = has_moved ? now.selected.size() != before.selected.size() : now.selected != before.selected;
        const bool is_focus = has_moved ? now.focus.has_value() != before.focus.has_value() : now.focus != before.focus;
        if (is_selection || is_focus) {
            bridge_.signal<player_signals::PlaylistSelectionChanged>({now.id, is_selection, now.focus});
        }
        if (now.name != before.name) bridge_.signal<player_signals::PlaylistRenamed>({now.id, now.name});
        const auto tell = [&](Change change, std::optional<std::int64_t> start, int changed, int total) {
            if (changed > 0) bridge_.signal<player_signals::PlaylistItemsChanged>({now.id, change, start, changed, total});
        };
        const int same = update.before + update.after, removed = before.count - same, added = now.count - same;
        // The metadata of a file arrives after the entry. Pages read the entries again.
        if (update.level == Playlist::Metadata) tell(Change::reordered, std::nullopt, added, now.count);
        if (update.level != Playlist::Structure) return;
        if (removed == added) return tell(Change::reordered, std::nullopt, added, now.count);
        tell(Change::removed, std::nullopt, removed, before.count - removed);
        tell(Change::added, update.before, added, now.count);
    }

    void activated() {
        bridge_.signal<player_signals::PlaylistActivated>({playlists_.id_or_none(Playlist::active_playlist())});
    }

    Bridge &bridge_;
    PlaylistIds &playlists_;
    std::vector<std::string> last_order_;
    // Runs while playlists may be unused.
    QTimer unused_;
    // Only the first one is in progress, so that its place is known. Deleted when it has ended: the adding thread uses it.
    std::deque<Addition *> additions_;
    const HookReceiver<Playlists, Playlist::UpdateLevel> update_{"playlist update", this, &Playlists::updated};
    const HookReceiver<Playlists> activate_{"playlist activate", this, &Playlists::activated};
    const HookReceiver<Playlists> added_{"playlist add complete", this, &Playlists::end_addition};
};

}  // namespace

Part make_playlists(Bridge &bridge, Threads &threads, PlaylistIds &playlists) {
    return std::make_shared<Playlists>(bridge, threads, playlists);
}
