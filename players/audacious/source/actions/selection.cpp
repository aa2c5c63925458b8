// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/selection.hpp"

#include <algorithm>
#include <numeric>

#include "playlist_ids.hpp"
#include "signals.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

std::vector<int> all_entries(const Playlist &playlist) {
    std::vector<int> entries(static_cast<std::size_t>(playlist.n_entries()));
    std::iota(entries.begin(), entries.end(), 0);
    return entries;
}

}  // namespace

Selection::Selection(Signals &signals, PlaylistIds &playlists)
    : signals_(signals), playlists_(playlists), last_playlist_(Playlist::active_playlist()), last_entries_(selected_entries()) {}

std::vector<int> Selection::selected_entries() {
    const auto playlist = Playlist::active_playlist();
    std::vector<int> entries;
    int left = playlist.n_selected();
    for (int at = 0; left > 0 && at < playlist.n_entries(); ++at) {
        if (!playlist.entry_selected(at)) continue;
        entries.push_back(at);
        --left;
    }
    return entries;
}

void Selection::hold(Holder holder) {
    holder_ = holder;
    if (holder != Holder::page) page_.clear();
    signals_.send<player_signals::SelectionChanged>({});
}

void Selection::playlists_updated(Playlist::UpdateLevel level) {
    // New metadata alone changes no selection.
    if (level != Playlist::Metadata) check();
}

// A page's selection ends when the user selects something else.
void Selection::check() {
    const auto playlist = Playlist::active_playlist();
    auto entries = selected_entries();
    if (playlist == last_playlist_ && entries == last_entries_) return;
    last_playlist_ = playlist;
    last_entries_ = std::move(entries);
    hold(holder_ == Holder::page ? Holder::selected_entries : holder_);
}

actions::SelectionGet::Result Selection::get(const actions::SelectionGet::Params &params) const {
    actions::SelectionGet::Result result;
    const auto page = [&](const auto &all, auto &&add) {
        result.total = static_cast<std::int64_t>(all.size());
        const auto start = std::clamp<std::int64_t>(params.offset, 0, result.total);
        const auto count = std::clamp<std::int64_t>(params.limit.value_or(result.total), 0, result.total - start);
        std::for_each(all.begin() + start, all.begin() + start + count, add);
    };
    if (holder_ == Holder::page) {
        result.type = "unknown";
        page(page_, [&](const Handle &handle) { result.handles.push_back(handle); });
        return result;
    }
    const auto playlist = Playlist::active_playlist();
    const bool is_whole = holder_ == Holder::active_playlist;
    result.type = is_whole ? "active_playlist" : "active_playlist_selection";
    result.playlist = playlists_.id_of(playlist);
    result.items.emplace();
    page(is_whole ? all_entries(playlist) : selected_entries(), [&](int entry) {
        result.handles.push_back(handle_of(playlist.entry_filename(entry)));
        result.items->push_back(entry);
    });
    return result;
}

void Selection::implement(Bridge &bridge) {
    bridge.implement<actions::SelectionGet>([this](const actions::SelectionGet::Params &params) { return get(params); });
    bridge.implement<actions::SelectionSet>([this](const actions::SelectionSet::Params &params) {
        // Without any track, the selection stays.
        if (!params.handles.empty()) {
            page_ = params.handles;
            hold(Holder::page);
        }
        return actions::SelectionSet::Result{static_cast<std::int64_t>(params.handles.size())};
    });
    bridge.implement<actions::SelectionTrack>([this](const actions::SelectionTrack::Params &params) {
        const bool is_whole = params.mode == actions::SelectionTrack::Params::Mode::playlist;
        hold(is_whole ? Holder::active_playlist : Holder::selected_entries);
        return actions::SelectionTrack::Result{};
    });
}
