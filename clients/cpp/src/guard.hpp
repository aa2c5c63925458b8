// Catches exceptions at the boundary between library and player.
#pragma once

#include <exception>
#include <optional>
#include <string>

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

}  // namespace tonearm::detail
