/*
 * playback_controls.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Pause, seeking, volume and order, and the signals about them.
#include <algorithm>
#include <iterator>
#include <map>

#include <libaudcore/drct.h>
#include <libaudcore/hook.h>
#include <libaudcore/runtime.h>

#include "parts.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

constexpr const char *stop_after = "stop_after_current_song";

// The playback order: Audacious has four switches.
constexpr const char *switches[] = {"shuffle", "album_shuffle", "repeat", "no_playlist_advance"};
constexpr unsigned shuffle = 1, by_album = 2, repeat = 4, one_song = 8;
// Combinations without a number of their own have numbers from here on, so that each order can be restored.
constexpr std::int64_t others = 16;
const std::map<std::int64_t, unsigned, std::greater<>> orders = {
    {5, shuffle | by_album}, {4, shuffle}, {2, repeat | one_song}, {1, repeat}, {0, 0}};

unsigned combination() {
    unsigned result = 0;
    for (unsigned bit = 0; bit < std::size(switches); ++bit) {
        if (aud_get_bool(switches[bit])) result |= 1u << bit;
    }
    return result;
}

// The nearest order with a name, for pages: the first one of which all switches are on.
std::int64_t named_playback_order() {
    const auto is_on = [now = combination()](const auto &order) { return (order.second & ~now) == 0; };
    return std::find_if(orders.begin(), orders.end(), is_on)->first;
}

std::int64_t playback_order() {
    const auto named = named_playback_order();
    return orders.at(named) == combination() ? named : others + combination();
}

void set_playback_order(std::int64_t wanted) {
    const auto named = orders.find(wanted);
    const bool is_other = wanted >= others && wanted < others + 16;
    if (named == orders.end() && !is_other) {
        throw Error{error_codes::invalid_params, "Audacious has no playback order " + std::to_string(wanted)};
    }
    const unsigned order = is_other ? static_cast<unsigned>(wanted - others) : named->second;
    for (unsigned bit = 0; bit < std::size(switches); ++bit) aud_set_bool(switches[bit], (order & (1u << bit)) != 0);
}

class PlaybackControls {
public:
    explicit PlaybackControls(Bridge &bridge)
        : bridge_(bridge), last_volume_(volume()), last_order_(named_playback_order()) {
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
            const auto previous = playback_order();
            set_playback_order(params.order);
            return actions::PlaybackSetOrder::Result{previous};
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
        timer_.start();
    }

private:
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
        if (last_volume_ == before) return;
        bridge_.signal<player_signals::VolumeChanged>({last_volume_.first / 100.0, last_volume_.second});
    }

    actions::PlaybackState::Result state() {
        using State = actions::PlaybackState::Result::State;
        actions::PlaybackState::Result result;
        const bool is_playing = aud_drct_get_playing();
        result.state = !is_playing ? State::stopped : aud_drct_get_paused() ? State::paused : State::playing;
        if (is_playing) {
            result.position = aud_drct_get_time() / 1000.0;
            result.length = std::max(0, aud_drct_get_length()) / 1000.0;
        }
        result.canSeek = result.length > 0;
        const auto [percent, is_muted] = volume();
        result.level = percent / 100.0;
        result.muted = is_muted;
        result.order = named_playback_order();
        result.stopAfterCurrent = aud_get_bool(stop_after);
        return result;
    }

    void paused() { bridge_.signal<player_signals::PlaybackPaused>({true}); }
    void resumed() { bridge_.signal<player_signals::PlaybackPaused>({false}); }
    void seeked() { bridge_.signal<player_signals::PlaybackSeeked>({aud_drct_get_time() / 1000.0}); }

    void order_changed() {
        const auto before = std::exchange(last_order_, named_playback_order());
        if (last_order_ != before) bridge_.signal<player_signals::OrderChanged>({last_order_});
    }

    void stop_after_changed() {
        bridge_.signal<player_signals::StopAfterCurrentChanged>({aud_get_bool(stop_after)});
    }

    void track_ready() {
        const Tuple tuple = aud_drct_get_tuple();
        last_title_ = text_of(tuple, Tuple::Title);
        last_artist_ = text_of(tuple, Tuple::Artist);
    }

    // Streams report their titles by the track's metadata.
    void info_changed() {
        const String uri = aud_drct_get_filename();
        if (!uri || local_path(uri)) return;
        const std::string title = last_title_, artist = last_artist_;
        track_ready();
        player_signals::StreamInfo::Params changed;
        if (last_title_ != title && !last_title_.empty()) changed.title = last_title_;
        if (last_artist_ != artist && !last_artist_.empty()) changed.artist = last_artist_;
        if (changed.title || changed.artist) bridge_.signal<player_signals::StreamInfo>(changed);
    }

    Bridge &bridge_;
    // The volume before the mute.
    std::optional<int> muted_percent_;
    std::pair<int, bool> last_volume_;
    std::int64_t last_order_;
    std::string last_title_, last_artist_;

    using Receiver = HookReceiver<PlaybackControls>;
    const Receiver pause_{"playback pause", this, &PlaybackControls::paused};
    const Receiver unpause_{"playback unpause", this, &PlaybackControls::resumed};
    const Receiver seek_{"playback seek", this, &PlaybackControls::seeked};
    const Receiver ready_{"playback ready", this, &PlaybackControls::track_ready};
    const Receiver info_{"tuple change", this, &PlaybackControls::info_changed};
    const Receiver shuffle_{"set shuffle", this, &PlaybackControls::order_changed};
    const Receiver album_{"set album_shuffle", this, &PlaybackControls::order_changed};
    const Receiver repeat_{"set repeat", this, &PlaybackControls::order_changed};
    const Receiver advance_{"set no_playlist_advance", this, &PlaybackControls::order_changed};
    const Receiver stop_after_{"set stop_after_current_song", this, &PlaybackControls::stop_after_changed};
    // There is no hook for the volume.
    const Timer<PlaybackControls> timer_{TimerRate::Hz4, this, &PlaybackControls::look_at_volume};
};

}  // namespace

Part make_playback_controls(Bridge &bridge) { return std::make_shared<PlaybackControls>(bridge); }
