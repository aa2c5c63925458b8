// A bridge process and the frames to and from it. Knows no JSON.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tonearm/frames.hpp"

namespace tonearm {

// Runs a task later on the player's own thread, in the order of the calls. May be called from any thread, must not
// block and must not run the task before it returns.
using Executor = std::function<void(std::function<void()>)>;

// Returns the folder of the program or library that contains this address, UTF-8, without a separator at the end. Empty
// when the system does not know it. A component finds a bridge that is installed beside it so:
//     options.command = {tonearm::module_directory(reinterpret_cast<const void *>(&some_function)) + "/tonearm"};
std::string module_directory(const void *address);

// How a bridge process ended.
struct Exit {
    std::optional<int> code;    // the exit code; none when a signal ended it or when it never started
    std::optional<int> signal;  // the signal that ended it, on POSIX
    std::string reason;         // one sentence: why the conversation ended
    std::vector<std::string> stderr_lines;  // its last lines on stderr
};

struct TransportOptions {
    // The program and its arguments, UTF-8. A program without a separator is looked up in PATH. On Windows .exe may be
    // left out, and a .cmd or .bat script is refused.
    std::vector<std::string> command;
    // The working directory, where the log files are. It must exist. Use a directory that holds nothing else: a page
    // may empty every .log and .txt file in it.
    std::string directory;
    // Set for the process beside the player's own environment.
    std::vector<std::pair<std::string, std::string>> environment{{"DENO_NO_UPDATE_CHECK", "1"}};
    // The largest body each way, in bytes. Another value than the default also needs --max-frame-bytes in the command.
    std::size_t max_frame_bytes = default_max_frame_bytes;
    // How many bytes may wait for the bridge to read them, and how many for the player's thread to hear them. A message
    // counts 128 bytes more than its body.
    std::size_t max_waiting_bytes = 2 * default_max_frame_bytes;
    // How long the bridge may take for each step of its end: input closed, SIGTERM, SIGKILL. On Windows there is no step
    // between the first and the last.
    std::chrono::milliseconds step_timeout{2000};
    // How long to wait before the process is started.
    std::chrono::milliseconds start_after{0};
    // How many of the last lines on stderr an Exit holds.
    std::size_t kept_stderr_lines = 20;
};

// What a transport tells. Each member may be empty. The executor calls them; what they throw is dropped.
struct TransportListener {
    std::function<void(std::string body)> on_message;
    std::function<void(const std::string &line)> on_stderr;
    std::function<void(const Exit &exit)> on_exit;  // once, after the last message
};

enum class Sent { yes, too_large, queue_full, gone };

// A running bridge process. Destroy it on the executor's thread. All other members may be called from any thread; only
// wait() blocks.
class Transport {
public:
    // Reads the environment and PATH; a thread then starts the process. on_exit tells a start that fails, with its
    // reason.
    Transport(TransportOptions options, Executor executor, TransportListener listener);

    // Ends the process as shutdown() does, in the background. From then on neither the executor nor the listener is
    // called, so both may go. It may run inside a call of the listener.
    ~Transport();

    Transport(const Transport &) = delete;
    Transport &operator=(const Transport &) = delete;

    // Queues a message body. Frames leave in the order of the calls.
    Sent send(std::string body);

    // Closes the process's input after what is queued, waits, sends SIGTERM, waits, and sends SIGKILL (on Windows: ends
    // the process and all that it started). on_exit follows,
    // with the reason given here unless the conversation had ended before.
    void shutdown(std::string reason = "The player ended the bridge.");

    // Blocks until the process has ended and no thread of the transport runs any more, or until the time is over.
    // Returns whether they have. Call it before a component is unloaded.
    bool wait(std::chrono::milliseconds timeout);

    struct State;  // internal

private:
    std::shared_ptr<State> state_;
};

}  // namespace tonearm
