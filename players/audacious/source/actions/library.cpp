/*
 * library.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The native actions and signals of the extension `library`.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include <QDateTime>
#include <QFileInfo>
#include <QTimer>

#include <libaudcore/hook.h>
#include <libaudcore/i18n.h>

#include "parts.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

// Changes that follow each other are told together, however long they go on.
constexpr int pause_ms = 1000;

// The playlist that Audacious's Search Tool keeps. Without one it is all open playlists, each file once.
std::vector<Playlist> playlists() {
    std::vector<Playlist> all;
    // Audacious has no other mark of it: the Search Tool itself finds its playlist by this title, in the user's language.
    const char *title = _("Library");
    for (int at = 0; at < Playlist::n_playlists(); ++at) {
        const auto playlist = Playlist::by_index(at);
        if (std::string(playlist.get_title()) == title) return {playlist};
        all.push_back(playlist);
    }
    return all;
}

class Library {
public:
    Library(Bridge &bridge, Threads &threads) : bridge_(bridge), parts_(playlists()) {
        bridge.implement<actions::LibraryTracks>([this, &threads](const auto &params, const auto &reply) {
            threads.answer_apart(reply, [result = tracks(params)]() mutable {
                add_file_sizes(result.tracks);
                for (auto &item : result.tracks) {
                    const QFileInfo file(QString::fromStdString(item.path));
                    if (item.fileSize) item.modified = static_cast<double>(file.lastModified().toSecsSinceEpoch());
                }
                return result;
            });
        });
        bridge.implement<actions::LibraryRescan>([](const auto &) {
            for (const Playlist &playlist : playlists()) playlist.rescan_all();
        });
        pause_.setSingleShot(true);
        pause_.setInterval(pause_ms);
        QObject::connect(&pause_, &QTimer::timeout, [this] {
            entries_.reset();
            bridge_.signal<player_signals::LibraryChanged>({true});
        });
    }

private:
    void read() {
        entries_.emplace();
        std::unordered_set<const char *> known;
        for (const Playlist &playlist : playlists()) {
            for (int at = 0; at < playlist.n_entries(); ++at) {
                // Audacious shares equal texts, so their addresses are equal too.
                const String uri = playlist.entry_filename(at);
                if (known.insert(uri).second) entries_->emplace_back(uri, playlist.entry_tuple(at, Playlist::NoWait));
            }
        }
    }

    actions::LibraryTracks::Result tracks(const actions::LibraryTracks::Params &params) {
        if (!entries_) read();
        actions::LibraryTracks::Result result;
        result.enabled = true;
        result.total = static_cast<std::int64_t>(entries_->size());
        const auto start = std::clamp<std::int64_t>(params.offset, 0, result.total);
        const auto end = start + std::clamp<std::int64_t>(params.limit, 0, result.total - start);
        for (auto at = start; at < end; ++at) {
            const auto &[uri, tuple] = (*entries_)[static_cast<std::size_t>(at)];
            result.tracks.push_back(track_of<actions::LibraryTracks::Result::TracksItem>(uri, tuple));
        }
        return result;
    }

    // A playlist that is made, deleted or renamed changes the library too.
    void updated(Playlist::UpdateLevel level) {
        if (level < Playlist::Metadata) return;
        const auto before = std::exchange(parts_, playlists());
        const bool is_changed = std::any_of(parts_.begin(), parts_.end(), [](const Playlist &playlist) {
            return playlist.update_detail().level == Playlist::Structure;
        });
        if (is_changed || parts_ != before) changed();
    }

    void changed() {
        if (!pause_.isActive()) pause_.start();
    }

    Bridge &bridge_;
    // The library as it was first read: URIs and what Audacious knows of them. Empty when it has changed.
    std::optional<std::vector<std::pair<String, Tuple>>> entries_;
    // The playlists of the library at the last look.
    std::vector<Playlist> parts_;
    QTimer pause_;
    const HookReceiver<Library, Playlist::UpdateLevel> update_{"playlist update", this, &Library::updated};
    const HookReceiver<Library> scan_{"playlist scan complete", this, &Library::changed};
};

}  // namespace

Part make_library(Bridge &bridge, Threads &threads) { return std::make_shared<Library>(bridge, threads); }
