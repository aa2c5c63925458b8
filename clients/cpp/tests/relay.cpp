// Relays messages between a player on stdin and stdout and a bridge, and converts each to the types of the library and
// back. tests/clients/cpp/ replays the fixtures through it. Usage: relay BRIDGE [ARGUMENT...]
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include <cstdio>
#include <map>
#include <set>
#include <thread>

#include "check.hpp"
#include "child.hpp"
#include "tonearm/bridge.hpp"
#include "tonearm/envelope.hpp"

using namespace tonearm;

namespace {

// Exit code for a message that the library cannot send. The fixture then fails (tests/clients/cpp/failing_fixtures.ts).
constexpr int cannot_be_carried = 70;

class Relay {
public:
    explicit Relay(std::vector<std::string> command) : bridge_(options_of(std::move(command)), loop_.executor()) {
        implement(actions::All{});
        bridge_.on_event([](const std::string &event, const Panel &panel, const std::string &data) {
            send(R"({"jsonrpc":"2.0","method":"event","params":{"event":)" + quote(event) + panel_member(panel) +
                 ",\"data\":" + data + "}}");
        });
        bridge_.on_stderr([](const std::string &line) { std::fprintf(stderr, "%s\n", line.c_str()); });
        bridge_.on_defect([](const std::string &defect) { std::fprintf(stderr, "defect: %s\n", defect.c_str()); });
        bridge_.on_exit([this](const Exit &exit, auto) { code_ = exit.code.value_or(1); });
    }

    int run() {
        bridge_.start();
        std::thread reader([this] {
            FrameReader frames(default_max_frame_bytes);
            char piece[64 * 1024];
            const auto take = [this](std::string body) {
                loop_.post([this, body = std::move(body)] { take_message(body); });
            };
            while (const std::size_t count = read_some(piece, sizeof piece)) frames.feed(piece, count, take);
            loop_.post([this] {
                ended_ = true;
                bridge_.shutdown();
            });
        });
        reader.detach();
        while (!code_) loop_.await_task(), loop_.run_queued();
        bridge_.wait(std::chrono::seconds(10));
        return *code_;
    }

private:
    static BridgeOptions options_of(std::vector<std::string> command) {
        BridgeOptions options;
        options.player_name = "relay";
        options.transport.command = std::move(command);
        options.transport.directory = ".";
        options.restart.reset();
        // Fixtures expect that the bridge exits by itself, even on a busy machine.
        options.transport.step_timeout = std::chrono::minutes(1);
        return options;
    }

    static std::size_t read_some(char *bytes, std::size_t size) {
#ifdef _WIN32
        const auto count = ::_read(0, bytes, static_cast<unsigned>(size));
#else
        const auto count = ::read(0, bytes, size);
#endif
        return count > 0 ? static_cast<std::size_t>(count) : 0;
    }

    static void send(const std::string &body) {
        const auto prefix = frame_prefix(static_cast<std::uint32_t>(body.size()));
        std::fwrite(prefix.data(), 1, prefix.size(), stdout);
        std::fwrite(body.data(), 1, body.size(), stdout);
        std::fflush(stdout);
    }

    static std::string panel_member(const Panel &panel) { return panel ? ",\"panel\":" + quote(*panel) : ""; }

    // Whether at the end only the library asks for an action, to give back the user's settings.
    static bool is_given_back(const std::string &action) {
        static const std::set<std::string> actions = {actions::PlaylistActivate::name, actions::PlaylistItems::name,
                                                      actions::PlaylistList::name, actions::PlaylistRemove::name};
        return actions.count(action) != 0;
    }

    [[noreturn]] static void give_up(const std::string &body) {
        std::fprintf(stderr, "the library cannot send %s\n", body.substr(0, 200).c_str());
        std::_Exit(cannot_be_carried);
    }

    // ---- From the bridge to the player

    template <class... Actions>
    void implement(TypeList<Actions...>) {
        (bridge_.implement<Actions>(
             [this](const typename Actions::Params &params, Reply<Actions> reply, const Panel &panel) {
                 const std::string what = Actions::name + text_of(write(params));
                 // After the end of the input nothing answers, so the library gives back the user's settings again. Of
                 // these, the bridge itself asks for the order and the unlocking: send each once, and nothing that the
                 // library adds.
                 if (ended_ && (is_given_back(Actions::name) || !asked_at_the_end_.insert(what).second)) return;
                 const std::string id = std::to_string(++last_id_);
                 pending_[id] = [reply](const Envelope &envelope) { return answer(reply, envelope); };
                 send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":" + quote(Actions::name) +
                      ",\"params\":" + text_of(write(params)) + panel_member(panel) + "}");
             }),
         ...);
    }

