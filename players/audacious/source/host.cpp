/*
 * host.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "host.hpp"

#include <variant>

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <libaudcore/drct.h>
#include <libaudcore/i18n.h>
#include <libaudcore/runtime.h>

#include "folders.hpp"
#include "settings.hpp"

using namespace std::chrono_literals;

namespace {

// A bridge that ends after SIGKILL has taken 4 s.
constexpr auto end_timeout = 6s;
// A call may wait for the user, so a bridge with an unanswered call is asked for a sign of life: after one interval, and in
// vain after two.
constexpr auto watch_interval = 2500ms;

// The tool that takes the place of the bridge; empty for none.
QString replacement() { return qEnvironmentVariable("TONEARM_BRIDGE_PROGRAM"); }

// Looks for the bridge: the tool in its place; the setting; the folder `tonearm/bridge` beside the plugin. Returns the
// command that starts it, or a sentence for the user.
std::variant<QString, std::vector<std::string>> find_bridge() {
    if (!replacement().isEmpty()) return std::vector{replacement().toStdString()};
    QString path = settings::bridge();
    const QString folder = shipped_folder() + "/bridge/";
    if (!path.isEmpty() && !QFileInfo(path).isFile()) {
        return QString(_("There is no bridge at %1, the path in the settings of the plugin Tonearm.")).arg(path);
    }
    for (const auto name : {"main.js", "tonearm"}) {
        if (settings::bridge().isEmpty() && QFileInfo(folder + name).isFile()) path = folder + name;
    }
    if (path.isEmpty()) {
        return QString(_("There is no bridge in %1. Install one there, or enter its path in the settings of the plugin "
                         "Tonearm.")).arg(folder);
    }
    if (!path.endsWith(".js") && !path.endsWith(".ts")) return std::vector{path.toStdString()};
    const QString deno = settings::deno().isEmpty() ? QStandardPaths::findExecutable("deno") : settings::deno();
    if (deno.isEmpty()) {
        return QString(_("The bridge %1 needs Deno, which is not in PATH. Install Deno, or enter its path in the "
                         "settings of the plugin Tonearm.")).arg(path);
    }
    std::vector<std::string> command{deno.toStdString(), "run", "--no-prompt", "--allow-read=.", "--allow-write=.",
                                     "--deny-import", "--cached-only"};
    // A bundle contains its packages. A source tree has them in Deno's cache.
    if (path.endsWith(".js")) command.insert(command.end(), {"--no-remote", "--no-npm"});
    command.push_back(path.toStdString());
    return command;
}

}  // namespace

Host::Host(std::function<void(tonearm::Bridge &)> implement) : implement_(std::move(implement)) {
    if (!QDir().mkpath(log_directory().c_str())) AUDERR("Cannot create %s\n", log_directory().c_str());
    connect(&watch_, &QTimer::timeout, this, &Host::watch_bridge);
    if (!replacement().isEmpty()) QMetaObject::invokeMethod(this, &Host::start_bridge, Qt::QueuedConnection);
}

void Host::start_bridge() {
    if (!bridge_) make_bridge();
    if (!bridge_) return;
    bridge_->start();
    // Watches its start too.
    forward("test.ping", "{}", {}, [](const auto &) {});
}

void Host::restart_bridge() {
    if (bridge_) {
        // One that does not end by itself is killed after 4 s.
        set_problem(_("The bridge is being started again."));
        bridge_->shutdown();
    }
    start_bridge();
}

void Host::forward(const std::string &method, const std::string &params, const tonearm::Panel &panel,
                   tonearm::Bridge::RawCallback answer) {
    if (!bridge_) return answer(tonearm::Error{tonearm::error_codes::bridge_gone, "The bridge is not running"});
    ++unanswered_;
    if (!watch_.isActive()) watch_.start(watch_interval);
    bridge_->forward(method, params, panel, [this, answer = std::move(answer)](const tonearm::Outcome<std::string> &outcome) {
        --unanswered_;
        answer(outcome);
    });
}

void Host::panel_closed(const std::string &panel) {
    if (bridge_) bridge_->panel_closed(panel);
}

void Host::watch_bridge() {
    // One that has ended is a problem already.
    if (is_asked_ && problem_.isEmpty()) set_problem(_("The bridge has not answered for 5 s."));
    if (is_asked_) return;
    if (unanswered_ == 0) return watch_.stop();
    is_asked_ = true;
    bridge_->call("test.ping", tonearm::Json::object(), [this](const tonearm::Outcome<tonearm::Json> &answer) {
        is_asked_ = false;
        if (answer) set_problem({});
    });
}

void Host::make_bridge() {
    auto found = find_bridge();
    if (const auto *problem = std::get_if<QString>(&found)) return set_problem(*problem);
    set_problem({});
    tonearm::BridgeOptions options;
    options.player_name = "Audacious";
    options.player_version = VERSION_OF_AUDACIOUS;
    options.extensions = {"artwork", "audio", "dialog", "discovery", "library", "lyrics", "metadata",
                          "playback", "playlist", "port", "queue", "state", "ui"};
    options.transport.command = std::get<1>(std::move(found));
    options.transport.directory = log_directory();
    // A tool in the place of the bridge ends when it has done its work.
    if (!replacement().isEmpty()) options.restart.reset();
    options.transport.environment.emplace_back("NO_COLOR", "1");
    bridge_.emplace(std::move(options), [this](std::function<void()> task) {
        QMetaObject::invokeMethod(this, std::move(task), Qt::QueuedConnection);
    });
    implement_(*bridge_);
    bridge_->on_event([this](const auto &name, const auto &panel, const auto &data) { Q_EMIT event(name, panel, data); });
    bridge_->on_stderr([](const std::string &line) { AUDINFO("bridge: %s\n", line.c_str()); });
    bridge_->on_defect([](const std::string &defect) { AUDERR("bridge: %s\n", defect.c_str()); });
    bridge_->on_ready([this](const std::string &answer) {
        operations_ = tonearm::text_of(tonearm::parse_json(answer).value("operations", tonearm::Json::array()));
        Q_EMIT bridgeReady();
        set_problem({});
    });
    bridge_->on_exit([this](const tonearm::Exit &exit, auto restarts_in) {
        Q_EMIT bridgeEnded();
        // The user starts another one in its place.
        if (restarts_in == 0ms) return;
        QString problem = QString(_("The bridge has ended: %1")).arg(QString::fromStdString(exit.reason));
        if (restarts_in) problem += QString(_(" It starts again in %1 s.")).arg(restarts_in->count() / 1000.0);
        set_problem(problem);
        for (const auto &line : exit.stderr_lines) AUDERR("  %s\n", line.c_str());
    });
}

void Host::set_problem(const QString &problem) {
    if (problem == problem_) return;
    problem_ = problem;
    if (!problem.isEmpty()) AUDERR("%s\n", problem.toUtf8().constData());
    Q_EMIT bridgeProblem();
}

Host::~Host() {
    if (!bridge_) return;
    using Stopped = tonearm::player_signals::PlaybackStopped;
    if (aud_drct_get_playing()) bridge_->signal<Stopped>({Stopped::Params::Reason::shutdown});
    bridge_->shutdown();
    if (!bridge_->wait(end_timeout)) AUDERR("The bridge does not end.\n");
    bridge_.reset();
}
