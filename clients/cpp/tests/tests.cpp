// Usage: tests DIRECTORY BRIDGE [ARGUMENT...]
// With --child=FILE, runs the fake bridge of child.hpp.
#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>

#include "check.hpp"
#include "child.hpp"
#include "random_input.hpp"
#include "tonearm/bridge.hpp"
#include "tonearm/envelope.hpp"
#include "tonearm/queue_tracker.hpp"

using namespace tonearm;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

std::string directory;
std::string this_program;
std::vector<std::string> real_bridge;
// In parentheses, because max is a macro of windows.h.
constexpr milliseconds unlimited = (milliseconds::max)();

struct Test {
    const char *name;
    void (*run)();
};
std::vector<Test> tests;

// Defines a test. The program runs the tests in the order of their definitions.
#define TEST(name)                                                                         \
    void name();                                                                           \
    [[maybe_unused]] const bool name##_is_listed = (tests.push_back({#name, name}), true); \
    void name()

// ---- Frames

TEST(frames_may_be_split_anywhere) {
    const std::vector<std::string> bodies{"", "a", std::string(300, 'x'), ""};
    std::string stream;
    for (const auto &body : bodies) stream += frame(body);
    for (std::size_t first = 0; first <= stream.size(); ++first) {
        for (std::size_t second = first; second <= stream.size(); ++second) {
            FrameReader reader;
            std::vector<std::string> got;
            const auto take = [&](std::string body) { got.push_back(std::move(body)); };
            const bool readable = reader.feed(stream.data(), first, take) &&
                                  reader.feed(stream.data() + first, second - first, take) &&
                                  reader.feed(stream.data() + second, stream.size() - second, take);
            if (!check(readable && got == bodies && !reader.inside_frame(), "split", __FILE__, __LINE__)) return;
        }
    }
}

TEST(frames_have_a_limit) {
    int bodies = 0;
    const auto count = [&](const std::string &) { ++bodies; };
    FrameReader reader(5);
    CHECK(reader.feed(frame("12345").data(), 9, count));
    CHECK(reader.feed("\x05", 1, count));
    CHECK(reader.inside_frame());
    FrameReader small(4);
    const std::string too_large = frame("12345") + frame("1");
    CHECK(!small.feed(too_large.data(), too_large.size(), count));
    CHECK_EQUAL(small.announced(), 5u);
    CHECK(!small.feed(frame("1").data(), 5, count));
    FrameReader largest(SIZE_MAX);
    CHECK(largest.feed("\xff\xff\xff\xff" "1", 5, count));
    CHECK_EQUAL(bodies, 1);
}

// ---- JSON

TEST(envelope_finds_members) {
    const std::string text =
        R"( { "params" : {"a":[1,{"id":9}],"b":"}\"]"} ,"id":7,"id": "x\"y" ,"method":"m","panel":"p","jsonrpc":"2.0"} )";
    const auto envelope = read_envelope(text);
    if (!CHECK(envelope.has_value())) return;
    CHECK_EQUAL(std::string(envelope->params), R"({"a":[1,{"id":9}],"b":"}\"]"})");
    CHECK_EQUAL(std::string(envelope->id), R"("x\"y")");
    CHECK_EQUAL(std::string(envelope->method), "\"m\"");
    CHECK_EQUAL(std::string(envelope->panel), "\"p\"");
    CHECK(envelope->result.data() == nullptr && envelope->error.data() == nullptr);
    // A truncated text is never a message, and no byte after it is read.
    for (std::size_t length = 0; length + 2 < text.size(); ++length) {
        const std::vector<char> cut(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length));
        if (!check(!read_envelope({cut.data(), cut.size()}), "cut message", __FILE__, __LINE__)) return;
    }
    for (const char *bad : {"[]", "7", "null", "{} {}", "{\"a\":1,}", "{\"a\"}", "{a:1}", "{\"a\":}", "{\"a\":]}", ""}) {
        if (read_envelope(bad)) check(false, bad, __FILE__, __LINE__);
    }
    CHECK(read_envelope("{}").has_value());
    const std::string deep = "{\"result\":" + std::string(1000000, '[') + std::string(1000000, ']') + "}";
    CHECK(read_envelope(deep) && read_envelope(deep)->result.size() == 2000000);
}

TEST(envelope_opens_events) {
    const std::string event = R"({"method":"event","params":{"data":{"x":1},"panel":"p","event":"a:b"},"panel":"q"})";
    const auto envelope = read_envelope(event);
    if (!CHECK(envelope.has_value())) return;
    CHECK_EQUAL(std::string(envelope->event), "\"a:b\"");
    CHECK_EQUAL(std::string(envelope->panel), "\"p\"");
    CHECK_EQUAL(std::string(envelope->data), "{\"x\":1}");
    CHECK(!read_envelope(R"({"method":"event"})"));
    CHECK(!read_envelope(R"({"method":"event","params":{"event":"a:b"}})"));
    CHECK(!read_envelope(R"({"method":"event","params":{"data":{}}})"));
}

TEST(text_is_quoted) {
    CHECK_EQUAL(quote("a\"\\\n\x01z"), "\"a\\\"\\\\\\n\\u0001z\"");
    CHECK_EQUAL(quote("\xc3\xa4 \xf0\x9f\x8e\xb5"), "\"\xc3\xa4 \xf0\x9f\x8e\xb5\"");
    // Overlong, a surrogate, above U+10FFFF, truncated, an invalid byte.
    for (const char *bad : {"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\xff"}) {
        const Json read = parse_json(quote(bad));
        CHECK(read.is_string() && read.get<std::string>().find("\xef\xbf\xbd") == 0);
    }
    CHECK_EQUAL(text_of(Json("\xff")), "\"\xef\xbf\xbd\"");
}

TEST(json_of_pages_is_parsed) {
    CHECK_EQUAL(parse_json(R"("\ud83d\ude00")").get<std::string>(), "\xf0\x9f\x98\x80");
    CHECK_EQUAL(parse_json(R"("\ud83dx\ude00\\ud83d")").get<std::string>(), "\xef\xbf\xbdx\xef\xbf\xbd\\ud83d");
    CHECK_EQUAL(parse_json(R"("\ud83d\ud83d\ude00")").get<std::string>(), "\xef\xbf\xbd\xf0\x9f\x98\x80");
    CHECK(is_json(R"({"a":"\udc00"})"));
    for (const std::string &bad : {std::string("{}\0,", 4), std::string("{}\0", 3), std::string("\xef\xbb\xbf{}"),
                                   std::string("{},\"id\":8"), std::string("{} {}"), std::string(), std::string("{\"a\":\"\\ud83\"}"),
                                   std::string("\"\xff\"")}) {
        if (is_json(bad) || !parse_json(bad).is_discarded()) check(false, bad.c_str(), __FILE__, __LINE__);
    }
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK(is_json(nested(200000)) && parse_json(nested(200000)).is_discarded());
    CHECK(parse_json(nested(max_json_depth)).is_array() && parse_json(nested(max_json_depth + 1)).is_discarded());
    CHECK(parse_json("\"" + std::string(1000, '[') + "\\\"" + std::string(1000, '[') + "\"").is_string());
}

template <class T>
std::string misfit_of(const char *json) {
    T value{};
    Misfit misfit;
    if (read(Json::parse(json), value, misfit)) return "fits";
    return misfit.place + ": " + misfit.expected;
}

TEST(misfits_name_their_place) {
    using Resolve = actions::MediaResolve::Params;
    using Write = actions::ClipboardWrite::Params;
    using Read = actions::ClipboardRead::Result;
    CHECK_EQUAL(misfit_of<Resolve>("[]"), ": an object");
    CHECK_EQUAL(misfit_of<Resolve>("{}"), "paths: present");
    CHECK_EQUAL(misfit_of<Resolve>(R"({"paths":{}})"), "paths: an array");
    CHECK_EQUAL(misfit_of<Resolve>(R"({"paths":["a",{"path":1}]})"), "paths[1].path: a string");
    CHECK_EQUAL(misfit_of<Resolve>(R"({"paths":[{"path":"a","subsong":3.0},{"path":"b","subsong":null}],"more":1})"), "fits");
    for (const char *bad : {"3.5", "1e300", "-1e300", "\"3\"", "true", "9007199254740993"}) {
        const std::string json = std::string(R"({"paths":[{"path":"a","subsong":)") + bad + "}]}";
        CHECK_EQUAL(misfit_of<Resolve>(json.c_str()), "paths[0].subsong: an integer");
    }
    CHECK_EQUAL(misfit_of<Write>(R"({"formats":[{"format":"png","data":"x"}]})"),
                "formats[0].format: one of \"text\" \"html\" \"files\"");
    CHECK_EQUAL(misfit_of<Write>(R"({"formats":[{"format":"files","data":["x"]}]})"), "fits");
    CHECK_EQUAL(misfit_of<Write>(R"({"formats":[{"format":"files","data":[1]}]})"), "formats[0].data[0]: a string");
    CHECK_EQUAL(misfit_of<Read>(R"({"text":null,"files":null,"hasImage":false})"), "fits");
    CHECK_EQUAL(misfit_of<Read>(R"({"files":null,"hasImage":false})"), "text: present");
}

