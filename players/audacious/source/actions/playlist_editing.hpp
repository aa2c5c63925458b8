// Copyright (c) 2026 Tonearm contributors. MIT License.
// The native actions and signals of the extension `playlist`.
#pragma once

#include <string>
#include <vector>

#include <libaudcore/hook.h>
#include <libaudcore/playlist.h>
#include <tonearm/bridge.hpp>

class PlaylistIds;
class Signals;
class Threads;

class PlaylistEditing {
public:
    PlaylistEditing(Signals &signals, Threads &threads, PlaylistIds &playlists);

    void implement(tonearm::Bridge &bridge);

private:
    struct Seen {
        Playlist playlist;
        std::string name;
        int count;
    };

    void items(const tonearm::actions::PlaylistItems::Params &params,
               const tonearm::Reply<tonearm::actions::PlaylistItems> &reply) const;
    void updated(Playlist::UpdateLevel level);
    void look_at(const Playlist &playlist, Seen &seen) const;
    void activated();

    Signals &signals_;
    Threads &threads_;
    PlaylistIds &playlists_;
    std::vector<Seen> seen_;
    const HookReceiver<PlaylistEditing, Playlist::UpdateLevel> update_{"playlist update", this,
                                                                       &PlaylistEditing::updated};
    const HookReceiver<PlaylistEditing> activate_{"playlist activate", this, &PlaylistEditing::activated};
};
