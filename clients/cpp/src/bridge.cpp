#include "tonearm/bridge.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <unordered_map>

#include "guard.hpp"
#include "process.hpp"
#include "restarts.hpp"
#include "text_values.hpp"
#include "tonearm/clock.hpp"
#include "tonearm/envelope.hpp"
#include "user_settings.hpp"

namespace tonearm {

namespace {

using detail::failure_of;
using detail::integer_in;
using detail::string_in;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// How long a call waits for a bridge that is being started.
constexpr milliseconds call_wait{10000};
// How long a new bridge waits until the user's settings are given back, and then for the present state of the player.
constexpr milliseconds give_back_wait{5000};
constexpr milliseconds state_wait{5000};

Error too_large() {
    return {error_codes::overloaded, "The call is too large or too deep."};
}

Error error_in(std::string_view text) {
    return {integer_in(member_of(text, "code")).value_or(error_codes::internal),
            string_in(member_of(text, "message")).value_or("The bridge answered with a malformed error.")};
}

}  // namespace

namespace detail {

// A callback. It stays alive while it runs, so that it may replace itself or destroy the bridge.
template <class Signature>
class PlayerFunction {
public:
    PlayerFunction() = default;
    explicit PlayerFunction(std::function<Signature> function)
        : function_(function ? std::make_shared<std::function<Signature>>(std::move(function)) : nullptr) {}

    explicit operator bool() const { return function_ != nullptr; }
    template <class... Arguments>
    auto operator()(Arguments &&...arguments) const {
        const auto kept = function_;
        return (*kept)(std::forward<Arguments>(arguments)...);
    }

private:
    std::shared_ptr<std::function<Signature>> function_;
};

using Handler = PlayerFunction<bool(std::string_view, const Panel &, std::shared_ptr<Pending>)>;

// All callbacks except those of calls.
struct Functions {
    std::map<std::string, Handler, std::less<>> handlers;
    PlayerFunction<void(const std::string &, const Panel &, const std::string &)> on_event;
    PlayerFunction<void(const std::string &)> on_stderr, on_defect, on_ready;
    PlayerFunction<void(const Exit &, std::optional<milliseconds>)> on_exit;
};

// State that the bridge shares with tasks and replies that may outlive it.
struct Core : std::enable_shared_from_this<Core> {
    Core(BridgeOptions given, Executor given_executor)
        : options(std::move(given)),
          clock(options.clock ? options.clock : system_clock()),
          restarts(options.restart.value_or(Restart{})),
          executor(std::move(given_executor)) {}

    const BridgeOptions options;
    const std::shared_ptr<Clock> clock;

    // A call that waits for a bridge.
    struct WaitingCall {
        std::string method, params;
        Panel panel;
        Bridge::RawCallback callback;
    };

    // Accessed on the executor's thread only.
    Functions functions;
    std::unordered_map<std::uint64_t, Bridge::RawCallback> calls;
    std::uint64_t last_call = 0;
    enum class AfterExit { restart_if_wanted, stop, start } after_exit = AfterExit::restart_if_wanted;
    Restarts restarts;
    // `open`: calls are sent, or fail where there is no bridge. `waiting`: for the next start. `starting`: another bridge
    // is being told what the last one knew. `dead`: no bridge is started until the player asks.
    enum class Phase { open, waiting, starting, dead } phase = Phase::open;
    std::uint64_t attempt = 0;       // the number of the latest restart
    bool is_restart_due = false;     // whether a restart waits only for the settings to be given back
    int unanswered_asks = 0;         // how many actions have been asked to give settings back
    std::map<std::uint64_t, WaitingCall> waiting_calls;
    std::map<std::string, std::string> plugins;  // the params of bridge.registerPlugin by namespace
    std::optional<std::string> library;          // the params of the last signal.libraryChanged
    std::vector<std::shared_ptr<Transport>> ended;  // not joined yet

    // Guards the members below: replies come from any thread.
    std::mutex mutex;
    Executor executor;  // empty after the bridge object is destroyed
    std::shared_ptr<Transport> transport;
    std::uint64_t conversation = 0;
    UserSettings settings;

