// The running plugin: the bridge, the parts that carry out its native actions, and the panels.
#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QThreadPool>

#include <tonearm/bridge.hpp>

class Artwork;
class ContextMenu;
class Library;
class MainMenu;
class Overlay;
class Panels;
class Playback;
class PlaybackControls;
class PlaylistEditing;
class PlaylistIds;
class Queue;
class Selection;

class Host : public QObject {
    Q_OBJECT

public:
    Host();
    ~Host() override;

    // Starts the bridge, unless it runs. Reports a missing one by bridgeProblem.
    void start_bridge();
    // Why there is no bridge now, in a sentence for the user; empty while one runs.
    const QString &problem() const { return problem_; }

    // Empty without a bridge.
    tonearm::Bridge *bridge() { return bridge_ ? &*bridge_ : nullptr; }

    template <class Signal>
    void signal(const typename Signal::Params &params) {
        if (bridge_) bridge_->signal<Signal>(params);
    }

    // Runs a task that may block on another thread.
    void run_apart(std::function<void()> task);
    // Runs a task on the main thread later.
    void run_here(std::function<void()> task);

    // The directory of the bridge's log files.
    const std::string &log_directory() const { return log_directory_; }

    const std::unique_ptr<PlaylistIds> playlists;
    const std::unique_ptr<Playback> playback;
    const std::unique_ptr<Queue> queue;
    const std::unique_ptr<Selection> selection;
    const std::unique_ptr<MainMenu> main_menu;
    const std::unique_ptr<ContextMenu> context_menu;
    const std::unique_ptr<Overlay> overlay;
    const std::unique_ptr<PlaybackControls> playback_controls;
    const std::unique_ptr<PlaylistEditing> playlist_editing;
    const std::unique_ptr<Library> library;
    const std::unique_ptr<Artwork> artwork;
    std::unique_ptr<Panels> panels;

Q_SIGNALS:
    // The text of problem() has changed.
    void bridgeProblem();
    void bridgeReady();
    // For the pages: an event with its data as JSON text. Without a panel, for all.
    void event(const QString &name, const std::optional<std::string> &panel, const std::string &data);

private:
    void make_bridge(std::vector<std::string> command);
    void set_problem(const QString &problem);
    void implement_actions();
    void end_bridge();

    std::string log_directory_;
    std::optional<tonearm::Bridge> bridge_;
    QString problem_;
    QThreadPool pool_;
};
