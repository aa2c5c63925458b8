// Converts the types of messages to JSON and back. Nothing is compiled but what a program uses.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tonearm/json.hpp"

// Lists the members of a struct by which it is read and written. A `_` at the end of a name is not part of the key.
#define TONEARM_MEMBERS(...)                                                                  \
    template <class Self, class Visit>                                                        \
    static void visit_members(Self &self, Visit &visit) {                                     \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(TONEARM_VISIT_MEMBER, __VA_ARGS__))          \
    }
#define TONEARM_VISIT_MEMBER(member) visit(#member, self.member);

// Lists the texts of an enum inside a struct, in its order.
#define TONEARM_TEXTS(Enum, ...) \
    friend constexpr auto texts_of(Enum) { return std::array{__VA_ARGS__}; }

namespace tonearm {

// A list of types, for a template to unpack.
template <class... Types>
struct TypeList {};

// A member that is written as null when it is empty. An empty std::optional is left out of the message.
template <class T>
struct Nullable : std::optional<T> {
    using std::optional<T>::optional;
    Nullable(std::optional<T> value) : std::optional<T>(std::move(value)) {}
    template <class Value, class = std::enable_if_t<!std::is_same_v<std::decay_t<Value>, Nullable>>>
    Nullable &operator=(Value &&value) {
        std::optional<T>::operator=(std::forward<Value>(value));
        return *this;
    }
};

template <class T>
inline constexpr bool is_nullable = false;
template <class T>
inline constexpr bool is_nullable<Nullable<T>> = true;

// A value of the wrong type: its place, such as `handles[2].path`, and the expected type.
struct Misfit {
    std::string place;
    std::string expected;
};

namespace detail {

inline bool misfits(Misfit &misfit, const char *expected) {
    misfit.expected = expected;
    return false;
}

// Puts a key or an index before the place.
inline bool misfits_at(Misfit &misfit, std::string outer) {
    const bool is_member = !misfit.place.empty() && misfit.place.front() != '[';
    misfit.place.insert(0, is_member ? outer + "." : outer);
    return false;
}

// A struct with TONEARM_MEMBERS, or without a member.
template <class T, class = void>
struct Codec {
    struct Reader {
        const Json &json;
        Misfit &misfit;
        bool fits = true;

        template <class Member>
        void operator()(std::string key, Member &member) {
            if (!fits) return;
            if (key.back() == '_') key.pop_back();
            const auto found = json.find(key);
            if (found != json.end()) {
                fits = Codec<Member>::read(*found, member, misfit) || misfits_at(misfit, std::move(key));
            } else if (!Codec<Member>::may_be_absent) {
                misfit.expected = "present";
                fits = misfits_at(misfit, std::move(key));
            }
        }
    };
    struct Writer {
        Json json = Json::object();

        template <class Member>
        void operator()(std::string key, const Member &member) {
            if (key.back() == '_') key.pop_back();
            if constexpr (Codec<Member>::may_be_absent) {
                if (!member) return;
            }
            json[key] = Codec<Member>::write(member);
        }
    };

