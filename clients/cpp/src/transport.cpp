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

constexpr std::size_t chunk_bytes = 64 * 1024;
// Longer stderr lines are split.
constexpr std::size_t max_line_bytes = 8 * 1024;
// Overhead of a queued message, so that the number of empty ones is limited too.
constexpr std::size_t message_cost = 128;

}  // namespace

// Shared by the transport, its threads and the tasks of the executor.
struct Transport::State : std::enable_shared_from_this<State> {
    State(TransportOptions given, Executor given_executor, TransportListener given_listener)
        : options(with_bounded_times(std::move(given))),
          launch(detail::prepare_launch(options)),
          executor(std::move(given_executor)),
          listener(std::make_shared<const TransportListener>(std::move(given_listener))) {}

    static TransportOptions with_bounded_times(TransportOptions options) {
        options.step_timeout = detail::bounded(options.step_timeout);
        return options;
    }

    const TransportOptions options;
    detail::Launch launch;  // used by the supervisor thread only
    std::unique_ptr<detail::Process> process;

    // Guards the executor. Held while it is called, so that the destructor waits for the call. A task must not need this
    // mutex: it may run before the call returns.
    std::mutex executor_mutex;
    Executor executor;  // empty after the transport is destroyed

    std::mutex mutex;
    // The mutex guards all members below. Each condition wakes the threads that wait for it and no others.
    std::condition_variable changed;       // `ending` or `threads`
    std::condition_variable output_added;  // `outgoing`, `ending` or `detached`
    std::condition_variable room_added;    // `undelivered_bytes` or `detached`
    // Bytes for the bridge, with their share of `outgoing_bytes`.
    struct Outgoing {
        std::string bytes;
        std::size_t cost;
    };
    std::shared_ptr<const TransportListener> listener;  // null after the transport is destroyed
    std::deque<Outgoing> outgoing;
    std::size_t outgoing_bytes = 0;
    bool writer_waits = false;  // the writer thread has written everything and waits for more
    std::size_t undelivered_bytes = 0;
    bool ending = false;        // the shutdown steps begin
    bool input_closed = false;  // further frames are refused
    bool detached = false;          // messages are no longer delivered
    std::string reason;         // why the conversation ends; the first reason counts
    std::deque<std::string> stderr_lines;
    int threads = 0;  // number of running threads
    std::vector<std::thread> started;

    ~State() {
        // Without wait() the destructor may run on the last thread.
        for (std::thread &each : started) {
            if (each.joinable()) each.detach();
        }
    }

    // Posts `task(listener)` to the executor. Returns false after the transport is destroyed.
    template <class Task>
    bool post(Task task) {
        std::lock_guard lock(executor_mutex);
        if (!executor) return false;
        executor([self = shared_from_this(), task = std::move(task)]() mutable {
            std::shared_ptr<const TransportListener> current;
            {
                std::lock_guard within(self->mutex);
                current = self->listener;
            }
            if (current) detail::failure_of([&] { task(*current); });
        });
        return true;
    }

    // Returns false when no thread can be created.
    bool start_thread(void (State::*body)()) {
        std::lock_guard lock(mutex);
        const auto failure = detail::failure_of([&] {
            started.emplace_back([self = shared_from_this(), body] {
                detail::prepare_thread();
                if (const auto failed = detail::failure_of([&] { ((*self).*body)(); })) self->end(*failed);
                std::lock_guard within(self->mutex);
                --self->threads;
                self->changed.notify_all();
            });
            ++threads;
        });
        return !failure;
    }

    // With an empty reason the supervisor describes how the process exited.
    void end(std::string why) {
        std::lock_guard lock(mutex);
        if (!ending) reason = std::move(why);
        begin_end();
    }

    void begin_end() {
        ending = true;
        changed.notify_all();
        output_added.notify_all();
    }

    void detach() {
        detached = true;
        output_added.notify_all();
        room_added.notify_all();
    }

