// The bridge of the plugin. It knows none of the parts that carry out native actions.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <QMessageBox>
#include <QObject>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

#include <tonearm/bridge.hpp>

// What every part uses: the bridge, threads, and the directory of the log files.
class Host : public QObject {
    Q_OBJECT

public:
    Host();
    ~Host() override;

    // Lets the parts implement the native actions of a new bridge. Called once, before start_bridge().
    void on_made(std::function<void(tonearm::Bridge &bridge)> implement) { implement_ = std::move(implement); }
    // Starts the bridge, unless it runs. Reports a missing one by bridgeProblem.
    void start_bridge();
    // Starts the bridge again, also one that runs and does not answer.
    void restart_bridge();
    // Why there is no bridge now, in a sentence for the user; empty while one runs.
    const QString &problem() const { return problem_; }

    // The names of the operations that the last bridge offered, as JSON text; empty until one has said them.
    const std::string &operations() const { return operations_; }

    // Empty without a bridge.
    tonearm::Bridge *bridge() { return bridge_ ? &*bridge_ : nullptr; }

    // Calls an operation for a page. A bridge that then does not answer for 5 s is a problem.
    void forward(const std::string &method, const std::string &params, const std::string &panel,
                 tonearm::Bridge::RawCallback answer);

    template <class Signal>
    void signal(const typename Signal::Params &params) {
        if (bridge_) bridge_->signal<Signal>(params);
    }

    // Runs a task that may block on another thread.
    void run_apart(std::function<void()> task);
    // Runs a task on the main thread later.
    void run_here(std::function<void()> task);

    // Asks the user, beside whom Audacious goes on, whether a panel may open a stream that it may not open yet. A panel that
    // was refused once is not asked for again.
    void ask_for_stream(const std::string &panel, const std::string &path);

    // Ends the bridge, and waits for the tasks on other threads for two seconds at most: a file system may not answer.
    void end();

    // The directory of the bridge's log files.
    const std::string &log_directory() const { return log_directory_; }

Q_SIGNALS:
    // The text of problem() has changed.
    void bridgeProblem();
    void bridgeReady();
    void bridgeEnded();
    // For the pages: an event with its data as JSON text. Without a panel, for all.
    void event(const QString &name, const std::optional<std::string> &panel, const std::string &data);

private:
    void make_bridge(std::vector<std::string> command);
    void set_problem(const QString &problem);
    void watch_bridge();

    std::function<void(tonearm::Bridge &)> implement_;
    std::string log_directory_;
    std::optional<tonearm::Bridge> bridge_;
    QString problem_;
    std::string operations_;
    // Runs while calls are unanswered.
    QTimer watch_;
    int unanswered_ = 0;
    // Whether the bridge has been asked for a sign of life, and has not given it in time.
    bool is_asked_ = false, is_silent_ = false;
    // Its destructor would wait for its threads.
    QThreadPool *pool_ = new QThreadPool;
    QPointer<QMessageBox> question_;
    std::set<std::string> refused_;
};