    // Returns false for a message that is not an answer.
    template <class Action>
    static bool answer(const Reply<Action> &reply, const Envelope &envelope) {
        if (envelope.error.data() && envelope.error != "null") {
            const Json error = parse_json(envelope.error);
            if (!error.is_object() || !error.contains("code") || !error["code"].is_number_integer() ||
                !error.contains("message") || !error["message"].is_string()) {
                return false;
            }
            reply(Error{error["code"].get<std::int64_t>(), error["message"].get<std::string>()});
            return true;
        }
        if (!envelope.result.data()) return false;
        const Json json = parse_json(envelope.result);
        if (json.is_discarded()) return false;
        typename Action::Result result{};
        Misfit misfit;
        // Answers of the wrong type, or with members that the type lacks, are forwarded unchanged: the bridge reports
        // the defect.
        if (read(json, result, misfit) && write(result) == json) reply(result);
        else reply.json(json);
        return true;
    }

    // ---- From the player to the bridge

    void take_message(const std::string &body) {
        const auto envelope = read_envelope(body);
        if (!envelope || !is_json(body)) give_up(body);
        if (!envelope->method.data()) {
            const auto pending = pending_.find(std::string(envelope->id));
            if (pending == pending_.end() || !pending->second(*envelope)) give_up(body);
            pending_.erase(pending);
            return;
        }
        const std::string method = text_in(envelope->method, body);
        Panel panel;
        if (envelope->panel.data()) panel = text_in(envelope->panel, body);
        const std::string_view params = envelope->params.data() ? envelope->params : "{}";
        if (method.rfind("signal.", 0) == 0) {
            if (!signal(player_signals::All{}, method, parse_json(params))) give_up(body);
        } else if (method == "bridge.cancel") {
            const Json id = parse_json(params)["id"];
            const auto call = calls_.find(id.dump());
            if (call != calls_.end()) bridge_.cancel(call->second);
        } else if (method == "bridge.panelClosed") {
            bridge_.panel_closed(parse_json(params)["panel"].get<std::string>());
        } else {
            const std::string id(envelope->id.data() ? envelope->id : "");
            const auto call = bridge_.forward(method, params, panel, [this, id](const Outcome<std::string> &outcome) {
                calls_.erase(id);
                if (id.empty()) return;
                send("{\"jsonrpc\":\"2.0\",\"id\":" + id +
                     (outcome ? ",\"result\":" + *outcome
                              : ",\"error\":{\"code\":" + std::to_string(outcome.error().code) +
                                    ",\"message\":" + quote(outcome.error().message) + "}") +
                     "}");
            });
            if (!id.empty()) calls_[id] = call;
        }
    }

    static std::string text_in(std::string_view quoted, const std::string &body) {
        const Json json = parse_json(quoted);
        if (!json.is_string()) give_up(body);
        return json.get<std::string>();
    }

    template <class... Signals>
    bool signal(TypeList<Signals...>, const std::string &name, const Json &params) {
        bool sent = false;
        ((name == Signals::name && (sent = signal_as<Signals>(params))), ...);
        return sent;
    }

    template <class Signal>
    bool signal_as(const Json &json) {
        typename Signal::Params params{};
        Misfit misfit;
        if (!read(json, params, misfit)) return false;
        bridge_.signal<Signal>(params);
        return true;
    }

    Loop loop_;
    Bridge bridge_;
    std::optional<int> code_;
    bool ended_ = false;
    std::set<std::string> asked_at_the_end_;
    std::uint64_t last_id_ = 0;
    std::map<std::string, std::function<bool(const Envelope &)>> pending_;
    std::map<std::string, Bridge::CallId> calls_;
};

}  // namespace

int main(int count, char **given) {
    const std::vector<std::string> arguments = arguments_of(count, given);
    if (arguments.size() < 2) return std::fprintf(stderr, "usage: relay BRIDGE [ARGUMENT...]\n"), 2;
#ifdef _WIN32
    ::_setmode(0, _O_BINARY);
    ::_setmode(1, _O_BINARY);
#endif
    // Never destroyed: the thread that reads stdin may still post to it.
    static Relay &relay = *new Relay({arguments.begin() + 1, arguments.end()});
    return relay.run();
}