    std::shared_ptr<Transport> current() {
        std::lock_guard lock(mutex);
        return transport;
    }

    void report(const std::string &defect) const {
        if (functions.on_defect) failure_of([&] { functions.on_defect(defect); });
    }

    template <class Function>
    void run(const char *what, Function &&function) {
        if (const auto failure = failure_of(function)) report(std::string(what) + " failed: " + *failure);
    }

    // Returns a task for the executor. It does nothing when the bridge object has been destroyed.
    template <class Task>
    std::function<void()> guarded(Task task) {
        return [weak = weak_from_this(), task = std::move(task)]() mutable {
            const auto core = weak.lock();
            if (core && !core->is_destroyed()) core->run("a task", [&] { task(*core); });
        };
    }

    // Posts a task that holds nothing of the player, from any thread.
    template <class Task>
    void post(Task task) {
        std::lock_guard lock(mutex);
        if (executor) executor(guarded(std::move(task)));
    }

    // Calls a task on the executor's thread after a delay, unless the bridge object is destroyed by then.
    template <class Task>
    void later(milliseconds delay, Task task) {
        clock->after(delay, [weak = weak_from_this(), task] {
            if (const auto core = weak.lock()) core->post(task);
        });
    }

    void start() {
        restarts.started(clock->now());
        std::uint64_t number;
        Executor to;
        {
            std::lock_guard lock(mutex);
            number = ++conversation;
            to = executor;
        }
        // The core outlives the transport.
        const std::weak_ptr<Core> weak = weak_from_this();
        TransportListener listener;
        listener.on_message = [weak, number](const std::string &body) {
            const auto core = weak.lock();
            if (core && core->conversation == number) core->run("a message", [&] { core->handle_message(body); });
        };
        listener.on_stderr = [weak](const std::string &line) {
            const auto core = weak.lock();
            if (core && core->functions.on_stderr) core->run("on_stderr", [&] { core->functions.on_stderr(line); });
        };
        listener.on_exit = [weak](const Exit &exit) {
            if (const auto core = weak.lock()) core->end(exit);
        };
        auto made = std::make_shared<Transport>(options.transport, std::move(to), std::move(listener));
        {
            std::lock_guard lock(mutex);
            transport = std::move(made);
        }
        Json actions = Json::array();
        for (const auto &[name, handler] : functions.handlers) actions.push_back(name);
        const Json params = {{"protocolVersion", protocol_version},
                             {"player", {{"name", options.player_name}, {"version", options.player_version}}},
                             {"actions", std::move(actions)},
                             {"extensions", options.extensions}};
        send_call(++last_call, "bridge.initialize", text_of(params), {}, [weak, number](const Outcome<std::string> &answer) {
            const auto core = weak.lock();
            // on_exit reports the end of a bridge.
            if (!core || core->conversation != number) return;
            core->initialized(answer);
            if (!core->is_destroyed() && core->conversation == number) core->register_plugins(number);
        });
    }

    void initialized(const Outcome<std::string> &answer) {
        if (!answer) return report("bridge.initialize: " + answer.error().message);
        if (!is_json(*answer)) return report("bridge.initialize: the answer is not JSON.");
        if (functions.on_ready) run("on_ready", [&] { functions.on_ready(*answer); });
    }

    // Registers the plugins of the last bridge again, and then tells the present state of the player.
    void register_plugins(std::uint64_t number) {
        if (phase != Phase::starting) return;
        const auto left = std::make_shared<std::size_t>(plugins.size());
        for (const auto &[name, params] : plugins) {
            send_call(++last_call, "bridge.registerPlugin", params, {},
                      [weak = weak_from_this(), number, left](const Outcome<std::string> &answer) {
                          const auto core = weak.lock();
                          if (!core || core->conversation != number) return;
                          if (!answer) core->report("bridge.registerPlugin: " + answer.error().message);
                          if (--*left == 0) core->tell_state(number);
                      });
        }
        if (*left == 0) tell_state(number);
    }

    // What the player has answered about its present state.
    struct State {
        int unanswered = 3;
        std::string list, now, playback;
    };

