#include "process.hpp"

#ifndef UNICODE
#define UNICODE
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

namespace tonearm::detail {
namespace {

using std::chrono::milliseconds;

// Converts UTF-8 to UTF-16. Invalid UTF-8 becomes U+FFFD.
std::wstring wide(const std::string &text) {
    if (text.empty()) return {};
    const int size = static_cast<int>(text.size());
    const int length = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
    std::wstring result(static_cast<std::size_t>(length), L'\0');
    ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, result.data(), length);
    return result;
}

// Converts UTF-16 to UTF-8. A lone surrogate becomes U+FFFD.
std::string narrow(const std::wstring &text) {
    if (text.empty()) return {};
    const int size = static_cast<int>(text.size());
    const int length = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr);
    std::string result(static_cast<std::size_t>(length), '\0');
    ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, result.data(), length, nullptr, nullptr);
    return result;
}

// Returns the system's message for an error, with a full stop.
std::string describe(DWORD error) {
    wchar_t text[512];
    DWORD length = ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, error, 0, text,
                                    static_cast<DWORD>(std::size(text)), nullptr);
    while (length > 0 && (text[length - 1] <= L' ' || text[length - 1] == L'.')) --length;
    if (length == 0) return "error " + std::to_string(error) + ".";
    return narrow({text, length}) + ".";
}

class Handle {
public:
    Handle() = default;
    explicit Handle(HANDLE handle) : handle_(handle) {}
    Handle(Handle &&other) noexcept : handle_(other.release()) {}
    Handle &operator=(Handle &&other) noexcept {
        reset(other.release());
        return *this;
    }
    ~Handle() { reset(); }

    HANDLE get() const { return handle_; }
    HANDLE *out() { return &handle_; }
    HANDLE release() {
        const HANDLE handle = handle_;
        handle_ = nullptr;
        return handle;
    }
    void reset(HANDLE handle = nullptr) {
        if (handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE) ::CloseHandle(handle_);
        handle_ = handle;
    }

private:
    HANDLE handle_ = nullptr;
};

struct Pipe {
    Handle read;
    Handle write;
};

bool open_pipe(Pipe &made) {
    constexpr DWORD buffer_bytes = 64 * 1024;
    return ::CreatePipe(made.read.out(), made.write.out(), nullptr, buffer_bytes) != 0;
}

// A pipe end whose blocking reads and writes another thread can cancel.
class Stream {
public:
    explicit Stream(Handle handle) : handle_(std::move(handle)) {}

    // Returns the number of bytes; 0 at the end, after an error and after stop().
    std::size_t read(char *bytes, std::size_t size) {
        DWORD count = 0;
        const BOOL done = run([&](HANDLE pipe) {
            return ::ReadFile(pipe, bytes, static_cast<DWORD>(std::min<std::size_t>(size, INT32_MAX)), &count, nullptr);
        });
        return done ? count : 0;
    }

    bool write(const char *bytes, std::size_t size) {
        while (size > 0) {
            DWORD count = 0;
            const BOOL done = run([&](HANDLE pipe) {
                return ::WriteFile(pipe, bytes, static_cast<DWORD>(std::min<std::size_t>(size, INT32_MAX)), &count,
                                   nullptr);
            });
            if (!done) return false;
            bytes += count;
            size -= count;
        }
        return true;
    }

    void close() { handle_.reset(); }

    // Fails the call in progress and all later ones.
    void stop() {
        stopped_ = true;
        // Retry: a call can be cancelled only after it has entered the kernel.
        for (;;) {
            {
                std::lock_guard lock(mutex_);
                if (thread_.get() == nullptr) return;
                ::CancelSynchronousIo(thread_.get());
            }
            ::Sleep(1);
        }
    }

private:
    template <class Call>
    BOOL run(Call call) {
        Handle self;
        if (!::DuplicateHandle(::GetCurrentProcess(), ::GetCurrentThread(), ::GetCurrentProcess(), self.out(),
                               THREAD_TERMINATE, FALSE, 0)) {
            return FALSE;
        }
        set_thread(std::move(self));
        const BOOL done = stopped_ ? FALSE : call(handle_.get());
        set_thread({});
        return done;
    }

    void set_thread(Handle thread) {
        std::lock_guard lock(mutex_);
        thread_ = std::move(thread);
    }

    Handle handle_;
    std::atomic<bool> stopped_{false};
    std::mutex mutex_;
    Handle thread_;  // of the call in progress; CancelSynchronousIo needs THREAD_TERMINATE
};

// Quotes an argument for CommandLineToArgvW and the C runtime: backslashes are special only before a quote.
void add_argument(std::wstring &line, const std::wstring &argument) {
    if (!line.empty()) line += L' ';
    if (!argument.empty() && argument.find_first_of(L" \t\n\v\"") == std::wstring::npos) {
        line += argument;
        return;
    }
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t unit : argument) {
        if (unit == L'\\') {
            ++backslashes;
            continue;
        }
        line.append(unit == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
        backslashes = 0;
        line += unit;
    }
    line.append(2 * backslashes, L'\\');
    line += L'"';
}

