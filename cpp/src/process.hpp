// A child process with three pipes: what POSIX and Windows do differently.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tonearm/transport.hpp"

namespace tonearm::detail {

// Reads and writes block, and return at once after stop_io(). Each member is called from one thread at a time, stop_io
// from any.
class Process {
public:
    virtual ~Process() = default;

    // Reads from stdout or stderr. Returns the number of bytes; 0 at the end, after an error and after stop_io().
    virtual std::size_t read_stdout(char *bytes, std::size_t size) = 0;
    virtual std::size_t read_stderr(char *bytes, std::size_t size) = 0;
    // Writes all bytes to stdin. Returns false when the process does not read any more.
    virtual bool write_stdin(const char *bytes, std::size_t size) = 0;
    virtual void close_stdin() = 0;

    // Waits for the end of the process; fills code or signal. Returns whether it has ended.
    virtual bool wait(std::chrono::milliseconds timeout, Exit &exit) = 0;
    // Asks the process to end. Returns false where no such request exists.
    virtual bool ask_to_end() = 0;
    virtual void kill() = 0;
    virtual void stop_io() = 0;
};

// What start_process() needs of the player's process.
struct Launch {
    std::string program;  // an absolute path
    std::vector<std::string> arguments;
    std::vector<std::string> environment;
    std::string directory;
    std::string error;  // why nothing can be started; empty when something can
};

// Looks the program up and copies the environment: on the player's thread, which alone may change them.
Launch prepare_launch(const TransportOptions &options);

// Starts a process. Returns null and sets `error` to one sentence when it cannot be started.
std::unique_ptr<Process> start_process(Launch &launch, std::string &error);

// Prepares a thread of the library: it takes none of the player's signals.
void prepare_thread();

}  // namespace tonearm::detail
