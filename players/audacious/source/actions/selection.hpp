// Copyright (c) 2026 Tonearm contributors. MIT License.
// The selection: the selected entries of the active playlist, the whole playlist, or tracks that a page has selected.
#pragma once

#include <vector>

#include <libaudcore/hook.h>
#include <libaudcore/playlist.h>
#include <tonearm/bridge.hpp>

class PlaylistIds;
class Signals;

class Selection {
public:
    Selection(Signals &signals, PlaylistIds &playlists);

    void implement(tonearm::Bridge &bridge);

private:
    enum class Holder { selected_entries, active_playlist, page };

    // The selected entries of the active playlist.
    static std::vector<int> selected_entries();
    void hold(Holder holder);
    void playlists_updated(Playlist::UpdateLevel level);
    void check();
    tonearm::actions::SelectionGet::Result get(const tonearm::actions::SelectionGet::Params &params) const;

    Signals &signals_;
    PlaylistIds &playlists_;
    Holder holder_ = Holder::selected_entries;
    // What a page has selected.
    std::vector<tonearm::Handle> page_;
    // The selection at the last look.
    Playlist last_playlist_;
    std::vector<int> last_entries_;
    const HookReceiver<Selection, Playlist::UpdateLevel> update_{"playlist update", this,
                                                                 &Selection::playlists_updated};
    const HookReceiver<Selection> activate_{"playlist activate", this, &Selection::check};
};
