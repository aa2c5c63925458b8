// Copyright (c) 2026 Tonearm contributors. MIT License.
// Playback, its order, and the signals about it.
#pragma once

#include <optional>
#include <string>

#include <QTimer>

#include <libaudcore/hook.h>
#include <libaudcore/playlist.h>
#include <tonearm/bridge.hpp>

class PlaylistIds;
class Queue;
class Signals;
class Threads;

class Playback {
public:
    Playback(Signals &signals, Threads &threads, PlaylistIds &playlists, Queue &queue);
    ~Playback();

    void implement(tonearm::Bridge &bridge);
    // Tells the bridge that Audacious ends.
    void announce_shutdown();

private:
    using Cause = tonearm::player_signals::TrackStarted::Params::Cause;

    void begun();
    void follow();
    void playlists_updated(Playlist::UpdateLevel);
    void ready();
    void song_ended();
    void stopped();
    void show_error(const char *message);
    void tick();
    void send_stopped(tonearm::player_signals::PlaybackStopped::Params::Reason reason);
    tonearm::Outcome<tonearm::actions::PlaybackPlay::Result> play(const tonearm::actions::PlaybackPlay::Params &params);
    void next();
    void start_asked(Cause cause);
    Cause cause_of(const Playlist &playlist, int entry, bool is_queued) const;
    void send_started(const char *uri, const Playlist &playlist, int entry);

    Signals &signals_;
    Threads &threads_;
    PlaylistIds &playlists_;
    Queue &queue_;
    // Whether the bridge knows that the track has started or failed, and not of its end.
    bool is_known_ = false;
    // Whether Audacious is between the end of a track and the next one.
    bool has_ended_ = false;
    // Whether the user wanted to stop after the track that has ended.
    bool is_stop_wanted_ = false;
    // Why the bridge has asked for the track that is about to begin.
    std::optional<Cause> asked_;
    QTimer asked_end_;
    // Why the track that is being opened has begun.
    Cause cause_ = Cause::user;
    // The latest message about the track that is being opened.
    std::string error_;
    // The track that has begun last, and its place.
    String opening_uri_;
    Playlist opening_;
    int opening_entry_ = -1;

    const HookReceiver<Playback> begin_{"playback begin", this, &Playback::begun};
    const HookReceiver<Playback, Playlist::UpdateLevel> updated_{"playlist update", this, &Playback::playlists_updated};
    const HookReceiver<Playback> ready_{"playback ready", this, &Playback::ready};
    const HookReceiver<Playback> end_{"playback end", this, &Playback::song_ended};
    const HookReceiver<Playback> stop_{"playback stop", this, &Playback::stopped};
    const HookReceiver<Playback, const char *> error_shown_{"ui show error", this, &Playback::show_error};
    const Timer<Playback> timer_{TimerRate::Hz1, this, &Playback::tick};
};
