/*
 * plugin.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The plugin as Audacious sees it.
#include <utility>
#include <vector>

#include <QApplication>

#include <libaudcore/i18n.h>
#include <libaudcore/plugin.h>
#include <libaudcore/runtime.h>
#include <libaudqt/libaudqt.h>

#include "host.hpp"
#include "panels/page.hpp"
#include "panels/panels.hpp"
#include "parts.hpp"
#include "playlist_ids.hpp"
#include "settings.hpp"
#include "threads.hpp"

namespace {

constexpr const char *about = N_(
    "Shows panels, which are web pages, in the window of Audacious, and runs the scripting bridge Tonearm for them.\n\n"
    "Panels are folders with an index.html in tonearm/panels in the configuration directory of Audacious. "
    "Open them from the menu Panels.");

// The running plugin: the bridge, the parts that carry out its native actions, and the panels.
struct Player {
    void implement(tonearm::Bridge &bridge) {
        const auto queue = make_queue(bridge, threads, playlists);
        parts = {queue,
                 make_playback(bridge, threads, playlists, *queue),
                 make_playlists(bridge, threads, playlists),
                 make_selection(bridge, playlists),
                 make_library(bridge, threads),
                 make_artwork(bridge, threads),
                 make_overlay(bridge, host),
                 make_dialogs(bridge, host)};
        implement_app(bridge);
        implement_media(bridge, threads);
        implement_menus(bridge);
        panels.implement(bridge);
    }

    Threads threads;
    PlaylistIds playlists;
    std::vector<Part> parts;
    Host host{[this](tonearm::Bridge &bridge) { implement(bridge); }};
    // The pages end first, and then the bridge.
    Panels panels{host};
};

// Not a smart pointer: when the display breaks, Qt calls exit(), and no page or window may be touched after that.
Player *player = nullptr;

void end_player() { delete std::exchange(player, nullptr); }

}  // namespace

class TonearmPlugin : public GeneralPlugin {
public:
    static constexpr PluginInfo info = {N_("Tonearm"), PACKAGE, about, &settings::preferences, PluginQtOnly};

    constexpr TonearmPlugin() : GeneralPlugin(info, true) {}

    bool init() override {
        if (aud_get_headless_mode()) {
            AUDERR("Tonearm needs the Qt interface of Audacious.\n");
            return false;
        }
        settings::set_defaults();
        prepare_web_engine();
        // Qt WebEngine cannot start again, so the application stays when the interface changes.
        audqt::init();
        // Audacious ends its plugins after its main loop. The pages have to end before it.
        QObject::connect(qApp, &QCoreApplication::aboutToQuit, end_player);
        return true;
    }

    // Each interface asks for the docks of plugins before it restores its layout. The panels are added here, so that the
    // window restores all of them at once. The interface before has closed those that it had.
    void *get_qt_widget() override {
        if (player == nullptr) player = new Player();
        player->panels.show();
        return nullptr;
    }

    void cleanup() override {
        // The player has ended before when Audacious ends or restarts, and not the plugin alone.
        const bool is_quitting = player == nullptr;
        end_player();
        audqt::cleanup();
        if (is_quitting) end_web_engine();
    }
};

__attribute__((visibility("default"))) TonearmPlugin aud_plugin_instance;