TEST(values_round_trip) {
    const char *const json = R"({"nodes":[{"type":"submenu","label":"x","children":[{"type":"separator"}]}]})";
    actions::MenuBuild::Result menu{};
    Misfit misfit;
    CHECK(read(Json::parse(json), menu, misfit));
    CHECK(write(menu) == Json::parse(json));
    actions::PluginInvoke::Params call{};
    CHECK(read(Json::parse(R"({"namespace":"lines","method":"a","params":{"x":1}})"), call, misfit));
    CHECK_EQUAL(call.namespace_, "lines");
    CHECK_EQUAL(text_of(write(call)), R"({"method":"a","namespace":"lines","params":{"x":1}})");
    CHECK_EQUAL(text_of(write(actions::ClipboardRead::Result{})), R"({"files":null,"hasImage":false,"text":null})");
    // A member that may be absent or null.
    for (const char *text : {R"({"playlist":"1"})", R"({"focus":null,"playlist":"1"})", R"({"focus":2,"playlist":"1"})"}) {
        actions::PlaylistSelect::Params select{};
        CHECK(read(Json::parse(text), select, misfit));
        CHECK_EQUAL(text_of(write(select)), text);
    }
}

// ---- The process

// Records the callbacks of a transport.
struct TransportLog {
    std::vector<std::string> messages, lines;
    std::optional<Exit> exit;

    TransportListener listener() {
        TransportListener listener;
        listener.on_message = [this](std::string body) { messages.push_back(std::move(body)); };
        listener.on_stderr = [this](const std::string &line) { lines.push_back(line); };
        listener.on_exit = [this](const Exit &told) {
            CHECK(!exit);
            exit = told;
        };
        return listener;
    }
};

TransportOptions command(std::vector<std::string> words) {
    TransportOptions options;
    options.command = std::move(words);
    options.directory = directory;
    // A busy machine may need longer than the default. Tests that wait until a child is killed set a shorter one.
    options.step_timeout = seconds(30);
    return options;
}

// Returns the command of a child that executes these steps (child.hpp).
std::vector<std::string> child(const std::vector<std::string> &steps) {
    static int files = 0;
    const std::string name = directory + "/child-" + std::to_string(++files) + ".steps";
    std::ofstream file(name, std::ios::binary);
    for (const auto &step : steps) file << step << '\n';
    return {this_program, "--child=" + name};
}

TransportOptions run_child(const std::vector<std::string> &steps) { return command(child(steps)); }

Exit exit_of(const TransportOptions &options, TransportLog *given = nullptr) {
    Loop loop;
    TransportLog own;
    TransportLog &log = given ? *given : own;
    Transport transport(options, loop.executor(), log.listener());
    CHECK(loop.run_until([&] { return log.exit.has_value(); }));
    CHECK(transport.wait(seconds(60)));
    return log.exit.value_or(Exit{});
}

// The ids that a queue of keys (letters) has after a change, as indices into those before; n for a new one.
std::string kept_ids(const std::string &before, const std::string &after) {
    const auto keys = [](const std::string &letters) {
        std::vector<std::string> list;
        for (const char letter : letters) list.emplace_back(1, letter);
        return list;
    };
    QueueTracker tracker;
    const auto first = tracker.see(keys(before));
    std::string kept;
    for (const auto &id : tracker.see(keys(after))) {
        const auto at = std::find(first.begin(), first.end(), id) - first.begin();
        kept += at < static_cast<std::ptrdiff_t>(first.size()) ? std::to_string(at) : "n";
    }
    return kept;
}

TEST(queue_tracker_keeps_ids) {
    CHECK_EQUAL(kept_ids("aa", "a"), "1");
    CHECK_EQUAL(kept_ids("aba", "ba"), "12");
    CHECK_EQUAL(kept_ids("aba", "ab"), "01");
    CHECK_EQUAL(kept_ids("aba", "a"), "2");
    CHECK_EQUAL(kept_ids("aab", "ba"), "21");
    CHECK_EQUAL(kept_ids("abca", "cab"), "231");
    CHECK_EQUAL(kept_ids("a", "aa"), "0n");
    CHECK_EQUAL(kept_ids("ab", "bc"), "1n");
    CHECK_EQUAL(kept_ids("abc", "cab"), "201");
    CHECK_EQUAL(kept_ids("abc", ""), "");
}

// A player takes, queues, removes and moves entries, many of them equal. No entry ever changes its id.
TEST(queue_tracker_follows_changes) {
    std::mt19937 random(1);
    const auto below = [&](std::size_t limit) { return random() % limit; };
    for (int run = 0; run < 500; ++run) {
        QueueTracker tracker;
        // Each entry has a number that the tracker does not see. Half of them have the same key.
        std::vector<std::size_t> queue;
        std::map<std::size_t, std::string> id_of;
        std::size_t last = 0;
        for (int change = 0; change < 20; ++change) {
            std::vector<std::string> chosen{"unknown"};
            for (std::size_t count = below(4); count > 0 && !queue.empty(); --count) {
                const auto &id = id_of.at(queue[below(queue.size())]);
                if (std::find(chosen.begin(), chosen.end(), id) == chosen.end()) chosen.push_back(id);
            }
            const auto kind = below(4);
            if (kind == 0) {
                for (std::size_t count = below(4); count > 0; --count) queue.push_back(++last);
            } else if (kind == 1 && !queue.empty()) {
                queue.erase(queue.begin());
            } else if (kind == 2) {
                for (const auto at : tracker.remove(chosen)) queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(at));
            } else if (kind == 3) {
                std::vector<std::size_t> moved;
                for (const auto old : tracker.put_first(chosen)) moved.push_back(queue[old]);
                queue = moved;
            }
            std::vector<std::string> keys;
            for (const auto entry : queue) keys.push_back(entry % 2 == 0 ? "same" : std::to_string(entry));
            const auto ids = tracker.see(keys);
            CHECK_EQUAL(ids.size(), queue.size());
            for (std::size_t at = 0; at < ids.size(); ++at) {
                CHECK_EQUAL(id_of.emplace(queue[at], ids[at]).first->second, ids[at]);
            }
        }
        std::set<std::string> different;
        for (const auto &known : id_of) different.insert(known.second);
        CHECK_EQUAL(different.size(), id_of.size());
    }
}

TEST(transport_carries_frames_in_order) {
    Loop loop;
    TransportLog log;
    Transport transport(run_child({"echo"}), loop.executor(), log.listener());
    const std::string large(3000000, 'l');
    std::vector<std::string> expected;
    for (int each = 0; each < 2000; ++each) expected.push_back(each % 500 == 7 ? large : std::to_string(each));
    for (const auto &body : expected) CHECK(transport.send(body) == Sent::yes);
    transport.shutdown();
    CHECK(transport.send("late") == Sent::gone);
    CHECK(loop.run_until([&] { return log.exit.has_value(); }));
    CHECK(log.messages == expected);
    CHECK_EQUAL(log.exit->code.value_or(-1), 0);
    CHECK_EQUAL(log.exit->reason, "The player ended the bridge.");
    CHECK(transport.wait(seconds(60)));
}

