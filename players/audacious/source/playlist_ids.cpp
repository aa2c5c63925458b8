// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "playlist_ids.hpp"

#include <algorithm>
#include <unordered_set>

#include <libaudcore/i18n.h>

#include "actions/media_access.hpp"
#include "signals.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

// The playlists that the bridge makes for itself (docs/decisions.md), and what the listener reads.
constexpr std::pair<const char *, const char *> own_playlists[] = {{"__webview_buffer__", N_("Radio")},
                                                                   {"[WebView Queue]", N_("Queue")}};

}  // namespace

// The entries that an addition was given, and the one that is being added.
struct PlaylistIds::Origins {
    std::string panel;
    std::unordered_set<std::string> given;
    std::string current;

    // Called on the adding thread with each given entry, and with those to which Audacious expands it. No playlist file from
    // the network brings a local path.
    bool admits(const char *uri) {
        if (given.count(uri) != 0) current = uri;
        std::string path;
        if (is_local(uri, path) && !is_local(current.c_str(), path)) return false;
        return media_problem(handle_of(uri).path, panel).empty();
    }
};

PlaylistIds::PlaylistIds(Signals &signals, Threads &threads) : signals_(signals), threads_(threads), last_order_(order()) {}

PlaylistIds::Known &PlaylistIds::known(const Playlist &playlist) {
    for (auto &known : known_) {
        if (known.playlist == playlist) return known;
    }
    known_.push_back({playlist, std::to_string(++last_), {}, {}, false, false});
    return known_.back();
}

std::string PlaylistIds::id_of(const Playlist &playlist) { return known(playlist).id; }

std::string PlaylistIds::name_of(const Playlist &playlist) {
    const Known &own = known(playlist);
    const std::string title(playlist.get_title());
    return !own.own_name.empty() && title == own.own_word ? own.own_name : title;
}

std::optional<std::string> PlaylistIds::id_or_none(const Playlist &playlist) {
    return playlist.exists() ? std::optional(id_of(playlist)) : std::nullopt;
}

std::optional<Playlist> PlaylistIds::find(const std::string &id) const {
    for (const auto &known : known_) {
        if (known.id == id && known.playlist.exists()) return known.playlist;
    }
    return std::nullopt;
}

std::vector<std::string> PlaylistIds::order() {
    known_.erase(std::remove_if(known_.begin(), known_.end(), [](const Known &each) { return !each.playlist.exists(); }),
                 known_.end());
    std::vector<std::string> ids;
    for (int at = 0; at < Playlist::n_playlists(); ++at) ids.push_back(id_of(Playlist::by_index(at)));
    return ids;
}

Error PlaylistIds::unknown() { return {error_codes::playlist_not_found, "There is no such playlist"}; }

void PlaylistIds::playlists_updated(Playlist::UpdateLevel level) {
    if (level != Playlist::Structure) return;
    remove_unused();
    auto now = order();
    if (now == last_order_) return;
    last_order_ = std::move(now);
    signals_.send<player_signals::PlaylistsChanged>({last_order_});
}

// The listener did not make the bridge's own playlists. One that is empty again goes, unless a session uses it.
void PlaylistIds::remove_unused() {
    for (auto &own : known_) {
        if (own.own_name.empty() || !own.playlist.exists()) continue;
        own.has_had_entries = own.has_had_entries || own.playlist.n_entries() > 0;
        if (!own.has_had_entries || own.is_locked) continue;
        // Later: the bridge may be about to fill it, and has to get the answer to its action first.
        threads_.run_here([this, id = own.id] {
            const auto playlist = find(id);
            if (!playlist || known(*playlist).is_locked || playlist->n_entries() > 0 || playlist->add_in_progress()) return;
            playlist->remove_playlist();
        });
    }
}

actions::PlaylistCreate::Result PlaylistIds::create(const actions::PlaylistCreate::Params &params) {
    const auto index = std::clamp<std::int64_t>(params.index.value_or(-1), -1, Playlist::n_playlists());
    const auto playlist = Playlist::insert_playlist(static_cast<int>(index));
    Known &made = known(playlist);
    for (const auto &[name, word] : own_playlists) {
        if (params.name != name) continue;
        made.own_name = name;
        made.own_word = _(word);
    }
    playlist.set_title(made.own_name.empty() ? params.name.c_str() : made.own_word.c_str());
    return {made.id};
}

