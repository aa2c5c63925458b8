#include "host.hpp"

#include <QDir>

#include <libaudcore/runtime.h>

#include "actions/media_access.hpp"
#include "bridge_command.hpp"
#include "log.hpp"
#include "settings.hpp"

using namespace std::chrono_literals;

namespace {

// A bridge that ends after SIGKILL has taken 4 s.
constexpr auto end_timeout = 6s;
// A call may wait for the user, so a bridge with an unanswered call is asked for a sign of life: after one interval, and in
// vain after two.
constexpr auto watch_interval = 2500ms;
constexpr std::chrono::milliseconds pool_timeout = 2s;

}  // namespace

Host::Host() {
    const QString directory = QString::fromUtf8(aud_get_path(AudPath::UserDir)) + QStringLiteral("/tonearm/log");
    if (!QDir().mkpath(directory)) player_log::error("Cannot create " + directory.toStdString());
    log_directory_ = directory.toStdString();
    watch_.setInterval(watch_interval);
    connect(&watch_, &QTimer::timeout, this, &Host::watch_bridge);
}

Host::~Host() {
    end();
    delete question_;
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
        const QString problem = QStringLiteral("The bridge has not answered for 5 s.");
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
    options.extensions = {"artwork", "audio", "discovery", "library", "lyrics", "playback", "playlist", "port", "queue", "state", "ui"};
    options.transport.command = std::move(command);
    options.transport.directory = log_directory_;
    // A tool in the place of the bridge ends when it has done its work.
    if (is_bridge_replaced()) options.restart.reset();
    options.transport.environment.emplace_back("NO_COLOR", "1");
    bridge_.emplace(std::move(options), [this](std::function<void()> task) { run_here(std::move(task)); });
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
        QString problem = QStringLiteral("The bridge has ended: %1").arg(QString::fromStdString(exit.reason));
        if (restarts_in) problem += QStringLiteral(" It starts again in %1 s.").arg(restarts_in->count() / 1000.0);
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
    if (bridge_) {
        bridge_->shutdown();
        if (!bridge_->wait(end_timeout)) player_log::error("The bridge does not end.");
        bridge_.reset();
    }
    if (pool_ == nullptr) return;
    pool_->clear();
    if (pool_->waitForDone(static_cast<int>(pool_timeout.count()))) delete pool_;
    else player_log::error("A file system does not answer: a thread of the plugin is left behind.");
    pool_ = nullptr;
}

void Host::run_apart(std::function<void()> task) {
    if (pool_ != nullptr) pool_->start(QRunnable::create(std::move(task)));
}

void Host::ask_for_stream(const std::string &panel, const std::string &path) {
    if (question_ != nullptr || refused_.count(panel) > 0) return;
    const std::string host = stream_host(path);
    if (panel.empty() || host.empty() || settings::may_stream(panel, host)) return;
    question_ = new QMessageBox(QMessageBox::Question, QStringLiteral("Play streams?"),
                                QStringLiteral("The panel %1 wants to play streams from this host:").arg(QString::fromStdString(panel)),
                                QMessageBox::Yes | QMessageBox::No);
    question_->setAttribute(Qt::WA_DeleteOnClose);
    question_->setWindowModality(Qt::NonModal);
    question_->setTextFormat(Qt::PlainText);
    question_->setDefaultButton(QMessageBox::No);
    question_->setEscapeButton(QMessageBox::No);
    question_->setInformativeText(QString::fromStdString(host));
    connect(question_, &QMessageBox::finished, this, [this, panel, host](int answer) {
        if (answer == QMessageBox::Yes) settings::permit_streams(panel, host);
        else refused_.insert(panel);
    });
    question_->show();
}

void Host::run_here(std::function<void()> task) {
    QMetaObject::invokeMethod(this, std::move(task), Qt::QueuedConnection);
}
