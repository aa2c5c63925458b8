// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/playback_controls.hpp"

#include <algorithm>

#include <libaudcore/drct.h>
#include <libaudcore/runtime.h>

#include "actions/playback_order.hpp"
#include "signals.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

constexpr const char *stop_after = "stop_after_current_song";

}  // namespace

PlaybackControls::PlaybackControls(Signals &signals)
    : signals_(signals), last_volume_(volume()), last_order_(named_playback_order()) {
    timer_.start();
}

PlaybackControls::Volume PlaybackControls::volume() {
    const int percent = aud_drct_get_volume_main();
    // The user has turned the volume up.
    if (percent > 0) muted_percent_.reset();
    return {muted_percent_.value_or(percent), muted_percent_.has_value()};
}

void PlaybackControls::set_volume(const actions::PlaybackSetVolume::Params &params) {
    Volume wanted = volume();
    if (params.level) wanted.percent = std::clamp(static_cast<int>(*params.level * 100 + 0.5), 0, 100);
    wanted.is_muted = params.muted.value_or(wanted.is_muted);
    muted_percent_ = wanted.is_muted ? std::optional(wanted.percent) : std::nullopt;
    aud_drct_set_volume_main(wanted.is_muted ? 0 : wanted.percent);
    look_at_volume();
}

void PlaybackControls::look_at_volume() {
    const Volume now = volume();
    if (!(now != last_volume_)) return;
    last_volume_ = now;
    signals_.send<player_signals::VolumeChanged>({now.percent / 100.0, now.is_muted});
}

actions::PlaybackState::Result PlaybackControls::state() {
    using State = actions::PlaybackState::Result::State;
    actions::PlaybackState::Result result;
    const bool is_playing = aud_drct_get_playing();
    result.state = !is_playing ? State::stopped : aud_drct_get_paused() ? State::paused : State::playing;
    if (is_playing) {
        result.position = aud_drct_get_time() / 1000.0;
        result.length = std::max(0, aud_drct_get_length()) / 1000.0;
    }
    result.canSeek = result.length > 0;
    const Volume now = volume();
    result.level = now.percent / 100.0;
    result.muted = now.is_muted;
    result.order = named_playback_order();
    result.stopAfterCurrent = aud_get_bool(stop_after);
    return result;
}

void PlaybackControls::send_paused(bool is_paused) { signals_.send<player_signals::PlaybackPaused>({is_paused}); }

void PlaybackControls::seeked() { signals_.send<player_signals::PlaybackSeeked>({aud_drct_get_time() / 1000.0}); }

void PlaybackControls::order_changed() {
    const auto now = named_playback_order();
    if (now == last_order_) return;
    last_order_ = now;
    signals_.send<player_signals::OrderChanged>({now});
}

void PlaybackControls::stop_after_changed() {
    signals_.send<player_signals::StopAfterCurrentChanged>({aud_get_bool(stop_after)});
}

void PlaybackControls::track_ready() {
    const Tuple tuple = aud_drct_get_tuple();
    last_title_ = text_of(tuple, Tuple::Title);
    last_artist_ = text_of(tuple, Tuple::Artist);
}

// Streams report their titles by the track's metadata.
void PlaybackControls::info_changed() {
    const String uri = aud_drct_get_filename();
    std::string path;
    if (!uri || is_local(uri, path)) return;
    const std::string title = last_title_, artist = last_artist_;
    track_ready();
    player_signals::StreamInfo::Params changed;
    if (last_title_ != title && !last_title_.empty()) changed.title = last_title_;
    if (last_artist_ != artist && !last_artist_.empty()) changed.artist = last_artist_;
    if (changed.title || changed.artist) signals_.send<player_signals::StreamInfo>(changed);
}

void PlaybackControls::implement(Bridge &bridge) {
    bridge.implement<actions::PlaybackState>([this](const auto &) { return state(); });
    bridge.implement<actions::PlaybackStart>([](const auto &) {
        aud_drct_play();
        return actions::PlaybackStart::Result{};
    });
    bridge.implement<actions::PlaybackPause>([](const actions::PlaybackPause::Params &params) {
        if (aud_drct_get_playing() && aud_drct_get_paused() != params.paused) aud_drct_pause();
        return actions::PlaybackPause::Result{};
    });
    bridge.implement<actions::PlaybackPrevious>([](const auto &) {
        aud_drct_pl_prev();
        return actions::PlaybackPrevious::Result{};
    });
    bridge.implement<actions::PlaybackSeek>([](const actions::PlaybackSeek::Params &params) {
        aud_drct_seek(static_cast<int>(std::clamp(params.position, 0.0, 2e6) * 1000));
        return actions::PlaybackSeek::Result{};
    });
    bridge.implement<actions::PlaybackSetVolume>([this](const actions::PlaybackSetVolume::Params &params) {
        set_volume(params);
        return actions::PlaybackSetVolume::Result{};
    });
    bridge.implement<actions::PlaybackSetStopAfterCurrent>(
        [](const actions::PlaybackSetStopAfterCurrent::Params &params) {
            aud_set_bool(stop_after, params.enabled);
            return actions::PlaybackSetStopAfterCurrent::Result{};
        });
}
