/*
 * host.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The bridge of the plugin, as its panels use it. It knows none of the parts that carry out native actions.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <QObject>
#include <QTimer>

#include <tonearm/bridge.hpp>

class Host : public QObject {
    Q_OBJECT

public:
    // `implement` lets the parts implement the native actions of the bridge, once.
    explicit Host(std::function<void(tonearm::Bridge &bridge)> implement);
    // Ends the bridge.
    ~Host() override;

    // Starts the bridge, unless it runs. Reports a missing one by bridgeProblem. A tool that takes its place (the environment
    // variable TONEARM_BRIDGE_PROGRAM) starts by itself.
    void start_bridge();
    // Starts another bridge in the place of one that has ended or does not answer.
    void restart_bridge();
    // Why there is no bridge now, in a sentence for the user; empty while one runs.
    const QString &problem() const { return problem_; }

    // The names of the operations that the last bridge offered, as JSON text; empty until one has said them.
    const std::string &operations() const { return operations_; }

    // Calls an operation. A bridge that then does not answer for 5 s is a problem.
    void forward(const std::string &method, const std::string &params, const tonearm::Panel &panel,
                 tonearm::Bridge::RawCallback answer);
    void panel_closed(const std::string &panel);

Q_SIGNALS:
    // The text of problem() has changed.
    void bridgeProblem();
    void bridgeReady();
    void bridgeEnded();
    // For the pages: an event with its data as JSON text. Without a panel, for all.
    void event(const std::string &name, const tonearm::Panel &panel, const std::string &data);

private:
    void make_bridge();
    void set_problem(const QString &problem);
    void watch_bridge();

    const std::function<void(tonearm::Bridge &)> implement_;
    // Empty until one is found.
    std::optional<tonearm::Bridge> bridge_;
    QString problem_;
    std::string operations_;
    // Runs while calls are unanswered.
    QTimer watch_;
    int unanswered_ = 0;
    // Whether the bridge has been asked for a sign of life, and has not given it yet.
    bool is_asked_ = false;
};
