/*
 * selection.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The selection: the selected entries of the active playlist, the whole playlist, or tracks that a page has selected.
#include <algorithm>

#include <libaudcore/hook.h>

#include "parts.hpp"
#include "playlist_ids.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

class Selection {
public:
    Selection(Bridge &bridge, PlaylistIds &playlists) : bridge_(bridge), playlists_(playlists) {
        bridge.implement<actions::SelectionGet>([this](const auto &params) { return get(params); });
        bridge.implement<actions::SelectionSet>([this](const auto &params) {
            // Without any track, the selection stays.
            if (!params.handles.empty()) hold(false, params.handles);
            return actions::SelectionSet::Result{static_cast<std::int64_t>(params.handles.size())};
        });
        bridge.implement<actions::SelectionTrack>([this](const auto &params) {
            hold(params.mode == actions::SelectionTrack::Params::Mode::playlist, {});
        });
    }

private:
    void hold(bool is_whole, std::vector<Handle> page) {
        is_whole_ = is_whole;
        page_ = std::move(page);
        bridge_.signal<player_signals::SelectionChanged>({});
    }

    static std::pair<Playlist, std::vector<int>> selected() {
        const auto playlist = Playlist::active_playlist();
        return {playlist, selected_entries(playlist)};
    }

    // A page's selection ends when the user selects something else.
    void check() {
        const auto before = std::exchange(last_, selected());
        if (last_ != before) hold(is_whole_, {});
    }

    actions::SelectionGet::Result get(const actions::SelectionGet::Params &params) const {
        actions::SelectionGet::Result result;
        const auto page = [&](const auto &all, auto &&add) {
            result.total = static_cast<std::int64_t>(all.size());
            const auto start = std::clamp<std::int64_t>(params.offset, 0, result.total);
            const auto count = std::clamp<std::int64_t>(params.limit.value_or(result.total), 0, result.total - start);
            std::for_each(all.begin() + start, all.begin() + start + count, add);
        };
        if (!page_.empty()) {
            result.type = "unknown";
            page(page_, [&](const Handle &handle) { result.handles.push_back(handle); });
            return result;
        }
        const auto playlist = Playlist::active_playlist();
        result.type = is_whole_ ? "active_playlist" : "active_playlist_selection";
        result.playlist = playlists_.id_of(playlist);
        result.items.emplace();
        page(is_whole_ ? all_entries(playlist) : selected_entries(playlist), [&](int entry) {
            result.handles.push_back(handle_of(playlist.entry_filename(entry)));
            result.items->push_back(entry);
        });
        return result;
    }

    Bridge &bridge_;
    PlaylistIds &playlists_;
    // Whether the whole playlist is the selection.
    bool is_whole_ = false;
    // The tracks that a page has selected, instead of entries; empty when it has none.
    std::vector<Handle> page_;
    // The selection at the last look.
    std::pair<Playlist, std::vector<int>> last_ = selected();
    const HookReceiver<Selection> update_{"playlist update", this, &Selection::check};
    const HookReceiver<Selection> activate_{"playlist activate", this, &Selection::check};
};

}  // namespace

Part make_selection(Bridge &bridge, PlaylistIds &playlists) { return std::make_shared<Selection>(bridge, playlists); }
