/*
 * parts.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The parts of the player: what Audacious does for the bridge, and tells it. Each implements its native actions for the
// bridge when it is made, and has to outlive it.
#pragma once

#include <memory>

#include <tonearm/bridge.hpp>

class Host;
class PlaylistIds;
class Threads;

// The playback queue: one list over the queues that Audacious keeps for each playlist. Audacious queues an entry at most
// once, and plays the queue of the playing playlist only. The order between playlists is kept here, and entries that a
// panel queued in other playlists play in that order.
class Queue {
public:
    virtual ~Queue() = default;
    // Called when Audacious opens a track. Tells the bridge when the track comes from the queue, and returns whether it
    // does.
    virtual bool track_begun() = 0;
    // Plays the first entry if a panel has queued it in a playlist that does not play. Returns whether it did. Also called
    // at the end of a track, before Audacious chooses the next one.
    virtual bool play_first_elsewhere(bool has_ended) = 0;
};

using Part = std::shared_ptr<void>;

Part make_artwork(tonearm::Bridge &bridge, Threads &threads);
Part make_dialogs(tonearm::Bridge &bridge, Host &host);
Part make_library(tonearm::Bridge &bridge, Threads &threads);
Part make_overlay(tonearm::Bridge &bridge, Host &host);
Part make_playback(tonearm::Bridge &bridge, Threads &threads, PlaylistIds &playlists, Queue &queue);
Part make_playlists(tonearm::Bridge &bridge, Threads &threads, PlaylistIds &playlists);
std::shared_ptr<Queue> make_queue(tonearm::Bridge &bridge, Threads &threads, PlaylistIds &playlists);
Part make_selection(tonearm::Bridge &bridge, PlaylistIds &playlists);

// The native actions without state.
void implement_app(tonearm::Bridge &bridge);
void implement_media(tonearm::Bridge &bridge, Threads &threads);
void implement_menus(tonearm::Bridge &bridge);