    // Tells a new bridge the present state of the player, as far as signals have told it to the last one.
    void tell_state(std::uint64_t number) {
        if (library) send_notification(player_signals::LibraryChanged::name, *library);
        const auto state = std::make_shared<State>();
        const auto ask_for = [&](const char *action, std::string State::*member) {
            ask(action, "{}", [weak = weak_from_this(), state, member, number](const std::string *answer) {
                if (answer != nullptr) (*state).*member = *answer;
                const auto core = weak.lock();
                if (--state->unanswered == 0 && core && core->is_starting(number)) core->finish_start(*state);
            });
        };
        later(state_wait, [number](Core &self) {
            if (self.is_starting(number)) self.finish_start({});
        });
        ask_for(actions::PlaylistList::name, &State::list);
        ask_for(actions::PlaybackNowPlaying::name, &State::now);
        ask_for(actions::PlaybackState::name, &State::playback);
    }

    template <class T>
    static bool read_text(const std::string &text, T &value) {
        Misfit misfit;
        return read(parse_json(text), value, misfit);
    }

    bool is_starting(std::uint64_t number) const { return phase == Phase::starting && conversation == number; }

    void finish_start(const State &state) {
        actions::PlaylistList::Result list;
        actions::PlaybackNowPlaying::Result now;
        actions::PlaybackState::Result playback;
        if (read_text(state.list, list)) {
            player_signals::PlaylistsChanged::Params changed;
            for (const auto &each : list.playlists) changed.order.push_back(each.id);
            send_notification(player_signals::PlaylistsChanged::name, text_of(write(changed)));
        }
        if (read_text(state.now, now) && now.track) {
            player_signals::TrackStarted::Params started;
            started.handle = {now.track->path, now.track->subsong};
            started.playlist = now.playlist;
            started.item = now.item;
            started.paused = read_text(state.playback, playback) &&
                             playback.state == actions::PlaybackState::Result::State::paused;
            send_notification(player_signals::TrackStarted::name, text_of(write(started)));
        }
        phase = Phase::open;
        const auto calls_to_send = std::move(waiting_calls);
        waiting_calls.clear();
        if (functions.on_event) run("on_event", [&] { functions.on_event(restarted_event, std::nullopt, "{}"); });
        for (const auto &[id, call] : calls_to_send) {
            if (is_destroyed()) return;
            send_call(id, call.method, call.params, call.panel, call.callback);
        }
    }

    // Calls the bridge now, or when another one has started.
    std::uint64_t call_or_wait(std::string_view method, std::string_view params, const Panel &panel,
                               Bridge::RawCallback callback) {
        const std::uint64_t id = ++last_call;
        if (!panel) callback = remembering(method, params, std::move(callback));
        if (phase != Phase::waiting && phase != Phase::starting) {
            return send_call(id, method, params, panel, std::move(callback));
        }
        waiting_calls.emplace(id, WaitingCall{std::string(method), std::string(params), panel, std::move(callback)});
        later(call_wait, [id](Core &self) { self.fail_waiting(id, died()); });
        return id;
    }

    // Returns a callback that remembers the plugins, which another bridge has to know.
    Bridge::RawCallback remembering(std::string_view method, std::string_view params, Bridge::RawCallback callback) {
        const bool registers = method == "bridge.registerPlugin";
        if (!registers && method != "bridge.unregisterPlugin") return callback;
        const auto name = string_in(member_of(params, "namespace"));
        if (!name) return callback;
        return [weak = weak_from_this(), registers, name = *name, text = std::string(params), callback = std::move(callback)](const Outcome<std::string> &answer) {
            const auto core = weak.lock();
            if (core && answer) {
                if (registers) core->plugins[name] = text;
                else core->plugins.erase(name);
            }
            if (callback) callback(answer);
        };
    }

    void fail_waiting(std::uint64_t id, const Error &error) {
        const auto found = waiting_calls.find(id);
        if (found == waiting_calls.end()) return;
        const auto callback = std::move(found->second.callback);
        waiting_calls.erase(found);
        if (callback) run("a callback", [&] { callback(error); });
    }

    void fail_all_waiting(const Error &error) {
        while (!waiting_calls.empty() && !is_destroyed()) fail_waiting(waiting_calls.begin()->first, error);
    }

