// Copyright (c) 2026 Tonearm contributors. MIT License.
// The playback queue: one list over the queues that Audacious keeps for each playlist.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <libaudcore/hook.h>
#include <libaudcore/playlist.h>
#include <tonearm/bridge.hpp>
#include <tonearm/queue_tracker.hpp>

class PlaylistIds;
class Signals;
class Threads;

// Audacious queues an entry at most once, and plays the queue of the playing playlist only. The order between
// playlists is kept here, and entries that a panel queued in other playlists play in that order.
class Queue {
public:
    Queue(Signals &signals, Threads &threads, PlaylistIds &playlists);

    void implement(tonearm::Bridge &bridge);

    // Called when Audacious opens a track. Tells the bridge when the track comes from the queue, and returns whether it
    // does.
    bool track_begun();
    // Called at the end of a track, before Audacious chooses the next one.
    void song_ended();
    // Plays the first entry if a panel has queued it in a playlist that does not play. Returns whether it did.
    bool play_first_elsewhere();

private:
    struct Place {
        Playlist playlist;
        int entry;
    };

    using Origin = tonearm::player_signals::QueueChanged::Params::Origin;

    void playlists_updated(Playlist::UpdateLevel level);
    static std::pair<Playlist, int> playing_place();
    // Takes over what Audacious and the user have changed.
    void update();
    const std::vector<std::string> &ids();
    // The place of the first entry, if a panel has queued it in a playlist that does not play.
    std::optional<Place> first_elsewhere();

    tonearm::Outcome<tonearm::actions::QueueAppend::Result> append(const tonearm::actions::QueueAppend::Params &params);
    tonearm::actions::QueueRemove::Result remove(const tonearm::actions::QueueRemove::Params &params);
    tonearm::actions::QueueReorder::Result reorder(const tonearm::actions::QueueReorder::Params &params);
    tonearm::actions::QueueClear::Result clear();

    Signals &signals_;
    Threads &threads_;
    PlaylistIds &playlists_;
    // Over the queues of all playlists, one behind the other.
    tonearm::QueueTracker tracker_;
    std::map<std::string, Place> places_;
    // The entries in the order in which they play.
    std::vector<std::string> order_;
    // The entries that panels have queued.
    std::set<std::string> from_panels_;
    // The entries when the bridge was last told of the queue.
    std::vector<std::string> told_;
    // Whether the track that is about to begin was taken from the queue.
    bool is_taken_ = false;
    // The playlist that played when the queue was last looked at, and its position.
    std::pair<Playlist, int> playing_ = playing_place();
    const HookReceiver<Queue, Playlist::UpdateLevel> update_{"playlist update", this, &Queue::playlists_updated};
};