TEST(failed_start_reports_reason) {
    const auto reason_of = [](const TransportOptions &options) {
        const std::string reason = exit_of(options).reason;
        const std::string beginning = "The bridge could not be started: ";
        CHECK_EQUAL(reason.substr(0, beginning.size()), beginning);
        return reason.substr(beginning.size());
    };
    CHECK_EQUAL(reason_of(command({"tonearm-is-not-there"})), "tonearm-is-not-there: command not found in PATH.");
    CHECK_EQUAL(reason_of(command({})), "No command was given.");
    TransportOptions nowhere = run_child({});
    nowhere.directory = "";
    CHECK_EQUAL(reason_of(nowhere), "No directory was given.");
    // The system's message follows the path.
    nowhere.directory = directory + "/nowhere";
    CHECK_EQUAL(reason_of(nowhere).substr(0, nowhere.directory.size() + 2), nowhere.directory + ": ");
#ifdef _WIN32
    CHECK_EQUAL(reason_of(command({"C:\\nowhere\\tonearm"})).substr(0, 20), "C:\\nowhere\\tonearm: ");
    const std::string script = directory + "/script.cmd";
    std::ofstream(script) << "exit 0\n";
    CHECK(reason_of(command({script})).find(" is a script. Use the program that it starts.") != std::string::npos);
#else
    CHECK_EQUAL(reason_of(command({"/nowhere/tonearm"})), "/nowhere/tonearm: No such file or directory.");
    CHECK_EQUAL(reason_of(command({"/"})), "/: Permission denied.");
#endif
}

TEST(module_finds_its_folder) {
    const std::string folder = module_directory(reinterpret_cast<const void *>(&module_finds_its_folder));
    const std::string name = this_program.substr(this_program.find_last_of("/\\") + 1);
    CHECK(!folder.empty() && std::ifstream(folder + "/" + name).good());
    CHECK_EQUAL(module_directory(nullptr), "");
}

TEST(exit_reports_reason) {
    const Exit failed = exit_of(run_child({"line 1", "line 2\r", "line 3", "line", "fill 3", "exit 7"}));
    CHECK_EQUAL(failed.code.value_or(-1), 7);
    CHECK_EQUAL(failed.reason, "The bridge exited with code 7.");
    CHECK(failed.stderr_lines == std::vector<std::string>({"1", "2", "3", "", "xxx"}));
    CHECK_EQUAL(exit_of(run_child({"bytes 050000006162"})).reason, "The bridge's output ended inside a frame.");
    TransportLog log;
    CHECK_EQUAL(exit_of(run_child({"frame a", "bytes ffffffff787978", "echo"}), &log).reason,
                "The bridge sent a frame of 4294967295 bytes; the limit is 67108864.");
    CHECK(log.messages == std::vector<std::string>({"a"}));
#ifdef _WIN32
    CHECK_EQUAL(exit_of(run_child({"exit -1073741819"})).reason, "The bridge exited with code 0xC0000005.");
#endif
}

TEST(stderr_is_limited) {
    TransportOptions options = run_child({"fill 20000", "line", "line", "line"});
    options.kept_stderr_lines = 2;
    TransportLog log;
    CHECK_EQUAL(exit_of(options, &log).stderr_lines.size(), 2u);
    CHECK_EQUAL(log.lines.size(), 5u);
    CHECK_EQUAL(log.lines.at(0).size(), 8192u);
}

TEST(output_queue_is_limited) {
    Loop loop;
    TransportLog log;
    TransportOptions options = run_child({"sleep 100000"});
    options.step_timeout = milliseconds(500);
    options.max_waiting_bytes = 10 * (128 + 100000);
    options.max_frame_bytes = 100000;
    Transport transport(options, loop.executor(), log.listener());
    CHECK(transport.send(std::string(100001, 'x')) == Sent::too_large);
    int sent = 0;
    while (transport.send(std::string(100000, 'x')) == Sent::yes && sent < 100) ++sent;
    CHECK(sent >= 10 && sent <= 12);
    CHECK(transport.send("x") == Sent::queue_full);
    transport.shutdown();
    CHECK(loop.run_until([&] { return log.exit.has_value(); }));
    CHECK_EQUAL(log.exit->reason, "The player ended the bridge.");
#ifdef _WIN32
    CHECK_EQUAL(log.exit->code.value_or(-1), 1);
#else
    CHECK_EQUAL(log.exit->code.value_or(-1), -1);
    CHECK_EQUAL(log.exit->signal.value_or(-1), SIGTERM);
#endif
    CHECK(transport.wait(seconds(60)));
}

TEST(input_queue_is_limited) {
    Loop loop;
    TransportLog log;
    TransportOptions options = run_child({"frames"});
    options.step_timeout = milliseconds(500);
    options.max_waiting_bytes = 10 * 128;
    Transport transport(options, loop.executor(), log.listener());
    CHECK(loop.run_until([&] { return log.messages.size() >= 500; }));
    CHECK(loop.max_queued() <= 11);
    // shutdown() does not wait for a player whose loop has stopped.
    transport.shutdown();
    CHECK(transport.wait(seconds(60)));
}

// Arguments and environment variables arrive unchanged. On Windows, one command line carries all arguments.
TEST(child_gets_arguments_and_environment) {
    TransportOptions options = run_child({"variable TONEARM_TEST", "variable tonearm_empty", "variable DENO_NO_UPDATE_CHECK",
                                          "arguments"});
    options.environment.emplace_back("TONEARM_TEST", "a=b \xc3\xa4 \xf0\x9f\x8e\xb5");
    options.environment.emplace_back("tonearm_empty", "");
    const std::vector<std::string> given{"",    " ",      "a b",     "\\",         "\\\\ ",         "\"",
                                         "\\\"", "a\\\\b", "a\\\\\"b", "%PATH% ^&|<>", "\xc3\xa4\t\xf0\x9f\x8e\xb5"};
    options.command.insert(options.command.end(), given.begin(), given.end());
    std::vector<std::string> expected{"a=b \xc3\xa4 \xf0\x9f\x8e\xb5", "", "1"};
    for (const auto &argument : given) expected.push_back("[" + argument + "]");
    CHECK(exit_of(options).stderr_lines == expected);
}

#ifdef _WIN32
// The child does not inherit an inheritable handle of the player.
TEST(child_inherits_no_handle) {
    SECURITY_ATTRIBUTES inheritable{sizeof inheritable, nullptr, TRUE};
    HANDLE read = nullptr, write = nullptr;
    CHECK(::CreatePipe(&read, &write, &inheritable, 0));
    Loop loop;
    TransportLog log;
    Transport transport(run_child({"line here", "echo"}), loop.executor(), log.listener());
    CHECK(loop.run_until([&] { return !log.lines.empty(); }));
    ::CloseHandle(write);
    char byte;
    DWORD count = 0;
    CHECK(!::ReadFile(read, &byte, 1, &count, nullptr) && ::GetLastError() == ERROR_BROKEN_PIPE);
    ::CloseHandle(read);
    transport.shutdown();
    CHECK(loop.run_until([&] { return log.exit.has_value(); }));
    CHECK(transport.wait(seconds(60)));
}

// Terminating the job also ends the bridge's children, so that none keeps the pipes open.
TEST(children_of_the_bridge_end_with_it) {
    Loop loop;
    TransportLog log;
    TransportOptions options = command({"cmd.exe", "/c", this_program, child({"line here", "sleep 100000"}).at(1)});
    options.step_timeout = milliseconds(500);
    Transport transport(options, loop.executor(), log.listener());
    CHECK(loop.run_until([&] { return !log.lines.empty(); }));
    transport.shutdown();
    CHECK(loop.run_until([&] { return log.exit.has_value(); }));
    CHECK_EQUAL(log.exit->code.value_or(-1), 1);
    CHECK(transport.wait(seconds(60)));
}
#else
TEST(signal_that_ends_the_bridge_is_reported) {
    const Exit killed = exit_of(run_child({"raise 9"}));
    CHECK(!killed.code && killed.signal == SIGKILL);
    CHECK_EQUAL(killed.reason, "The bridge was terminated by signal 9.");
}

TEST(hanging_bridge_is_killed) {
    TransportOptions options = run_child({"ignore 15", "close_pipes", "sleep 100000"});
    options.step_timeout = milliseconds(50);
    const Exit exit = exit_of(options);
    CHECK(exit.signal == SIGKILL);
    CHECK_EQUAL(exit.reason, "The bridge closed its pipes without exiting and was killed.");
}