    // The error of a call that a bridge does not answer because it has died.
    static Error died() {
        return {error_codes::player_did_not_answer, "Player did not answer: the bridge has ended"};
    }

    static Error not_running() { return {error_codes::bridge_gone, "The bridge is not running."}; }

    std::uint64_t send_call(std::uint64_t id, std::string_view method, std::string_view params, const Panel &panel,
                            Bridge::RawCallback callback) {
        // params come first: later members override duplicates in the page's text.
        std::string body = "{\"params\":";
        body.append(params);
        body += ",\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(id) + ",\"method\":" + quote(method);
        if (panel) body += ",\"panel\":" + quote(*panel);
        body += '}';
        const Sent sent = send(current().get(), std::move(body));
        if (sent == Sent::yes) {
            calls.emplace(id, std::move(callback));
            return id;
        }
        Error error = phase == Phase::dead ? died() : not_running();
        if (sent == Sent::too_large) error = too_large();
        if (sent == Sent::queue_full) error = {error_codes::overloaded, "Too much unread data is queued."};
        fail_later(std::move(error), std::move(callback));
        return 0;
    }

    // Asynchronous: a callback never runs inside the call.
    void fail_later(Error error, Bridge::RawCallback callback) {
        // Called without the mutex, which replies need: if the executor drops the task, the callback may drop a reply.
        const Executor to = executor;
        if (!to) return;
        to(guarded([error = std::move(error), callback = std::move(callback)](Core &) {
            if (callback) callback(error);
        }));
    }

    Sent send(Transport *to, std::string body) const {
        if (!to) return Sent::gone;
        if (is_deep(body)) return Sent::too_large;
        return to->send(std::move(body));
    }

    void send_notification(const char *method, const std::string &params) {
        const Sent sent = send(current().get(), "{\"jsonrpc\":\"2.0\",\"method\":\"" + std::string(method) +
                                                    "\",\"params\":" + params + "}");
        if (sent != Sent::yes && sent != Sent::gone) report(std::string(method) + " could not be sent.");
    }

    void handle_message(const std::string &body) {
        const auto envelope = read_envelope(body);
        if (!envelope) return abort_bridge("The bridge sent a frame that is not a JSON-RPC message.");
        if (envelope->is_event()) handle_event(*envelope);
        else if (envelope->method.data() != nullptr) handle_action(*envelope);
        else handle_answer(*envelope);
    }

    // Ends a bridge that violates the protocol and ignores its further messages.
    void abort_bridge(const std::string &why) {
        {
            std::lock_guard lock(mutex);
            ++conversation;
            if (transport) transport->shutdown(why);
        }
        // Last, because on_defect may destroy the bridge.
        report(why);
    }

    void handle_event(const Envelope &envelope) {
        const auto name = string_in(envelope.event);
        if (!name) return abort_bridge("The bridge sent an event whose name is not a string.");
        const Panel panel = string_in(envelope.panel);
        const std::string data(envelope.data);
        if (functions.on_event) run("on_event", [&] { functions.on_event(*name, panel, data); });
    }

    static constexpr const char *not_json = "The bridge sent a request that is not JSON.";

    void handle_action(const Envelope &envelope) {
        // An unknown notification.
        if (envelope.id.data() == nullptr) return;
        const auto name = string_in(envelope.method);
        const std::string_view params = envelope.params.empty() ? "{}" : envelope.params;
        const auto found = name ? functions.handlers.find(*name) : functions.handlers.end();
        const bool is_supported = found != functions.handlers.end();
        if (!name || (!is_supported && !is_json(params))) return abort_bridge(not_json);
        Pending::Observer observer;
        if (UserSettings::is_noted(*name)) observer = settings_observer(*name, std::string(params));
        const auto pending =
            std::make_shared<Pending>(weak_from_this(), std::string(envelope.id), conversation, std::move(observer));
        if (!is_supported) return pending->fail({error_codes::action_not_supported, "not supported"});
        const Handler handler = found->second;
        bool is_read = true;
        if (const auto failure = failure_of([&] { is_read = handler(params, string_in(envelope.panel), pending); })) {
            pending->fail({error_codes::internal, *failure});
            report(*name + " failed: " + *failure);
        } else if (!is_read) {
            pending->fail({error_codes::invalid_params, "the params are nested too deeply"});
            if (!is_deep(params)) abort_bridge(not_json);
        }
    }

