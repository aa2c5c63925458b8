// Copyright (c) 2026 Tonearm contributors. MIT License.
// Audacious's URIs and tuples as handles and tracks.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <libaudcore/objects.h>
#include <libaudcore/playlist.h>
#include <libaudcore/tuple.h>
#include <tonearm/shapes.hpp>

// Audacious writes a song in a file as `file:///x.sid?2`. Handles have the native path of a local file, and the URI of
// everything else.
tonearm::Handle handle_of(const char *uri);
String uri_of(const tonearm::Handle &handle);
// A path or URL as a page gives it.
String uri_of(const std::string &path);
// Whether the URI names a local file. Then `path` gets its path.
bool is_local(const char *uri, std::string &path);

// Empty when the tuple has none.
std::string text_of(const Tuple &tuple, Tuple::Field field);

// Without the file's size.
tonearm::Track track_of(const char *uri, const Tuple &tuple);
tonearm::Track track_of(const Playlist &playlist, int entry);
// The size of a local file in bytes; empty for everything else. Reads the disk, which may block.
std::optional<double> file_size(const std::string &path);

// A shape with the members of a track, and others, which are empty.
template <class Wider>
Wider widened(tonearm::Track track) {
    Wider wider{};
    wider.path = std::move(track.path);
    wider.absolutePath = std::move(track.absolutePath);
    wider.subsong = track.subsong;
    wider.fileSize = track.fileSize;
    wider.title = std::move(track.title);
    wider.artist = std::move(track.artist);
    wider.album = std::move(track.album);
    wider.albumArtist = std::move(track.albumArtist);
    wider.genre = std::move(track.genre);
    wider.date = std::move(track.date);
    wider.trackNumber = track.trackNumber;
    wider.discNumber = track.discNumber;
    wider.duration = track.duration;
    wider.bitrate = track.bitrate;
    wider.sampleRate = track.sampleRate;
    wider.channels = track.channels;
    wider.codec = std::move(track.codec);
    return wider;
}