TEST(child_inherits_nothing) {
    const int open = ::fcntl(1, F_DUPFD, 3);
    CHECK(open >= 3);
    ::signal(SIGUSR2, SIG_IGN);
    const Exit exit = exit_of(command({"sh", "-c", "ls /proc/self/fd >&2; grep SigBlk /proc/self/status >&2"}));
    CHECK_EQUAL(exit_of(command({"sh", "-c", "kill -USR2 $$; exit 1"})).signal.value_or(-1), SIGUSR2);
    ::signal(SIGUSR2, SIG_DFL);
    ::close(open);
    std::string lines;
    for (const auto &line : exit.stderr_lines) lines += line + "\n";
    // Descriptor 3 is the directory that ls lists.
    CHECK_EQUAL(lines, "0\n1\n2\n3\nSigBlk:\t0000000000000000\n");
}

TEST(player_may_ignore_sigchld) {
    ::signal(SIGCHLD, SIG_IGN);
    const Exit exit = exit_of(run_child({"exit 7"}));
    ::signal(SIGCHLD, SIG_DFL);
    CHECK(!exit.code && !exit.signal);
    CHECK_EQUAL(exit.reason, "The bridge exited.");
}
#endif

// Writing to a pipe without a reader must not raise SIGPIPE, neither on the library's threads nor on the player's.
TEST(exited_bridge_raises_no_sigpipe) {
#ifndef _WIN32
    // The parent process may have set it to be ignored.
    ::signal(SIGPIPE, SIG_DFL);
#endif
    for (const std::size_t size : {100000u, 100u}) {
        Loop loop;
        TransportLog log;
        const TransportOptions options = run_child({"close_stdin", "line stdin is closed", "sleep 200", "exit 3"});
        Transport transport(options, loop.executor(), log.listener());
        CHECK(loop.run_until([&] { return !log.lines.empty(); }));
        while (transport.send(std::string(size, 'x')) != Sent::gone) std::this_thread::yield();
        CHECK(loop.run_until([&] { return log.exit.has_value(); }));
        CHECK_EQUAL(log.exit->code.value_or(-1), 3);
    }
#ifndef _WIN32
    sigset_t pending;
    CHECK(::sigpending(&pending) == 0 && !::sigismember(&pending, SIGPIPE));
#endif
}

TEST(callback_may_destroy_transport) {
    auto loop = std::make_unique<Loop>();
    int callbacks = 0;
    std::unique_ptr<Transport> transport;
    TransportListener listener;
    listener.on_message = [&](const std::string &) {
        ++callbacks;
        transport.reset();
    };
    listener.on_exit = [&](const Exit &) { ++callbacks; };
    transport =
        std::make_unique<Transport>(run_child({"frame a", "frame b", "echo"}), loop->executor(), std::move(listener));
    CHECK(loop->run_until([&] { return callbacks > 0; }));
    loop->run_queued();
    CHECK_EQUAL(callbacks, 1);
    // The loop may be destroyed while the process is still ending in the background.
    loop.reset();
}

TEST(listener_exceptions_are_ignored) {
    Loop loop;
    TransportLog log;
    TransportListener listener = log.listener();
    listener.on_message = [](const std::string &) { throw std::runtime_error("player error"); };
    Transport transport(run_child({"frame a"}), loop.executor(), std::move(listener));
    CHECK(loop.run_until([&] { return log.exit.has_value(); }));
}

// ---- The bridge

// Returns the command of a child that sends frames and then executes more steps.
std::vector<std::string> fake_bridge(const std::vector<std::string> &bodies, const std::vector<std::string> &then) {
    std::vector<std::string> steps;
    for (const auto &body : bodies) steps.push_back("frame " + body);
    steps.insert(steps.end(), then.begin(), then.end());
    return child(steps);
}

BridgeOptions options_of(std::vector<std::string> words) {
    BridgeOptions options;
    options.transport = command(std::move(words));
    options.restart.reset();
    return options;
}

// A player with a clipboard and a loop. It records defects and the exit.
struct TestPlayer {
    Loop loop;
    std::unique_ptr<Bridge> bridge;
    std::optional<std::string> clipboard;
    std::vector<std::string> defects;
    std::optional<Exit> exit;

    explicit TestPlayer(BridgeOptions options) : bridge(std::make_unique<Bridge>(std::move(options), loop.executor())) {
        bridge->on_defect([this](const std::string &defect) { defects.push_back(defect); });
        bridge->on_exit([this](const Exit &told, auto) { exit = told; });
        bridge->implement<actions::ClipboardWrite>([this](const actions::ClipboardWrite::Params &params) {
            clipboard = std::get<std::string>(params.formats.at(0).data);
            actions::ClipboardWrite::Result result;
            result.written.push_back(actions::ClipboardWrite::Result::WrittenItem::text);
            return result;
        });
    }
    explicit TestPlayer(std::vector<std::string> words) : TestPlayer(options_of(std::move(words))) {}

    std::string forward(const char *method, const std::string &params) {
        std::string answer;
        bridge->forward(method, params, "p", [&](const Outcome<std::string> &outcome) {
            answer = outcome ? *outcome : std::to_string(outcome.error().code) + " " + outcome.error().message;
        });
        CHECK(answer.empty());
        CHECK(loop.run_until([&] { return !answer.empty(); }));
        return answer;
    }

    void end() {
        bridge->shutdown();
        CHECK(loop.run_until([&] { return exit.has_value(); }));
        CHECK_EQUAL(exit->code.value_or(-1), 0);
        CHECK(bridge->wait(seconds(60)));
        for (const auto &defect : defects) std::printf("defect: %s\n", defect.c_str());
        CHECK(defects.empty());
    }
};

TEST(bridge_answers_calls) {
    TestPlayer player(real_bridge);
    Json ready;
    player.bridge->on_ready([&](const std::string &answer) { ready = parse_json(answer); });
    CHECK_EQUAL(player.forward("clipboard.write", R"({"text":"x"})"), "-32050 The bridge is not running.");
    player.bridge->start();
    player.bridge->start();
    CHECK_EQUAL(player.forward("clipboard.write", R"({"text":"a"})"), R"({"success":true})");
    CHECK_EQUAL(player.clipboard.value_or(""), "a");
    CHECK(ready.is_object() && ready["protocolVersion"] == 1);
    CHECK_EQUAL(player.forward("clipboard.write", R"({"text":"\ud83d"})"), R"({"success":true})");
    CHECK_EQUAL(player.clipboard.value_or(""), "\xef\xbf\xbd");
    const std::string not_json = "-32602 Invalid params: not a JSON value";
    CHECK_EQUAL(player.forward("clipboard.write", R"({},"id":8)"), not_json);
    CHECK_EQUAL(player.forward("clipboard.write", std::string("{}\0", 3)), not_json);
    CHECK_EQUAL(player.forward("clipboard.write", "\xef\xbb\xbf{}"), not_json);
    CHECK_EQUAL(player.forward("no\"such", "{}").substr(0, 6), "-32601");
    int answers = 0;
    player.bridge->call("clipboard.write", {{"text", "typed"}}, [&](const Outcome<Json> &got) {
        CHECK(got && (*got)["success"] == true);
        ++answers;
    });
    player.bridge->call("clipboard.read", Json::object(), [&](const Outcome<Json> &got) {
        CHECK(got && (*got)["success"] == false);
        ++answers;
    });
    player.bridge->call("clipboard.write", {{"text", "without a callback"}}, nullptr);
    CHECK(player.loop.run_until([&] { return answers == 2; }));
    player.end();
    CHECK_EQUAL(player.forward("clipboard.write", "{}"), "-32050 The bridge is not running.");
    // A bridge can be restarted.
    player.exit.reset();
    player.bridge->start();
    CHECK_EQUAL(player.forward("clipboard.write", R"({"text":"again"})"), R"({"success":true})");
    player.end();
}

TEST(extensions_are_enabled) {
    for (const bool enabled : {false, true}) {
        BridgeOptions options = options_of(real_bridge);
        if (enabled) options.extensions = {"audio", "no.such"};
        TestPlayer player(std::move(options));
        Json ready;
        player.bridge->on_ready([&](const std::string &answer) { ready = parse_json(answer); });
        player.bridge->start();
        const bool is_unknown = player.forward("audio.getStreamInfo", "{}").substr(0, 6) == "-32601";
        CHECK_EQUAL(is_unknown, !enabled);
        CHECK_EQUAL(ready["extensions"].dump(), enabled ? "[\"audio\"]" : "[]");
        player.end();
    }
}

