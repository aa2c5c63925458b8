// The playback queue: one list over the queues that Audacious keeps for each playlist.
#pragma once

#include <utility>
#include <vector>

#include <libaudcore/hook.h>
#include <libaudcore/playlist.h>
#include <tonearm/bridge.hpp>

class Host;

// Audacious queues an entry at most once, and plays the queue of the playing playlist only. The order between
// playlists is kept here, and entries that a panel queued in other playlists play in that order.
class Queue {
public:
    explicit Queue(Host &host);

    void implement(tonearm::Bridge &bridge);

    // Called when Audacious opens a track.
    void track_begun();
    // Called at the end of a track, before Audacious chooses the next one.
    void song_ended();
    // Plays the first entry if a panel has queued it in a playlist that does not play. Returns whether it did.
    bool play_first_elsewhere();

private:
    // The n-th turn of a playlist is the n-th entry of its queue.
    struct Turn {
        Playlist playlist;
        bool is_from_panel;
    };
    struct Place {
        Playlist playlist;
        int entry;
    };

    using Origin = tonearm::signals::QueueChanged::Params::Origin;

    void playlists_updated(Playlist::UpdateLevel level);
    void tell(Origin origin);
    static std::pair<Playlist, int> playing_place();
    // Takes over what Audacious and the user have changed.
    void update();
    std::vector<Place> places();
    bool is_first_elsewhere();
    int count();

    tonearm::Outcome<tonearm::actions::QueueAppend::Result> append(const tonearm::actions::QueueAppend::Params &params);
    tonearm::Outcome<tonearm::actions::QueueRemove::Result> remove(const tonearm::actions::QueueRemove::Params &params);
    tonearm::Outcome<tonearm::actions::QueueReorder::Result> reorder(
        const tonearm::actions::QueueReorder::Params &params);

    Host &host_;
    std::vector<Turn> turns_;
    // The number of entries when the bridge was last told of the queue.
    int told_count_ = 0;
    // The playlist that played when the queue was last looked at, and its position.
    std::pair<Playlist, int> playing_ = playing_place();
    const HookReceiver<Queue, Playlist::UpdateLevel> update_{"playlist update", this, &Queue::playlists_updated};
};
