// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/playback.hpp"

#include <atomic>
#include <cstring>

#include <libaudcore/drct.h>
#include <libaudcore/runtime.h>

#include "actions/playback_order.hpp"
#include "actions/queue.hpp"
#include "playlist_ids.hpp"
#include "signals.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;
using Reason = player_signals::PlaybackStopped::Params::Reason;

namespace {

// How long Audacious may take to begin a track that it was asked for.
constexpr int asked_ms = 200;

// The playing track. Its tuple is complete when Audacious has opened it.
Track playing_track(const Playlist &playlist, int entry) {
    const String uri = playlist.entry_filename(entry);
    if (!aud_drct_get_ready()) return track_of(playlist, entry);
    Track track = track_of(uri, aud_drct_get_tuple());
    int bitrate, sample_rate, channels;
    aud_drct_get_info(bitrate, sample_rate, channels);
    if (bitrate > 0) track.bitrate = bitrate / 1000.0;
    if (sample_rate > 0) track.sampleRate = sample_rate;
    if (channels > 0) track.channels = channels;
    return track;
}

// Audacious tells only its log of a decoder that fails without a message. Neither its hooks nor its functions distinguish that
// from a track of some milliseconds, for which it drops the notice that it is ready as well.
std::atomic<bool> has_decoder_failed{false};

void look_at_log(audlog::Level, const char *, int, const char *, const char *message) {
    if (std::strstr(message, "Playback finished with error") != nullptr) has_decoder_failed = true;
}

}  // namespace

Playback::Playback(Signals &signals, Threads &threads, PlaylistIds &playlists, Queue &queue)
    : signals_(signals), threads_(threads), playlists_(playlists), queue_(queue), is_known_(aud_drct_get_ready()) {
    timer_.start();
    asked_end_.setSingleShot(true);
    asked_end_.setInterval(asked_ms);
    QObject::connect(&asked_end_, &QTimer::timeout, [this] { asked_.reset(); });
    audlog::subscribe(look_at_log, audlog::Error);
}

Playback::~Playback() { audlog::unsubscribe(look_at_log); }

void Playback::send_stopped(Reason reason) {
    if (!is_known_) return;
    is_known_ = false;
    signals_.send<player_signals::PlaybackStopped>({reason});
}

void Playback::announce_shutdown() { send_stopped(Reason::shutdown); }

void Playback::begun() {
    const auto playlist = Playlist::playing_playlist();
    const int entry = playlist.get_position();
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
}

// Entries before it come and go while it is opened and plays.
void Playback::follow() {
    if (has_ended_ || !opening_.exists()) return;
    const int entry = opening_.get_position();
    if (opening_.entry_filename(entry) == opening_uri_) opening_entry_ = entry;
}

void Playback::playlists_updated(Playlist::UpdateLevel) { follow(); }

// Audacious does not tell why a track begins. A step to a neighbour, or any step while it shuffles, is taken for next or
// previous; the user who chooses the neighbour itself begins it twice.
Playback::Cause Playback::cause_of(const Playlist &playlist, int entry, bool is_queued) const {
    if (asked_ == Cause::action) return Cause::action;
    if (is_queued) return Cause::queue;
    if (asked_ || has_ended_) return asked_.value_or(Cause::advance);
    const bool is_same = playlist == opening_;
    const int step = entry - opening_entry_;
    if (is_same && step == 0 && !is_known_) return Cause::user;
    return is_same && (aud_get_bool("shuffle") || step == 1 || step == -1) ? Cause::advance : Cause::user;
}

// Remembers why the next track begins. Audacious begins it after the call, or not at all.
void Playback::start_asked(Cause cause) {
    asked_ = cause;
    asked_end_.start();
}

void Playback::send_started(const char *uri, const Playlist &playlist, int entry) {
    is_known_ = true;
    signals_.send<player_signals::TrackStarted>(
        {handle_of(uri), playlists_.id_or_none(playlist), entry, cause_, aud_drct_get_paused()});
}

