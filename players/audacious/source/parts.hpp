/*
 * parts.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The parts of the player: what Audacious does for the bridge, and tells it.
#pragma once

#include <memory>

#include <tonearm/bridge.hpp>

class Host;
class Panels;
class PlaylistIds;
class Queue;
class StreamQuestion;
class Threads;

// Sends signals to the bridge that runs; without one they are lost.
class Signals {
public:
    void send_to(tonearm::Bridge *bridge) { bridge_ = bridge; }

    template <class Signal>
    void send(const typename Signal::Params &params) {
        if (bridge_ != nullptr) bridge_->signal<Signal>(params);
    }

private:
    tonearm::Bridge *bridge_ = nullptr;
};

// Carries out native actions, and sends signals.
class Part {
public:
    virtual ~Part() = default;
    // Implements its native actions for a new bridge.
    virtual void implement(tonearm::Bridge &bridge) = 0;
    // Called before the last bridge ends.
    virtual void ending() {}
};

std::unique_ptr<Part> make_artwork(Threads &threads);
std::unique_ptr<Part> make_dialogs(Host &host);
std::unique_ptr<Part> make_library(Signals &signals, Threads &threads);
std::unique_ptr<Part> make_overlay(Signals &signals, Host &host);
std::unique_ptr<Part> make_playback(Signals &signals, Threads &threads, PlaylistIds &playlists, Queue &queue);
std::unique_ptr<Part> make_playback_controls(Signals &signals);
std::unique_ptr<Part> make_playlists(Signals &signals, Threads &threads, PlaylistIds &playlists);
std::unique_ptr<Part> make_playlist_editing(Signals &signals, Threads &threads, PlaylistIds &playlists);
std::unique_ptr<Part> make_selection(Signals &signals, PlaylistIds &playlists);

// The native actions without state.
void implement_app(tonearm::Bridge &bridge, const Panels &panels);
void implement_clipboard(tonearm::Bridge &bridge);
void implement_media(tonearm::Bridge &bridge, Threads &threads, StreamQuestion &question);
void implement_menus(tonearm::Bridge &bridge);
