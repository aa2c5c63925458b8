#include "tonearm/bridge.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <unordered_map>

#include "guard.hpp"
#include "process.hpp"
#include "tonearm/envelope.hpp"

namespace tonearm {

namespace {

using detail::failure_of;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr const char *set_order = "player.playback.setOrder";
// The order that a bridge sets for its shadow playlist.
constexpr std::int64_t default_order = 0;

// Returns whether a value is a JSON string of printable ASCII without escapes, such as a name.
bool is_plain_string(std::string_view text) {
    return text.size() >= 2 && text.front() == '"' && text.back() == '"' &&
           std::all_of(text.begin() + 1, text.end() - 1,
                       [](char byte) { return byte >= ' ' && byte <= '~' && byte != '"' && byte != '\\'; });
}

// Decodes a JSON string. Returns nothing for any other value.
std::optional<std::string> string_in(std::string_view quoted) {
    if (quoted.data() == nullptr) return std::nullopt;
    if (is_plain_string(quoted)) return std::string(quoted.substr(1, quoted.size() - 2));
    const Json json = parse_json(quoted);
    if (!json.is_string()) return std::nullopt;
    return json.get<std::string>();
}

std::optional<std::int64_t> integer_in(const Json &object, const char *key) {
    if (!object.is_object()) return std::nullopt;
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer()) return std::nullopt;
    return found->get<std::int64_t>();
}

Error too_large() {
    return {error_codes::overloaded, "The call is too large or has too many arrays and objects."};
}

Error error_in(std::string_view text) {
    const Json json = parse_json(text);
    Error error{error_codes::internal, "The bridge answered with a malformed error."};
    if (!json.is_object()) return error;
    if (const auto code = integer_in(json, "code")) error.code = *code;
    const auto message = json.find("message");
    if (message != json.end() && message->is_string()) error.message = message->get<std::string>();
    return error;
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

using Handler = PlayerFunction<void(const Json &, const Panel &, std::shared_ptr<Pending>)>;
using EventListener = PlayerFunction<std::string(const Json &, const Panel &)>;

// All callbacks except those of calls.
struct Functions {
    std::map<std::string, Handler, std::less<>> handlers;
    std::map<std::string, std::vector<EventListener>, std::less<>> event_listeners;
    PlayerFunction<void(const std::string &, const Panel &, const std::string &)> on_event;
    PlayerFunction<void(const std::string &)> on_stderr, on_defect;
    PlayerFunction<void(const Json &)> on_ready;
    PlayerFunction<void(const Exit &, std::optional<milliseconds>)> on_exit;
};

// State that the bridge shares with tasks and replies that may outlive it.
struct Core : std::enable_shared_from_this<Core> {
    Core(BridgeOptions given, Executor given_executor)
        : options(std::move(given)), executor(std::move(given_executor)) {}

    const BridgeOptions options;

    // Accessed on the executor's thread only.
    Functions functions;
    std::unordered_map<std::uint64_t, Bridge::RawCallback> calls;
    std::uint64_t last_call = 0;
    enum class AfterExit { restart_if_wanted, stop, start } after_exit = AfterExit::restart_if_wanted;
    milliseconds delay{0};
    steady_clock::time_point started_at;
    std::vector<std::shared_ptr<Transport>> ended;  // not joined yet

    // Guards the members below: replies come from any thread.
    std::mutex mutex;
    Executor executor;  // empty after the bridge object is destroyed
    std::shared_ptr<Transport> transport;
    std::uint64_t conversation = 0;
    std::optional<std::int64_t> users_order;  // the user's playback order while the bridge overrides it

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

    void start(milliseconds after) {
        TransportOptions transport_options = options.transport;
        transport_options.start_after = after;
        started_at = steady_clock::now() + after;
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
        auto made = std::make_shared<Transport>(std::move(transport_options), std::move(to), std::move(listener));
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
        send_call("bridge.initialize", text_of(params), std::nullopt, [weak](const Outcome<std::string> &answer) {
            const auto core = weak.lock();
            if (!core) return;
            if (!answer) {
                // on_exit reports the end of a bridge.
                if (answer.error().code == error_codes::bridge_gone) return;
                return core->report("bridge.initialize: " + answer.error().message);
            }
            const Json json = parse_json(*answer);
            if (json.is_discarded()) return core->report("bridge.initialize: the answer is not JSON.");
            if (core->functions.on_ready) core->run("on_ready", [&] { core->functions.on_ready(json); });
        });
    }

    std::uint64_t send_call(std::string_view method, std::string_view params, const Panel &panel,
                            Bridge::RawCallback callback) {
        const std::uint64_t id = ++last_call;
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
        Error error{error_codes::bridge_gone, "The bridge is not running."};
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
        // The bridge would refuse it without naming the call or the action.
        if (is_dense(body, options.transport.max_frame_bytes)) return Sent::too_large;
        return to->send(std::move(body));
    }

    void send_notification(const char *method, const Json &params) {
        const Sent sent = send(current().get(), "{\"jsonrpc\":\"2.0\",\"method\":\"" + std::string(method) +
                                                    "\",\"params\":" + text_of(params) + "}");
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
        const auto found = functions.event_listeners.find(*name);
        if (found == functions.event_listeners.end()) return;
        const Json json = parse_json(data);
        if (json.is_discarded()) {
            if (is_deep(data)) return report(*name + ": the data is nested too deeply");
            return abort_bridge("The bridge sent an event whose data is not JSON.");
        }
        // A listener may add another one or destroy the bridge.
        const auto listeners = found->second;
        for (const auto &listener : listeners) {
            if (is_destroyed()) return;
            run(name->c_str(), [&] {
                if (const std::string misfit = listener(json, panel); !misfit.empty()) report(*name + ": " + misfit);
            });
        }
    }

    void handle_action(const Envelope &envelope) {
        // An unknown notification.
        if (envelope.id.data() == nullptr) return;
        const auto name = string_in(envelope.method);
        const Json params = envelope.params.empty() ? Json::object() : parse_json(envelope.params);
        const bool is_too_deep = params.is_discarded() && is_deep(envelope.params);
        if (!name || (params.is_discarded() && !is_too_deep)) {
            return abort_bridge("The bridge sent a request that is not JSON.");
        }
        Pending::Observer observer;
        if (*name == set_order) observer = users_order_observer(params);
        const auto pending =
            std::make_shared<Pending>(weak_from_this(), std::string(envelope.id), conversation, std::move(observer));
        if (is_too_deep) return pending->fail({error_codes::invalid_params, "the params are nested too deeply"});
        const auto found = functions.handlers.find(*name);
        if (found == functions.handlers.end()) return pending->fail({error_codes::action_not_supported, "not supported"});
        const Handler handler = found->second;
        const Panel panel = string_in(envelope.panel);
        if (const auto failure = failure_of([&] { handler(params, panel, pending); })) {
            pending->fail({error_codes::internal, *failure});
            report(*name + " failed: " + *failure);
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
        // First, because each callback below may restart the bridge and call it.
        const auto unanswered = std::move(calls);
        calls.clear();
        restore_users_order();
        const Error gone{error_codes::bridge_gone, "The bridge exited before it answered: " + exit.reason};
        for (const auto &[id, callback] : unanswered) {
            if (is_destroyed()) return;
            if (callback) run("a callback", [&callback = callback, &gone] { callback(gone); });
        }
        if (is_destroyed()) return;
        std::optional<milliseconds> next;
        if (current()) {
            next = milliseconds(0);  // a callback has restarted it
        } else if (after_exit == AfterExit::start) {
            after_exit = AfterExit::restart_if_wanted;
            next = milliseconds(0);
            start(*next);
        } else if (options.restart && after_exit == AfterExit::restart_if_wanted) {
            const auto &[first, largest, healthy] = *options.restart;
            // In milliseconds: the largest time has too many nanoseconds.
            const bool was_healthy = std::chrono::duration_cast<milliseconds>(steady_clock::now() - started_at) >= healthy;
            delay = was_healthy || delay.count() == 0 ? first : std::min(delay * 2, largest);
            next = delay;
            start(delay);
        }
        if (functions.on_exit) run("on_exit", [&] { functions.on_exit(exit, next); });
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

    // Saves the user's playback order while the bridge overrides it (docs/native-actions.md).
    Pending::Observer users_order_observer(const Json &params) {
        const auto order = integer_in(params, "order");
        if (!order) return nullptr;
        return [weak = weak_from_this(), order = *order, number = conversation](const Json &answer) {
            const auto core = weak.lock();
            const auto previous = integer_in(answer, "previous");
            if (!core || !previous) return;
            {
                std::lock_guard lock(core->mutex);
                if (order != default_order) core->users_order.reset();
                else if (!core->users_order && *previous != default_order) core->users_order = previous;
                if (core->conversation == number) return;
            }
            // The bridge exited before the player answered.
            core->post([](Core &self) { self.restore_users_order(); });
        };
    }

    void restore_users_order() {
        std::optional<std::int64_t> order;
        {
            std::lock_guard lock(mutex);
            order.swap(users_order);
        }
        if (order) restore_order(*order, true);
    }

    // The answer to a restoring setOrder, which may come while the handler runs or later. Guarded by the mutex.
    struct Restoration {
        bool has_returned = false;
        std::optional<std::int64_t> order;
    };

    void restore_order(std::int64_t order, bool is_first) {
        const auto found = functions.handlers.find(set_order);
        if (found == functions.handlers.end()) return;
        const Handler handler = found->second;
        const auto restoration = std::make_shared<Restoration>();
        Pending::Observer observer;
        if (is_first) {
            observer = [weak = weak_from_this(), restoration](const Json &answer) {
                const auto core = weak.lock();
                const auto previous = integer_in(answer, "previous");
                // The user has chosen another order restoration: keep that one.
                if (!core || !previous || *previous == default_order) return;
                {
                    std::lock_guard lock(core->mutex);
                    restoration->order = previous;
                    if (!restoration->has_returned) return;
                }
                core->post([order = *previous](Core &self) { self.restore_order(order, false); });
            };
        }
        const auto pending = std::make_shared<Pending>(std::weak_ptr<Core>(), "", 0, std::move(observer));
        run(set_order, [&] { handler(Json{{"order", order}}, std::nullopt, pending); });
        std::optional<std::int64_t> chosen;
        {
            std::lock_guard lock(mutex);
            restoration->has_returned = true;
            chosen = restoration->order;
        }
        if (chosen) restore_order(*chosen, false);
    }
};

Pending::~Pending() { fail({error_codes::internal, "The player dropped the request without an answer."}); }

void Pending::answer(const Json &result) {
    // The first answer counts.
    if (answered_.exchange(true)) return;
    if (observer_) observer_(result);
    send("\"result\":" + text_of(result));
}

void Pending::fail(const Error &error) {
    if (answered_.exchange(true)) return;
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

Error misfit_error(const Misfit &misfit) {
    return {error_codes::internal, (misfit.place.empty() ? "the value" : misfit.place) + " must be " + misfit.expected};
}

}  // namespace detail

Bridge::Bridge(BridgeOptions options, Executor executor)
    : core_(std::make_shared<detail::Core>(std::move(options), std::move(executor))) {}

Bridge::~Bridge() {
    core_->restore_users_order();
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

void Bridge::start() {
    using AfterExit = detail::Core::AfterExit;
    if (core_->current()) {
        if (core_->after_exit == AfterExit::stop) core_->after_exit = AfterExit::start;
        return;
    }
    core_->after_exit = AfterExit::restart_if_wanted;
    core_->start(milliseconds(0));
}

Bridge::CallId Bridge::forward(std::string_view method, std::string_view raw_params, const Panel &panel,
                               RawCallback callback) {
    const bool fits = raw_params.size() <= core_->options.transport.max_frame_bytes;
    // Invalid JSON would be answered without an id, and text after the object would add members to the message.
    if (fits && is_json(raw_params)) return core_->send_call(method, raw_params, panel, std::move(callback));
    const Error invalid{error_codes::invalid_params, "Invalid params: not a JSON value"};
    core_->fail_later(fits ? invalid : too_large(), std::move(callback));
    return 0;
}

Bridge::CallId Bridge::call(std::string_view method, const Json &params,
                            std::function<void(const Outcome<Json> &)> callback, const Panel &panel) {
    return core_->send_call(method, text_of(params), panel,
                            [callback = std::move(callback)](const Outcome<std::string> &answer) {
                                if (!callback) return;
                                if (!answer) return callback(answer.error());
                                Json json = parse_json(*answer);
                                if (json.is_discarded()) {
                                    return callback(
                                        Error{error_codes::internal, "The result is not JSON, or nested too deeply."});
                                }
                                callback(std::move(json));
                            });
}

void Bridge::cancel(CallId call) {
    if (core_->calls.count(call) != 0) core_->send_notification("bridge.cancel", {{"id", call}});
}

void Bridge::on_event(std::function<void(const std::string &, const Panel &, const std::string &)> listener) {
    core_->functions.on_event = decltype(core_->functions.on_event)(std::move(listener));
}

void Bridge::on_raw(const char *event, std::function<std::string(const Json &, const Panel &)> listener) {
    core_->functions.event_listeners[event].emplace_back(std::move(listener));
}

void Bridge::send_notification(const char *name, const Json &params) { core_->send_notification(name, params); }

void Bridge::panel_closed(const std::string &panel) {
    core_->send_notification("bridge.panelClosed", {{"panel", panel}});
}

void Bridge::on_stderr(std::function<void(const std::string &)> listener) {
    core_->functions.on_stderr = decltype(core_->functions.on_stderr)(std::move(listener));
}

void Bridge::on_ready(std::function<void(const Json &)> listener) {
    core_->functions.on_ready = decltype(core_->functions.on_ready)(std::move(listener));
}

void Bridge::on_exit(std::function<void(const Exit &, std::optional<milliseconds>)> listener) {
    core_->functions.on_exit = decltype(core_->functions.on_exit)(std::move(listener));
}

void Bridge::on_defect(std::function<void(const std::string &)> listener) {
    core_->functions.on_defect = decltype(core_->functions.on_defect)(std::move(listener));
}

void Bridge::shutdown() {
    core_->after_exit = detail::Core::AfterExit::stop;
    if (const auto transport = core_->current()) transport->shutdown();
}

bool Bridge::wait(milliseconds timeout) {
    const auto deadline = steady_clock::now() + detail::bounded(timeout);
    const auto transport = core_->current();
    if (transport && !transport->wait(timeout)) return false;
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
    return core_->join_ended(std::max(left, milliseconds(0)));
}

}  // namespace tonearm
