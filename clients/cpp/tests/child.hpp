// A fake bridge that executes a script, one step per line.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include <vector>

#ifdef _WIN32
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#else
#include <unistd.h>

#include <csignal>
#endif

#ifdef _WIN32
inline std::string utf8(const wchar_t *text) {
    char bytes[32768];
    return ::WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes, nullptr, nullptr) > 0 ? bytes : "";
}

// On Windows the arguments of main() are in the system's code page.
inline std::vector<std::string> arguments_of(int, char **) {
    int count = 0;
    wchar_t **const wide = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    std::vector<std::string> result;
    for (int at = 0; at < count; ++at) result.push_back(utf8(wide[at]));
    ::LocalFree(wide);
    return result;
}

inline std::string variable(const std::string &name) {
    const wchar_t *const value = ::_wgetenv(std::wstring(name.begin(), name.end()).c_str());
    return value ? utf8(value) : "unset";
}
#else
inline std::vector<std::string> arguments_of(int count, char **arguments) { return {arguments, arguments + count}; }

inline std::string variable(const std::string &name) {
    const char *const value = std::getenv(name.c_str());
    return value ? value : "unset";
}
#endif

class Child {
public:
    explicit Child(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {}

    // Executes the steps and returns the exit code.
    int run(const std::string &file) {
#ifdef _WIN32
        ::_setmode(0, _O_BINARY);
        ::_setmode(1, _O_BINARY);
        ::_setmode(2, _O_BINARY);
#endif
        std::setvbuf(stdin, nullptr, _IONBF, 0);
        std::ifstream steps(file, std::ios::binary);
        for (std::string line; std::getline(steps, line);) {
            const std::size_t blank = line.find(' ');
            const std::string rest = blank == std::string::npos ? "" : line.substr(blank + 1);
            const std::string step = line.substr(0, blank);
            if (step == "exit") return std::atoi(rest.c_str());
            if (!execute(step, rest)) return std::fprintf(stderr, "unknown step: %s\n", line.c_str()), 99;
        }
        return 0;
    }

private:
    bool execute(const std::string &step, const std::string &rest) {
        const long number = std::atol(rest.c_str());
        if (step == "frame") {  // writes a frame with this body
            const auto size = static_cast<unsigned>(rest.size());
            const char prefix[] = {static_cast<char>(size), static_cast<char>(size >> 8), static_cast<char>(size >> 16),
                                   static_cast<char>(size >> 24)};
            write(stdout, std::string(prefix, 4) + rest);
        } else if (step == "bytes") {  // writes bytes, given in hexadecimal
            std::string bytes;
            for (std::size_t at = 0; at + 1 < rest.size(); at += 2) {
                bytes += static_cast<char>(std::stoi(rest.substr(at, 2), nullptr, 16));
            }
            write(stdout, bytes);
        } else if (step == "frames") {  // writes empty frames until a write fails
            while (write(stdout, std::string(4, '\0'))) {}
        } else if (step == "line") {
            write(stderr, rest + "\n");
        } else if (step == "fill") {  // writes the given number of characters to stderr, without an end of line
            write(stderr, std::string(static_cast<std::size_t>(number), 'x'));
        } else if (step == "variable") {  // writes an environment variable to stderr
            write(stderr, variable(rest) + "\n");
        } else if (step == "arguments") {  // writes the arguments after the script to stderr
            for (std::size_t at = 2; at < arguments_.size(); ++at) write(stderr, "[" + arguments_[at] + "]\n");
        } else if (step == "echo") {  // copies stdin to stdout until the end
            copy(stdout, -1);
        } else if (step == "log") {  // copies stdin to stderr: the given number of bytes, or until the end
            copy(stderr, rest.empty() ? -1 : number);
        } else if (step == "skip") {  // reads the given number of bytes of stdin
            copy(nullptr, number);
        } else if (step == "sleep") {  // for the given number of milliseconds
            std::this_thread::sleep_for(std::chrono::milliseconds(number));
        } else if (step == "close_stdin") {
            std::fclose(stdin);
        } else if (step == "close_pipes") {  // stdin and stdout
            std::fclose(stdin);
            std::fclose(stdout);
#ifndef _WIN32
        } else if (step == "ignore") {  // ignores the given signal
            std::signal(static_cast<int>(number), SIG_IGN);
        } else if (step == "raise") {
            std::raise(static_cast<int>(number));
#endif
        } else {
            return false;
        }
        return true;
    }

    static bool write(std::FILE *to, const std::string &bytes) {
        return std::fwrite(bytes.data(), 1, bytes.size(), to) == bytes.size() && std::fflush(to) == 0;
    }

    static void copy(std::FILE *to, long limit) {
        static char piece[64 * 1024];
        for (long copied = 0; limit < 0 || copied < limit;) {
            // fread would wait for a full buffer.
#ifdef _WIN32
            const auto count = ::_read(0, piece, limit < 0 ? sizeof piece : static_cast<unsigned>(limit - copied));
#else
            const auto count = ::read(0, piece, limit < 0 ? sizeof piece : static_cast<std::size_t>(limit - copied));
#endif
            if (count <= 0) return;
            copied += static_cast<long>(count);
            if (to) write(to, std::string(piece, static_cast<std::size_t>(count)));
        }
    }

    std::vector<std::string> arguments_;
};