    static constexpr bool may_be_absent = false;
    static bool read(const Json &json, T &value, Misfit &misfit) {
        if (!json.is_object()) return misfits(misfit, "an object");
        Reader reader{json, misfit};
        if constexpr (!std::is_empty_v<T>) T::visit_members(value, reader);
        return reader.fits;
    }
    static Json write(const T &value) {
        Writer writer;
        if constexpr (!std::is_empty_v<T>) T::visit_members(value, writer);
        return std::move(writer.json);
    }
};

template <>
struct Codec<Json> {
    static constexpr bool may_be_absent = false;
    static bool read(const Json &json, Json &value, Misfit &) { return value = json, true; }
    static Json write(const Json &value) { return value; }
};

template <>
struct Codec<std::string> {
    static constexpr bool may_be_absent = false;
    static bool read(const Json &json, std::string &value, Misfit &misfit) {
        if (!json.is_string()) return misfits(misfit, "a string");
        return value = json.get_ref<const std::string &>(), true;
    }
    static Json write(const std::string &value) { return value; }
};

template <>
struct Codec<bool> {
    static constexpr bool may_be_absent = false;
    static bool read(const Json &json, bool &value, Misfit &misfit) {
        if (!json.is_boolean()) return misfits(misfit, "a boolean");
        return value = *json.get_ptr<const bool *>(), true;
    }
    static Json write(bool value) { return value; }
};

template <>
struct Codec<double> {
    static constexpr bool may_be_absent = false;
    static bool read(const Json &json, double &value, Misfit &misfit) {
        if (!json.is_number()) return misfits(misfit, "a number");
        return value = json.get<double>(), true;
    }
    static Json write(double value) { return value; }
};

// 3.0 is an integer, 3.5 is not.
template <>
struct Codec<std::int64_t> {
    static constexpr bool may_be_absent = false;
    static bool read(const Json &json, std::int64_t &value, Misfit &misfit) {
        constexpr double largest = 9007199254740991.0;
        if (!json.is_number()) return misfits(misfit, "an integer");
        const double number = json.get<double>();
        if (!(std::fabs(number) <= largest) || number != std::floor(number)) return misfits(misfit, "an integer");
        return value = static_cast<std::int64_t>(number), true;
    }
    static Json write(std::int64_t value) { return value; }
};

template <class T>
struct Codec<T, std::enable_if_t<std::is_enum_v<T>>> {
    static constexpr bool may_be_absent = false;
    static bool read(const Json &json, T &value, Misfit &misfit) {
        constexpr auto texts = texts_of(T{});
        for (std::size_t at = 0; json.is_string() && at < texts.size(); ++at) {
            if (json.get_ref<const std::string &>() == texts[at]) return value = static_cast<T>(at), true;
        }
        misfit.expected = "one of";
        for (const char *text : texts) misfit.expected += std::string(" \"") + text + "\"";
        return false;
    }
    static Json write(T value) { return texts_of(value)[static_cast<std::size_t>(value)]; }
};

template <class T>
struct Codec<std::vector<T>> {
    static constexpr bool may_be_absent = false;
    static bool read(const Json &json, std::vector<T> &value, Misfit &misfit) {
        if (!json.is_array()) return misfits(misfit, "an array");
        value.clear();
        value.reserve(json.size());
        for (const Json &each : json) {
            T item{};
            if (!Codec<T>::read(each, item, misfit)) {
                return misfits_at(misfit, "[" + std::to_string(value.size()) + "]");
            }
            value.push_back(std::move(item));
        }
        return true;
    }
    static Json write(const std::vector<T> &value) {
        Json json = Json::array();
        for (const auto &each : value) json.push_back(Codec<T>::write(each));
        return json;
    }
};

template <class T>
struct Codec<std::optional<T>> {
    static constexpr bool may_be_absent = true;
    static bool read(const Json &json, std::optional<T> &value, Misfit &misfit) {
        value.reset();
        // Null counts as absent, unless the value itself may be null.
        if (json.is_null() && !is_nullable<T>) return true;
        // Not emplace(): clang finds no default constructor of a nested struct while the enclosing struct is incomplete.
        return Codec<T>::read(json, value.emplace(T{}), misfit);
    }
    static Json write(const std::optional<T> &value) { return value ? Codec<T>::write(*value) : Json(); }
};

template <class T>
struct Codec<Nullable<T>> : Codec<std::optional<T>> {
    static constexpr bool may_be_absent = false;
};

template <class... T>
struct Codec<std::variant<T...>> {
    static constexpr bool may_be_absent = false;
    // The first alternative that fits. When none does, the misfit is that of the last one.
    static bool read(const Json &json, std::variant<T...> &value, Misfit &misfit) {
        return (... || (misfit = {}, Codec<T>::read(json, value.template emplace<T>(), misfit)));
    }
    static Json write(const std::variant<T...> &value) {
        return std::visit([](const auto &each) { return Codec<std::decay_t<decltype(each)>>::write(each); }, value);
    }
};

}  // namespace detail

// Converts JSON to a typed value. Returns false and sets `misfit` for a value of the wrong type; never throws.
template <class T>
bool read(const Json &json, T &value, Misfit &misfit) {
    return detail::Codec<T>::read(json, value, misfit);
}

template <class T>
Json write(const T &value) {
    return detail::Codec<T>::write(value);
}

}  // namespace tonearm
