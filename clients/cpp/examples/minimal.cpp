// A terminal player with a clipboard, a queue and menus. A panel named `lyrics` makes a few calls, and the user chooses
// the first row of its menu. Usage: minimal LOG_DIRECTORY BRIDGE [ARGUMENT...]
#include <cstdio>

#include "loop.hpp"
#include "tonearm/bridge.hpp"

using namespace tonearm;

// A clipboard, a playlist of three tracks, and a queue of its items.
struct Player {
    std::optional<std::string> clipboard;
    std::vector<QueuedTrack> queue;
    int last_entry = 0;

    QueuedTrack track(const actions::QueueAppend::Params::EntriesItem &item) {
        QueuedTrack track{};
        track.title = "Track " + std::to_string(item.item + 1);
        track.path = track.absolutePath = "/music/" + track.title + ".flac";
        track.entry = std::to_string(++last_entry);
        track.playlist = item.playlist;
        track.item = item.item;
        return track;
    }
};

void implement(Bridge &bridge, Player &player) {
    bridge.implement<actions::ClipboardRead>([&](const auto &) {
        actions::ClipboardRead::Result result;
        result.text = player.clipboard;
        return result;
    });
    bridge.implement<actions::ClipboardWrite>([&](const actions::ClipboardWrite::Params &params) {
        using Format = actions::ClipboardWrite::Params::FormatsItem::Format;
        actions::ClipboardWrite::Result result;
        for (const auto &part : params.formats) {
            if (part.format != Format::text) continue;
            player.clipboard = std::get<std::string>(part.data);
            result.written.push_back(actions::ClipboardWrite::Result::WrittenItem::text);
        }
        return result;
    });
    bridge.implement<actions::PlaylistList>([](const auto &) {
        actions::PlaylistList::Result result;
        result.active = "only";
        result.playlists.push_back({"only", "Default", 3, false});
        return result;
    });
    bridge.implement<actions::QueueCount>([&](const auto &) {
        return actions::QueueCount::Result{static_cast<std::int64_t>(player.queue.size())};
    });
    bridge.implement<actions::QueueAppend>([&](const actions::QueueAppend::Params &params) {
        actions::QueueAppend::Result result;
        for (const auto &item : params.entries) {
            player.queue.push_back(player.track(item));
            result.entries.push_back(player.queue.back().entry);
        }
        result.count = static_cast<std::int64_t>(player.queue.size());
        return result;
    });
    bridge.implement<actions::QueueGet>([&](const auto &) { return actions::QueueGet::Result{player.queue}; });
    // A real player draws the rows. Here the user chooses the first one at once.
    bridge.implement<actions::OverlayOpen>([&](const actions::OverlayOpen::Params &params) {
        for (const auto &row : params.items) std::printf("  [%s]\n", row.label.c_str());
        bridge.signal<player_signals::OverlaySelected>({params.menuId, params.items.at(0).id});
    });
}

// Makes the panel's calls one after another, with the page's params as text, and then ends the bridge.
void call(Bridge &bridge, std::vector<std::pair<const char *, const char *>> calls) {
    if (calls.empty()) return bridge.shutdown();
    const auto [method, params] = calls.front();
    calls.erase(calls.begin());
    std::printf("%s %s\n", method, params);
    bridge.forward(method, params, "lyrics", [&bridge, calls](const Outcome<std::string> &result) {
        std::printf("  = %s\n", result ? result->c_str() : result.error().message.c_str());
        call(bridge, calls);
    });
}

int main(int count, char **arguments) {
    if (count < 3) return std::fprintf(stderr, "usage: minimal LOG_DIRECTORY BRIDGE [ARGUMENT...]\n"), 2;
    Loop loop;
    Player player;
    BridgeOptions options;
    options.player_name = "minimal";
    options.transport.directory = arguments[1];
    options.transport.command.assign(arguments + 2, arguments + count);
    options.restart.reset();
    Bridge bridge(options, [&](std::function<void()> task) { loop.post(std::move(task)); });
    implement(bridge, player);
    bridge.on_event([](const std::string &event, const Panel &panel, const std::string &data) {
        std::printf("%s for %s: %s\n", event.c_str(), panel.value_or("all panels").c_str(), data.c_str());
    });
    bridge.on_defect([](const std::string &defect) { std::printf("defect: %s\n", defect.c_str()); });
    bool is_fine = false;
    bridge.on_exit([&](const Exit &exit, auto) {
        std::printf("%s\n", exit.reason.c_str());
        for (const auto &line : exit.stderr_lines) std::printf("  %s\n", line.c_str());
        is_fine = exit.code == 0;
        loop.stop();
    });
    bridge.start();
    call(bridge, {{"clipboard.write", R"({"text":"Hello"})"},
                  {"clipboard.read", "{}"},
                  {"queue.add", R"({"tracks":[0,2]})"},
                  {"menu.show", R"({"items":[{"id":"copy","label":"Copy"},{"id":"close","label":"Close"}]})"}});
    loop.run();
    return bridge.wait(std::chrono::seconds(10)) && is_fine ? 0 : 1;
}
