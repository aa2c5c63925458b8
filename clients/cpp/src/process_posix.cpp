#include "process.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sys/syscall.h>
#endif

extern char **environ;

namespace tonearm::detail {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::string describe(int error) { return std::generic_category().message(error); }

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(Descriptor &&other) noexcept : fd_(other.release()) {}
    Descriptor &operator=(Descriptor &&other) noexcept {
        reset(other.release());
        return *this;
    }
    ~Descriptor() { reset(); }

    int get() const { return fd_; }
    int release() {
        const int fd = fd_;
        fd_ = -1;
        return fd;
    }
    void reset(int fd = -1) {
        if (fd_ >= 0) ::close(fd_);
        fd_ = fd;
    }

private:
    int fd_ = -1;
};

struct Pipe {
    Descriptor read;
    Descriptor write;
};

// Both ends are close-on-exec and above 2, so that dup2 in the child never overwrites them.
bool open_pipe(Pipe &made) {
    int ends[2];
#ifdef __APPLE__
    if (::pipe(ends) != 0) return false;
#else
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
#endif
    Descriptor low[2] = {Descriptor(ends[0]), Descriptor(ends[1])};
    made.read.reset(::fcntl(ends[0], F_DUPFD_CLOEXEC, 3));
    made.write.reset(::fcntl(ends[1], F_DUPFD_CLOEXEC, 3));
    return made.read.get() >= 0 && made.write.get() >= 0;
}

bool set_nonblocking(int fd) { return ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK) == 0; }

