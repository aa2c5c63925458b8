// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "tracks.hpp"

#include <cctype>
#include <cstring>

#include <sys/stat.h>

#include <libaudcore/audstrings.h>

namespace {

constexpr const char *file_scheme = "file://";

int number(const Tuple &tuple, Tuple::Field field) { return std::max(0, tuple.get_int(field)); }

// The sample rate is only in a text for people, such as "Stereo, 44 kHz" or "Stereo, 44100 Hz".
double sample_rate(const Tuple &tuple) {
    const std::string quality = text_of(tuple, Tuple::Quality);
    const auto comma = quality.rfind(", ");
    const std::string rate = comma == std::string::npos ? quality : quality.substr(comma + 2);
    char *unit = nullptr;
    const double value = std::strtod(rate.c_str(), &unit);
    if (std::strcmp(unit, " kHz") == 0) return value * 1000;
    return std::strcmp(unit, " Hz") == 0 ? value : 0;
}

}  // namespace

std::string text_of(const Tuple &tuple, Tuple::Field field) {
    const String value = tuple.get_str(field);
    return value ? std::string(value) : std::string();
}

bool is_local(const char *uri, std::string &path) {
    if (std::strncmp(uri, file_scheme, std::strlen(file_scheme)) != 0) return false;
    path = static_cast<const char *>(uri_to_filename(uri, false));
    return true;
}

tonearm::Handle handle_of(const char *uri) {
    tonearm::Handle handle{uri, 0};
    if (std::strncmp(uri, file_scheme, std::strlen(file_scheme)) != 0) return handle;
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

tonearm::Track track_of(const char *uri, const Tuple &tuple) {
    const tonearm::Handle handle = handle_of(uri);
    tonearm::Track track{};
    track.path = track.absolutePath = handle.path;
    track.subsong = handle.subsong.value_or(0);
    track.title = text_of(tuple, Tuple::Title);
    track.artist = text_of(tuple, Tuple::Artist);
    track.album = text_of(tuple, Tuple::Album);
    track.albumArtist = text_of(tuple, Tuple::AlbumArtist);
    track.genre = text_of(tuple, Tuple::Genre);
    track.date = text_of(tuple, Tuple::Date);
    if (track.date.empty() && number(tuple, Tuple::Year) > 0) track.date = std::to_string(number(tuple, Tuple::Year));
    track.trackNumber = number(tuple, Tuple::Track);
    track.duration = number(tuple, Tuple::Length) / 1000.0;
    track.bitrate = number(tuple, Tuple::Bitrate);
    track.sampleRate = sample_rate(tuple);
    track.channels = number(tuple, Tuple::Channels);
    track.codec = text_of(tuple, Tuple::Codec);
    return track;
}

tonearm::Track track_of(const Playlist &playlist, int entry) {
    return track_of(playlist.entry_filename(entry), playlist.entry_tuple(entry, Playlist::NoWait));
}

std::optional<double> file_size(const std::string &path) {
    struct stat status {};
    if (path.empty() || path.front() != '/' || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    return static_cast<double>(status.st_size);
}