    void write_frames() {
        std::unique_lock lock(mutex);
        for (;;) {
            writer_waits = true;
            output_added.wait(lock, [&] { return !outgoing.empty() || ending || detached; });
            writer_waits = false;
            if (outgoing.empty()) break;
            const Outgoing next = std::move(outgoing.front());
            outgoing.pop_front();
            lock.unlock();
            const bool written = process->write_stdin(next.bytes.data(), next.bytes.size());
            lock.lock();
            outgoing_bytes -= next.cost;
            if (!written) {
                begin_end();
                break;
            }
        }
        input_closed = true;
        outgoing.clear();
        outgoing_bytes = 0;
        lock.unlock();
        process->close_stdin();
    }

    Sent send(std::string body) {
        if (body.size() > options.max_frame_bytes || body.size() > UINT32_MAX) return Sent::too_large;
        const auto prefix = frame_prefix(static_cast<std::uint32_t>(body.size()));
        std::lock_guard lock(mutex);
        if (ending || input_closed) return Sent::gone;
        const std::size_t cost = body.size() + message_cost;
        if (outgoing_bytes != 0 && outgoing_bytes + cost > options.max_waiting_bytes) return Sent::queue_full;
        if (body.size() > chunk_bytes) {
            outgoing.push_back({std::string(prefix.data(), prefix.size()), 0});
        } else {
            // A small frame is one write, so that the reader gets it at once.
            body.insert(0, prefix.data(), prefix.size());
            // Switching threads takes longer than the write.
            if (writer_waits && outgoing.empty()) {
                const std::size_t written = process->try_write_stdin(body.data(), body.size());
                if (written == body.size()) return Sent::yes;
                body.erase(0, written);
            }
        }
        outgoing_bytes += cost;
        outgoing.push_back({std::move(body), cost});
        output_added.notify_one();
        return Sent::yes;
    }

    void read_frames() {
        FrameReader frames(options.max_frame_bytes);
        std::vector<char> chunk(chunk_bytes);
        bool readable = true;
        while (const std::size_t count = process->read_stdout(chunk.data(), chunk.size())) {
            // After an invalid frame, drain the rest: a bridge that blocks on a write cannot exit.
            if (!readable) continue;
            readable = frames.feed(chunk.data(), count, [&](std::string body) { deliver(std::move(body)); });
            if (readable) continue;
            end("The bridge sent a frame of " + std::to_string(frames.announced()) + " bytes; the limit is " +
                        std::to_string(options.max_frame_bytes) + ".");
        }
        end(readable && frames.inside_frame() ? "The bridge's output ended inside a frame." : "");
    }

    void deliver(std::string body) {
        const std::size_t size = body.size() + message_cost;
        if (!await_room(size)) return;
        const bool posted = post([this, size, body = std::move(body)](const TransportListener &to) mutable {
            count_delivered(size);
            if (to.on_message) to.on_message(std::move(body));
        });
        if (!posted) count_delivered(size);
    }

    // Waits until the player's thread has caught up. A message over the limit passes when nothing else is queued.
    bool await_room(std::size_t size) {
        std::unique_lock lock(mutex);
        room_added.wait(lock, [&] {
            return undelivered_bytes == 0 || undelivered_bytes + size <= options.max_waiting_bytes || detached;
        });
        if (detached) return false;
        undelivered_bytes += size;
        return true;
    }

    void count_delivered(std::size_t size) {
        std::lock_guard lock(mutex);
        undelivered_bytes -= size;
        room_added.notify_all();
    }

    void read_stderr() {
        std::vector<char> chunk(chunk_bytes);
        std::string line;
        while (const std::size_t count = process->read_stderr(chunk.data(), chunk.size())) {
            for (std::size_t at = 0; at < count; ++at) {
                const bool ends = chunk[at] == '\n';
                if (ends || line.size() == max_line_bytes) {
                    deliver_line(std::move(line));
                    line.clear();
                }
                if (!ends) line += chunk[at];
            }
        }
        if (!line.empty()) deliver_line(std::move(line));
    }

