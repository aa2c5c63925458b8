/*
 * queue.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The playback queue: one list over the queues that Audacious keeps for each playlist.
#pragma once

#include "parts.hpp"

// Audacious queues an entry at most once, and plays the queue of the playing playlist only. The order between
// playlists is kept here, and entries that a panel queued in other playlists play in that order.
class Queue : public Part {
public:
    // Called when Audacious opens a track. Tells the bridge when the track comes from the queue, and returns whether it
    // does.
    virtual bool track_begun() = 0;
    // Called at the end of a track, before Audacious chooses the next one.
    virtual void song_ended() = 0;
    // Plays the first entry if a panel has queued it in a playlist that does not play. Returns whether it did.
    virtual bool play_first_elsewhere() = 0;
};

std::unique_ptr<Queue> make_queue(Signals &signals, Threads &threads, PlaylistIds &playlists);
