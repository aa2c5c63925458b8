// The plugin as Audacious sees it.
#include <utility>

#include <QApplication>

#include <libaudcore/mainloop.h>
#include <libaudcore/plugin.h>
#include <libaudcore/runtime.h>

#include "panels/web_engine.hpp"
#include "player.hpp"
#include "settings.hpp"

namespace {

constexpr const char *about =
    "Shows panels, which are web pages, in the window of Audacious, and runs the scripting bridge Tonearm for them.\n\n"
    "Panels are folders with an index.html in tonearm/panels in the configuration directory of Audacious. "
    "Open them from the menu Panels.";

// Not a smart pointer: when the display breaks, Qt calls exit(), and no page or window may be touched after that.
Player *player = nullptr;
// Starts the player when the main loop runs: general plugins start before the window exists.
QueuedFunc start;

void end_player() { delete std::exchange(player, nullptr); }

void start_player() {
    if (qobject_cast<QApplication *>(QCoreApplication::instance()) == nullptr) {
        AUDERR("Tonearm needs the Qt interface of Audacious.\n");
        return;
    }
    player = new Player();
    // Audacious ends its plugins after its QApplication. The pages have to end before it.
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, player, end_player);
}

}  // namespace

class TonearmPlugin : public GeneralPlugin {
public:
    static constexpr PluginInfo info = {"Tonearm", "audacious-plugins", about, &settings::preferences, PluginQtOnly};

    constexpr TonearmPlugin() : GeneralPlugin(info, true) {}

    bool init() override {
        settings::set_defaults();
        prepare_web_engine();
        start.queue(start_player);
        return true;
    }

    void cleanup() override {
        start.stop();
        end_player();
    }
};

__attribute__((visibility("default"))) TonearmPlugin aud_plugin_instance;