bool same_name(const std::wstring &one, const std::wstring &other) {
    return ::CompareStringOrdinal(one.data(), static_cast<int>(one.size()), other.data(), static_cast<int>(other.size()),
                                  TRUE) == CSTR_EQUAL;
}

// Returns the name of NAME=value. Names such as "=C:" start with the equals sign.
std::wstring name_of(const std::wstring &entry) { return entry.substr(0, entry.find(L'=', 1)); }

std::vector<std::string> environment_of(const TransportOptions &options) {
    std::vector<std::string> result;
    wchar_t *const block = ::GetEnvironmentStringsW();
    for (const wchar_t *entry = block; entry && *entry; entry += std::wcslen(entry) + 1) {
        const std::wstring name = name_of(entry);
        const bool is_overridden = std::any_of(options.environment.begin(), options.environment.end(),
                                             [&](const auto &each) { return same_name(wide(each.first), name); });
        if (!is_overridden) result.push_back(narrow(entry));
    }
    if (block) ::FreeEnvironmentStringsW(block);
    for (const auto &[name, value] : options.environment) result.push_back(name + "=" + value);
    return result;
}

// Sorted by name, as CreateProcessW requires.
std::wstring environment_block(const std::vector<std::string> &environment) {
    std::vector<std::wstring> entries;
    for (const auto &entry : environment) entries.push_back(wide(entry));
    std::sort(entries.begin(), entries.end(), [](const std::wstring &one, const std::wstring &other) {
        const std::wstring first = name_of(one), second = name_of(other);
        return ::CompareStringOrdinal(first.data(), static_cast<int>(first.size()), second.data(),
                                      static_cast<int>(second.size()), TRUE) == CSTR_LESS_THAN;
    });
    std::wstring block;
    for (const auto &entry : entries) block.append(entry).push_back(L'\0');
    if (entries.empty()) block.push_back(L'\0');
    block.push_back(L'\0');
    return block;
}

// Returns an empty text when the program is not found.
std::wstring find_program(const std::wstring &name) {
    std::wstring path(512, L'\0');
    const bool has_folder = name.find_first_of(L"\\/:") != std::wstring::npos;
    for (;;) {
        const DWORD size = static_cast<DWORD>(path.size());
        const DWORD length = has_folder ? ::GetFullPathNameW(name.c_str(), size, path.data(), nullptr)
                                        : ::SearchPathW(nullptr, name.c_str(), L".exe", size, path.data(), nullptr);
        path.resize(length);
        if (length < size) break;
    }
    if (!has_folder || path.empty() || ::GetFileAttributesW(path.c_str()) != INVALID_FILE_ATTRIBUTES) return path;
    const std::wstring with_extension = path + L".exe";
    return ::GetFileAttributesW(with_extension.c_str()) != INVALID_FILE_ATTRIBUTES ? with_extension : path;
}

// cmd.exe parses the arguments of a script by its own rules, which allow command injection.
bool is_script(const std::wstring &program) {
    const std::size_t dot = program.find_last_of(L"./\\");
    if (dot == std::wstring::npos) return false;
    const std::wstring extension = program.substr(dot);
    return same_name(extension, L".cmd") || same_name(extension, L".bat");
}

// The handles that a new process inherits.
class HandleList {
public:
    explicit HandleList(std::vector<HANDLE> handles) : handles_(std::move(handles)) {
        SIZE_T size = 0;
        ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        memory_.resize(size);
        const auto list = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
        if (!::InitializeProcThreadAttributeList(list, 1, 0, &size)) return;
        list_ = list;
        is_complete_ = ::UpdateProcThreadAttribute(list_, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                                   handles_.size() * sizeof(HANDLE), nullptr, nullptr) != 0;
    }
    HandleList(const HandleList &) = delete;
    HandleList &operator=(const HandleList &) = delete;
    ~HandleList() {
        if (list_) ::DeleteProcThreadAttributeList(list_);
    }

    // Returns null when the list could not be created.
    LPPROC_THREAD_ATTRIBUTE_LIST get() const { return is_complete_ ? list_ : nullptr; }

private:
    std::vector<HANDLE> handles_;
    std::vector<char> memory_;
    LPPROC_THREAD_ATTRIBUTE_LIST list_ = nullptr;
    bool is_complete_ = false;
};

class WindowsProcess : public Process {
public:
    WindowsProcess(Handle process, Handle job, Handle in, Handle out, Handle err)
        : process_(std::move(process)),
          job_(std::move(job)),
          in_(std::move(in)),
          out_(std::move(out)),
          err_(std::move(err)) {}

    std::size_t read_stdout(char *bytes, std::size_t size) override { return out_.read(bytes, size); }
    std::size_t read_stderr(char *bytes, std::size_t size) override { return err_.read(bytes, size); }
    bool write_stdin(const char *bytes, std::size_t size) override { return in_.write(bytes, size); }
    // A write to an anonymous pipe may block.
    std::size_t try_write_stdin(const char *, std::size_t) override { return 0; }

