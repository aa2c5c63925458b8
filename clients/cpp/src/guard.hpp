// Checks at the boundary between library and player.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "tonearm/transport.hpp"

namespace tonearm::detail {

// Runs a function. Returns the text of its exception, if any.
template <class Function>
std::optional<std::string> failure_of(Function &&function) {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    try {
        function();
    } catch (const std::exception &exception) {
        return exception.what();
    } catch (...) {
        return "an exception of unknown type";
    }
#else
    function();
#endif
    return std::nullopt;
}

// Refuses an executor that runs a task before it returns: it would run callbacks on several threads, and with locks held.
inline void refuse_inline_executor(const Executor &executor) {
    struct Probe {
        const std::thread::id caller = std::this_thread::get_id();
        bool is_called = true, is_inline = false;  // used by the caller's thread only
    };
    if (!executor) return;
    const auto probe = std::make_shared<Probe>();
    executor([probe] {
        if (std::this_thread::get_id() == probe->caller && probe->is_called) probe->is_inline = true;
    });
    probe->is_called = false;
    if (!probe->is_inline) return;
    const char *const why =
        "tonearm: the executor ran a task before it returned. It has to post the task to the player's loop.";
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    throw std::invalid_argument(why);
#else
    std::fprintf(stderr, "%s\n", why);
    std::abort();
#endif
}

}  // namespace tonearm::detail
