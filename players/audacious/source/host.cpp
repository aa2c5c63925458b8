// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "host.hpp"

#include <QDir>

#include <libaudcore/i18n.h>

#include "bridge_command.hpp"
#include "log.hpp"
#include "signals.hpp"
#include "threads.hpp"

using namespace std::chrono_literals;

namespace {

// A bridge that ends after SIGKILL has taken 4 s.
constexpr auto end_timeout = 6s;
// A call may wait for the user, so a bridge with an unanswered call is asked for a sign of life: after one interval, and in
// vain after two.
constexpr auto watch_interval = 2500ms;

}  // namespace

Host::Host(Signals &signals, Threads &threads) : signals_(signals), threads_(threads) {
    const QString directory = QString::fromStdString(log_directory());
    if (!QDir().mkpath(directory)) player_log::error("Cannot create " + log_directory());
    watch_.setInterval(watch_interval);
    connect(&watch_, &QTimer::timeout, this, &Host::watch_bridge);
}

void Host::start_bridge() {
    if (bridge_) return bridge_->start();
    BridgeCommand command = find_bridge();
    set_problem(command.problem);
    if (!command.problem.isEmpty()) return player_log::error(command.problem.toStdString());
    make_bridge(std::move(command.words));
}

void Host::restart_bridge() {
    if (is_silent_) {
        signals_.send_to(nullptr);
        bridge_.reset();
        watch_.stop();
        unanswered_ = 0;
        is_asked_ = is_silent_ = false;
        Q_EMIT bridgeEnded();
    }
    start_bridge();
}

void Host::forward(const std::string &method, const std::string &params, const std::string &panel,
                   tonearm::Bridge::RawCallback answer) {
    ++unanswered_;
    if (!watch_.isActive()) watch_.start();
    bridge_->forward(method, params, panel, [this, answer = std::move(answer)](const tonearm::Outcome<std::string> &outcome) {
        --unanswered_;
        answer(outcome);
    });
}

void Host::watch_bridge() {
    if (is_asked_) {
        // One that has ended is a problem already.
        if (!problem_.isEmpty()) return;
        is_silent_ = true;
        const QString problem = QString::fromUtf8(_("The bridge has not answered for 5 s."));
        player_log::error(problem.toStdString());
        return set_problem(problem);
    }
    if (unanswered_ == 0) return watch_.stop();
    is_asked_ = true;
    bridge_->call("test.ping", tonearm::Json::object(), [this](const tonearm::Outcome<tonearm::Json> &answer) {
        is_asked_ = false;
        if (std::exchange(is_silent_, false) && answer) set_problem({});
    });
}

void Host::make_bridge(std::vector<std::string> command) {
    tonearm::BridgeOptions options;
    options.player_name = "Audacious";
    options.player_version = VERSION_OF_AUDACIOUS;
    options.extensions = {"artwork", "audio", "dialog", "discovery", "library", "lyrics", "playback", "playlist", "port", "queue", "state", "ui"};
    options.transport.command = std::move(command);
    options.transport.directory = log_directory();
    // A tool in the place of the bridge ends when it has done its work.
    if (is_bridge_replaced()) options.restart.reset();
    options.transport.environment.emplace_back("NO_COLOR", "1");
    bridge_.emplace(std::move(options), [this](std::function<void()> task) { threads_.run_here(std::move(task)); });
    signals_.send_to(&*bridge_);
    implement_(*bridge_);
    bridge_->on_event([this](const std::string &name, const tonearm::Panel &panel, const std::string &data) {
        Q_EMIT event(QString::fromStdString(name), panel, data);
    });
    bridge_->on_stderr([](const std::string &line) { player_log::info("bridge: " + line); });
    bridge_->on_defect([](const std::string &defect) { player_log::error("bridge: " + defect); });
    bridge_->on_ready([this](const std::string &answer) {
        operations_ = tonearm::text_of(tonearm::parse_json(answer).value("operations", tonearm::Json::array()));
        Q_EMIT bridgeReady();
        set_problem({});
    });
    bridge_->on_exit([this](const tonearm::Exit &exit, auto restarts_in) {
        QString problem = QString::fromUtf8(_("The bridge has ended: %1")).arg(QString::fromStdString(exit.reason));
        if (restarts_in) problem += QString::fromUtf8(_(" It starts again in %1 s.")).arg(restarts_in->count() / 1000.0);
        player_log::error(problem.toStdString());
        for (const auto &line : exit.stderr_lines) player_log::error("  " + line);
        Q_EMIT bridgeEnded();
        set_problem(problem);
    });
    bridge_->start();
}

void Host::set_problem(const QString &problem) {
    if (problem == problem_) return;
    problem_ = problem;
    Q_EMIT bridgeProblem();
}

void Host::end() {
    if (!bridge_) return;
    bridge_->shutdown();
    if (!bridge_->wait(end_timeout)) player_log::error("The bridge does not end.");
    signals_.send_to(nullptr);
    bridge_.reset();
}
