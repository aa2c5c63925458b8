// Copyright (c) 2026 Tonearm contributors. MIT License.
// What the parts tell the bridge.
#pragma once

#include <tonearm/bridge.hpp>

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
