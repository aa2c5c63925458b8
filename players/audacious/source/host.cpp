/*
 * host.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "host.hpp"

#include <QDir>

#include <libaudcore/i18n.h>
#include <libaudcore/runtime.h>

#include "bridge_command.hpp"
#include "parts.hpp"
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
    if (!QDir().mkpath(directory)) AUDERR("Cannot create %s\n", log_directory().c_str());
    watch_.setInterval(watch_interval);
    connect(&watch_, &QTimer::timeout, this, &Host::watch_bridge);
}

void Host::start_bridge() {
    if (bridge_) return bridge_->start();
    BridgeCommand command = find_bridge();
    set_problem(command.problem);
    if (command.problem.isEmpty()) make_bridge(std::move(command.words));
}

void Host::restart_bridge() {
    signals_.send_to(nullptr);
    bridge_.reset();
    watch_.stop();
    unanswered_ = 0;
    is_asked_ = false;
    Q_EMIT bridgeEnded();
    start_bridge();
}

void Host::forward(const std::string &method, const std::string &params, const tonearm::Panel &panel,
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
        if (problem_.isEmpty()) set_problem(_("The bridge has not answered for 5 s."));
        return;
    }
    if (unanswered_ == 0) return watch_.stop();
    is_asked_ = true;
    bridge_->call("test.ping", tonearm::Json::object(), [this](const tonearm::Outcome<tonearm::Json> &answer) {
        is_asked_ = false;
        if (answer) set_problem({});
    });
}

void Host::make_bridge(std::vector<std::string> command) {
    tonearm::BridgeOptions options;
    options.player_name = "Audacious";
    options.player_version = VERSION_OF_AUDACIOUS;
    options.extensions = {"artwork", "audio", "dialog", "discovery", "library", "lyrics", "metadata",
                          "playback", "playlist", "port", "queue", "state", "ui"};
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
    bridge_->on_stderr([](const std::string &line) { AUDINFO("bridge: %s\n", line.c_str()); });
    bridge_->on_defect([](const std::string &defect) { AUDERR("bridge: %s\n", defect.c_str()); });
    bridge_->on_ready([this](const std::string &answer) {
        operations_ = tonearm::text_of(tonearm::parse_json(answer).value("operations", tonearm::Json::array()));
        Q_EMIT bridgeReady();
        set_problem({});
    });
    bridge_->on_exit([this](const tonearm::Exit &exit, auto restarts_in) {
        QString problem = QString(_("The bridge has ended: %1")).arg(QString::fromStdString(exit.reason));
        if (restarts_in) problem += QString(_(" It starts again in %1 s.")).arg(restarts_in->count() / 1000.0);
        Q_EMIT bridgeEnded();
        set_problem(problem);
        for (const auto &line : exit.stderr_lines) AUDERR("  %s\n", line.c_str());
    });
    bridge_->start();
    // Watches its start too.
    forward("test.ping", "{}", {}, [](const auto &) {});
}

void Host::set_problem(const QString &problem) {
    if (problem == problem_) return;
    problem_ = problem;
    if (!problem.isEmpty()) AUDERR("%s\n", problem.toUtf8().constData());
    Q_EMIT bridgeProblem();
}

void Host::end() {
    if (!bridge_) return;
    bridge_->shutdown();
    if (!bridge_->wait(end_timeout)) AUDERR("The bridge does not end.\n");
    signals_.send_to(nullptr);
    bridge_.reset();
}
