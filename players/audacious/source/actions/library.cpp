// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/library.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <sys/stat.h>

#include <libaudcore/i18n.h>

#include "signals.hpp"
#include "threads.hpp"
#include "tracks.hpp"

using namespace tonearm;
using Item = actions::LibraryTracks::Result::TracksItem;

namespace {

// Changes that follow each other are told together, however long they go on.
constexpr int pause_ms = 1000;

void add_facts_of_file(Item &item) {
    struct stat status {};
    if (item.path.empty() || item.path.front() != '/' || stat(item.path.c_str(), &status) != 0) return;
    item.fileSize = static_cast<double>(status.st_size);
    item.modified = static_cast<double>(status.st_mtime);
}

}  // namespace

Library::Library(Signals &signals, Threads &threads) : signals_(signals), threads_(threads), parts_(playlists()) {
    pause_.setSingleShot(true);
    pause_.setInterval(pause_ms);
    QObject::connect(&pause_, &QTimer::timeout, [this] {
        entries_.reset();
        signals_.send<player_signals::LibraryChanged>({true});
    });
}

std::vector<Playlist> Library::playlists() {
    std::vector<Playlist> all;
    // The Search Tool itself finds its playlist by this name, in the user's language.
    const char *name = _("Library");
    for (int at = 0; at < Playlist::n_playlists(); ++at) {
        const auto playlist = Playlist::by_index(at);
        if (std::string(playlist.get_title()) == name) return {playlist};
        all.push_back(playlist);
    }
    return all;
}

// A playlist that is made, deleted or renamed changes the library too.
void Library::updated(Playlist::UpdateLevel level) {
    if (level < Playlist::Metadata) return;
    const auto before = std::exchange(parts_, playlists());
    const bool is_changed = std::any_of(parts_.begin(), parts_.end(), [](const Playlist &playlist) {
        return playlist.update_detail().level == Playlist::Structure;
    });
    if (is_changed || parts_ != before) changed();
}

void Library::changed() {
    if (!pause_.isActive()) pause_.start();
}

void Library::read() {
    entries_ = std::make_unique<std::vector<Entry>>();
    std::unordered_set<const char *> known;
    for (const Playlist &playlist : playlists()) {
        for (int at = 0; at < playlist.n_entries(); ++at) {
            // Audacious shares equal texts, so their addresses are equal too.
            String uri = playlist.entry_filename(at);
            if (!known.insert(uri).second) continue;
            entries_->push_back({std::move(uri), playlist.entry_tuple(at, Playlist::NoWait)});
        }
    }
}

void Library::tracks(const actions::LibraryTracks::Params &params, const Reply<actions::LibraryTracks> &reply) {
    if (!entries_) read();
    actions::LibraryTracks::Result result;
    result.enabled = true;
    result.total = static_cast<std::int64_t>(entries_->size());
    const auto start = std::clamp<std::int64_t>(params.offset, 0, result.total);
    const auto end = start + std::clamp<std::int64_t>(params.limit, 0, result.total - start);
    for (auto at = start; at < end; ++at) {
        const Entry &entry = (*entries_)[static_cast<std::size_t>(at)];
        result.tracks.push_back(widened<Item>(track_of(entry.uri, entry.tuple)));
    }
    threads_.run_apart([result = std::move(result), reply]() mutable {
        for (auto &item : result.tracks) add_facts_of_file(item);
        reply(result);
    });
}

void Library::implement(Bridge &bridge) {
    bridge.implement<actions::LibraryTracks>(
        [this](const actions::LibraryTracks::Params &params, Reply<actions::LibraryTracks> reply) {
            tracks(params, reply);
        });
    bridge.implement<actions::LibraryRescan>([](const auto &) {
        for (const Playlist &playlist : playlists()) playlist.rescan_all();
        return actions::LibraryRescan::Result{};
    });
}
