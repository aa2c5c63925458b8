// A bridge process and its frames, independent of JSON.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tonearm/export.hpp"
#include "tonearm/frames.hpp"

namespace tonearm {

// Runs tasks on the player's own thread, in the order of the calls. Called from any thread. Must not block. An executor that
// runs the task before it returns is refused: the constructors of Transport and Bridge throw std::invalid_argument.
using Executor = std::function<void(std::function<void()>)>;

// Returns the folder of the program or library that contains this address, in UTF-8, without a trailing separator. Empty
// when the system does not know it. A component finds a bridge that is installed beside it like this:
//     options.command = {tonearm::module_directory(reinterpret_cast<const void *>(&some_function)) + "/tonearm"};
TONEARM_EXPORT std::string module_directory(const void *address);

// How a bridge process ended.
struct Exit {
    std::optional<int> code;    // empty after a signal or a failed start
    std::optional<int> signal;  // the signal that terminated it, on POSIX
    std::string reason;         // one sentence: why the conversation ended
    std::vector<std::string> stderr_lines;  // the last lines of its stderr
};

struct TransportOptions {
    // The program and its arguments, UTF-8. A program without a separator is looked up in PATH. On Windows .exe may be
    // omitted, and a .cmd or .bat script is refused.
    std::vector<std::string> command;
    // The working directory and log directory. It must exist. Use a dedicated directory: a page may empty every .log
    // and .txt file in it.
    std::string directory;
    // Variables to add to the player's environment, or to override in it.
    std::vector<std::pair<std::string, std::string>> environment{{"DENO_NO_UPDATE_CHECK", "1"}};
    // The maximum body size each way, in bytes. A value other than the default also needs --max-frame-bytes in the
    // command.
    std::size_t max_frame_bytes = default_max_frame_bytes;
    // The maximum number of bytes that wait for the bridge to read them, and the maximum that wait for the player's
    // thread. A message counts 128 bytes more than its body.
    std::size_t max_waiting_bytes = 2 * default_max_frame_bytes;
    // Time limit for the bridge to exit after each shutdown step: stdin closed, SIGTERM, SIGKILL. Windows has no second
    // step.
    std::chrono::milliseconds step_timeout{2000};
    // Number of last stderr lines in an Exit.
    std::size_t kept_stderr_lines = 20;
};

// Callbacks of a transport, run by the executor. Each may be empty. Their exceptions are ignored.
struct TransportListener {
    std::function<void(std::string body)> on_message;
    std::function<void(const std::string &line)> on_stderr;
    std::function<void(const Exit &exit)> on_exit;  // once, after the last message
};

enum class Sent { yes, too_large, queue_full, gone };

// A running bridge process. Destroy it on the executor's thread. All other members are thread-safe; only wait() blocks.
class TONEARM_EXPORT Transport {
public:
    // Reads the environment and PATH, and starts the process on another thread. A failed start is reported to on_exit.
    Transport(TransportOptions options, Executor executor, TransportListener listener);

    // Ends the process like shutdown(), in the background. After that neither the executor nor the listener is called,
    // so both may be destroyed. May be called from a callback.
    ~Transport();

    Transport(const Transport &) = delete;
    Transport &operator=(const Transport &) = delete;

    // Queues a message body. Frames are sent in the order of the calls.
    Sent send(std::string body);

    // Sends the queued frames, closes the process's stdin, waits, sends SIGTERM, waits, and sends SIGKILL (on Windows
    // terminates the process and its children after the first wait). on_exit follows with this reason, unless the
    // conversation had already ended.
    void shutdown(std::string reason = "The player ended the bridge.");

    // Blocks until the process and all threads of the transport have ended. Returns false after the timeout. Call it
    // before a component is unloaded.
    bool wait(std::chrono::milliseconds timeout);

    struct State;  // internal

private:
    std::shared_ptr<State> state_;
};

}  // namespace tonearm