void Playback::ready() {
    const auto playlist = Playlist::playing_playlist();
    const int entry = playlist.get_position();
    send_started(playlist.entry_filename(entry), playlist, entry);
}

// Also called for a track that could not be opened. Of a very short track Audacious drops the notice that it is ready.
void Playback::song_ended() {
    follow();
    has_ended_ = true;
    // Audacious forgets it before it tells that it has stopped.
    is_stop_wanted_ = aud_get_bool("stop_after_current_song");
    const bool has_failed = has_decoder_failed.exchange(false);
    const String uri = !is_known_ && opening_.exists() ? opening_.entry_filename(opening_entry_) : String();
    if (uri) {
        is_known_ = true;
        // The notice of an error may come later than the end. The playlist has what its reader has found.
        String error;
        opening_.entry_tuple(opening_entry_, Playlist::NoWait, &error);
        if (error) error_ = error;
        if (has_failed && error_.empty()) error_ = "Audacious cannot play it";
        if (error_.empty()) {
            send_started(uri, opening_, opening_entry_);
        } else {
            signals_.send<player_signals::TrackFailed>(
                {handle_of(uri), playlists_.id_of(opening_), opening_entry_, error_});
        }
    }
    queue_.song_ended();
}

void Playback::stopped() {
    send_stopped(has_ended_ && !is_stop_wanted_ ? Reason::endOfFile : Reason::user);
    has_ended_ = is_stop_wanted_ = false;
}

void Playback::show_error(const char *message) { error_ = message; }

void Playback::tick() {
    if (!is_known_ || !aud_drct_get_ready() || aud_drct_get_paused()) return;
    signals_.send<player_signals::PlaybackTime>(
        {aud_drct_get_time() / 1000.0, std::max(0, aud_drct_get_length()) / 1000.0});
}

Outcome<actions::PlaybackPlay::Result> Playback::play(const actions::PlaybackPlay::Params &params) {
    const auto playlist = playlists_.find(params.playlist);
    if (!playlist) return PlaylistIds::unknown();
    if (params.item < 0 || params.item >= playlist->n_entries()) {
        return Error{error_codes::invalid_params, "The item is not in the playlist"};
    }
    // Signals after the answer are about the new track only.
    send_stopped(Reason::startingAnother);
    start_asked(Cause::action);
    playlist->set_position(static_cast<int>(params.item));
    playlist->start_playback();
    return actions::PlaybackPlay::Result{};
}

void Playback::next() {
    start_asked(Cause::advance);
    if (!queue_.play_first_elsewhere()) aud_drct_pl_next();
}

void Playback::implement(Bridge &bridge) {
    bridge.implement<actions::PlaybackNowPlaying>([this](const auto &, Reply<actions::PlaybackNowPlaying> reply) {
        const auto playlist = Playlist::playing_playlist();
        const int entry = playlist.get_position();
        if (!aud_drct_get_playing() || entry < 0) return reply(actions::PlaybackNowPlaying::Result{});
        actions::PlaybackNowPlaying::Result result{playing_track(playlist, entry), playlists_.id_of(playlist), entry};
        threads_.run_apart([result, reply]() mutable {
            result.track->fileSize = file_size(result.track->path);
            reply(result);
        });
    });
    bridge.implement<actions::PlaybackPlay>([this](const actions::PlaybackPlay::Params &params) { return play(params); });
    bridge.implement<actions::PlaybackStop>([](const auto &) {
        aud_drct_stop();
        return actions::PlaybackStop::Result{};
    });
    bridge.implement<actions::PlaybackNext>([this](const auto &) {
        next();
        return actions::PlaybackNext::Result{};
    });
    bridge.implement<actions::PlaybackSetOrder>(
        [](const actions::PlaybackSetOrder::Params &params) -> Outcome<actions::PlaybackSetOrder::Result> {
            const auto previous = playback_order();
            if (set_playback_order(params.order)) return actions::PlaybackSetOrder::Result{previous};
            return Error{error_codes::invalid_params, "Audacious has no playback order " + std::to_string(params.order)};
        });
}
