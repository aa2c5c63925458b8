// Copyright (c) 2026 Tonearm contributors. MIT License.
// Changes of a playlist's entries in one step, which keep the marks of the user's selection.
#pragma once

#include <cstdint>
#include <vector>

#include <libaudcore/playlist.h>

// `items` are ascending and distinct.
void remove_entries(const Playlist &playlist, const std::vector<std::int64_t> &items);

// order[new] = old, a permutation. Returns false, and changes nothing, for a list that is too large to be reordered: one
// of more than 5000 entries in which a file occurs more than once.
bool reorder_entries(const Playlist &playlist, const std::vector<std::int64_t> &order);