bool is_program(const std::string &path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// Returns an empty text when the program is not found.
std::string find_program(const std::string &name) {
    if (name.find('/') != std::string::npos) return name;
    const char *const path = std::getenv("PATH");
    const std::string folders = path ? path : "/usr/bin:/bin";
    for (std::size_t at = 0; at <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', at), folders.size());
        const std::string folder = folders.substr(at, end - at);
        const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
        if (is_program(candidate)) return candidate;
        at = end + 1;
    }
    return {};
}

std::vector<char *> pointers(std::vector<std::string> &texts) {
    std::vector<char *> result;
    for (auto &text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

std::vector<std::string> environment_of(const TransportOptions &options) {
    std::vector<std::string> result;
    const auto is_overridden = [&](const std::string &entry) {
        for (const auto &[name, value] : options.environment) {
            if (entry.compare(0, name.size() + 1, name + "=") == 0) return true;
        }
        return false;
    };
    for (char **entry = environ; *entry; ++entry) {
        if (!is_overridden(*entry)) result.emplace_back(*entry);
    }
    for (const auto &[name, value] : options.environment) result.push_back(name + "=" + value);
    return result;
}

// Runs between fork and exec, so it calls only async-signal-safe functions.
void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
    if (::syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
    long limit = ::sysconf(_SC_OPEN_MAX);
    if (limit < 0 || limit > 65536) limit = 65536;
    for (int fd = first; fd < limit; ++fd) ::close(fd);
}

struct ChildFailure {
    int step;  // 0: the directory, 1: the program
    int error;
};

[[noreturn]] void run_child(int in, int out, int err, int failure_pipe, const char *directory, const char *program,
                            char *const *arguments, char *const *environment) {
    ChildFailure failure{0, 0};
    // All four descriptors are above 2, so no dup2 overwrites one that is still needed. After the first three calls, 3
    // is free.
    if (::dup2(in, 0) < 0 || ::dup2(out, 1) < 0 || ::dup2(err, 2) < 0) ::_exit(126);
    if (failure_pipe != 3) ::dup2(failure_pipe, 3);
    ::fcntl(3, F_SETFD, FD_CLOEXEC);
    close_from(4);
    struct sigaction by_default {};
    by_default.sa_handler = SIG_DFL;
    // Signals were blocked before fork, so no handler of the player runs in the child.
    for (int each = 1; each < NSIG; ++each) ::sigaction(each, &by_default, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (::chdir(directory) == 0) {
        failure.step = 1;
        ::execve(program, arguments, environment);
    }
    failure.error = errno;
    (void)!::write(3, &failure, sizeof failure);
    ::_exit(127);
}

class PosixProcess : public Process {
public:
    PosixProcess(pid_t pid, Pipe wake, Descriptor in, Descriptor out, Descriptor err)
        : pid_(pid), wake_(std::move(wake)), in_(std::move(in)), out_(std::move(out)), err_(std::move(err)) {}

    std::size_t read_stdout(char *bytes, std::size_t size) override { return read_from(out_.get(), bytes, size); }
    std::size_t read_stderr(char *bytes, std::size_t size) override { return read_from(err_.get(), bytes, size); }

    bool write_stdin(const char *bytes, std::size_t size) override {
        while (size > 0) {
            const ssize_t written = ::write(in_.get(), bytes, size);
            if (written >= 0) {
                bytes += written;
                size -= static_cast<std::size_t>(written);
            } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
                if (!wait_for(in_.get(), POLLOUT)) return false;
            } else if (errno != EINTR) {
                return false;
            }
        }
        return true;
    }

    std::size_t try_write_stdin(const char *bytes, std::size_t size) override {
        // On a thread of the player, SIGPIPE may end the process.
        sigset_t sigpipe, before, pending;
        ::sigemptyset(&sigpipe);
        ::sigaddset(&sigpipe, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &sigpipe, &before);
        const ssize_t written = ::write(in_.get(), bytes, size);
        if (written < 0 && errno == EPIPE && !::sigismember(&before, SIGPIPE)) {
            int signal;
            if (::sigpending(&pending) == 0 && ::sigismember(&pending, SIGPIPE)) ::sigwait(&sigpipe, &signal);
        }
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        return written > 0 ? static_cast<std::size_t>(written) : 0;
    }

    void close_stdin() override { in_.reset(); }

    bool wait(milliseconds timeout, Exit &exit) override {
        const auto deadline = steady_clock::now() + timeout;
        for (;;) {
            int status = 0;
            const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
            if (ended == pid_ || (ended < 0 && errno == ECHILD)) {
                reaped_ = true;
                // While SIGCHLD is ignored, the system keeps no status.
                if (ended == pid_ && WIFEXITED(status)) exit.code = WEXITSTATUS(status);
                if (ended == pid_ && WIFSIGNALED(status)) exit.signal = WTERMSIG(status);
                return true;
            }
            if (steady_clock::now() >= deadline) return false;
            std::this_thread::sleep_for(milliseconds(5));
        }
    }

    bool request_exit() override {
        if (!reaped_) ::kill(pid_, SIGTERM);
        return true;
    }
    void kill() override {
        if (!reaped_) ::kill(pid_, SIGKILL);
    }
    void stop_io() override {
        const char byte = 0;
        (void)!::write(wake_.write.get(), &byte, 1);
    }

private:
    // Waits until the descriptor is ready. Returns false after stop_io().
    bool wait_for(int fd, short events) {
        pollfd polled[2] = {{fd, events, 0}, {wake_.read.get(), POLLIN, 0}};
        for (;;) {
            if (::poll(polled, 2, -1) < 0 && errno != EINTR) return false;
            if (polled[1].revents != 0) return false;
            if (polled[0].revents != 0) return true;
        }
    }

    std::size_t read_from(int fd, char *bytes, std::size_t size) {
        for (;;) {
            if (!wait_for(fd, POLLIN)) return 0;
            const ssize_t count = ::read(fd, bytes, size);
            if (count >= 0) return static_cast<std::size_t>(count);
            if (errno != EINTR && errno != EAGAIN) return 0;
        }
    }

    pid_t pid_;
    bool reaped_ = false;
    Pipe wake_;
    Descriptor in_, out_, err_;
};

}  // namespace

Launch prepare_launch(const TransportOptions &options) {
    Launch launch;
    launch.arguments = options.command;
    launch.environment = environment_of(options);
    launch.directory = options.directory;
    if (options.command.empty() || options.command.front().empty()) {
        launch.error = "No command was given.";
    } else if (options.directory.empty()) {
        launch.error = "No directory was given.";
    } else {
        launch.program = find_program(options.command.front());
        if (launch.program.empty()) launch.error = options.command.front() + ": command not found in PATH.";
    }
    // A relative path refers to the player's directory, not to the child's.
    if (!launch.program.empty() && launch.program.front() != '/') {
        const std::unique_ptr<char, void (*)(void *)> path(::realpath(launch.program.c_str(), nullptr), std::free);
        if (path) launch.program = path.get();
        else launch.error = launch.program + ": " + describe(errno) + ".";
    }
    return launch;
}

std::unique_ptr<Process> start_process(Launch &launch, std::string &error) {
    error = launch.error;
    if (!error.empty()) return nullptr;
    Pipe in, out, err, failed, wake;
    if (!open_pipe(in) || !open_pipe(out) || !open_pipe(err) || !open_pipe(failed) || !open_pipe(wake)) {
        error = "Cannot create pipes: " + describe(errno) + ".";
        return nullptr;
    }
    const std::vector<char *> arguments = pointers(launch.arguments), environment = pointers(launch.environment);

    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    if (pid == 0) {
        run_child(in.read.get(), out.write.get(), err.write.get(), failed.write.get(), launch.directory.c_str(),
                  launch.program.c_str(), arguments.data(), environment.data());
    }
    const int fork_error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0) {
        error = "Cannot start a process: " + describe(fork_error) + ".";
        return nullptr;
    }
    in.read.reset(), out.write.reset(), err.write.reset(), failed.write.reset();
    ChildFailure failure{};
    ssize_t count;
    do count = ::read(failed.read.get(), &failure, sizeof failure);
    while (count < 0 && errno == EINTR);
    if (count == static_cast<ssize_t>(sizeof failure)) {
        int status;
        while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
        error = (failure.step == 0 ? launch.directory : launch.program) + ": " + describe(failure.error) + ".";
        return nullptr;
    }
    // Affects this end only: the child's end has its own file description and stays blocking.
    set_nonblocking(in.write.get());
    return std::make_unique<PosixProcess>(pid, std::move(wake), std::move(in.write), std::move(out.read),
                                          std::move(err.read));
}

void prepare_thread() {
    sigset_t blocked;
    ::sigfillset(&blocked);
    // If blocked, faults would end the process without the player's crash handler.
    for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) ::sigdelset(&blocked, fault);
    // SIGPIPE stays blocked, so that a write to an exited bridge fails with an error.
    ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
}

}  // namespace tonearm::detail

namespace tonearm {

std::string module_directory(const void *address) {
    Dl_info info{};
    if (::dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
    const char *name = info.dli_fname;
#ifdef __linux__
    // For the program itself, the name is argv[0], which may be relative to a former working directory.
    if (name[0] != '/') name = "/proc/self/exe";
#endif
    const std::unique_ptr<char, void (*)(void *)> path(::realpath(name, nullptr), std::free);
    if (!path) return {};
    const std::string file = path.get();
    return file.substr(0, file.rfind('/'));
}

}  // namespace tonearm
