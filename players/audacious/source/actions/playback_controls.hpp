// Copyright (c) 2026 Tonearm contributors. MIT License.
// The native actions and signals of the extension `playback`.
#pragma once

#include <optional>
#include <string>

#include <libaudcore/hook.h>
#include <tonearm/bridge.hpp>

class Signals;

class PlaybackControls {
public:
    explicit PlaybackControls(Signals &signals);

    void implement(tonearm::Bridge &bridge);

private:
    struct Volume {
        int percent;
        bool is_muted;
        bool operator!=(const Volume &other) const { return percent != other.percent || is_muted != other.is_muted; }
    };

    // Audacious has no mute. Muting sets the volume to 0 and remembers the volume to restore.
    Volume volume();
    void set_volume(const tonearm::actions::PlaybackSetVolume::Params &params);
    tonearm::actions::PlaybackState::Result state();

    void paused() { send_paused(true); }
    void resumed() { send_paused(false); }
    void send_paused(bool is_paused);
    void seeked();
    void order_changed();
    void stop_after_changed();
    void info_changed();
    void track_ready();
    void look_at_volume();

    Signals &signals_;
    // The volume before the mute.
    std::optional<int> muted_percent_;
    Volume last_volume_;
    std::int64_t last_order_;
    std::string last_title_, last_artist_;

    const HookReceiver<PlaybackControls> pause_{"playback pause", this, &PlaybackControls::paused};
    const HookReceiver<PlaybackControls> unpause_{"playback unpause", this, &PlaybackControls::resumed};
    const HookReceiver<PlaybackControls> seek_{"playback seek", this, &PlaybackControls::seeked};
    const HookReceiver<PlaybackControls> ready_{"playback ready", this, &PlaybackControls::track_ready};
    const HookReceiver<PlaybackControls> info_{"tuple change", this, &PlaybackControls::info_changed};
    const HookReceiver<PlaybackControls> shuffle_{"set shuffle", this, &PlaybackControls::order_changed};
    const HookReceiver<PlaybackControls> album_{"set album_shuffle", this, &PlaybackControls::order_changed};
    const HookReceiver<PlaybackControls> repeat_{"set repeat", this, &PlaybackControls::order_changed};
    const HookReceiver<PlaybackControls> advance_{"set no_playlist_advance", this, &PlaybackControls::order_changed};
    const HookReceiver<PlaybackControls> stop_after_{"set stop_after_current_song", this,
                                                     &PlaybackControls::stop_after_changed};
    // There is no hook for the volume.
    const Timer<PlaybackControls> timer_{TimerRate::Hz4, this, &PlaybackControls::look_at_volume};
};
