// The C++ library under load. Usage: cpp LOG_DIRECTORY BRIDGE [ARGUMENT...]; prints nanoseconds a call as JSON:
// one after the other, each with a native action, and 64 in flight.
#include <chrono>
#include <cstdio>

#include "../../../clients/cpp/tests/check.hpp"
#include "tonearm/bridge.hpp"

using namespace tonearm;

namespace {

constexpr int warm_up = 2000, in_flight = 64;

class Load {
public:
    explicit Load(BridgeOptions options) : bridge_(std::move(options), loop_.executor()) {
        using Write = actions::ClipboardWrite;
        bridge_.implement<Write>([](const Write::Params &) {
            Write::Result result;
            result.written.push_back(Write::Result::WrittenItem::text);
            return result;
        });
        bridge_.on_exit([this](const Exit &exit, auto) {
            if (exit.code != 0) std::fprintf(stderr, "%s\n", exit.reason.c_str()), std::exit(1);
            has_exited_ = true;
        });
        bridge_.start();
    }

    double run(int count, int at_once, const char *method, const char *params) {
        const auto begin = std::chrono::steady_clock::now();
        int sent = 0, answered = 0;
        const std::function<void()> ask = [&] {
            ++sent;
            bridge_.forward(method, params, "p1", [&](const Outcome<std::string> &outcome) {
                if (!outcome) std::fprintf(stderr, "%s\n", outcome.error().message.c_str()), std::exit(1);
                ++answered;
                if (sent < count) ask();
            });
        };
        while (sent < at_once) ask();
        loop_.run_until([&] { return answered == count; });
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
        return time.count() / count;
    }

    void end() {
        bridge_.shutdown();
        loop_.run_until([&] { return has_exited_; });
    }

private:
    Loop loop_;
    Bridge bridge_;
    bool has_exited_ = false;
};

}  // namespace

int main(int count, char **arguments) {
    if (count < 3) return 2;
    BridgeOptions options;
    options.transport.directory = arguments[1];
    options.transport.command.assign(arguments + 2, arguments + count);
    options.restart.reset();
    Load load(std::move(options));
    const char *const small = "system.isPluginRegistered", *const name = R"({"namespace":"lyrics"})";
    const char *const write = "clipboard.write", *const text = R"({"text":"a line of text"})";
    load.run(warm_up, in_flight, small, name);
    load.run(warm_up, 1, write, text);
    const double trip = load.run(2000, 1, small, name);
    const double nested = load.run(1000, 1, write, text);
    const double flight = load.run(20000, in_flight, small, name);
    std::printf("{\"trip\":%.0f,\"nested\":%.0f,\"flight\":%.0f}\n", trip, nested, flight);
    load.end();
}
