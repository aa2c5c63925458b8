// A bridge with typed native actions and signals. What is compiled into the shared library takes and gives texts: only the
// headers know nlohmann-json.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tonearm/actions.hpp"
#include "tonearm/clock.hpp"
#include "tonearm/export.hpp"
#include "tonearm/signals.hpp"
#include "tonearm/transport.hpp"
#include "tonearm/wire.hpp"

namespace tonearm {

// A JSON-RPC error.
struct Error {
    std::int64_t code = 0;
    std::string message;
};

namespace error_codes {
// There is no bridge, and none is going to be started. The library makes this error; tonearm/wire.hpp has the codes of
// bridge and player.
inline constexpr std::int64_t bridge_gone = -32050;
}  // namespace error_codes

// A value or an error. Check it before `*` and `->`; error() is empty when there is a value.
template <class T>
class Outcome {
public:
    Outcome(T value) : value_(std::move(value)) {}
    Outcome(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return value_.has_value(); }
    T &operator*() { return *value_; }
    const T &operator*() const { return *value_; }
    T *operator->() { return &*value_; }
    const T *operator->() const { return &*value_; }
    const Error &error() const { return error_; }

private:
    std::optional<T> value_;
    Error error_;
};

namespace detail {

struct Core;

// Returns a callback that parses the result for another one.
inline std::function<void(const Outcome<std::string> &)> parsing(std::function<void(const Outcome<Json> &)> callback) {
    if (!callback) return nullptr;
    return [callback = std::move(callback)](const Outcome<std::string> &answer) {
        if (!answer) return callback(answer.error());
        Json json = parse_json(*answer);
        if (!json.is_discarded()) return callback(std::move(json));
        callback(Error{error_codes::internal, "The result is not JSON, or nested too deeply."});
    };
}

// A native action without an answer yet. May outlive the bridge.
class TONEARM_EXPORT Pending {
public:
    // Called with the JSON text of the answer before it is sent; null for an error.
    using Observer = std::function<void(const std::string *answer)>;

    Pending(std::weak_ptr<Core> core, std::string id, std::uint64_t conversation, Observer observer)
        : core_(std::move(core)), id_(std::move(id)), conversation_(conversation), observer_(std::move(observer)) {}
    ~Pending();
    Pending(const Pending &) = delete;
    Pending &operator=(const Pending &) = delete;

    // Takes JSON text.
    void answer(const std::string &result);
    void fail(const Error &error);

private:
    void send(const std::string &member);

    std::weak_ptr<Core> core_;
    std::string id_;
    std::uint64_t conversation_;
    Observer observer_;
    std::atomic<bool> answered_{false};
};

}  // namespace detail

// Answers one native action, from any thread, at any time. Copies answer the same request; the first answer counts.
// When the last copy is destroyed without an answer, the bridge gets an error.
template <class Action>
class Reply {
public:
    explicit Reply(std::shared_ptr<detail::Pending> pending) : pending_(std::move(pending)) {}

    void operator()(const typename Action::Result &result) const { json(write(result)); }
    void operator()(const Error &error) const { pending_->fail(error); }
    void operator()(const Outcome<typename Action::Result> &outcome) const {
        outcome ? (*this)(*outcome) : (*this)(outcome.error());
    }
    // Answers with JSON, to add members that the type lacks.
    void json(const Json &result) const { pending_->answer(text_of(result)); }

private:
    std::shared_ptr<detail::Pending> pending_;
};

// The panel that a call or an event belongs to; empty: no panel.
using Panel = std::optional<std::string>;

// The event that every panel gets when a bridge has taken the place of one that has died, with the data `{}`.
inline constexpr const char *restarted_event = "bridge:restarted";

struct Restart {
    // The delay doubles from the first to the largest, and is reset when a bridge has run for `healthy`.
    std::chrono::milliseconds first_delay{500};
    std::chrono::milliseconds largest_delay{30000};
    std::chrono::milliseconds healthy{60000};
    // After this many deaths within this time, no bridge is started until start() is called.
    std::size_t most_deaths = 5;
    std::chrono::milliseconds deaths_within{60000};
};

struct BridgeOptions {
    TransportOptions transport;
    // Identify the player in the bridge's diagnostics.
    std::string player_name = "player";
    std::string player_version = "0";
    // The extensions to switch on, such as "playback" (docs/extensions.md).
    std::vector<std::string> extensions;
    // Replaces the bridge when it exits without shutdown(). Empty: no restart.
    //
    // Pending calls then fail with player_did_not_answer (-32001), and later ones wait for the new bridge, at most 10 s.
    // The new one is initialized in the same way, and gets the plugins of bridge.registerPlugin and the present state of
    // the player. Then on_event is called with `restarted_event` for all panels.
    std::optional<Restart> restart = Restart{};
    // The clock for delays; the machine's by default.
    std::shared_ptr<Clock> clock;
};

// A bridge process for a player. Use and destroy it on the executor's thread, which also runs all callbacks. The
// exception of a callback is reported to on_defect, and its native action is answered with an error. A callback may
// destroy the bridge.
class TONEARM_EXPORT Bridge {
public:
    // Identifies a pending call; 0 is no call.
    using CallId = std::uint64_t;
    // Called with the JSON text of a result, or with an error.
    using RawCallback = std::function<void(const Outcome<std::string> &)>;

