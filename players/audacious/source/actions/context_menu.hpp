// Copyright (c) 2026 Tonearm contributors. MIT License.
// The context menu of tracks.
#pragma once

#include <memory>
#include <vector>

#include <libaudcore/playlist.h>
#include <tonearm/bridge.hpp>

class MainMenu;
class QMenu;

// Audacious's own context menu acts on the selected entries of the active playlist only. This one acts on any tracks;
// when it is shown for the selection, it also has Audacious's submenu "Services".
class ContextMenu {
public:
    // What a menu is about.
    struct Subject {
        // The places of the tracks; empty for tracks outside of playlists.
        Playlist playlist;
        std::vector<int> entries;
        std::vector<String> uris;
        bool is_selection = false;
    };

    explicit ContextMenu(MainMenu &main_menu) : main_menu_(main_menu) {}

    void implement(tonearm::Bridge &bridge);

private:
    tonearm::Outcome<Subject> subject_of(const tonearm::MenuContext &context, const tonearm::Panel &panel) const;
    std::unique_ptr<QMenu> menu_of(const Subject &subject, bool is_shown) const;
    tonearm::Outcome<tonearm::actions::MenuBuild::Result> build(const tonearm::MenuContext &context,
                                                               const tonearm::Panel &panel) const;
    tonearm::Outcome<tonearm::actions::MenuRunContext::Result> run(
        const tonearm::actions::MenuRunContext::Params &params, const tonearm::Panel &panel) const;

    MainMenu &main_menu_;
};
