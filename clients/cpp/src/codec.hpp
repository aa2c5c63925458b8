// Reads and writes the building blocks of the generated code.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tonearm/json.hpp"

namespace tonearm {

inline bool misfits(Misfit &misfit, const char *expected) {
    misfit.expected = expected;
    return false;
}

inline bool is_object(const Json &json, Misfit &misfit) { return json.is_object() || misfits(misfit, "an object"); }

template <>
inline bool read(const Json &json, std::string &value, Misfit &misfit) {
    if (!json.is_string()) return misfits(misfit, "a string");
    value = json.get_ref<const std::string &>();
    return true;
}
template <>
inline bool read(const Json &json, bool &value, Misfit &misfit) {
    if (!json.is_boolean()) return misfits(misfit, "a boolean");
    value = *json.get_ptr<const bool *>();
    return true;
}
template <>
inline bool read(const Json &json, double &value, Misfit &misfit) {
    if (!json.is_number()) return misfits(misfit, "a number");
    value = json.get<double>();
    return true;
}
// 3.0 is an integer, 3.5 is not.
template <>
inline bool read(const Json &json, std::int64_t &value, Misfit &misfit) {
    constexpr double largest = 9007199254740991.0;
    if (!json.is_number()) return misfits(misfit, "an integer");
    const double number = json.get<double>();
    if (!(std::fabs(number) <= largest) || number != std::floor(number)) return misfits(misfit, "an integer");
    value = static_cast<std::int64_t>(number);
    return true;
}

template <class T>
bool read(const Json &json, std::vector<T> &value, Misfit &misfit);
template <class T>
bool read(const Json &json, std::optional<T> &value, Misfit &misfit);
template <class... T>
bool read(const Json &json, std::variant<T...> &value, Misfit &misfit);

template <>
inline Json write(const std::string &value) {
    return value;
}
template <>
inline Json write(const bool &value) {
    return value;
}
template <>
inline Json write(const double &value) {
    return value;
}
template <>
inline Json write(const std::int64_t &value) {
    return value;
}

template <class T>
bool read(const Json &json, std::vector<T> &value, Misfit &misfit) {
    if (!json.is_array()) return misfits(misfit, "an array");
    value.clear();
    value.reserve(json.size());
    for (const Json &each : json) {
        T item{};
        if (!read(each, item, misfit)) {
            const bool is_member = !misfit.place.empty() && misfit.place.front() != '[';
            misfit.place.insert(0, "[" + std::to_string(value.size()) + (is_member ? "]." : "]"));
            return false;
        }
        value.push_back(std::move(item));
    }
    return true;
}

template <class T>
bool read(const Json &json, std::optional<T> &value, Misfit &misfit) {
    if (json.is_null()) {
        value.reset();
        return true;
    }
    // Not emplace(): clang finds no default constructor of a nested struct while the enclosing struct is incomplete.
    return read(json, value.emplace(T{}), misfit);
}

template <std::size_t At = 0, class... T>
bool read_alternative(const Json &json, std::variant<T...> &value, Misfit &misfit) {
    Misfit first;
    if (read(json, value.template emplace<At>(), first)) return true;
    if constexpr (At + 1 < sizeof...(T)) {
        return read_alternative<At + 1>(json, value, misfit);
    } else {
        misfit = std::move(first);
        return false;
    }
}
template <class... T>
bool read(const Json &json, std::variant<T...> &value, Misfit &misfit) {
    return read_alternative(json, value, misfit);
}

template <class T>
Json write(const std::vector<T> &value);
template <class T>
Json write(const std::optional<T> &value) {
    return value ? write(*value) : Json();
}
template <class... T>
Json write(const std::variant<T...> &value) {
    return std::visit([](const auto &each) { return write(each); }, value);
}
template <class T>
Json write(const std::vector<T> &value) {
    Json json = Json::array();
    for (const auto &each : value) json.push_back(write(static_cast<const T &>(each)));
    return json;
}

template <class Enum, std::size_t Count>
bool read_enum(const Json &json, Enum &value, const char *const (&texts)[Count], Misfit &misfit) {
    if (json.is_string()) {
        const std::string &text = json.get_ref<const std::string &>();
        for (std::size_t at = 0; at < Count; ++at) {
            if (text == texts[at]) {
                value = static_cast<Enum>(at);
                return true;
            }
        }
    }
    std::string expected = "one of";
    for (const char *text : texts) expected += std::string(" \"") + text + "\"";
    misfit.expected = std::move(expected);
    return false;
}

inline bool at_place(Misfit &misfit, const char *key) {
    const bool is_index = !misfit.place.empty() && misfit.place.front() == '[';
    misfit.place = misfit.place.empty() ? key : key + std::string(is_index ? "" : ".") + misfit.place;
    return false;
}

template <class T>
bool read_member(const Json &json, const char *key, T &value, Misfit &misfit) {
    const auto found = json.find(key);
    if (found == json.end()) {
        misfit.expected = "present";
        return at_place(misfit, key);
    }
    return read(*found, value, misfit) || at_place(misfit, key);
}

// A member that may be null but not absent.
template <class T>
bool read_nullable(const Json &json, const char *key, std::optional<T> &value, Misfit &misfit) {
    return read_member(json, key, value, misfit);
}

// A member that may be absent; null counts as absent.
template <class T>
bool read_optional(const Json &json, const char *key, std::optional<T> &value, Misfit &misfit) {
    value.reset();
    const auto found = json.find(key);
    return found == json.end() || read(*found, value, misfit) || at_place(misfit, key);
}

}  // namespace tonearm
