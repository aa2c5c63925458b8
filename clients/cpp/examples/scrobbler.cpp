// A player with a namespace of its own, `scrobbler`. A panel named `lyrics` calls its operation and gets its event.
// Usage: scrobbler LOG_DIRECTORY BRIDGE [ARGUMENT...]
#include <cstdio>

#include "loop.hpp"
#include "tonearm/bridge.hpp"

using namespace tonearm;

// Counts the tracks that pages submit, and reports each to all panels.
class Scrobbler {
public:
    explicit Scrobbler(Bridge &bridge) : bridge_(bridge) {
        // The bridge has checked that the plugin registered the operation.
        bridge.implement<actions::PluginInvoke>(
            [this](const actions::PluginInvoke::Params &call) { return submit(call.params); });
        // After each start of a bridge.
        bridge.on_ready([this](const std::string &) { register_operations(); });
    }
    // Called when the bridge knows the operations.
    std::function<void()> registered;

private:
    void register_operations() {
        const Json submit_api = {{"method", "submit"}, {"description", "Submits a track."}};
        const Json plugin = {{"name", "Scrobbler"},
                             {"namespace", "scrobbler"},
                             {"version", "1.0.0"},
                             {"apis", Json::array({submit_api})}};
        bridge_.call("bridge.registerPlugin", plugin, [this](const Outcome<Json> &answer) {
            if (!answer) return void(std::printf("refused: %s\n", answer.error().message.c_str()));
            registered();
        });
    }
    Json submit(const Json &params) {
        const auto title = params.find("title");
        if (title == params.end() || !title->is_string() || *title == "") {
            return {{"success", false}, {"error", "title is required"}};
        }
        bridge_.signal<player_signals::PluginEvent>({"scrobbler:submitted", {{"title", *title}, {"count", ++count_}}});
        return {{"success", true}, {"count", count_}};
    }

    Bridge &bridge_;
    int count_ = 0;
};

int main(int count, char **arguments) {
    if (count < 3) return std::fprintf(stderr, "usage: scrobbler LOG_DIRECTORY BRIDGE [ARGUMENT...]\n"), 2;
    Loop loop;
    BridgeOptions options;
    options.transport.directory = arguments[1];
    options.transport.command.assign(arguments + 2, arguments + count);
    options.restart.reset();
    Bridge bridge(options, [&](std::function<void()> task) { loop.post(std::move(task)); });
    bridge.on_exit([&](const Exit &, auto) { loop.stop(); });
    Scrobbler scrobbler(bridge);

    // Does what a panel does with panel.js: invoke and on.
    bridge.on_event([](const std::string &event, const Panel &panel, const std::string &data) {
        std::printf("%s %s for %s\n", event.c_str(), data.c_str(), panel.value_or("all panels").c_str());
    });
    const auto print = [](const Outcome<std::string> &result) {
        std::printf("result %s\n", result ? result->c_str() : result.error().message.c_str());
    };
    scrobbler.registered = [&] {
        bridge.forward("scrobbler.submit", R"({"title":"Tidewater"})", "lyrics", print);
        bridge.forward("scrobbler.submit", "{}", "lyrics", [&](const auto &result) {
            print(result);
            bridge.shutdown();
        });
    };
    bridge.start();
    loop.run();
    return bridge.wait(std::chrono::seconds(10)) ? 0 : 1;
}
