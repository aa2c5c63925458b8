// No exception of the player crosses the library, and none of the library ends the player.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace tonearm::detail {

// Runs a function; returns the text of the exception that left it.
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

}  // namespace tonearm::detail
