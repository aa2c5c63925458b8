/*
 * tracks.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Audacious's URIs and tuples as handles and tracks.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <libaudcore/objects.h>
#include <libaudcore/playlist.h>
#include <libaudcore/tuple.h>
#include <tonearm/shapes.hpp>

// Audacious writes a song in a file as `file:///x.sid?2`. Handles have the native path of a local file, and the URI of
// everything else: of a stream that a panel has brought, its URL (streams.hpp).
tonearm::Handle handle_of(const char *uri);
String uri_of(const tonearm::Handle &handle, const std::string &panel = {});
// A path or URL as a page gives it. No stream without a panel is opened.
String uri_of(const std::string &path, const std::string &panel = {});
// The path of a local file; empty for every other URI.
std::optional<std::string> local_path(const char *uri);

// A playlist and the index of an entry.
using Place = std::pair<Playlist, int>;
// The playing playlist and its position, which is -1 when it has none.
Place playing_place();

// The entries of a playlist, and the selected ones, ascending.
std::vector<int> all_entries(const Playlist &playlist);
std::vector<int> selected_entries(const Playlist &playlist);

// Empty when the tuple has none.
std::string text_of(const Tuple &tuple, Tuple::Field field);
// 0 when the tuple has none.
inline int number_of(const Tuple &tuple, Tuple::Field field) { return std::max(0, tuple.get_int(field)); }
// In Hz; 0 when the tuple has none.
double sample_rate_of(const Tuple &tuple);
// Audacious guesses the artist and the album by the URI. Those of a panel's stream become what they are for its URL.
Tuple with_fallbacks(const tonearm::Handle &handle, const Tuple &tuple);
// The size of a local file in bytes; empty for everything else. Reads the disk, which may block.
std::optional<double> file_size(const std::string &path);

// A shape with the members of a track: without the file's size, and its other members empty.
template <class Shape = tonearm::Track>
Shape track_of(const char *uri, const Tuple &known) {
    const tonearm::Handle handle = handle_of(uri);
    const Tuple tuple = with_fallbacks(handle, known);
    Shape track{};
    track.path = track.absolutePath = handle.path;
    track.subsong = handle.subsong.value_or(0);
    track.title = text_of(tuple, Tuple::Title);
    track.artist = text_of(tuple, Tuple::Artist);
    track.album = text_of(tuple, Tuple::Album);
    track.albumArtist = text_of(tuple, Tuple::AlbumArtist);
    track.genre = text_of(tuple, Tuple::Genre);
    track.date = text_of(tuple, Tuple::Date);
    const int year = number_of(tuple, Tuple::Year);
    if (track.date.empty() && year > 0) track.date = std::to_string(year);
    track.trackNumber = number_of(tuple, Tuple::Track);
    track.duration = number_of(tuple, Tuple::Length) / 1000.0;
    track.bitrate = number_of(tuple, Tuple::Bitrate);
    track.sampleRate = sample_rate_of(tuple);
    track.channels = number_of(tuple, Tuple::Channels);
    track.codec = text_of(tuple, Tuple::Codec);
    return track;
}

template <class Shape = tonearm::Track>
Shape track_of(const Playlist &playlist, int entry) {
    return track_of<Shape>(playlist.entry_filename(entry), playlist.entry_tuple(entry, Playlist::NoWait));
}

// Adds the sizes of files, which may block.
template <class Tracks>
void add_file_sizes(Tracks &tracks) {
    for (auto &track : tracks) track.fileSize = file_size(track.path);
}
