#include "host.hpp"

#include <QDir>

#include <libaudcore/runtime.h>

#include "actions/actions.hpp"
#include "actions/artwork.hpp"
#include "actions/context_menu.hpp"
#include "actions/library.hpp"
#include "actions/main_menu.hpp"
#include "actions/overlay.hpp"
#include "actions/playback.hpp"
#include "actions/playback_controls.hpp"
#include "actions/playlist_editing.hpp"
#include "actions/queue.hpp"
#include "actions/selection.hpp"
#include "bridge_command.hpp"
#include "log.hpp"
#include "panels/panels.hpp"
#include "playlist_ids.hpp"
#include "settings.hpp"

using namespace std::chrono_literals;

namespace {

// A bridge that ends after SIGKILL has taken 4 s.
constexpr auto end_timeout = 6s;

}  // namespace

Host::Host()
    : playlists(std::make_unique<PlaylistIds>(*this)),
      playback(std::make_unique<Playback>(*this)),
      queue(std::make_unique<Queue>(*this)),
      selection(std::make_unique<Selection>(*this)),
      main_menu(std::make_unique<MainMenu>()),
      context_menu(std::make_unique<ContextMenu>(*this)),
      overlay(std::make_unique<Overlay>(*this)),
      playback_controls(std::make_unique<PlaybackControls>(*this)),
      playlist_editing(std::make_unique<PlaylistEditing>(*this)),
      library(std::make_unique<Library>(*this)),
      artwork(std::make_unique<Artwork>(*this)) {
    const QString directory = QString::fromUtf8(aud_get_path(AudPath::UserDir)) + QStringLiteral("/tonearm/log");
    if (!QDir().mkpath(directory)) player_log::error("Cannot create " + directory.toStdString());
    log_directory_ = directory.toStdString();
    panels = std::make_unique<Panels>(*this);
    panels->open_remembered();
    if (is_bridge_replaced()) start_bridge();
}

Host::~Host() {
    panels.reset();
    playback->announce_shutdown();
    end_bridge();
    pool_.waitForDone();
}

void Host::start_bridge() {
    if (bridge_) return bridge_->start();
    BridgeCommand command = find_bridge();
    set_problem(command.problem);
    if (!command.problem.isEmpty()) return player_log::error(command.problem.toStdString());
    make_bridge(std::move(command.words));
}

void Host::make_bridge(std::vector<std::string> command) {
    tonearm::BridgeOptions options;
    options.player_name = "Audacious";
    options.player_version = VERSION_OF_AUDACIOUS;
    options.extensions = {"artwork", "audio", "discovery", "library", "lyrics", "playback", "playlist", "ui"};
    options.transport.command = std::move(command);
    options.transport.directory = log_directory_;
    // A tool in the place of the bridge ends when it has done its work.
    if (is_bridge_replaced()) options.restart.reset();
    options.transport.environment.emplace_back("NO_COLOR", "1");
    bridge_.emplace(std::move(options), [this](std::function<void()> task) { run_here(std::move(task)); });
    implement_actions();
    bridge_->on_event([this](const std::string &name, const tonearm::Panel &panel, const std::string &data) {
        Q_EMIT event(QString::fromStdString(name), panel, data);
    });
    bridge_->on_stderr([](const std::string &line) { player_log::info("bridge: " + line); });
    bridge_->on_defect([](const std::string &defect) { player_log::error("bridge: " + defect); });
    bridge_->on_ready([this](const tonearm::Json &) {
        set_problem({});
        Q_EMIT bridgeReady();
    });
    bridge_->on_exit([this](const tonearm::Exit &exit, auto restarts_in) {
        QString problem = QStringLiteral("The bridge has ended: %1").arg(QString::fromStdString(exit.reason));
        if (restarts_in) problem += QStringLiteral(" It starts again in %1 s.").arg(restarts_in->count() / 1000.0);
        player_log::error(problem.toStdString());
        for (const auto &line : exit.stderr_lines) player_log::error("  " + line);
        overlay->forget();
        set_problem(problem);
    });
    bridge_->start();
}

void Host::set_problem(const QString &problem) {
    if (problem == problem_) return;
    problem_ = problem;
    Q_EMIT bridgeProblem();
}

void Host::implement_actions() {
    implement_clipboard(*bridge_);
    implement_app(*bridge_);
    implement_media(*bridge_, *this);
    implement_system(*bridge_, *this);
    playlists->implement(*bridge_);
    playback->implement(*bridge_);
    queue->implement(*bridge_);
    selection->implement(*bridge_);
    main_menu->implement(*bridge_);
    context_menu->implement(*bridge_);
    overlay->implement(*bridge_);
    playback_controls->implement(*bridge_);
    playlist_editing->implement(*bridge_);
    library->implement(*bridge_);
    artwork->implement(*bridge_);
    panels->implement(*bridge_);
}

void Host::end_bridge() {
    if (!bridge_) return;
    bridge_->shutdown();
    if (!bridge_->wait(end_timeout)) player_log::error("The bridge does not end.");
    bridge_.reset();
}

void Host::run_apart(std::function<void()> task) { pool_.start(QRunnable::create(std::move(task))); }

void Host::run_here(std::function<void()> task) {
    QMetaObject::invokeMethod(this, std::move(task), Qt::QueuedConnection);
}
