// Copyright (c) 2026 Tonearm contributors. MIT License.
// The plugin as Audacious sees it.
#include <utility>

#include <QApplication>

#include <libaudcore/i18n.h>
#include <libaudcore/mainloop.h>
#include <libaudcore/plugin.h>
#include <libaudcore/runtime.h>
#include <libaudqt/libaudqt.h>

#include "panels/web_engine.hpp"
#include "player.hpp"
#include "settings.hpp"

namespace {

constexpr const char *about = N_(
    "Shows panels, which are web pages, in the window of Audacious, and runs the scripting bridge Tonearm for them.\n\n"
    "Panels are folders with an index.html in tonearm/panels in the configuration directory of Audacious. "
    "Open them from the menu Panels.");

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
        player->open_panels();
        menu.queue([] {
            if (player != nullptr) player->show_menu();
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