    void handle_answer(const Envelope &envelope) {
        std::uint64_t id = 0;
        const char *const end = envelope.id.data() + envelope.id.size();
        const bool is_number = !envelope.id.empty() && std::from_chars(envelope.id.data(), end, id).ptr == end;
        const auto found = is_number ? calls.find(id) : calls.end();
        if (found == calls.end()) {
            const std::string_view error = envelope.error.substr(0, 200);
            return report("The bridge answered an unknown call: id " +
                          std::string(envelope.id.substr(0, 40)) +
                          (error.empty() ? "" : ", error " + std::string(error)));
        }
        const Bridge::RawCallback callback = std::move(found->second);
        calls.erase(found);
        if (!callback) return;
        const bool is_error = envelope.error.data() != nullptr && envelope.error != "null";
        run("a callback", [&] {
            if (is_error) callback(error_in(envelope.error));
            else if (envelope.result.data() != nullptr) callback(std::string(envelope.result));
            else callback(Error{error_codes::internal, "The answer has neither a result nor an error."});
        });
    }

    void end(const Exit &exit) {
        {
            std::lock_guard lock(mutex);
            ++conversation;
            if (transport) ended.push_back(std::move(transport));
            transport = nullptr;
        }
        join_ended(milliseconds(0));
        // First, because each callback below may start a bridge and call it.
        const auto unanswered = std::move(calls);
        calls.clear();
        std::optional<milliseconds> next;
        phase = Phase::open;
        Error gone{error_codes::bridge_gone, "The bridge exited before it answered: " + exit.reason};
        const std::uint64_t number = ++attempt;
        if (options.restart && after_exit == AfterExit::restart_if_wanted) {
            gone = died();
            next = restarts.died(clock->now());
            phase = next ? Phase::waiting : Phase::dead;
            if (next) later(*next, [number](Core &self) { self.restart(number); });
        }
        give_back();
        for (const auto &[id, callback] : unanswered) {
            if (is_destroyed()) return;
            if (callback) run("a callback", [&callback = callback, &gone] { callback(gone); });
        }
        if (phase == Phase::open || phase == Phase::dead) fail_all_waiting(gone);
        if (is_destroyed()) return;
        if (current()) {
            next = milliseconds(0);  // a callback has started it
        } else if (after_exit == AfterExit::start) {
            after_exit = AfterExit::restart_if_wanted;
            next = milliseconds(0);
            start();
        } else if (phase != Phase::waiting) {
            next.reset();  // a callback has called shutdown()
        }
        if (functions.on_exit) run("on_exit", [&] { functions.on_exit(exit, next); });
    }

    // The delay is over: starts another bridge when the settings are given back.
    void restart(std::uint64_t number) {
        if (phase != Phase::waiting || attempt != number) return;
        if (unanswered_asks == 0) return start_again();
        is_restart_due = true;
        later(give_back_wait, [number](Core &self) {
            if (self.is_restart_due && self.attempt == number) self.start_again();
        });
    }

    void start_again() {
        is_restart_due = false;
        phase = Phase::starting;
        start();
    }

    // The player asks for a bridge.
    void start_wanted() {
        if (current()) {
            if (after_exit == AfterExit::stop) after_exit = AfterExit::start;
            return;
        }
        if (phase == Phase::waiting) return;
        after_exit = AfterExit::restart_if_wanted;
        restarts.forget();
        if (phase == Phase::dead) start_again();
        else start();
    }

    void shut_down() {
        after_exit = AfterExit::stop;
        if (const auto to = current()) return to->shutdown();
        if (phase != Phase::waiting) return;
        phase = Phase::open;
        ++attempt;
        is_restart_due = false;
        post([](Core &self) {
            self.fail_all_waiting(not_running());
            if (self.is_destroyed() || !self.functions.on_exit) return;
            self.run("on_exit", [&] { self.functions.on_exit(Exit{{}, {}, "The player ended the bridge.", {}}, std::nullopt); });
        });
    }