    void close_stdin() override { in_.close(); }

    bool wait(milliseconds timeout, Exit &exit) override {
        const auto limit = static_cast<DWORD>(std::clamp<std::int64_t>(timeout.count(), 0, INT32_MAX));
        if (::WaitForSingleObject(process_.get(), limit) != WAIT_OBJECT_0) return false;
        DWORD code = 0;
        if (::GetExitCodeProcess(process_.get(), &code)) exit.code = static_cast<int>(code);
        return true;
    }

    // Without a window or a console there is no exit request.
    bool request_exit() override { return false; }

    // Terminates the process and its children.
    void kill() override { ::TerminateJobObject(job_.get(), 1); }

    void stop_io() override {
        in_.stop();
        out_.stop();
        err_.stop();
    }

private:
    Handle process_, job_;
    Stream in_, out_, err_;
};

}  // namespace

Launch prepare_launch(const TransportOptions &options) {
    Launch launch;
    launch.arguments = options.command;
    launch.environment = environment_of(options);
    launch.directory = options.directory;
    if (options.command.empty() || options.command.front().empty()) {
        launch.error = "No command was given.";
        return launch;
    }
    if (options.directory.empty()) {
        launch.error = "No directory was given.";
        return launch;
    }
    const std::string &name = options.command.front();
    const std::wstring program = find_program(wide(name));
    if (program.empty()) {
        launch.error = name + ": command not found in PATH.";
    } else if (is_script(program)) {
        launch.error = narrow(program) + " is a script. Use the program that it starts.";
    } else {
        launch.program = narrow(program);
    }
    return launch;
}

std::unique_ptr<Process> start_process(Launch &launch, std::string &error) {
    error = launch.error;
    if (!error.empty()) return nullptr;
    const std::wstring directory = wide(launch.directory);
    const DWORD attributes = ::GetFileAttributesW(directory.c_str());
    // CreateProcessW does not tell whether its error concerns the program or the directory.
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        error = launch.directory + ": " + describe(::GetLastError());
        return nullptr;
    }
    Pipe in, out, err;
    if (!open_pipe(in) || !open_pipe(out) || !open_pipe(err)) {
        error = "Cannot create pipes: " + describe(::GetLastError());
        return nullptr;
    }
    Handle job(::CreateJobObjectW(nullptr, nullptr));
    const HandleList inherited({in.read.get(), out.write.get(), err.write.get()});
    if (job.get() == nullptr || inherited.get() == nullptr) {
        error = "Cannot start a process: " + describe(::GetLastError());
        return nullptr;
    }
    STARTUPINFOEXW startup{};
    startup.StartupInfo.cb = sizeof startup;
    startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    startup.StartupInfo.hStdInput = in.read.get();
    startup.StartupInfo.hStdOutput = out.write.get();
    startup.StartupInfo.hStdError = err.write.get();
    startup.lpAttributeList = inherited.get();

    std::wstring command_line;
    for (const auto &argument : launch.arguments) add_argument(command_line, wide(argument));
    std::wstring environment = environment_block(launch.environment);
    PROCESS_INFORMATION started{};
    // Suspended until it is in the job, so that its children are in the job too.
    const DWORD flags =
        CREATE_NO_WINDOW | CREATE_UNICODE_ENVIRONMENT | CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT;
    // As late as possible: until they are closed, other processes that the player starts may inherit them too.
    for (const HANDLE each : {in.read.get(), out.write.get(), err.write.get()}) {
        ::SetHandleInformation(each, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    }
    if (!::CreateProcessW(wide(launch.program).c_str(), command_line.data(), nullptr, nullptr, TRUE, flags,
                          environment.data(), directory.c_str(), &startup.StartupInfo, &started)) {
        error = launch.program + ": " + describe(::GetLastError());
        return nullptr;
    }
    Handle process(started.hProcess);
    const Handle thread(started.hThread);
    if (!::AssignProcessToJobObject(job.get(), process.get())) {
        error = "Cannot assign the process to a job: " + describe(::GetLastError());
        ::TerminateProcess(process.get(), 1);
        return nullptr;
    }
    ::ResumeThread(thread.get());
    return std::make_unique<WindowsProcess>(std::move(process), std::move(job), std::move(in.write), std::move(out.read),
                                            std::move(err.read));
}

void prepare_thread() {}

}  // namespace tonearm::detail

namespace tonearm {

std::string module_directory(const void *address) {
    // For null the system would return the program.
    if (address == nullptr) return {};
    HMODULE module = nullptr;
    const DWORD flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    if (!::GetModuleHandleExW(flags, static_cast<LPCWSTR>(address), &module)) return {};
    std::wstring path(512, L'\0');
    for (;;) {
        const DWORD size = static_cast<DWORD>(path.size());
        const DWORD length = ::GetModuleFileNameW(module, path.data(), size);
        if (length == 0) return {};
        if (length < size) {
            path.resize(length);
            break;
        }
        path.resize(2 * path.size());
    }
    return detail::narrow(path.substr(0, path.find_last_of(L"\\/")));
}

}  // namespace tonearm
