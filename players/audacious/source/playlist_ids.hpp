// Copyright (c) 2026 Tonearm contributors. MIT License.
// The playlists of Audacious under stable ids, and the native actions that list and change them.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <libaudcore/hook.h>
#include <libaudcore/playlist.h>
#include <tonearm/bridge.hpp>

class Signals;
class Threads;

// Numbers the playlists: Audacious does not tell its own numbers. A Playlist stays equal to itself while it exists and
// is not reused.
class PlaylistIds {
public:
    struct Origins;
    PlaylistIds(Signals &signals, Threads &threads);

    void implement(tonearm::Bridge &bridge);

    std::string id_of(const Playlist &playlist);
    // Null optional for "no playlist".
    std::optional<std::string> id_or_none(const Playlist &playlist);
    // Empty when there is no such playlist.
    std::optional<Playlist> find(const std::string &id) const;
    // The name that the bridge knows it by.
    std::string name_of(const Playlist &playlist);
    // All ids in the user's order.
    std::vector<std::string> order();

    static tonearm::Error unknown();

private:
    struct Known {
        Playlist playlist;
        std::string id;
        // Of a playlist that the bridge has made for its own use: the bridge's name and the listener's word for it.
        std::string own_name, own_word;
        bool is_locked, has_had_entries;
    };
    struct Addition {
        Playlist playlist;
        std::vector<String> uris;
        tonearm::Reply<tonearm::actions::PlaylistAppend> reply;
        int count_before;
        // What the filter of Audacious's adding thread uses. Deleted when the addition has ended.
        Origins *origins;
    };

    Known &known(const Playlist &playlist);
    tonearm::actions::PlaylistCreate::Result create(const tonearm::actions::PlaylistCreate::Params &params);
    tonearm::Outcome<tonearm::actions::PlaylistLock::Result> lock(const tonearm::actions::PlaylistLock::Params &params);
    void remove_unused();
    void append(const tonearm::actions::PlaylistAppend::Params &params,
                tonearm::Reply<tonearm::actions::PlaylistAppend> reply, const tonearm::Panel &panel);
    void begin_addition();
    void end_additions();
    void playlists_updated(Playlist::UpdateLevel level);

    Signals &signals_;
    Threads &threads_;
    std::vector<Known> known_;
    std::uint64_t last_ = 0;
    std::vector<std::string> last_order_;
    // Only the first one is in progress, so that its place is known.
    std::deque<Addition> additions_;
    const HookReceiver<PlaylistIds, Playlist::UpdateLevel> update_{"playlist update", this,
                                                                   &PlaylistIds::playlists_updated};
    const HookReceiver<PlaylistIds> added_{"playlist add complete", this, &PlaylistIds::end_additions};
};
