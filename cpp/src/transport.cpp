#include "tonearm/transport.hpp"

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "guard.hpp"
#include "process.hpp"

namespace tonearm {

namespace {

constexpr std::size_t piece_bytes = 64 * 1024;
// A line on stderr that is longer is cut into several.
constexpr std::size_t max_line_bytes = 8 * 1024;
// What a message costs beside its body while it waits, so that many empty ones are limited too.
constexpr std::size_t message_cost = 128;

}  // namespace

// Shared by the transport, its threads and the tasks that wait on the executor. Each lives as long as it needs.
struct Transport::State : std::enable_shared_from_this<State> {
    State(TransportOptions given, Executor given_executor, TransportListener given_listener)
        : options(std::move(given)),
          launch(detail::prepare_launch(options)),
          executor(std::move(given_executor)),
          listener(std::make_shared<const TransportListener>(std::move(given_listener))) {}

    const TransportOptions options;
    detail::Launch launch;  // used by the supervisor only
    std::unique_ptr<detail::Process> process;

    // Guards the two below. Held while the executor is called, so that it is not called after the transport is gone.
    std::mutex telling;
    Executor executor;
    std::shared_ptr<const TransportListener> listener;  // null when the owner does not listen any more

    std::mutex mutex;
    std::condition_variable changed;
    // All below is guarded by the mutex.
    std::deque<std::string> outgoing;
    std::size_t outgoing_bytes = 0;
    std::size_t unheard_bytes = 0;
    bool ending = false;        // the ladder is to begin
    bool input_closed = false;  // nothing is sent any more
    bool deaf = false;          // nothing is told any more: the pipes are given up, or the owner is gone
    std::string reason;         // why the conversation ends; the first one stays
    std::deque<std::string> stderr_lines;
    int threads = 0;  // running ones
    std::vector<std::thread> started;

    ~State() {
        // Without wait() the last thread may get here itself.
        for (std::thread &each : started) {
            if (each.joinable()) each.detach();
        }
    }

    // Has the executor run `task(listener)` while the owner listens. Returns false when the owner does not listen.
    template <class Task>
    bool post(Task task) {
        std::lock_guard lock(telling);
        if (!listener) return false;
        executor([self = shared_from_this(), task = std::move(task)]() mutable {
            std::shared_ptr<const TransportListener> current;
            {
                std::lock_guard within(self->telling);
                current = self->listener;
            }
            if (current) detail::failure_of([&] { task(*current); });
        });
        return true;
    }

    // Returns false when the system has no thread left.
    bool start_thread(void (State::*body)()) {
        std::lock_guard lock(mutex);
        const auto failure = detail::failure_of([&] {
            started.emplace_back([self = shared_from_this(), body] {
                detail::prepare_thread();
                if (const auto failed = detail::failure_of([&] { ((*self).*body)(); })) self->end_because(*failed);
                std::lock_guard within(self->mutex);
                --self->threads;
                self->changed.notify_all();
            });
            ++threads;
        });
        return !failure;
    }

    // An empty reason leaves it to the supervisor to say how the process ended.
    void end_because(std::string why) {
        std::lock_guard lock(mutex);
        if (!ending) reason = std::move(why);
        ending = true;
        changed.notify_all();
    }