    void deliver_line(std::string line) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        {
            std::lock_guard lock(mutex);
            stderr_lines.push_back(line);
            if (stderr_lines.size() > options.kept_stderr_lines) stderr_lines.pop_front();
        }
        const std::size_t size = line.size() + message_cost;
        if (!await_room(size)) return;
        const bool posted = post([this, size, line = std::move(line)](const TransportListener &to) {
            count_delivered(size);
            if (to.on_stderr) to.on_stderr(line);
        });
        if (!posted) count_delivered(size);
    }

    // Starts the process, waits for the end of the conversation and shuts the process down.
    void supervise() {
        Exit exit;
        bool is_cancelled;
        {
            std::lock_guard lock(mutex);
            // Frames that were queued before shutdown() arrive, unless the transport is destroyed.
            is_cancelled = detached;
            exit.reason = reason;
        }
        if (!is_cancelled) {
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
            run_process(exit);
        }
        post([exit = std::move(exit)](const TransportListener &to) {
            if (to.on_exit) to.on_exit(exit);
        });
    }

    void run_process(Exit &exit) {
        if (!start_thread(&State::write_frames) || !start_thread(&State::read_frames) ||
            !start_thread(&State::read_stderr)) {
            end("Cannot create a thread.");
            process->kill();
        }
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return ending; });
        }
        // The writer closes stdin after the last frame. If the bridge does not read and blocks the writer, the next
        // steps end the bridge.
        bool exits_by_itself = true;
        if (!process->wait(options.step_timeout, exit)) {
            exits_by_itself = false;
            if (!process->request_exit() || !process->wait(options.step_timeout, exit)) {
                process->kill();
                // A killed process may first have to return from a system call.
                while (!process->wait(options.step_timeout, exit)) process->kill();
            }
        }
        std::unique_lock lock(mutex);
        // Read the remaining output. Grandchildren may keep the pipes open, so the wait is limited.
        changed.wait_for(lock, options.step_timeout, [&] { return threads == 1; });
        detach();
        lock.unlock();
        process->stop_io();
        lock.lock();
        changed.wait(lock, [&] { return threads == 1; });
        exit.reason = !reason.empty() ? reason : description_of(exit, exits_by_itself);
        exit.stderr_lines.assign(stderr_lines.begin(), stderr_lines.end());
        lock.unlock();
        process.reset();
    }

    // Windows reports a crash as a code such as 0xC0000005.
    static std::string text_of_code(int code) {
        if (code >= 0) return std::to_string(code);
        char text[16];
        std::snprintf(text, sizeof text, "0x%08X", static_cast<unsigned>(code));
        return text;
    }

    static std::string description_of(const Exit &exit, bool exits_by_itself) {
        if (!exits_by_itself) return "The bridge closed its pipes without exiting and was killed.";
        if (exit.signal) return "The bridge was terminated by signal " + std::to_string(*exit.signal) + ".";
        if (exit.code) return "The bridge exited with code " + text_of_code(*exit.code) + ".";
        return "The bridge exited.";
    }
};

Transport::Transport(TransportOptions options, Executor executor, TransportListener listener)
    : state_((detail::refuse_inline_executor(executor),
              std::make_shared<State>(std::move(options), std::move(executor), std::move(listener)))) {
    if (state_->start_thread(&State::supervise)) return;
    state_->end("Cannot create a thread.");
    state_->post([](const TransportListener &to) {
        if (to.on_exit) to.on_exit({std::nullopt, std::nullopt, "Cannot create a thread.", {}});
    });
}

Transport::~Transport() {
    Executor executor;
    std::shared_ptr<const TransportListener> listener;
    {
        std::lock_guard lock(state_->executor_mutex);
        executor.swap(state_->executor);
    }
    shutdown();
    std::lock_guard lock(state_->mutex);
    listener.swap(state_->listener);
    state_->detach();
}

Sent Transport::send(std::string body) { return state_->send(std::move(body)); }

void Transport::shutdown(std::string reason) { state_->end(std::move(reason)); }

bool Transport::wait(std::chrono::milliseconds timeout) {
    std::vector<std::thread> ended;
    {
        std::unique_lock lock(state_->mutex);
        if (!state_->changed.wait_for(lock, detail::bounded(timeout), [&] { return state_->threads == 0; })) return false;
        ended.swap(state_->started);
    }
    // The threads may still execute their last instructions.
    for (std::thread &each : ended) each.join();
    return true;
}

}  // namespace tonearm