TEST(actions_may_be_answered_late_or_fail) {
    using Action = actions::ClipboardRead;
    TestPlayer player(real_bridge);
    std::optional<Reply<Action>> kept;
    std::string mode = "later";
    player.bridge->implement<Action>([&](const Action::Params &, Reply<Action> reply, const Panel &panel) {
        CHECK(panel == "p");
        if (mode == "later") {
            std::thread([reply] {
                Action::Result result;
                result.text = "from a thread";
                reply(result);
                reply(Error{1, "only the first answer counts"});
            }).detach();
        } else if (mode == "error") {
            reply(Error{7, "a \"text\""});
        } else if (mode == "throw") {
            throw std::runtime_error("player error");
        } else if (mode == "throw Error") {
            throw Error{7, "no text"};
        } else if (mode == "keep") {
            kept = reply;
        }
    });
    player.bridge->start();
    CHECK(player.forward("clipboard.read", "{}").find("from a thread") != std::string::npos);
    mode = "error";
    CHECK(player.forward("clipboard.read", "{}").find(R"(a \"text\")") != std::string::npos);
    mode = "throw Error";
    CHECK(player.forward("clipboard.read", "{}").find("no text") != std::string::npos);
    mode = "drop";
    CHECK(player.forward("clipboard.read", "{}").find("dropped the request") != std::string::npos);
    mode = "throw";
    CHECK(player.forward("clipboard.read", "{}").find("player error") != std::string::npos);
    CHECK(player.defects == std::vector<std::string>({"player.clipboard.read failed: player error"}));
    player.defects.clear();
    mode = "keep";
    std::int64_t cancelled = 0;
    const auto call = player.bridge->forward("clipboard.read", "{}", "p", [&](const Outcome<std::string> &got) {
        cancelled = got.error().code;
    });
    if (!CHECK(player.loop.run_until([&] { return kept.has_value(); }))) return;
    player.bridge->cancel(call);
    CHECK(player.loop.run_until([&] { return cancelled != 0; }));
    CHECK_EQUAL(cancelled, -32800);
    player.end();
    (*kept)(Action::Result{});
    player.bridge.reset();
    kept.reset();
}

TEST(events_and_signals_are_delivered) {
    TestPlayer player(real_bridge);
    std::vector<std::string> events;
    player.bridge->on_event([&](const std::string &event, const Panel &panel, const std::string &data) {
        events.push_back(event + " " + panel.value_or("all") + " " + data);
        throw std::runtime_error("player error");
    });
    player.bridge->implement<actions::OverlayOpen>([](const actions::OverlayOpen::Params &) {});
    player.bridge->start();
    CHECK_EQUAL(player.forward("menu.show", R"({"items":[{"id":"go","label":"Go on"}]})"),
                R"({"success":true,"menuId":"menu-1"})");
    player.bridge->signal<player_signals::OverlaySelected>({"menu-1", "go"});
    if (!CHECK(player.loop.run_until([&] { return events.size() == 2; }))) return;
    CHECK_EQUAL(events.at(0), R"(menu:select p {"menuId":"menu-1","itemId":"go"})");
    CHECK_EQUAL(player.defects.size(), 2u);
    player.defects.clear();
    player.bridge->panel_closed("p");
    player.end();
}

TEST(several_bridges_run_in_one_process) {
    TestPlayer one(real_bridge), two(real_bridge);
    one.bridge->start();
    two.bridge->start();
    CHECK_EQUAL(one.forward("clipboard.write", R"({"text":"1"})"), R"({"success":true})");
    CHECK_EQUAL(two.forward("clipboard.write", R"({"text":"2"})"), R"({"success":true})");
    CHECK(one.clipboard == "1" && two.clipboard == "2");
    one.end();
    CHECK_EQUAL(two.forward("clipboard.write", R"({"text":"3"})"), R"({"success":true})");
    two.end();
}

TEST(protocol_violation_ends_bridge) {
    const std::string good = R"({"method":"event","params":{"event":"a:b","data":1}})";
    const std::pair<const char *, const char *> cases[] = {
        {"[]", "The bridge sent a frame that is not a JSON-RPC message."},
        {"", "The bridge sent a frame that is not a JSON-RPC message."},
        {R"({"id":1,"method":7})", "The bridge sent a request that is not JSON."},
        {R"({"id":1,"method":"player.x","params":{"a" 1}})", "The bridge sent a request that is not JSON."},
        {R"({"method":"event","params":{"event":"a:b"}})", "The bridge sent a frame that is not a JSON-RPC message."},
        {R"({"method":"event","params":{"event":1,"data":1}})", "The bridge sent an event whose name is not a string."},
    };
    for (const auto &[bad, reason] : cases) {
        TestPlayer player(fake_bridge({good, bad, good}, {"log"}));
        int events = 0;
        player.bridge->on_event([&](const std::string &, const Panel &, const std::string &) { ++events; });
        player.bridge->start();
        CHECK_EQUAL(player.forward("clipboard.read", "{}"),
                    std::string("-32050 The bridge exited before it answered: ") + reason);
        CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
        CHECK_EQUAL(player.exit->reason, reason);
        CHECK_EQUAL(events, 1);
        CHECK(!player.defects.empty() && player.defects.front() == reason);
    }
}

TEST(deep_params_fail_one_action) {
    const std::string deep = std::string(5000, '[') + std::string(5000, ']');
    TestPlayer player(fake_bridge({R"({"id":5,"method":"player.clipboard.write","params":{"formats":)" + deep + "}}",
                        R"({"method":"event","params":{"event":"menu:select","data":)" + deep + "}}"},
                       {"skip 4", "log 400"}));
    int events = 0;
    player.bridge->on_event([&](const std::string &, const Panel &, const std::string &data) {
        CHECK(data == deep);
        ++events;
        // Fills the 400 bytes that the child reads.
        player.bridge->forward("a.b", "[\"" + std::string(400, 'x') + "\"]", {}, nullptr);
    });
    player.bridge->start();
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    CHECK_EQUAL(events, 1);
    std::string read;
    for (const auto &line : player.exit->stderr_lines) read += line;
    CHECK(read.find(R"("id":5,"error":{"code":-32602,"message":"the params are nested too deeply"})") != std::string::npos);
}

TEST(unknown_answers_are_reported) {
    TestPlayer player(fake_bridge({R"({"id":99,"result":{}})", R"({"id":"1","result":{}})",
                        R"({"id":null,"error":{"code":-32700,"message":"Parse error"}})", R"({"id":1})"},
                       {"exit 0"}));
    player.bridge->start();
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    CHECK_EQUAL(player.defects.size(), 4u);
    CHECK_EQUAL(player.defects.at(2),
                R"(The bridge answered an unknown call: id null, error {"code":-32700,"message":"Parse error"})");
}

TEST(bridge_restarts_with_backoff) {
    BridgeOptions options = options_of(child({"exit 3"}));
    options.restart = Restart{milliseconds(1), milliseconds(4), unlimited, 100, unlimited};
    TestPlayer player(std::move(options));
    std::vector<long> delays;
    int gone = 0, over = 0;
    player.bridge->on_exit([&](const Exit &exit, std::optional<milliseconds> next) {
        if (!next) {
            ++over;
            return;
        }
        CHECK_EQUAL(exit.reason, "The bridge exited with code 3.");
        delays.push_back(static_cast<long>(next->count()));
        player.bridge->call("a.b", Json::object(), [&](const Outcome<Json> &got) {
            const auto code = got.error().code;
            CHECK(code == error_codes::player_did_not_answer || (code == error_codes::bridge_gone && delays.size() == 5));
            ++gone;
        });
        if (delays.size() == 5) player.bridge->shutdown();
    });
    player.bridge->start();
    CHECK(player.loop.run_until([&] { return over == 1; }));
    CHECK(delays == std::vector<long>({1, 2, 4, 4, 4}));
    CHECK(player.defects.empty());
    CHECK(player.loop.run_until([&] { return gone == 5; }));
    CHECK(player.bridge->wait(seconds(60)));
}

// A clock that stands still until it is advanced.
class ManualClock : public Clock {
public:
    milliseconds now() override { return now_; }
    void after(milliseconds delay, std::function<void()> task) override { tasks_.emplace(now_ + delay, std::move(task)); }
    void stop() override { tasks_.clear(); }

    // Runs the due tasks, each at its time, and what they post.
    void advance(milliseconds time, Loop &loop) {
        const auto end = now_ + time;
        while (!tasks_.empty() && tasks_.begin()->first <= end) {
            now_ = tasks_.begin()->first;
            const auto task = std::move(tasks_.begin()->second);
            tasks_.erase(tasks_.begin());
            task();
            loop.run_queued();
        }
        now_ = end;
    }

private:
    milliseconds now_{0};
    std::multimap<milliseconds, std::function<void()>> tasks_;
};