    bool is_destroyed() {
        std::lock_guard lock(mutex);
        return !executor;
    }

    bool join_ended(milliseconds timeout) {
        const auto deadline = steady_clock::now() + detail::bounded(timeout);
        const auto has_ended = [&](const std::shared_ptr<Transport> &each) {
            const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
            return each->wait(std::max(left, milliseconds(0)));
        };
        ended.erase(std::remove_if(ended.begin(), ended.end(), has_ended), ended.end());
        return ended.empty();
    }

    // Remembers what an action changes of the user's settings.
    Pending::Observer settings_observer(const std::string &name, std::string params) {
        return [weak = weak_from_this(), name, params = std::move(params), number = conversation](const std::string *answer) {
            const auto core = weak.lock();
            if (!core || answer == nullptr) return;
            {
                std::lock_guard lock(core->mutex);
                core->settings.note(name, params, *answer);
                if (core->conversation == number || core->transport) return;
            }
            // The bridge exited before the player answered.
            core->post([](Core &self) { self.give_back(); });
        };
    }

    // Gives back what a bridge has changed of the user's settings.
    void give_back() {
        UserSettings changed;
        {
            std::lock_guard lock(mutex);
            changed = settings.taken();
        }
        changed.give_back([weak = weak_from_this()](const char *action, const std::string &params, auto then) {
            const auto core = weak.lock();
            if (!core) return;
            ++core->unanswered_asks;
            core->ask(action, params, [weak, then](const std::string *answer) {
                then(answer);
                const auto self = weak.lock();
                if (self && --self->unanswered_asks == 0 && self->is_restart_due) self->start_again();
            });
        });
    }

    // The answer to an action that the library asks for itself. It may come while the handler runs or later, on any
    // thread. Guarded by the mutex.
    struct Asked {
        bool has_returned = false;
        bool is_answered = false;
        std::optional<std::string> answer;
    };

