/*
 * playback.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Playback, and the signals about the playing track.
#include <algorithm>
#include <cstdlib>

#include <QElapsedTimer>
#include <QTimer>

#include <libaudcore/drct.h>
#include <libaudcore/hook.h>
#include <libaudcore/runtime.h>

#include "parts.hpp"
#include "playlist_ids.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

using Cause = player_signals::TrackStarted::Params::Cause;
using Reason = player_signals::PlaybackStopped::Params::Reason;

// How long Audacious may take to begin a track that it was asked for.
constexpr int asked_ms = 200;

// How late Audacious may tell on a busy machine that a track has begun.
constexpr int most_delay_ms = 1000;

// The playing track. Its tuple is complete when Audacious has opened it.
Track playing_track(const Playlist &playlist, int entry) {
    if (!aud_drct_get_ready()) return track_of(playlist, entry);
    Track track = track_of(playlist.entry_filename(entry), aud_drct_get_tuple());
    int bitrate, sample_rate, channels;
    aud_drct_get_info(bitrate, sample_rate, channels);
    if (bitrate > 0) track.bitrate = bitrate / 1000.0;
    if (sample_rate > 0) track.sampleRate = sample_rate;
    if (channels > 0) track.channels = channels;
    return track;
}

class Playback {
public:
    Playback(Bridge &bridge, Threads &threads, PlaylistIds &playlists, Queue &queue)
        : bridge_(bridge), playlists_(playlists), queue_(queue), is_known_(aud_drct_get_ready()) {
        bridge.implement<actions::PlaybackNowPlaying>([this, &threads](const auto &, Reply<actions::PlaybackNowPlaying> reply) {
            const auto [playlist, entry] = playing_place();
            if (!aud_drct_get_playing() || entry < 0) return reply(actions::PlaybackNowPlaying::Result{});
            actions::PlaybackNowPlaying::Result result{playing_track(playlist, entry), playlists_.id_of(playlist), entry};
            threads.answer_apart(reply, [result]() mutable {
                result.track->fileSize = file_size(result.track->path);
                return result;
            });
        });
        bridge.implement<actions::PlaybackPlay>([this](const auto &params) {
            const auto playlist = playlists_.at(params.playlist);
            const int entry = PlaylistIds::entry_at(playlist, params.item);
            // Signals after the answer are about the new track only.
            send_stopped(Reason::startingAnother);
            start_asked(Cause::action);
            playlist.set_position(entry);
            playlist.start_playback();
        });
        bridge.implement<actions::PlaybackStop>([](const auto &) { aud_drct_stop(); });
        bridge.implement<actions::PlaybackNext>([this](const auto &) {
            start_asked(Cause::advance);
            if (!queue_.play_first_elsewhere(false)) aud_drct_pl_next();
        });
        timer_.start();
        asked_end_.setSingleShot(true);
        asked_end_.setInterval(asked_ms);
        QObject::connect(&asked_end_, &QTimer::timeout, [this] { asked_.reset(); });
    }

private:
    void send_stopped(Reason reason) {
        if (!is_known_) return;
        is_known_ = false;
        bridge_.signal<player_signals::PlaybackStopped>({reason});
    }

    void send_started(const Place &place) {
        const auto &[playlist, entry] = place;
        is_known_ = true;
        bridge_.signal<player_signals::TrackStarted>({handle_of(playlist.entry_filename(entry)), playlists_.id_or_none(playlist),
                                                      entry, cause_, aud_drct_get_paused()});
    }

    void begun() {
        const auto [playlist, entry] = playing_place();
        // First, because it tells of the queue.
        const bool is_queued = queue_.track_begun();
        cause_ = cause_of(playlist, entry, is_queued);
        asked_.reset();
        send_stopped(Reason::startingAnother);
        is_known_ = has_ended_ = is_stop_wanted_ = false;
        error_.clear();
        opening_ = playlist;
        opening_entry_ = entry;
        opening_uri_ = playlist.entry_filename(entry);
        since_opening_.start();
    }

    // Entries before it come and go while it is opened and plays.
    void follow() {
        if (has_ended_ || !opening_.exists()) return;
        const int entry = opening_.get_position();
        if (opening_.entry_filename(entry) == opening_uri_) opening_entry_ = entry;
    }

    // Audacious does not tell why a track begins. A step to a neighbour, or any step while it shuffles, is taken for next or
    // previous; the user who chooses the neighbour itself begins it twice.
    Cause cause_of(const Playlist &playlist, int entry, bool is_queued) const {
        if (asked_ == Cause::action) return Cause::action;
        if (is_queued) return Cause::queue;
        if (asked_ || has_ended_) return asked_.value_or(Cause::advance);
        if (playlist != opening_ || (entry == opening_entry_ && !is_known_)) return Cause::user;
        return aud_get_bool("shuffle") || std::abs(entry - opening_entry_) == 1 ? Cause::advance : Cause::user;
    }

    // Remembers why the next track begins. Audacious begins it after the call, or not at all.
    void start_asked(Cause cause) {
        asked_ = cause;
        asked_end_.start();
    }

    void ready() { send_started(playing_place()); }

    // Why the track that has ended before Audacious told that it was ready has not played; empty when it has.
    std::string failure() const {
        // The notice of an error may come later than the end. The playlist has what its reader has found.
        String error;
        const Tuple tuple = opening_.entry_tuple(opening_entry_, Playlist::NoWait, &error);
        if (error) return std::string(error);
        if (!error_.empty()) return error_;
        // Audacious drops the notice of a short track. It tells of no decoder that fails without a message, but such a track ends
        // before it can have been played into the buffer of the output.
        const auto played_ms = since_opening_.elapsed() + aud_get_int("output_buffer_size") + most_delay_ms;
        const int length_ms = tuple.get_int(Tuple::Length);
        return length_ms > 0 && length_ms <= played_ms ? "" : "Audacious cannot play it";
    }

    // Also called for a track that could not be opened.
    void song_ended() {
        follow();
        has_ended_ = true;
        // Audacious forgets it before it tells that it has stopped.
        is_stop_wanted_ = aud_get_bool("stop_after_current_song");
        const String uri = !is_known_ && opening_.exists() ? opening_.entry_filename(opening_entry_) : String();
        if (uri) {
            is_known_ = true;
            const std::string why = failure();
            if (why.empty()) send_started({opening_, opening_entry_});
            else bridge_.signal<player_signals::TrackFailed>({handle_of(uri), playlists_.id_of(opening_), opening_entry_, why});
        }
        queue_.play_first_elsewhere(true);
    }

    void stopped() {
        send_stopped(has_ended_ && !is_stop_wanted_ ? Reason::endOfFile : Reason::user);
        has_ended_ = is_stop_wanted_ = false;
    }

    void show_error(const char *message) { error_ = message; }

    void tick() {
        if (!is_known_ || !aud_drct_get_ready() || aud_drct_get_paused()) return;
        bridge_.signal<player_signals::PlaybackTime>(
            {aud_drct_get_time() / 1000.0, std::max(0, aud_drct_get_length()) / 1000.0});
    }

    Bridge &bridge_;
    PlaylistIds &playlists_;
    Queue &queue_;
    // Whether the bridge knows that the track has started or failed, and not of its end.
    bool is_known_;
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
    QElapsedTimer since_opening_;

    const HookReceiver<Playback> begin_{"playback begin", this, &Playback::begun};
    const HookReceiver<Playback> updated_{"playlist update", this, &Playback::follow};
    const HookReceiver<Playback> ready_{"playback ready", this, &Playback::ready};
    const HookReceiver<Playback> end_{"playback end", this, &Playback::song_ended};
    const HookReceiver<Playback> stop_{"playback stop", this, &Playback::stopped};
    const HookReceiver<Playback, const char *> error_shown_{"ui show error", this, &Playback::show_error};
    const Timer<Playback> timer_{TimerRate::Hz1, this, &Playback::tick};
};

}  // namespace

Part make_playback(Bridge &bridge, Threads &threads, PlaylistIds &playlists, Queue &queue) {
    return std::make_shared<Playback>(bridge, threads, playlists, queue);
}