BridgeOptions restarting(std::vector<std::string> words, const std::shared_ptr<Clock> &clock, Restart rules = {}) {
    BridgeOptions options = options_of(std::move(words));
    options.restart = rules;
    options.clock = clock;
    return options;
}

// Forwards a call without waiting for its answer.
void forward_to(std::string &answer, TestPlayer &player) {
    player.bridge->forward("a.b", "{}", "p", [&answer](const Outcome<std::string> &outcome) {
        answer = outcome ? *outcome : std::to_string(outcome.error().code);
    });
}

TEST(five_deaths_within_a_minute_are_enough) {
    const auto clock = std::make_shared<ManualClock>();
    TestPlayer player(restarting(child({"exit 3"}), clock));
    std::vector<long> delays;
    player.bridge->on_exit([&](const Exit &, std::optional<milliseconds> next) {
        delays.push_back(next ? static_cast<long>(next->count()) : -1);
    });
    const auto die = [&](std::size_t deaths) {
        CHECK(player.loop.run_until([&] { return delays.size() == deaths; }));
        player.loop.run_queued();
    };
    player.bridge->start();
    for (std::size_t deaths = 1; deaths <= 4; ++deaths) {
        die(deaths);
        clock->advance(milliseconds(delays.back() - 1), player.loop);
        CHECK_EQUAL(delays.size(), deaths);
        clock->advance(milliseconds(1), player.loop);
    }
    die(5);
    CHECK(delays == std::vector<long>({500, 1000, 2000, 4000, -1}));
    CHECK_EQUAL(player.forward("a.b", "{}"), "-32001 Player did not answer: the bridge has ended");
    clock->advance(seconds(3600), player.loop);
    CHECK_EQUAL(delays.size(), 5u);

    player.bridge->start();
    die(6);
    CHECK_EQUAL(delays.back(), 500);
    // The fifth death is a minute after the first one.
    for (const long until_next : {20000, 20000, 19999}) {
        clock->advance(milliseconds(until_next), player.loop);
        die(delays.size());
    }
    player.bridge->shutdown();
    die(delays.size());
    CHECK(player.defects.empty());
    CHECK(player.bridge->wait(seconds(60)));
}

TEST(delays_end_at_thirty_seconds) {
    const auto clock = std::make_shared<ManualClock>();
    Restart rules;
    rules.most_deaths = 100;
    TestPlayer player(restarting(child({"exit 3"}), clock, rules));
    std::vector<long> delays;
    player.bridge->on_exit([&](const Exit &, std::optional<milliseconds> next) {
        if (next) delays.push_back(static_cast<long>(next->count()));
    });
    player.bridge->start();
    for (std::size_t deaths = 1; deaths <= 8; ++deaths) {
        CHECK(player.loop.run_until([&] { return delays.size() == deaths; }));
        clock->advance(milliseconds(delays.back()), player.loop);
    }
    CHECK(delays == std::vector<long>({500, 1000, 2000, 4000, 8000, 16000, 30000, 30000}));
}

TEST(calls_wait_for_another_bridge) {
    const auto clock = std::make_shared<ManualClock>();
    Restart rules;
    rules.first_delay = seconds(20);
    TestPlayer player(restarting(child({"exit 3"}), clock, rules));
    std::string pending, early, late, cancelled;
    player.bridge->start();
    forward_to(pending, player);
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    CHECK_EQUAL(pending, "-32001");
    forward_to(early, player);
    clock->advance(milliseconds(1), player.loop);
    forward_to(late, player);
    const auto call = player.bridge->forward("a.b", "{}", "p", [&](const Outcome<std::string> &outcome) {
        cancelled = std::to_string(outcome.error().code);
    });
    player.bridge->cancel(call);
    player.bridge->cancel(call);
    CHECK(cancelled.empty());
    player.loop.run_queued();
    CHECK_EQUAL(cancelled, "-32800");
    clock->advance(milliseconds(9998), player.loop);
    CHECK(early.empty() && late.empty());
    clock->advance(milliseconds(1), player.loop);
    CHECK_EQUAL(early, "-32001");
    CHECK(late.empty());
    // Nobody waits for a bridge that is not started.
    player.exit.reset();
    player.bridge->shutdown();
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    CHECK_EQUAL(late, "-32050");
    CHECK(player.bridge->wait(seconds(60)));
}

TEST(calls_fail_when_the_bridge_that_they_wait_for_is_ended) {
    const auto clock = std::make_shared<ManualClock>();
    TestPlayer player(restarting(child({"sleep 200", "exit 3"}), clock));
    std::string waiting;
    player.bridge->start();
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    forward_to(waiting, player);
    player.exit.reset();
    clock->advance(milliseconds(500), player.loop);
    player.bridge->shutdown();
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    CHECK_EQUAL(waiting, "-32050");
    CHECK(player.bridge->wait(seconds(60)));
}

// A player with playlists, of which it answers and records every change.
struct PlaylistPlayer : TestPlayer {
    std::string active = "user";
    std::string playing_in = "shadow";
    bool has_users_playlist = true;
    std::vector<std::string> changes;

    explicit PlaylistPlayer(BridgeOptions options) : TestPlayer(std::move(options)) {
        bridge->implement<actions::PlaylistList>([this](const actions::PlaylistList::Params &) {
            actions::PlaylistList::Result result;
            result.active = active;
            result.playlists.push_back({"first", "First", 1, false, {}, {}});
            if (has_users_playlist) result.playlists.push_back({"user", "User", 1, false, {}, {}});
            result.playlists.push_back({"shadow", "__webview_buffer__", 4, false, {}, {}});
            return result;
        });
        bridge->implement<actions::PlaylistActivate>([this](const actions::PlaylistActivate::Params &params) {
            active = params.playlist;
            changes.push_back("activate " + active);
            return actions::PlaylistActivate::Result{};
        });
        // It shows what it plays.
        bridge->implement<actions::PlaybackPlay>([this](const actions::PlaybackPlay::Params &params) {
            active = params.playlist;
            changes.push_back("activate " + active);
            return actions::PlaybackPlay::Result{};
        });
        bridge->implement<actions::PlaylistLock>([this](const actions::PlaylistLock::Params &params) {
            changes.push_back((params.locked ? "lock " : "unlock ") + params.playlist + " " + params.name);
            return actions::PlaylistLock::Result{};
        });
        bridge->implement<actions::PlaylistAppend>([](const actions::PlaylistAppend::Params &) {
            return actions::PlaylistAppend::Result{0, 4};
        });
        bridge->implement<actions::PlaylistRemove>([this](const actions::PlaylistRemove::Params &params) {
            changes.push_back("remove " + params.playlist + " " + std::to_string(params.start) + " " +
                              std::to_string(params.count));
            return actions::PlaylistRemove::Result{0};
        });
        // Answered on another thread, as by a player that has to look into a file.
        bridge->implement<actions::PlaybackNowPlaying>(
            [this](const actions::PlaybackNowPlaying::Params &, Reply<actions::PlaybackNowPlaying> reply) {
                actions::PlaybackNowPlaying::Result result;
                result.track.emplace();
                result.playlist = playing_in;
                result.item = 1;
                std::thread([reply, result] { reply(result); }).detach();
            });
    }
};

std::string request(int id, const char *action, const char *params) {
    return R"({"id":)" + std::to_string(id) + R"(,"method":"player.)" + action + R"(","params":)" + params + "}";
}

// What a bridge does that plays from its own playlist.
std::vector<std::string> session() {
    return {request(1, "playlist.list", "{}"),
            request(2, "playlist.lock", R"({"playlist":"shadow","name":"Radio","locked":true})"),
            request(3, "playlist.activate", R"({"playlist":"shadow"})"),
            request(4, "playlist.append", R"({"playlist":"shadow","handles":[]})")};
}