    // Asks the player for an action. Calls `then` on this thread, at once when the handler answers at once.
    void ask(const char *action, const std::string &params, std::function<void(const std::string *)> then) {
        const auto found = functions.handlers.find(action);
        if (found == functions.handlers.end()) return then(nullptr);
        const Handler handler = found->second;
        const auto asked = std::make_shared<Asked>();
        const auto pending = std::make_shared<Pending>(
            std::weak_ptr<Core>(), "", 0, [weak = weak_from_this(), asked, then](const std::string *answer) {
                const auto core = weak.lock();
                if (!core) return;
                {
                    std::lock_guard lock(core->mutex);
                    asked->is_answered = true;
                    if (answer != nullptr) asked->answer = *answer;
                    if (!asked->has_returned) return;
                }
                core->post([asked, then](Core &) { then(asked->answer ? &*asked->answer : nullptr); });
            });
        run(action, [&] { handler(params, std::nullopt, pending); });
        {
            std::lock_guard lock(mutex);
            asked->has_returned = true;
            if (!asked->is_answered) return;
        }
        then(asked->answer ? &*asked->answer : nullptr);
    }
};

Pending::~Pending() { fail({error_codes::internal, "The player dropped the request without an answer."}); }

void Pending::answer(const std::string &result) {
    // The first answer counts.
    if (answered_.exchange(true)) return;
    if (observer_) observer_(&result);
    send("\"result\":" + result);
}

void Pending::fail(const Error &error) {
    if (answered_.exchange(true)) return;
    if (observer_) observer_(nullptr);
    send("\"error\":{\"code\":" + std::to_string(error.code) + ",\"message\":" + quote(error.message) + "}");
}

void Pending::send(const std::string &member) {
    const auto core = core_.lock();
    if (!core) return;
    // The lock keeps the bridge alive while this thread sends.
    std::lock_guard lock(core->mutex);
    if (core->conversation != conversation_ || !core->transport) return;
    const std::string head = "{\"jsonrpc\":\"2.0\",\"id\":" + id_ + ",";
    if (core->send(core->transport.get(), head + member + "}") == Sent::yes) return;
    core->transport->send(head + "\"error\":{\"code\":" + std::to_string(error_codes::internal) +
                          ",\"message\":\"The answer is too large, or too much unread data is queued.\"}}");
}

}  // namespace detail

Bridge::Bridge(BridgeOptions options, Executor executor)
    : core_((detail::refuse_inline_executor(executor),
             std::make_shared<detail::Core>(std::move(options), std::move(executor)))) {}

Bridge::~Bridge() {
    core_->give_back();
    std::shared_ptr<Transport> transport;
    Executor executor;
    {
        std::lock_guard lock(core_->mutex);
        ++core_->conversation;
        transport.swap(core_->transport);
        executor.swap(core_->executor);
    }
    // Tasks and replies may keep the core alive, but not the player's callbacks.
    const detail::Functions functions = std::move(core_->functions);
    const auto calls = std::move(core_->calls);
    core_->functions = {};
    core_->calls.clear();
    const auto waiting_calls = std::move(core_->waiting_calls);
    core_->waiting_calls.clear();
    core_->ended.clear();
}

void Bridge::implement_raw(const char *action, Handler handler) {
    core_->functions.handlers[action] = detail::Handler(std::move(handler));
}

std::vector<std::string> Bridge::implemented() const {
    std::vector<std::string> names;
    for (const auto &[name, handler] : core_->functions.handlers) names.push_back(name);
    return names;
}

void Bridge::start() { core_->start_wanted(); }

Bridge::CallId Bridge::forward(std::string_view method, std::string_view raw_params, const Panel &panel,
                               RawCallback callback) {
    const bool fits = raw_params.size() <= core_->options.transport.max_frame_bytes;
    // Invalid JSON would be answered without an id, and text after the object would add members to the message.
    if (fits && is_json(raw_params)) return core_->call_or_wait(method, raw_params, panel, std::move(callback));
    const Error invalid{error_codes::invalid_params, "Invalid params: not a JSON value"};
    core_->fail_later(fits ? invalid : too_large(), std::move(callback));
    return 0;
}

void Bridge::cancel(CallId call) {
    if (core_->calls.count(call) != 0) return core_->send_notification("bridge.cancel", "{\"id\":" + std::to_string(call) + "}");
    const auto found = core_->waiting_calls.find(call);
    if (found == core_->waiting_calls.end()) return;
    auto callback = std::move(found->second.callback);
    core_->waiting_calls.erase(found);
    core_->fail_later({error_codes::cancelled, "Request cancelled"}, std::move(callback));
}

void Bridge::on_event(std::function<void(const std::string &, const Panel &, const std::string &)> listener) {
    core_->functions.on_event = decltype(core_->functions.on_event)(std::move(listener));
}

void Bridge::send_notification(const char *name, const std::string &params) {
    if (name == std::string_view(player_signals::LibraryChanged::name)) core_->library = params;
    core_->send_notification(name, params);
}

void Bridge::panel_closed(const std::string &panel) {
    core_->send_notification("bridge.panelClosed", "{\"panel\":" + quote(panel) + "}");
}

void Bridge::on_stderr(std::function<void(const std::string &)> listener) {
    core_->functions.on_stderr = decltype(core_->functions.on_stderr)(std::move(listener));
}

void Bridge::on_ready(std::function<void(const std::string &)> listener) {
    core_->functions.on_ready = decltype(core_->functions.on_ready)(std::move(listener));
}

void Bridge::on_exit(std::function<void(const Exit &, std::optional<milliseconds>)> listener) {
    core_->functions.on_exit = decltype(core_->functions.on_exit)(std::move(listener));
}

void Bridge::on_defect(std::function<void(const std::string &)> listener) {
    core_->functions.on_defect = decltype(core_->functions.on_defect)(std::move(listener));
}

void Bridge::shutdown() { core_->shut_down(); }

bool Bridge::wait(milliseconds timeout) {
    const auto deadline = steady_clock::now() + detail::bounded(timeout);
    core_->clock->stop();
    const auto transport = core_->current();
    if (transport && !transport->wait(timeout)) return false;
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
    return core_->join_ended(std::max(left, milliseconds(0)));
}

}  // namespace tonearm