    void write_frames() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [&] { return !outgoing.empty() || ending || deaf; });
            if (outgoing.empty()) break;
            std::string body = std::move(outgoing.front());
            outgoing.pop_front();
            lock.unlock();
            const auto prefix = frame_prefix(static_cast<std::uint32_t>(body.size()));
            // One write for what fits into a piece: a reader then gets a whole frame at once.
            bool written;
            if (body.size() <= piece_bytes) {
                std::string frame(prefix.data(), prefix.size());
                frame += body;
                written = process->write_stdin(frame.data(), frame.size());
            } else {
                written = process->write_stdin(prefix.data(), prefix.size()) &&
                          process->write_stdin(body.data(), body.size());
            }
            lock.lock();
            outgoing_bytes -= body.size() + message_cost;
            if (!written) {
                ending = true;
                break;
            }
        }
        input_closed = true;
        outgoing.clear();
        outgoing_bytes = 0;
        changed.notify_all();
        lock.unlock();
        process->close_stdin();
    }

    void read_frames() {
        FrameReader frames(options.max_frame_bytes);
        std::vector<char> piece(piece_bytes);
        bool readable = true;
        while (const std::size_t count = process->read_stdout(piece.data(), piece.size())) {
            // After a frame that cannot be read the rest is only drained: the bridge must not wait for a reader.
            if (!readable) continue;
            readable = frames.feed(piece.data(), count, [&](std::string body) { hear(std::move(body)); });
            if (readable) continue;
            end_because("The bridge sent a frame of " + std::to_string(frames.announced()) + " bytes; the limit is " +
                        std::to_string(options.max_frame_bytes) + ".");
        }
        end_because(readable && frames.inside_frame() ? "The bridge's output ended inside a frame." : "");
    }

    void hear(std::string body) {
        const std::size_t size = body.size() + message_cost;
        if (!await_room(size)) return;
        const bool posted = post([this, size, body = std::move(body)](const TransportListener &to) mutable {
            heard(size);
            if (to.on_message) to.on_message(std::move(body));
        });
        if (!posted) heard(size);
    }

    // Waits while too much waits for the player's thread. What exceeds the limit alone passes when nothing else waits.
    bool await_room(std::size_t size) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] {
            return unheard_bytes == 0 || unheard_bytes + size <= options.max_waiting_bytes || deaf;
        });
        if (deaf) return false;
        unheard_bytes += size;
        return true;
    }

    void heard(std::size_t size) {
        std::lock_guard lock(mutex);
        unheard_bytes -= size;
        changed.notify_all();
    }

    void read_stderr() {
        std::vector<char> piece(piece_bytes);
        std::string line;
        while (const std::size_t count = process->read_stderr(piece.data(), piece.size())) {
            for (std::size_t at = 0; at < count; ++at) {
                const bool ends = piece[at] == '\n';
                if (ends || line.size() == max_line_bytes) {
                    take_line(std::move(line));
                    line.clear();
                }
                if (!ends) line += piece[at];
            }
        }
        if (!line.empty()) take_line(std::move(line));
    }

    void take_line(std::string line) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        {
            std::lock_guard lock(mutex);
            stderr_lines.push_back(line);
            if (stderr_lines.size() > options.kept_stderr_lines) stderr_lines.pop_front();
        }
        const std::size_t size = line.size() + message_cost;
        if (!await_room(size)) return;
        const bool posted = post([this, size, line = std::move(line)](const TransportListener &to) {
            heard(size);
            if (to.on_stderr) to.on_stderr(line);
        });
        if (!posted) heard(size);
    }

    // Starts the process, waits for the end of the conversation and takes the process down step by step.
    void supervise() {
        Exit exit;
        bool given_up;
        {
            std::unique_lock lock(mutex);
            // Without a delay the process always starts, so that what was queued before shutdown() arrives.
            given_up = options.start_after.count() > 0
                           ? changed.wait_for(lock, options.start_after, [&] { return ending; })
                           : deaf;
            exit.reason = reason;
        }
        if (!given_up) {
            std::string error;
            process = detail::start_process(launch, error);
            if (!process) exit.reason = "The bridge could not be started: " + error;
        }
        if (!process) {
            std::lock_guard lock(mutex);
            ending = input_closed = true;
            outgoing.clear();
            outgoing_bytes = 0;
        } else {
            converse(exit);
        }
        post([exit = std::move(exit)](const TransportListener &to) {
            if (to.on_exit) to.on_exit(exit);
        });
    }

    void converse(Exit &exit) {
        if (!start_thread(&State::write_frames) || !start_thread(&State::read_frames) ||
            !start_thread(&State::read_stderr)) {
            end_because("The system has no thread left.");
            process->kill();
        }
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return ending; });
        }
        // Closing stdin is the first step: the writer does it behind the last frame. The next steps free a writer that
        // is stuck in front of a bridge that does not read.
        bool by_itself = true;
        if (!process->wait(options.step_timeout, exit)) {
            by_itself = false;
            if (!process->ask_to_end() || !process->wait(options.step_timeout, exit)) {
                process->kill();
                // The system ends a killed process as soon as it leaves the kernel.
                while (!process->wait(options.step_timeout, exit)) process->kill();
            }
        }
        std::unique_lock lock(mutex);
        // What it wrote before its end is still in the pipes. Grandchildren may hold the pipes open, so the wait is
        // limited.
        changed.wait_for(lock, options.step_timeout, [&] { return threads == 1; });
        deaf = true;
        changed.notify_all();
        lock.unlock();
        process->stop_io();
        lock.lock();
        changed.wait(lock, [&] { return threads == 1; });
        exit.reason = !reason.empty() ? reason : how_it_ended(exit, by_itself);
        exit.stderr_lines.assign(stderr_lines.begin(), stderr_lines.end());
        lock.unlock();
        process.reset();
    }

    // Windows gives a crash as a code such as 0xC0000005.
    static std::string shown(int code) {
        if (code >= 0) return std::to_string(code);
        char text[16];
        std::snprintf(text, sizeof text, "0x%08X", static_cast<unsigned>(code));
        return text;
    }

    static std::string how_it_ended(const Exit &exit, bool by_itself) {
        if (!by_itself) return "The bridge closed its pipes without ending, and was ended.";
        if (exit.signal) return "The bridge was ended by signal " + std::to_string(*exit.signal) + ".";
        if (exit.code) return "The bridge ended with exit code " + shown(*exit.code) + ".";
        return "The bridge ended.";
    }
};