TEST(users_settings_are_given_back) {
    using Changes = std::vector<std::string>;
    const Changes made = {"lock shadow Radio", "activate shadow"};
    const auto changes_after = [&](const std::vector<std::string> &bodies, auto prepare) {
        const auto clock = std::make_shared<ManualClock>();
        PlaylistPlayer player(restarting(fake_bridge(bodies, {"exit 1"}), clock));
        prepare(player);
        player.bridge->start();
        CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
        // The next bridge starts when everything is given back.
        player.exit.reset();
        clock->advance(milliseconds(500), player.loop);
        CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
        CHECK(player.changes.size() >= made.size());
        const auto begin = player.changes.begin();
        const bool has_made = std::equal(made.begin(), made.end(), begin);
        Changes given(begin + (has_made ? 2 : 0), player.changes.end());
        // What the second bridge has changed, and what is given back after it.
        if (given.size() > 4) given.resize(4);
        return given;
    };
    CHECK(changes_after(session(), [](PlaylistPlayer &) {}) ==
          Changes({"unlock shadow Radio", "activate user", "remove shadow 2 2", "remove shadow 0 1"}));
    auto shown = session();
    shown[2] = request(3, "playback.play", R"({"playlist":"shadow","item":1})");
    CHECK(changes_after(shown, [](PlaylistPlayer &) {}) == changes_after(session(), [](PlaylistPlayer &) {}));
    const auto elsewhere = changes_after(session(), [](PlaylistPlayer &player) { player.playing_in = "user"; });
    CHECK(elsewhere.size() == 4 && elsewhere[2] == "remove shadow 0 4");
    const auto gone = changes_after(session(), [](PlaylistPlayer &player) { player.has_users_playlist = false; });
    CHECK(gone.size() == 4 && gone[1] == "activate first");
}

#ifndef _WIN32
// The process is killed: another one gets the plugin and the present state, and a call that waits is answered.
TEST(killed_bridge_is_replaced) {
    std::vector<std::string> words = {"/bin/sh", "-c", "echo pid $$ >&2; exec \"$@\"", "sh"};
    words.insert(words.end(), real_bridge.begin(), real_bridge.end());
    Restart rules;
    rules.first_delay = milliseconds(1);
    BridgeOptions options = restarting(std::move(words), nullptr, rules);
    options.extensions = {"playback"};
    PlaylistPlayer player(std::move(options));
    pid_t pid = 0;
    player.bridge->on_stderr([&](const std::string &line) {
        if (line.substr(0, 4) == "pid ") pid = std::atoi(line.c_str() + 4);
    });
    std::vector<std::string> events;
    player.bridge->on_event([&](const std::string &event, const Panel &panel, const std::string &data) {
        events.push_back(event);
        if (event == restarted_event) CHECK(!panel && data == "{}");
    });
    std::optional<Reply<actions::ClipboardRead>> kept;
    player.bridge->implement<actions::ClipboardRead>(
        [&](const actions::ClipboardRead::Params &, Reply<actions::ClipboardRead> reply) { kept = reply; });
    player.bridge->implement<actions::PluginInvoke>([](const actions::PluginInvoke::Params &params) {
        return Json{{"called", params.namespace_ + "." + params.method}};
    });
    player.bridge->start();
    bool is_registered = false;
    const Json plugin = {{"name", "L"}, {"namespace", "lines"}, {"version", "1"}, {"apis", {{{"method", "a"}}}}};
    player.bridge->call("bridge.registerPlugin", plugin, [&](const Outcome<Json> &got) { is_registered = bool(got); });
    CHECK(player.loop.run_until([&] { return is_registered && pid != 0; }));

    std::string pending;
    player.bridge->forward("clipboard.read", "{}", "p", [&](const Outcome<std::string> &got) {
        pending = std::to_string(got.error().code);
    });
    CHECK(player.loop.run_until([&] { return kept.has_value(); }));
    ::kill(pid, SIGKILL);
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    CHECK_EQUAL(pending, "-32001");
    CHECK_EQUAL(player.exit->signal.value_or(0), SIGKILL);
    CHECK_EQUAL(player.forward("lines.a", "{}"), R"({"called":"lines.a"})");
    const auto restarted = std::find(events.begin(), events.end(), restarted_event);
    CHECK(restarted != events.end());
    CHECK(player.loop.run_until([&] {
        return std::find(events.begin(), events.end(), "playback:trackChanged") != events.end();
    }));
    player.exit.reset();
    player.end();
}
#endif

// Runs a bridge that sends `bodies` and exits. Returns the orders that the player is asked to set, the restored ones
// included.
std::vector<std::int64_t> orders_after(const std::vector<std::string> &bodies, bool user_chooses, bool destroy) {
    using Action = actions::PlaybackSetOrder;
    TestPlayer player(fake_bridge(bodies, {destroy ? "log" : "exit 1"}));
    std::vector<std::int64_t> orders;
    std::int64_t order = 3;
    player.bridge->implement<Action>([&](const Action::Params &params) {
        Action::Result result;
        result.previous = order;
        orders.push_back(order = params.order);
        return result;
    });
    player.bridge->start();
    if (destroy) {
        CHECK(player.loop.run_until([&] { return orders.size() == bodies.size(); }));
        if (user_chooses) order = 5;
        player.bridge.reset();
    } else {
        CHECK(player.loop.run_until([&] {
            if (user_chooses && order == 0) order = 5;
            return player.exit.has_value();
        }));
        player.loop.run_queued();
    }
    return orders;
}

TEST(users_order_is_restored) {
    using Orders = std::vector<std::int64_t>;
    const auto set = [](int order) {
        return R"({"id":1,"method":"player.playback.setOrder","params":{"order":)" + std::to_string(order) + "}}";
    };
    for (const bool destroy : {false, true}) {
        CHECK(orders_after({set(0)}, false, destroy) == Orders({0, 3}));
        CHECK(orders_after({set(0), set(0)}, false, destroy) == Orders({0, 0, 3}));
        CHECK(orders_after({set(0), set(3)}, false, destroy) == Orders({0, 3}));
        CHECK(orders_after({set(0), set(5)}, false, destroy) == Orders({0, 5}));
        CHECK(orders_after({set(4)}, false, destroy) == Orders({4}));
        // The user has chosen order 5 in the meantime: the library learns this when it restores 3, and sets 5 again.
        CHECK(orders_after({set(0)}, true, destroy) == Orders({0, 3, 5}));
    }
}

TEST(late_answered_order_is_restored) {
    using Action = actions::PlaybackSetOrder;
    TestPlayer player(fake_bridge({R"({"id":1,"method":"player.playback.setOrder","params":{"order":0}})"}, {"exit 1"}));
    std::vector<std::int64_t> orders;
    std::vector<Reply<Action>> replies;
    player.bridge->implement<Action>([&](const Action::Params &params, Reply<Action> reply) {
        orders.push_back(params.order);
        replies.push_back(std::move(reply));
    });
    player.bridge->start();
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    Action::Result result;
    result.previous = 3;
    const auto late = replies.at(0);
    late(result);
    CHECK(player.loop.run_until([&] { return orders.size() == 2; }));
    CHECK(orders == std::vector<std::int64_t>({0, 3}));
    player.bridge.reset();
}

TEST(callbacks_may_destroy_bridge) {
    const std::string event = R"({"method":"event","params":{"event":"menu:select","data":{"menuId":"m","itemId":"i"}}})";
    const std::string action = R"({"id":1,"method":"player.clipboard.read"})";
    for (const std::string where : {"event", "action", "answer", "exit", "gone", "defect", "stderr"}) {
        TestPlayer player(fake_bridge({event, action, R"({"id":1,"result":{}})", R"({"id":2,"result":{}})", "[]"},
                           {"line line"}));
        int after = 0;
        bool is_gone = false;
        const auto reached = [&](const char *name) {
            if (is_gone) ++after;
            if (where != name) return;
            is_gone = true;
            player.bridge.reset();
        };
        player.bridge->on_event([&](const std::string &, const Panel &, const std::string &) { reached("event"); });
        player.bridge->implement<actions::ClipboardRead>([&](const actions::ClipboardRead::Params &) {
            reached("action");
            return actions::ClipboardRead::Result{};
        });
        player.bridge->on_exit([&](const Exit &, auto) { reached("exit"); });
        player.bridge->on_defect([&](const std::string &) { reached("defect"); });
        player.bridge->on_stderr([&](const std::string &) { reached("stderr"); });
        player.bridge->start();
        player.bridge->call("a.b", Json::object(), [&](const Outcome<Json> &) { reached("answer"); });
        player.bridge->call("c.d", Json::object(), [&](const Outcome<Json> &) { reached("gone"); });
        player.bridge->call("e.f", Json::object(), [&](const Outcome<Json> &) { reached("more"); });
        CHECK(player.loop.run_until([&] { return is_gone; }));
        player.loop.run_queued();
        CHECK_EQUAL(after, 0);
    }
}

