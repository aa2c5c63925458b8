// Copyright (c) 2026 Tonearm contributors. MIT License.
// The playback order: Audacious has four switches.
#pragma once

#include <cstdint>

// 0 default, 1 repeat playlist, 2 repeat track, 4 shuffle tracks, 5 shuffle albums. Other combinations of the switches
// have numbers from 16 on, so that each order can be restored.
std::int64_t playback_order();
// Returns false, and changes nothing, for an order that Audacious lacks (3 random, 6 shuffle folders).
bool set_playback_order(std::int64_t order);

// The nearest order with a name, 0 to 5, for pages.
std::int64_t named_playback_order();
