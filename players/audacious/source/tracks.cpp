/*
 * tracks.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "tracks.hpp"

#include <cstring>
#include <numeric>

#include <QFileInfo>
#include <QRegularExpression>

#include <libaudcore/audstrings.h>

#include "streams.hpp"

std::string text_of(const Tuple &tuple, Tuple::Field field) {
    const String value = tuple.get_str(field);
    return value ? std::string(value) : std::string();
}

// It is only in a text for people, such as "Stereo, 44 kHz" or "Stereo, 44100 Hz".
double sample_rate_of(const Tuple &tuple) {
    static const QRegularExpression rate("([0-9.]+) (k?)Hz$");
    const auto found = rate.match(QString::fromStdString(text_of(tuple, Tuple::Quality)));
    return found.captured(1).toDouble() * (found.captured(2).isEmpty() ? 1 : 1000);
}

std::optional<std::string> local_path(const char *uri) {
    if (std::strncmp(uri, "file://", 7) != 0) return std::nullopt;
    return static_cast<const char *>(uri_to_filename(uri, false));
}

tonearm::Handle handle_of(const char *uri) {
    const char *base, *extension, *song;
    int number = 0;
    uri_parse(uri, &base, &extension, &song, &number);
    if (const auto path = local_path(std::string(uri, song).c_str())) return {*path, number};
    const auto stream = panel_stream(uri);
    return {stream ? stream->url : uri, 0};
}

String uri_of(const std::string &path, const std::string &panel) {
    if (path.find("://") == std::string::npos) return String(filename_to_uri(path.c_str()));
    const bool is_stream = path.compare(0, 7, "http://") == 0 || path.compare(0, 8, "https://") == 0;
    return String((is_stream ? PanelStream{panel, path}.uri() : path).c_str());
}

String uri_of(const tonearm::Handle &handle, const std::string &panel) {
    const String uri = uri_of(handle.path, panel);
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
    const auto count = static_cast<std::size_t>(playlist.n_selected());
    std::vector<int> entries;
    for (int at = 0; entries.size() < count && at < playlist.n_entries(); ++at) {
        if (playlist.entry_selected(at)) entries.push_back(at);
    }
    return entries;
}

Tuple with_fallbacks(const tonearm::Handle &handle, const Tuple &tuple) {
    Tuple result = tuple.ref();
    if (stream_host(handle.path).empty() || tuple.state() != Tuple::Valid) return result;
    result.delete_fallbacks();
    result.set_filename(handle.path.c_str());
    result.generate_fallbacks();
    return result;
}

std::optional<double> file_size(const std::string &path) {
    const QFileInfo file(QString::fromStdString(path));
    if (path.empty() || path.front() != '/' || !file.isFile()) return std::nullopt;
    return static_cast<double>(file.size());
}