TEST(inline_executor_is_refused) {
    const Executor at_once = [](std::function<void()> task) { task(); };
    const auto refusal = [](auto make) {
        try {
            make();
        } catch (const std::invalid_argument &error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string expected =
        "tonearm: the executor ran a task before it returned. It has to post the task to the player's loop.";
    CHECK_EQUAL(refusal([&] { Bridge bridge(options_of({"log"}), at_once); }), expected);
    CHECK_EQUAL(refusal([&] { Transport transport(run_child({}), at_once, {}); }), expected);
    // Another thread may run the task before the executor returns.
    CHECK_EQUAL(refusal([&] {
                    Bridge bridge(options_of({"log"}), [](std::function<void()> task) { std::thread(task).join(); });
                }), "");
}

// When an executor drops a task, the callback in it is destroyed, and with it a reply that the callback holds.
TEST(executor_may_drop_tasks) {
    using Action = actions::ClipboardRead;
    Loop loop;
    std::atomic<bool> drops{false};
    Bridge bridge(options_of(fake_bridge({R"({"id":1,"method":"player.clipboard.read"})"}, {"log"})),
                  [&](std::function<void()> task) {
                      if (!drops) loop.post(std::move(task));
                  });
    std::optional<Reply<Action>> kept;
    std::optional<Exit> exit;
    bridge.implement<Action>([&](const Action::Params &, Reply<Action> reply) { kept = std::move(reply); });
    bridge.on_exit([&](const Exit &told, auto) { exit = told; });
    bridge.start();
    if (!CHECK(loop.run_until([&] { return kept.has_value(); }))) return;
    loop.run_queued();
    drops = true;
    bridge.forward("a.b", "not JSON", {}, [reply = std::move(*kept)](const Outcome<std::string> &) {});
    drops = false;
    bridge.shutdown();
    CHECK(loop.run_until([&] { return exit.has_value(); }));
    std::string read;
    for (const auto &line : exit->stderr_lines) read += line;
    CHECK(read.find("dropped the request") != std::string::npos);
}

TEST(bridge_starts_again_after_shutdown) {
    TestPlayer player(real_bridge);
    player.bridge->start();
    player.bridge->shutdown();
    player.bridge->start();
    CHECK_EQUAL(player.forward("clipboard.write", "{}"), "-32050 The bridge is not running.");
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    player.exit.reset();
    CHECK_EQUAL(player.forward("clipboard.write", R"({"text":"again"})"), R"({"success":true})");
    // The last call of start() or shutdown() wins.
    player.bridge->shutdown();
    player.bridge->start();
    player.end();
    CHECK_EQUAL(player.forward("clipboard.write", "{}"), "-32050 The bridge is not running.");
}

TEST(timeouts_may_be_unlimited) {
    BridgeOptions options = options_of(child({"log", "sleep 50", "exit 7"}));
    options.transport.step_timeout = unlimited;
    TestPlayer player(std::move(options));
    player.bridge->start();
    player.bridge->shutdown();
    CHECK(player.bridge->wait(unlimited));
    CHECK(player.loop.run_until([&] { return player.exit.has_value(); }));
    CHECK_EQUAL(player.exit->code.value_or(-1), 7);
}

// The bridge would refuse such a message without the id of the call, so the library does not send it.
TEST(deep_and_large_params_are_refused) {
    const std::size_t limit = 8 * 1024 * 1024;
    BridgeOptions options = options_of(real_bridge);
    options.transport.command.push_back("--max-frame-bytes=" + std::to_string(limit));
    options.transport.max_frame_bytes = limit;
    TestPlayer player(std::move(options));
    player.bridge->start();
    // The message object also counts.
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK_EQUAL(player.forward("clipboard.write", nested(max_json_depth - 1)).substr(0, 6), "-32602");
    CHECK_EQUAL(player.forward("clipboard.write", nested(max_json_depth)),
                "-32004 The call is too large or too deep.");
    // The bridge refuses too many arrays, under the id of the call.
    std::string many = "[[]";
    for (std::size_t each = 0; each < 1024 * 1024; ++each) many += ",[]";
    CHECK_EQUAL(player.forward("clipboard.write", many + "]"),
                "-32000 Frame too large: more than 262144 arrays and objects");
    // Params over the frame limit are refused unread.
    CHECK_EQUAL(player.forward("clipboard.write", std::string(limit + 1, 'x')).substr(0, 6), "-32004");
    CHECK_EQUAL(player.forward("clipboard.write", R"({"text":"a"})"), R"({"success":true})");
    player.end();
}

// After the destructor, which a callback may call, no part of the library holds the executor.
TEST(destroyed_bridge_releases_executor) {
    for (const bool sends : {false, true}) {
        Loop loop;
        const auto token = std::make_shared<int>();
        BridgeOptions options = options_of(fake_bridge({"[]"}, {"log"}));
        options.transport.max_frame_bytes = 1024;
        auto bridge = std::make_unique<Bridge>(
            std::move(options), [&loop, token](std::function<void()> task) { loop.post(std::move(task)); });
        long holders = 0;
        bridge->on_defect([&](const std::string &) {
            bridge.reset();
            holders = token.use_count();
        });
        bridge->start();
        if (sends) bridge->panel_closed(std::string(2000, 'x'));
        CHECK(loop.run_until([&] { return holders != 0; }));
        CHECK_EQUAL(holders, 1);
    }
}

// The exit of the old bridge does not fail the calls to the restarted one.
TEST(order_handler_may_restart_bridge) {
    using Action = actions::PlaybackSetOrder;
    TestPlayer player(fake_bridge({R"({"id":1,"method":"player.playback.setOrder","params":{"order":0}})"}, {"exit 1"}));
    int asked = 0, exits = 0, exits_at_answer = -1;
    player.bridge->on_exit([&](const Exit &, auto) { ++exits; });
    player.bridge->implement<Action>([&](const Action::Params &) {
        if (++asked == 2) {
            player.bridge->start();
            player.bridge->forward("a.b", "{}", {}, [&](const Outcome<std::string> &) { exits_at_answer = exits; });
        }
        Action::Result result;
        result.previous = 3;
        return result;
    });
    player.bridge->start();
    CHECK(player.loop.run_until([&] { return exits_at_answer >= 0; }));
    CHECK_EQUAL(exits_at_answer, 1);
}

// Threads answer and drop replies while the bridge is destroyed.
TEST(replies_may_race_with_destructor) {
    using Action = actions::ClipboardRead;
    std::vector<std::string> requests;
    for (int id = 1; id <= 40; ++id) {
        requests.push_back(R"({"id":)" + std::to_string(id) + R"(,"method":"player.clipboard.read"})");
    }
    for (std::size_t count : {1u, 20u, 40u}) {
        TestPlayer player(fake_bridge(requests, {"log"}));
        std::vector<std::thread> threads;
        player.bridge->implement<Action>([&](const Action::Params &, Reply<Action> reply) {
            const bool answers = threads.size() % 2 == 0;
            threads.emplace_back([answers, reply = std::move(reply)] {
                if (answers) reply(Action::Result{});
            });
        });
        player.bridge->start();
        CHECK(player.loop.run_until([&] { return threads.size() >= count; }));
        player.bridge.reset();
        for (std::thread &each : threads) each.join();
    }
}

TEST(random_input_is_read) { random_input(2000, 20240711); }

}  // namespace

int main(int count, char **given) {
    const std::vector<std::string> arguments = arguments_of(count, given);
    const std::string first = arguments.size() > 1 ? arguments[1] : "";
    if (first.rfind("--child=", 0) == 0) return Child(arguments).run(first.substr(8));
    std::setvbuf(stdout, nullptr, _IONBF, 0);
    if (arguments.size() < 3) {
        std::fprintf(stderr, "usage: tests DIRECTORY BRIDGE [ARGUMENT...]\n");
        return 2;
    }
    directory = first;
    this_program = arguments[0];
    real_bridge.assign(arguments.begin() + 2, arguments.end());
    for (const auto &[name, run] : tests) {
        const int before = failed_checks;
        run();
        std::printf("%s %s\n", failed_checks == before ? "ok" : "FAILED", name);
    }
    return failed_checks == 0 ? 0 : 1;
}