    // Does not start the process: implement actions first, then call start().
    Bridge(BridgeOptions options, Executor executor);
    // Ends the bridge in the background. First gives back what the bridge has changed for its own playlist
    // (docs/native-actions.md), with the implementations that answer at once. After that neither the executor nor a
    // callback is called.
    ~Bridge();
    Bridge(const Bridge &) = delete;
    Bridge &operator=(const Bridge &) = delete;

    // Implements a native action with one of
    //   Result f(const Params &)                          Outcome<Result> f(const Params &)
    //   void f(const Params &, Reply<Action>)             void f(const Params &), for an action without a result,
    // and the same with a last argument `const Panel &`. An Error that it throws is the answer.
    template <class Action, class Function>
    void implement(Function function);

    // Returns the names of the implemented native actions.
    std::vector<std::string> implemented() const;

    // Starts the bridge, unless it runs or its restart is pending. After shutdown() it starts when the old one has exited.
    // After too many deaths it begins anew.
    void start();

    // Calls an operation on behalf of a panel, with the panel's params as unparsed JSON text of an object.
    CallId forward(std::string_view method, std::string_view raw_params, const Panel &panel, RawCallback callback);
    CallId call(std::string_view method, const Json &params, std::function<void(const Outcome<Json> &)> callback,
                const Panel &panel = {}) {
        return forward(method, text_of(params), panel, detail::parsing(std::move(callback)));
    }
    // Cancels a pending call: its callback gets error -32800.
    void cancel(CallId call);

    // Called for every event with its data as JSON text. Forward it to `panel`, or to all panels if `panel` is empty.
    void on_event(std::function<void(const std::string &event, const Panel &panel, const std::string &data)> listener);

    // Sends a signal. Does nothing when no bridge runs.
    template <class Signal>
    void signal(const typename Signal::Params &params) {
        send_notification(Signal::name, text_of(write(params)));
    }
    void panel_closed(const std::string &panel);

    // Called for every line of the bridge's stderr.
    void on_stderr(std::function<void(const std::string &line)> listener);
    // Called when the bridge has answered bridge.initialize. docs/protocol.md describes `answer`, which is JSON text.
    void on_ready(std::function<void(const std::string &answer)> listener);
    // Called when the bridge has exited or could not be started. Without a restart, `restarts_in` is empty.
    void on_exit(std::function<void(const Exit &, std::optional<std::chrono::milliseconds> restarts_in)> listener);
    // Called for invalid messages of the bridge and for exceptions of callbacks.
    void on_defect(std::function<void(const std::string &)> listener);

    // Lets the bridge finish accepted calls and exit; on_exit follows.
    void shutdown();
    // Blocks until the process and all threads of this bridge have ended. Returns false after the timeout. Call
    // shutdown() first. Call wait() before a component is unloaded.
    bool wait(std::chrono::milliseconds timeout);

private:
    // Returns false, without an answer, when the text of the params is not JSON, or too deep.
    using Handler = std::function<bool(std::string_view params, const Panel &, std::shared_ptr<detail::Pending>)>;
    void implement_raw(const char *action, Handler handler);
    void send_notification(const char *name, const std::string &params);

    std::shared_ptr<detail::Core> core_;
};

namespace detail {

inline Error misfit_error(const Misfit &misfit) {
    return {error_codes::internal, (misfit.place.empty() ? "the value" : misfit.place) + " must be " + misfit.expected};
}

template <class Action, class Function, class... Arguments>
void answer_with_result(const Reply<Action> &reply, Function &function, const Arguments &...arguments) {
    if constexpr (std::is_void_v<std::invoke_result_t<Function &, const Arguments &...>>) {
        static_assert(std::is_empty_v<typename Action::Result>, "implement: this action has a result");
        function(arguments...);
        reply(typename Action::Result{});
    } else {
        reply(function(arguments...));
    }
}

template <class Action, class Function>
void answer_with(Function &function, const typename Action::Params &params, const Panel &panel,
                 const Reply<Action> &reply) {
    using Params = const typename Action::Params &;
    if constexpr (std::is_invocable_v<Function &, Params, Reply<Action>, const Panel &>) {
        function(params, reply, panel);
    } else if constexpr (std::is_invocable_v<Function &, Params, Reply<Action>>) {
        function(params, reply);
    } else if constexpr (std::is_invocable_v<Function &, Params, const Panel &>) {
        answer_with_result<Action>(reply, function, params, panel);
    } else {
        static_assert(std::is_invocable_v<Function &, Params>, "implement: see the signatures in bridge.hpp");
        answer_with_result<Action>(reply, function, params);
    }
}

}  // namespace detail

template <class Action, class Function>
void Bridge::implement(Function function) {
    implement_raw(Action::name, [function = std::move(function)](std::string_view text, const Panel &panel,
                                                                 std::shared_ptr<detail::Pending> pending) mutable {
        const Json json = parse_json(text);
        if (json.is_discarded()) return false;
        typename Action::Params params{};
        Misfit misfit;
        if (!read(json, params, misfit)) {
            pending->fail(detail::misfit_error(misfit));
            return true;
        }
        const Reply<Action> reply(std::move(pending));
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
        try {
            detail::answer_with<Action>(function, params, panel, reply);
        } catch (const Error &error) {
            reply(error);
        }
#else
        detail::answer_with<Action>(function, params, panel, reply);
#endif
        return true;
    });
}

}  // namespace tonearm
