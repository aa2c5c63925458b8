/*
 * playback.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Playback, its volume and order, and the signals about them and the playing track.
#include <algorithm>
#include <cstdlib>
#include <map>

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

constexpr const char *stop_after = "stop_after_current_song";

// The playback order: Audacious has four switches.
constexpr unsigned shuffle = 1, by_album = 2, repeat = 4, one_song = 8;
constexpr std::pair<const char *, unsigned> switches[] = {
    {"shuffle", shuffle}, {"album_shuffle", by_album}, {"repeat", repeat}, {"no_playlist_advance", one_song}};
// Combinations without a number of their own have numbers from here on, so that each order can be restored.
constexpr std::int64_t others = 16;
const std::map<std::int64_t, unsigned, std::greater<>> orders = {
    {5, shuffle | by_album}, {4, shuffle}, {2, repeat | one_song}, {1, repeat}, {0, 0}};

unsigned combination() {
    unsigned result = 0;
    for (const auto &[name, bit] : switches) result += aud_get_bool(name) ? bit : 0;
    return result;
}

// The nearest order with a name, for pages: the first one of which all switches are on.
std::int64_t named_playback_order() {
    const auto is_on = [now = combination()](const auto &order) { return (order.second & ~now) == 0; };
    return std::find_if(orders.begin(), orders.end(), is_on)->first;
}

// Returns the order before.
std::int64_t set_playback_order(std::int64_t wanted) {
    const auto chosen = orders.find(wanted);
    const bool is_other = wanted >= others && wanted < others + 16;
    if (chosen == orders.end() && !is_other) {
        throw Error{error_codes::invalid_params, "Audacious has no playback order " + std::to_string(wanted)};
    }
    const auto named = named_playback_order();
    const auto before = orders.at(named) == combination() ? named : others + combination();
    const unsigned order = is_other ? static_cast<unsigned>(wanted - others) : chosen->second;
    for (const auto &[name, bit] : switches) aud_set_bool(name, (order & bit) != 0);
    return before;
}

// In seconds; 0 while no track is ready.
double track_position() { return aud_drct_get_time() / 1000.0; }
double track_length() { return std::max(0, aud_drct_get_length()) / 1000.0; }

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
            if (!queue_.play_first_elsewhere(false)) next();
        });
        bridge.implement<actions::PlaybackState>([this](const auto &) { return state(); });
        bridge.implement<actions::PlaybackStart>([](const auto &) { aud_drct_play(); });
        bridge.implement<actions::PlaybackPause>([](const auto &params) {
            if (aud_drct_get_playing() && aud_drct_get_paused() != params.paused) aud_drct_pause();
        });
        bridge.implement<actions::PlaybackPrevious>([](const auto &) { aud_drct_pl_prev(); });
        bridge.implement<actions::PlaybackSeek>([](const auto &params) {
            aud_drct_seek(static_cast<int>(std::clamp(params.position, 0.0, 2e6) * 1000));
        });
        bridge.implement<actions::PlaybackSetOrder>([](const auto &params) {
            return actions::PlaybackSetOrder::Result{set_playback_order(params.order)};
        });
        bridge.implement<actions::PlaybackSetVolume>([this](const auto &params) {
            auto [percent, is_muted] = volume();
            if (params.level) percent = std::clamp(static_cast<int>(*params.level * 100 + 0.5), 0, 100);
            is_muted = params.muted.value_or(is_muted);
            muted_percent_ = is_muted ? std::optional(percent) : std::nullopt;
            aud_drct_set_volume_main(is_muted ? 0 : percent);
            look_at_volume();
        });
        bridge.implement<actions::PlaybackSetStopAfterCurrent>(
            [](const auto &params) { aud_set_bool(stop_after, params.enabled); });
        ticks_.start();
        looks_.start();
        asked_end_.setSingleShot(true);
    }

private:
    // Audacious's own button plays on when nothing follows: a page could not skip the last track.
    void next() {
        const auto playlist = Playlist::playing_playlist();
        const auto place = [&playlist] { return std::pair(playlist.get_position(), playlist.n_queued()); };
        const auto before = place();
        aud_drct_pl_next();
        if (!aud_drct_get_playing() || aud_get_bool("repeat") || place() != before) return;
        ended_ = Reason::endOfFile;
        aud_drct_stop();
    }

    void send_stopped(Reason reason) {
        if (std::exchange(is_known_, false)) bridge_.signal<player_signals::PlaybackStopped>({reason});
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
        cause_ = cause_of(playlist, entry, queue_.track_begun());
        asked_end_.stop();
        send_stopped(Reason::startingAnother);
        ended_.reset();
        error_.clear();
        opening_ = playlist;
        opening_entry_ = entry;
        opening_uri_ = playlist.entry_filename(entry);
        is_opening_ = true;
        since_opening_.start();
    }

    // Entries before it come and go while it is opened and plays.
    void follow() {
        const int entry = opening_.get_position();
        if (!ended_ && opening_.entry_filename(entry) == opening_uri_) opening_entry_ = entry;
    }

    // Audacious does not tell why a track begins. A step to a neighbour, or any step while it shuffles, is taken for next or
    // previous; the user who chooses the neighbour itself begins it twice.
    Cause cause_of(const Playlist &playlist, int entry, bool is_queued) const {
        const bool is_asked = asked_end_.isActive();
        if (is_asked && asked_ == Cause::action) return Cause::action;
        if (is_queued) return Cause::queue;
        if (is_asked || ended_) return Cause::advance;
        if (playlist != opening_ || (entry == opening_entry_ && !is_known_)) return Cause::user;
        return aud_get_bool("shuffle") || std::abs(entry - opening_entry_) == 1 ? Cause::advance : Cause::user;
    }

    // Remembers why the next track begins. Audacious begins it after the call, or not at all.
    void start_asked(Cause cause) {
        asked_ = cause;
        asked_end_.start(asked_ms);
    }

    void ready() {
        is_opening_ = false;
        send_started(playing_place());
        look_at_titles(true);
    }

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
        is_opening_ = false;
        // Audacious forgets it before it tells that it has stopped.
        ended_ = aud_get_bool(stop_after) ? Reason::user : Reason::endOfFile;
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
        // The bridge waits for a track that is being opened.
        is_known_ = std::exchange(is_opening_, false) || is_known_;
        send_stopped(std::exchange(ended_, {}).value_or(Reason::user));
    }

    void show_error(const char *message) { error_ = message; }

    void tick() {
        if (!is_known_ || !aud_drct_get_ready() || aud_drct_get_paused()) return;
        bridge_.signal<player_signals::PlaybackTime>({track_position(), track_length()});
    }

    // The percentage, and whether it is muted. Audacious has no mute: muting sets the volume to 0 and remembers the volume
    // to restore.
    std::pair<int, bool> volume() {
        const int percent = aud_drct_get_volume_main();
        // The user has turned the volume up.
        if (percent > 0) muted_percent_.reset();
        return {muted_percent_.value_or(percent), muted_percent_.has_value()};
    }

    void look_at_volume() {
        const auto before = std::exchange(last_volume_, volume());
        const auto [percent, is_muted] = last_volume_;
        if (last_volume_ != before) bridge_.signal<player_signals::VolumeChanged>({percent / 100.0, is_muted});
    }

    actions::PlaybackState::Result state() {
        using State = actions::PlaybackState::Result::State;
        const auto playing = aud_drct_get_paused() ? State::paused : State::playing;
        const auto [percent, is_muted] = volume();
        return {aud_drct_get_playing() ? playing : State::stopped, track_position(), track_length(), track_length() > 0,
                percent / 100.0, is_muted, named_playback_order(), aud_get_bool(stop_after)};
    }

    void pause_changed() { bridge_.signal<player_signals::PlaybackPaused>({aud_drct_get_paused()}); }
    void seeked() { bridge_.signal<player_signals::PlaybackSeeked>({track_position()}); }

    void order_changed() {
        const auto before = std::exchange(last_order_, named_playback_order());
        if (last_order_ != before) bridge_.signal<player_signals::OrderChanged>({last_order_});
    }

    void stop_after_changed() { bridge_.signal<player_signals::StopAfterCurrentChanged>({aud_get_bool(stop_after)}); }

    // Streams report their titles by the track's metadata.
    void look_at_titles(bool is_new_track) {
        const auto look = [tuple = aud_drct_get_tuple()](std::string &last, Tuple::Field field, auto &changed) {
            const auto before = std::exchange(last, text_of(tuple, field));
            if (last != before && !last.empty()) changed = last;
        };
        player_signals::StreamInfo::Params changed;
        look(last_title_, Tuple::Title, changed.title);
        look(last_artist_, Tuple::Artist, changed.artist);
        const String uri = aud_drct_get_filename();
        if (is_new_track || !uri || local_path(uri) || (!changed.title && !changed.artist)) return;
        bridge_.signal<player_signals::StreamInfo>(changed);
    }

    void info_changed() { look_at_titles(false); }

    Bridge &bridge_;
    PlaylistIds &playlists_;
    Queue &queue_;
    // Whether the bridge knows that the track has started or failed, and not of its end.
    bool is_known_;
    // Between the end of a track and the next one: why playback stops if there is no next one.
    std::optional<Reason> ended_;
    // Why the bridge has asked for the track that is about to begin, while the timer runs.
    Cause asked_ = Cause::action;
    QTimer asked_end_;
    // Why the track that is being opened has begun.
    Cause cause_ = Cause::user;
    // The latest message about the track that is being opened.
    std::string error_;
    // The track that has begun last, and its place.
    String opening_uri_;
    Playlist opening_;
    int opening_entry_ = -1;
    // Whether it has neither started nor failed.
    bool is_opening_ = false;
    QElapsedTimer since_opening_;
    // The volume before the mute.
    std::optional<int> muted_percent_;
    std::pair<int, bool> last_volume_ = volume();
    std::int64_t last_order_ = named_playback_order();
    std::string last_title_, last_artist_;

    using Receiver = HookReceiver<Playback>;
    const Receiver begin_{"playback begin", this, &Playback::begun};
    const Receiver updated_{"playlist update", this, &Playback::follow};
    const Receiver ready_{"playback ready", this, &Playback::ready};
    const Receiver end_{"playback end", this, &Playback::song_ended};
    const Receiver stop_{"playback stop", this, &Playback::stopped};
    const Receiver pause_{"playback pause", this, &Playback::pause_changed};
    const Receiver unpause_{"playback unpause", this, &Playback::pause_changed};
    const Receiver seek_{"playback seek", this, &Playback::seeked};
    const Receiver info_{"tuple change", this, &Playback::info_changed};
    const Receiver shuffle_{"set shuffle", this, &Playback::order_changed};
    const Receiver album_{"set album_shuffle", this, &Playback::order_changed};
    const Receiver repeat_{"set repeat", this, &Playback::order_changed};
    const Receiver advance_{"set no_playlist_advance", this, &Playback::order_changed};
    const Receiver stop_after_{"set stop_after_current_song", this, &Playback::stop_after_changed};
    const HookReceiver<Playback, const char *> error_shown_{"ui show error", this, &Playback::show_error};
    const Timer<Playback> ticks_{TimerRate::Hz1, this, &Playback::tick};
    // There is no hook for the volume.
    const Timer<Playback> looks_{TimerRate::Hz4, this, &Playback::look_at_volume};
};

}  // namespace

Part make_playback(Bridge &bridge, Threads &threads, PlaylistIds &playlists, Queue &queue) {
    return std::make_shared<Playback>(bridge, threads, playlists, queue);
}
