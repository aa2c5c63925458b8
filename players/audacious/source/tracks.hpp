// Audacious's URIs and tuples as handles and tracks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <libaudcore/objects.h>
#include <libaudcore/playlist.h>
#include <libaudcore/tuple.h>
#include <tonearm/shapes.hpp>

class Host;

// Audacious writes a song in a file as `file:///x.sid?2`. Handles have the native path of a local file, and the URI of
// everything else.
tonearm::Handle handle_of(const char *uri);
String uri_of(const tonearm::Handle &handle);
// A path or URL as a page gives it.
String uri_of(const std::string &path);
// Whether the URI names a local file. Then `path` gets its path.
bool is_local(const char *uri, std::string &path);

// Without the file's size.
tonearm::Track track_of(const char *uri, const Tuple &tuple);
tonearm::Track track_of(const Playlist &playlist, int entry);
// The size of a local file in bytes; empty for everything else. Reads the disk, which may block.
std::optional<double> file_size(const std::string &path);

tonearm::QueuedTrack queued_track_of(tonearm::Track track, const std::string &id, const std::string &playlist,
                                     int entry);