Transport::Transport(TransportOptions options, Executor executor, TransportListener listener)
    : state_(std::make_shared<State>(std::move(options), std::move(executor), std::move(listener))) {
    if (state_->start_thread(&State::supervise)) return;
    state_->end_because("The system has no thread left.");
    state_->post([](const TransportListener &to) {
        if (to.on_exit) to.on_exit({std::nullopt, std::nullopt, "The system has no thread left.", {}});
    });
}

Transport::~Transport() {
    Executor executor;
    std::shared_ptr<const TransportListener> listener;
    {
        std::lock_guard lock(state_->telling);
        executor.swap(state_->executor);
        listener.swap(state_->listener);
    }
    shutdown();
    std::lock_guard lock(state_->mutex);
    state_->deaf = true;
    state_->changed.notify_all();
}

Sent Transport::send(std::string body) {
    State &state = *state_;
    if (body.size() > state.options.max_frame_bytes || body.size() > UINT32_MAX) return Sent::too_large;
    std::lock_guard lock(state.mutex);
    if (state.ending || state.input_closed) return Sent::gone;
    const std::size_t size = body.size() + message_cost;
    if (state.outgoing_bytes != 0 && state.outgoing_bytes + size > state.options.max_waiting_bytes) {
        return Sent::queue_full;
    }
    state.outgoing_bytes += size;
    state.outgoing.push_back(std::move(body));
    state.changed.notify_all();
    return Sent::yes;
}

void Transport::shutdown(std::string reason) { state_->end_because(std::move(reason)); }

bool Transport::wait(std::chrono::milliseconds timeout) {
    std::vector<std::thread> ended;
    {
        std::unique_lock lock(state_->mutex);
        if (!state_->changed.wait_for(lock, timeout, [&] { return state_->threads == 0; })) return false;
        ended.swap(state_->started);
    }
    // They have a few instructions left, which a component must not be unloaded under.
    for (std::thread &each : ended) each.join();
    return true;
}

}  // namespace tonearm
