// A child process with three pipes, as an interface to the platform.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tonearm/transport.hpp"

namespace tonearm::detail {

// Reads and writes block until stop_io(), after which they return at once. Each member is called from one thread at a
// time, stop_io() from any.
class Process {
public:
    virtual ~Process() = default;

    // Read from stdout or stderr. Return the number of bytes; 0 at the end, after an error and after stop_io().
    virtual std::size_t read_stdout(char *bytes, std::size_t size) = 0;
    virtual std::size_t read_stderr(char *bytes, std::size_t size) = 0;
    // Writes all bytes to stdin. Returns false when the process no longer reads.
    virtual bool write_stdin(const char *bytes, std::size_t size) = 0;
    // Writes what the pipe takes without blocking, from any thread, while no other thread writes. Returns the number of
    // bytes; 0 after an error, and where the platform has no such write.
    virtual std::size_t try_write_stdin(const char *bytes, std::size_t size) = 0;
    virtual void close_stdin() = 0;

    // Waits for the process to exit; sets code or signal. Returns whether it has exited.
    virtual bool wait(std::chrono::milliseconds timeout, Exit &exit) = 0;
    // Asks the process to exit. Returns false where the platform has no such request.
    virtual bool request_exit() = 0;
    virtual void kill() = 0;
    virtual void stop_io() = 0;
};

// Copies of the player's state that start_process() needs.
struct Launch {
    std::string program;  // an absolute path
    std::vector<std::string> arguments;
    std::vector<std::string> environment;
    std::string directory;
    std::string error;  // why the start is impossible; empty when it is possible
};

// Looks up the program and copies the environment. Runs on the player's thread, the only one that may change them.
Launch prepare_launch(const TransportOptions &options);

// Starts a process. On failure returns null and sets `error` to one sentence.
std::unique_ptr<Process> start_process(Launch &launch, std::string &error);

// A time limit that can be added to the current time; milliseconds::max() cannot.
inline std::chrono::milliseconds bounded(std::chrono::milliseconds limit) {
    return std::min<std::chrono::milliseconds>(limit, std::chrono::hours(24 * 365));
}

// Blocks the player's signals on a thread of the library.
void prepare_thread();

}  // namespace tonearm::detail
