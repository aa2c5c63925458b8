/*
 * tracks.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "tracks.hpp"

#include <cstdlib>
#include <cstring>
#include <numeric>

#include <QFileInfo>

#include <libaudcore/audstrings.h>

std::string text_of(const Tuple &tuple, Tuple::Field field) {
    const String value = tuple.get_str(field);
    return value ? std::string(value) : std::string();
}

// It is only in a text for people, such as "Stereo, 44 kHz" or "Stereo, 44100 Hz".
double sample_rate_of(const Tuple &tuple) {
    const std::string quality = text_of(tuple, Tuple::Quality);
    const auto comma = quality.rfind(", ");
    const std::string rate = comma == std::string::npos ? quality : quality.substr(comma + 2);
    char *unit = nullptr;
    const double value = std::strtod(rate.c_str(), &unit);
    if (std::strcmp(unit, " kHz") == 0) return value * 1000;
    return std::strcmp(unit, " Hz") == 0 ? value : 0;
}

bool is_local(const char *uri, std::string &path) {
    if (std::strncmp(uri, "file://", 7) != 0) return false;
    path = static_cast<const char *>(uri_to_filename(uri, false));
    return true;
}

tonearm::Handle handle_of(const char *uri) {
    tonearm::Handle handle{uri, 0};
    if (!is_local(uri, handle.path)) return handle;
    const char *base, *extension, *song;
    int number = 0;
    uri_parse(uri, &base, &extension, &song, &number);
    handle.path = static_cast<const char *>(uri_to_filename(std::string(uri, song).c_str(), false));
    handle.subsong = number;
    return handle;
}

String uri_of(const std::string &path) {
    return path.find("://") != std::string::npos ? String(path.c_str()) : String(filename_to_uri(path.c_str()));
}

String uri_of(const tonearm::Handle &handle) {
    const String uri = uri_of(handle.path);
    const auto song = handle.subsong.value_or(0);
    return song > 0 ? String((std::string(uri) + "?" + std::to_string(song)).c_str()) : uri;
}

Place playing_place() {
    const auto playlist = Playlist::playing_playlist();
    return {playlist, playlist.get_position()};
}

std::vector<int> all_entries(const Playlist &playlist) {
    std::vector<int> entries(static_cast<std::size_t>(playlist.n_entries()));
    std::iota(entries.begin(), entries.end(), 0);
    return entries;
}

std::vector<int> selected_entries(const Playlist &playlist) {
    std::vector<int> entries;
    int left = playlist.n_selected();
    for (int at = 0; left > 0 && at < playlist.n_entries(); ++at) {
        if (!playlist.entry_selected(at)) continue;
        entries.push_back(at);
        --left;
    }
    return entries;
}

std::optional<double> file_size(const std::string &path) {
    const QFileInfo file(QString::fromStdString(path));
    if (path.empty() || path.front() != '/' || !file.isFile()) return std::nullopt;
    return static_cast<double>(file.size());
}
