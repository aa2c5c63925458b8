/*
 * playlist_ids.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The playlists of Audacious under stable ids.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <libaudcore/playlist.h>
#include <tonearm/bridge.hpp>

// Numbers the playlists: Audacious does not tell its own numbers. A Playlist stays equal to itself while it exists and
// is not reused.
class PlaylistIds {
public:
    struct Known {
        Playlist playlist;
        std::string id;
        // Of a playlist that the bridge has made for its own use: the bridge's name and the listener's word for it.
        std::string own_name{}, own_word{};
        bool is_locked = false;
        // Whether the bridge has added tracks.
        bool was_filled = false;
        // As the bridge was last told; no count before.
        std::string name{};
        int count = -1;
        std::vector<int> selected{};
        std::optional<std::int64_t> focus{};
    };

    std::vector<Known> &all() { return known_; }

    Known &known(const Playlist &playlist) {
        for (auto &known : known_) {
            if (known.playlist == playlist) return known;
        }
        return known_.emplace_back(Known{playlist, std::to_string(++last_)});
    }

    const std::string &id_of(const Playlist &playlist) { return known(playlist).id; }

    // Null optional for "no playlist".
    std::optional<std::string> id_or_none(const Playlist &playlist) {
        return playlist.exists() ? std::optional(id_of(playlist)) : std::nullopt;
    }

    static tonearm::Error unknown() { return {tonearm::error_codes::playlist_not_found, "There is no such playlist"}; }

    // Throws the error of native actions when there is no such playlist.
    Playlist at(const std::string &id) const {
        for (const auto &known : known_) {
            if (known.id == id && known.playlist.exists()) return known.playlist;
        }
        throw unknown();
    }

    // The entry at an index. Throws the error of native actions when the playlist has none there.
    static int entry_at(const Playlist &playlist, std::int64_t item) {
        if (item >= 0 && item < playlist.n_entries()) return static_cast<int>(item);
        throw tonearm::Error{tonearm::error_codes::invalid_params, "The item is not in the playlist"};
    }

    // The name that the bridge knows it by.
    std::string name_of(const Playlist &playlist) {
        const Known &own = known(playlist);
        const std::string title(playlist.get_title());
        return !own.own_name.empty() && title == own.own_word ? own.own_name : title;
    }

    // All ids in the user's order.
    std::vector<std::string> order() {
        known_.erase(std::remove_if(known_.begin(), known_.end(), [](const Known &each) { return !each.playlist.exists(); }),
                     known_.end());
        std::vector<std::string> ids;
        for (int at = 0; at < Playlist::n_playlists(); ++at) ids.push_back(id_of(Playlist::by_index(at)));
        return ids;
    }

private:
    std::vector<Known> known_;
    std::uint64_t last_ = 0;
};
