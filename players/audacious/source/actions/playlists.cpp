/*
 * playlists.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The native actions that list and change playlists.
#include <algorithm>
#include <deque>
#include <unordered_set>

#include <libaudcore/hook.h>
#include <libaudcore/i18n.h>

#include "actions/media_access.hpp"
#include "parts.hpp"
#include "playlist_ids.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

// The playlists that the bridge makes for itself (docs/decisions.md), and what the listener reads.
constexpr std::pair<const char *, const char *> own_playlists[] = {{"__webview_buffer__", N_("Radio")},
                                                                   {"[WebView Queue]", N_("Queue")}};

// Tracks on their way into a playlist.
struct Addition {
    const Playlist playlist;
    const std::vector<String> uris;
    const Reply<actions::PlaylistAppend> reply;
    const std::string panel;
    int count_before = 0;
    // For the adding thread: the entries that it was given, and the one that is being added.
    std::unordered_set<std::string> given;
    std::string current;

    // Called on the adding thread with each given entry, and with those to which Audacious expands it. No playlist file from
    // the network brings a local path.
    bool admits(const char *uri) {
        if (given.count(uri) != 0) current = uri;
        std::string path;
        if (is_local(uri, path) && !is_local(current.c_str(), path)) return false;
        return may_be_added(handle_of(uri).path, panel);
    }

    void begin() {
        count_before = playlist.n_entries();
        Index<PlaylistAddItem> items;
        for (const String &uri : uris) {
            items.append(String(uri));
            given.insert(std::string(uri));
        }
        const auto filter = [](const char *uri, void *self) { return static_cast<Addition *>(self)->admits(uri); };
        playlist.insert_filtered(-1, std::move(items), filter, this, false);
    }

    Outcome<actions::PlaylistAppend::Result> result() const {
        if (!playlist.exists()) return PlaylistIds::unknown();
        // Meanwhile the user may have added entries after them or removed some before them.
        const int count = playlist.n_entries(), wanted = static_cast<int>(uris.size());
        for (int at = count - wanted; at >= 0 && count - count_before != wanted; --at) {
            const bool is_here = playlist.entry_filename(at) == uris.front() &&
                                 playlist.entry_filename(at + wanted - 1) == uris.back();
            if (is_here) return actions::PlaylistAppend::Result{at, wanted};
        }
        const int start = std::min(count_before, count);
        return actions::PlaylistAppend::Result{start, count - start};
    }
};

class Playlists : public Part {
public:
    Playlists(Signals &signals, Threads &threads, PlaylistIds &playlists)
        : signals_(signals), threads_(threads), playlists_(playlists), last_order_(playlists.order()) {}

    void implement(Bridge &bridge) override {
        bridge.implement<actions::PlaylistList>([this](const auto &) { return list(); });
        bridge.implement<actions::PlaylistCreate>([this](const auto &params) { return create(params); });
        // Audacious can refuse its user nothing. The lock tells pages, and how long a session lasts.
        bridge.implement<actions::PlaylistLock>([this](const auto &params) {
            playlists_.known(playlists_.at(params.playlist)).is_locked = params.locked;
            remove_unused();
        });
        bridge.implement<actions::PlaylistAppend>(
            [this](const auto &params, const auto &reply, const Panel &panel) { append(params, reply, panel); });
        bridge.implement<actions::PlaylistRemove>([this](const auto &params) {
            const auto playlist = playlists_.at(params.playlist);
            const int count = playlist.n_entries();
            if (params.start < 0 || params.count < 0 || params.start > count || params.count > count - params.start) {
                throw Error{error_codes::invalid_params, "The range is not in the playlist"};
            }
            // Audacious takes the range from the end for a start behind it.
            if (params.count > 0) {
                playlist.remove_entries(static_cast<int>(params.start), static_cast<int>(params.count));
            }
            return actions::PlaylistRemove::Result{playlist.n_entries()};
        });
        bridge.implement<actions::PlaylistActivate>(
            [this](const auto &params) { playlists_.at(params.playlist).activate(); });
    }

private:
    actions::PlaylistList::Result list() {
        actions::PlaylistList::Result result;
        result.active = playlists_.id_or_none(Playlist::active_playlist());
        for (int at = 0; at < Playlist::n_playlists(); ++at) {
            const auto playlist = Playlist::by_index(at);
            const auto &known = playlists_.known(playlist);
            result.playlists.push_back({known.id, playlists_.name_of(playlist), playlist.n_entries(), known.is_locked,
                                        std::nullopt, static_cast<double>(playlist.total_length_ms()) / 1000});
        }
        return result;
    }

    actions::PlaylistCreate::Result create(const actions::PlaylistCreate::Params &params) {
        const auto index = std::clamp<std::int64_t>(params.index.value_or(-1), -1, Playlist::n_playlists());
        const auto playlist = Playlist::insert_playlist(static_cast<int>(index));
        auto &made = playlists_.known(playlist);
        for (const auto &[name, word] : own_playlists) {
            if (params.name != name) continue;
            made.own_name = name;
            made.own_word = _(word);
        }
        playlist.set_title(made.own_name.empty() ? params.name.c_str() : made.own_word.c_str());
        return {made.id};
    }

    // The listener did not make the bridge's own playlists. One that is empty again goes, unless a session uses it.
    void remove_unused() {
        for (auto &own : playlists_.all()) {
            if (own.own_name.empty() || !own.playlist.exists()) continue;
            own.has_had_entries = own.has_had_entries || own.playlist.n_entries() > 0;
            if (!own.has_had_entries || own.is_locked) continue;
            // Later: the bridge may be about to fill it, and has to get the answer to its action first.
            threads_.run_here([this, playlist = own.playlist] {
                const bool is_used = !playlist.exists() || playlists_.known(playlist).is_locked ||
                                     playlist.n_entries() > 0 || playlist.add_in_progress();
                if (!is_used) playlist.remove_playlist();
            });
        }
    }

    void append(const actions::PlaylistAppend::Params &params, const Reply<actions::PlaylistAppend> &reply,
                const Panel &panel) {
        const auto playlist = playlists_.at(params.playlist);
        if (params.handles.empty()) return reply(actions::PlaylistAppend::Result{playlist.n_entries(), 0});
        std::vector<String> uris;
        for (const auto &handle : params.handles) uris.push_back(uri_of(handle));
        additions_.push_back(new Addition{playlist, std::move(uris), reply, panel.value_or(""), 0, {}, {}});
        if (additions_.size() == 1) additions_.front()->begin();
    }

    // Audacious adds on another thread and tells when all additions have ended.
    void end_addition() {
        if (additions_.empty() || additions_.front()->playlist.add_in_progress()) return;
        const std::unique_ptr<Addition> addition(additions_.front());
        additions_.pop_front();
        addition->reply(addition->result());
        if (!additions_.empty()) additions_.front()->begin();
    }

    void playlists_updated(Playlist::UpdateLevel level) {
        if (level != Playlist::Structure) return;
        remove_unused();
        auto now = playlists_.order();
        if (now == last_order_) return;
        last_order_ = std::move(now);
        signals_.send<player_signals::PlaylistsChanged>({last_order_});
    }

    Signals &signals_;
    Threads &threads_;
    PlaylistIds &playlists_;
    std::vector<std::string> last_order_;
    // Only the first one is in progress, so that its place is known. Deleted when it has ended: the adding thread uses it.
    std::deque<Addition *> additions_;
    const HookReceiver<Playlists, Playlist::UpdateLevel> update_{"playlist update", this, &Playlists::playlists_updated};
    const HookReceiver<Playlists> added_{"playlist add complete", this, &Playlists::end_addition};
};

}  // namespace

std::unique_ptr<Part> make_playlists(Signals &signals, Threads &threads, PlaylistIds &playlists) {
    return std::make_unique<Playlists>(signals, threads, playlists);
}
