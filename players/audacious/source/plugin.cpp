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
#include <libaudcore/mainloop.h>
#include <libaudcore/plugin.h>
#include <libaudcore/runtime.h>
#include <libaudqt/libaudqt.h>

#include "actions/media_access.hpp"
#include "actions/queue.hpp"
#include "bridge_command.hpp"
#include "host.hpp"
#include "panels/panels.hpp"
#include "panels/web_engine.hpp"
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
class Player : public QObject {
public:
    Player() {
        const auto add = [this](auto part) -> auto & {
            auto &added = *part;
            parts_.push_back(std::move(part));
            return added;
        };
        add(make_playlists(signals_, threads_, playlists_));
        Queue &queue = add(make_queue(signals_, threads_, playlists_));
        add(make_playback(signals_, threads_, playlists_, queue));
        add(make_playback_controls(signals_));
        add(make_selection(signals_, playlists_));
        add(make_playlist_editing(signals_, threads_, playlists_));
        add(make_library(signals_, threads_));
        add(make_artwork(threads_));
        add(make_overlay(signals_, host_));
        add(make_dialogs(host_));
        host_.on_made([this](tonearm::Bridge &bridge) {
            implement_app(bridge, panels_);
            implement_clipboard(bridge);
            implement_media(bridge, threads_, question_);
            implement_menus(bridge);
            for (const auto &part : parts_) part->implement(bridge);
            panels_.implement(bridge);
        });
        if (is_bridge_replaced()) host_.start_bridge();
    }

    ~Player() override {
        panels_.close();
        for (const auto &part : parts_) part->ending();
        host_.end();
        threads_.end();
    }

    Panels &panels() { return panels_; }

private:
    Signals signals_;
    Threads threads_;
    StreamQuestion question_;
    Host host_{signals_, threads_};
    PlaylistIds playlists_;
    std::vector<std::unique_ptr<Part>> parts_;
    // Last, so that the pages end first.
    Panels panels_{host_};
};

// Not a smart pointer: when the display breaks, Qt calls exit(), and no page or window may be touched after that.
Player *player = nullptr;
// Shows the menu when the main loop runs: the window is not complete before.
QueuedFunc menu;

// Whether Audacious ends or restarts, and not the plugin alone.
bool is_quitting = false;

void end_player() { delete std::exchange(player, nullptr); }

void start_player() {
    player = new Player();
    // Audacious ends its plugins after its main loop. The pages have to end before it.
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, player, [] {
        is_quitting = true;
        end_player();
    });
}

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
        return true;
    }

    // Each interface asks for the docks of plugins before it restores its layout. The panels are added here, so that the
    // window restores all of them at once. The interface before has closed those that it had.
    void *get_qt_widget() override {
        if (player == nullptr) start_player();
        player->panels().open_remembered();
        menu.queue([] {
            if (player != nullptr) player->panels().show_menu();
        });
        return nullptr;
    }

    void cleanup() override {
        menu.stop();
        end_player();
        audqt::cleanup();
        if (is_quitting) end_web_engine();
    }
};

__attribute__((visibility("default"))) TonearmPlugin aud_plugin_instance;