// Audacious can refuse its user nothing. The lock tells pages, and how long a session lasts.
Outcome<actions::PlaylistLock::Result> PlaylistIds::lock(const actions::PlaylistLock::Params &params) {
    const auto playlist = find(params.playlist);
    if (!playlist) return unknown();
    known(*playlist).is_locked = params.locked;
    remove_unused();
    return actions::PlaylistLock::Result{};
}

void PlaylistIds::append(const actions::PlaylistAppend::Params &params, Reply<actions::PlaylistAppend> reply,
                         const Panel &panel) {
    const auto playlist = find(params.playlist);
    if (!playlist) return reply(unknown());
    if (params.handles.empty()) return reply(actions::PlaylistAppend::Result{playlist->n_entries(), 0});
    Addition addition{*playlist, {}, std::move(reply), 0, new Origins{panel.value_or(""), {}, {}}};
    for (const auto &handle : params.handles) addition.uris.push_back(uri_of(handle));
    additions_.push_back(std::move(addition));
    if (additions_.size() == 1) begin_addition();
}

// Audacious adds on another thread and tells when all additions have ended.
void PlaylistIds::begin_addition() {
    Addition &addition = additions_.front();
    addition.count_before = addition.playlist.n_entries();
    Index<PlaylistAddItem> items;
    for (const String &uri : addition.uris) {
        items.append(String(uri));
        addition.origins->given.insert(std::string(uri));
    }
    const auto filter = [](const char *uri, void *origins) { return static_cast<Origins *>(origins)->admits(uri); };
    addition.playlist.insert_filtered(-1, std::move(items), filter, addition.origins, false);
}

void PlaylistIds::end_additions() {
    if (additions_.empty() || additions_.front().playlist.add_in_progress()) return;
    const Addition addition = std::move(additions_.front());
    additions_.pop_front();
    delete addition.origins;
    const int count = addition.playlist.n_entries();
    if (!addition.playlist.exists()) {
        addition.reply(unknown());
    } else {
        // Meanwhile the user may have added entries after them or removed some before them.
        const int wanted = static_cast<int>(addition.uris.size());
        int start = std::min(addition.count_before, count);
        int added = count - start;
        for (int at = count - wanted; at >= 0 && added != wanted; --at) {
            if (addition.playlist.entry_filename(at) != addition.uris.front() ||
                addition.playlist.entry_filename(at + wanted - 1) != addition.uris.back()) continue;
            start = at;
            added = wanted;
        }
        addition.reply(actions::PlaylistAppend::Result{start, added});
    }
    if (!additions_.empty()) begin_addition();
}

void PlaylistIds::implement(Bridge &bridge) {
    bridge.implement<actions::PlaylistList>([this](const auto &) {
        actions::PlaylistList::Result result;
        result.active = id_or_none(Playlist::active_playlist());
        for (int at = 0; at < Playlist::n_playlists(); ++at) {
            const auto playlist = Playlist::by_index(at);
            result.playlists.push_back(
                {id_of(playlist), name_of(playlist), playlist.n_entries(), known(playlist).is_locked, std::nullopt,
                 static_cast<double>(playlist.total_length_ms()) / 1000});
        }
        return result;
    });
    bridge.implement<actions::PlaylistCreate>(
        [this](const actions::PlaylistCreate::Params &params) { return create(params); });
    bridge.implement<actions::PlaylistLock>([this](const actions::PlaylistLock::Params &params) { return lock(params); });
    bridge.implement<actions::PlaylistAppend>(
        [this](const actions::PlaylistAppend::Params &params, Reply<actions::PlaylistAppend> reply, const Panel &panel) {
            append(params, std::move(reply), panel);
        });
    bridge.implement<actions::PlaylistRemove>(
        [this](const actions::PlaylistRemove::Params &params) -> Outcome<actions::PlaylistRemove::Result> {
            const auto playlist = find(params.playlist);
            if (!playlist) return unknown();
            const int count = playlist->n_entries();
            if (params.start < 0 || params.count < 0 || params.start > count || params.count > count - params.start) {
                return Error{error_codes::invalid_params, "The range is not in the playlist"};
            }
            // Audacious takes the range from the end for a start behind it.
            if (params.count > 0) {
                playlist->remove_entries(static_cast<int>(params.start), static_cast<int>(params.count));
            }
            return actions::PlaylistRemove::Result{playlist->n_entries()};
        });
    bridge.implement<actions::PlaylistActivate>(
        [this](const actions::PlaylistActivate::Params &params) -> Outcome<actions::PlaylistActivate::Result> {
            const auto playlist = find(params.playlist);
            if (!playlist) return unknown();
            playlist->activate();
            return actions::PlaylistActivate::Result{};
        });
}
