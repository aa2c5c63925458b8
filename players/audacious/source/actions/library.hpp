// Copyright (c) 2026 Tonearm contributors. MIT License.
// The native actions and signals of the extension `library`.
#pragma once

#include <memory>
#include <vector>

#include <QTimer>

#include <libaudcore/hook.h>
#include <libaudcore/playlist.h>
#include <tonearm/bridge.hpp>

class Signals;
class Threads;

// The library is the playlist that Audacious's Search Tool keeps, named "Library". Without one it is all open playlists,
// each file once.
class Library {
public:
    Library(Signals &signals, Threads &threads);

    void implement(tonearm::Bridge &bridge);

private:
    struct Entry {
        String uri;
        Tuple tuple;
    };

    static std::vector<Playlist> playlists();
    void read();
    void updated(Playlist::UpdateLevel level);
    void changed();
    void tracks(const tonearm::actions::LibraryTracks::Params &params,
                const tonearm::Reply<tonearm::actions::LibraryTracks> &reply);

    Signals &signals_;
    Threads &threads_;
    // The library as it was first read; null when it has changed.
    std::unique_ptr<std::vector<Entry>> entries_;
    // The playlists of the library at the last look.
    std::vector<Playlist> parts_;
    QTimer pause_;
    const HookReceiver<Library, Playlist::UpdateLevel> update_{"playlist update", this, &Library::updated};
    const HookReceiver<Library> scan_{"playlist scan complete", this, &Library::changed};
};
