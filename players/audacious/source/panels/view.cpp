/*
 * view.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "panels/view.hpp"

#include <QDirIterator>
#include <QEvent>
#include <QFileSystemWatcher>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QShortcut>
#include <QTimer>
#include <QVBoxLayout>
#include <QWebChannel>
#include <QWebEngineProfile>
#include <QWebEngineView>

#include <libaudcore/i18n.h>
#include <libaudcore/runtime.h>
#include <tonearm/envelope.hpp>

#include "desktop.hpp"
#include "host.hpp"
#include "panels/page.hpp"
#include "settings.hpp"

using namespace tonearm;

namespace {

std::string answer_to(double id, const Outcome<std::string> &outcome) {
    const auto &[code, message] = outcome.error();
    const auto rest = outcome ? "\"result\":" + *outcome : "\"error\":" + text_of(Json{{"code", code}, {"message", message}});
    return "{\"id\":" + text_of(Json(id)) + "," + rest + "}";
}

// The object that a page sees through QWebChannel. Pages can call its invokable methods.
class PageChannel : public QObject {
    Q_OBJECT

public:
    PageChannel(Host &host, const QString &panel, QObject *parent)
        : QObject(parent), host_(host), panel_(panel.toStdString()) {
        connect(&host, &Host::event, this, [this](const std::string &name, const Panel &to, const std::string &data) {
            if (!listens_ || to.value_or(panel_) != panel_) return;
            Q_EMIT message(page_, QString::fromStdString("{\"event\":" + quote(name) + ",\"data\":" + data + "}"));
        });
    }

    // Ignores the calls of the page that is gone and the answers to it, and keeps events back until the next one
    // listens. The bridge gives up its menus and sessions. For a page that has crashed: a new page does it by itself, and
    // the begin of a navigation says nothing, because it may be refused.
    void forget_page() {
        ++page_;
        if (has_called_) host_.panel_closed(panel_);
        has_called_ = listens_ = false;
    }

    // A new page listens. Returns its number.
    Q_INVOKABLE int begin_page() {
        forget_page();
        listens_ = true;
        return page_;
    }

    // A call: the number of the page, its id for the call, the operation, and the parameters as JSON text.
    Q_INVOKABLE void post(int page, double id, const QString &method, const QString &params) {
        if (page != page_ || !listens_) return;
        const auto answer = [self = QPointer(this), page, id](const Outcome<std::string> &outcome) {
            if (self && self->page_ == page) Q_EMIT self->message(page, QString::fromStdString(answer_to(id, outcome)));
        };
        has_called_ = true;
        host_.forward(method.toStdString(), params.toStdString(), panel_, answer);
    }

Q_SIGNALS:
    // To the page with this number, as JSON text: an answer or an event (docs/panels.md).
    void message(int page, const QString &text);

private:
    Host &host_;
    const std::string panel_;
    int page_ = 0;
    bool listens_ = false, has_called_ = false;
};

class PageView : public PanelView {
public:
    PageView(Host &host, const QString &id, const QString &folder) : host_(host), id_(id), folder_(folder) {
        // Qt composes a native window that contains a page with OpenGL, as a whole and at each change in it, such as those of
        // Audacious's visualization. So the panel gets one of its own.
        setAttribute(Qt::WA_DontCreateNativeAncestors);
        setAttribute(Qt::WA_NativeWindow);
        // Pages draw their own context menus.
        view_->setContextMenuPolicy(Qt::NoContextMenu);
        addWidget(view_);
        make_page();
        changed_.setSingleShot(true);
        changed_.setInterval(200);
        connect(&watcher_, &QFileSystemWatcher::fileChanged, &changed_, [this] { changed_.start(); });
        connect(&watcher_, &QFileSystemWatcher::directoryChanged, &changed_, [this] { changed_.start(); });
        connect(&changed_, &QTimer::timeout, this, &PageView::reload);
        connect(&host_, &Host::bridgeProblem, this, &PageView::show_state);
        connect(&host_, &Host::bridgeReady, this, [this] {
            if (message_ != nullptr || !is_begun_) reload();
        });
        new QShortcut(Qt::Key_F12, this, this, &PageView::open_developer_tools, Qt::WidgetWithChildrenShortcut);
        reload();
    }

    ~PageView() override {
        delete developer_tools_;
        // A page has to end before its profile.
        delete view_;
        delete profile_;
    }

    QSize sizeHint() const override { return {330, 420}; }
    QSize minimumSizeHint() const override { return {150, 100}; }

    void set_in_front(bool is_in_front) override {
        is_in_front_ = is_in_front;
        show_page();
    }

    void apply(const PanelConfig &config) override {
        view_->setAcceptDrops(config.enableDragDrop);
        view_->setFocusPolicy(config.grabFocus ? Qt::StrongFocus : Qt::NoFocus);
        is_transparent_ = config.transparentBackground;
        set_background(is_loading_);
    }

protected:
    void changeEvent(QEvent *event) override {
        QStackedWidget::changeEvent(event);
        const bool is_theme = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange;
        if (!is_theme || !is_begun_ || is_crashed_ || theme_ == theme_variables()) return;
        set_scripts();
        page_->triggerAction(QWebEnginePage::Reload);
    }

private:
    void make_page() {
        const QPointer<QWebEnginePage> last = page_;
        page_ = new PanelPage(profile_, id_, view_);
        view_->setPage(page_);
        delete last;
        auto *channel = new QWebChannel(page_);
        channel->registerObject("player", channel_);
        page_->setWebChannel(channel);
        connect(page_, &QWebEnginePage::visibleChanged, this, &PageView::show_page);
        connect(page_, &QWebEnginePage::loadStarted, this, [this] { set_background(true); });
        connect(page_, &QWebEnginePage::loadFinished, this, [this] { set_background(false); });
        connect(page_, &QWebEnginePage::renderProcessTerminated, this, [this](auto status) {
            if (status == QWebEnginePage::NormalTerminationStatus) return;
            is_crashed_ = true;
            channel_->forget_page();
            AUDINFO("panel %s: its page has crashed\n", id_.toUtf8().constData());
            show_state();
        });
        if (developer_tools_ != nullptr) page_->setDevToolsPage(developer_tools_->page());
        is_begun_ = is_crashed_ = false;
    }

    // A page behind another one is hidden: for Qt, its widgets are visible outside of the window.
    void show_page() { page_->setVisible(is_in_front_ && view_->isVisible()); }

    // The first page waits for a bridge, unless there is none: its first line may ask which operations there are.
    void reload() {
        watch_folder();
        if (host_.operations().empty() && host_.problem().isEmpty()) return;
        // What is loaded into a page that has crashed gets none of the scripts.
        if (is_crashed_) make_page();
        set_scripts();
        show_state();
        if (is_begun_) return page_->triggerAction(QWebEnginePage::ReloadAndBypassCache);
        is_begun_ = true;
        page_->begin();
    }

    void set_scripts() {
        theme_ = theme_variables();
        page_->set_scripts(host_.operations());
    }

    // An editor may have replaced a file, which ends the watch on it.
    void watch_folder() {
        constexpr int max_watched = 1000;
        QStringList paths{folder_};
        QDirIterator files(folder_, QDir::AllEntries | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDirIterator::Subdirectories);
        while (files.hasNext() && paths.size() < max_watched) paths.append(files.next());
        watcher_.addPaths(paths);
    }

    // A page without a background is white or, with a dark color-scheme, nearly black. Until it is loaded, the panel looks
    // like the lists of Audacious.
    void set_background(bool is_loading) {
        is_loading_ = is_loading;
        const QColor opaque = is_loading_ ? palette().color(QPalette::Base) : QColor(Qt::white);
        page_->setBackgroundColor(is_transparent_ ? QColor(Qt::transparent) : opaque);
    }

    // Shows the page, or what is wrong and a button against it.
    void show_state() {
        delete message_;
        const QString &problem = host_.problem();
        if (problem.isEmpty() && !is_crashed_) return setCurrentWidget(view_);
        message_ = new QWidget(this);
        auto *layout = new QVBoxLayout(message_);
        auto *message = new QLabel(problem.isEmpty() ? _("The page of this panel has crashed.") : problem, message_);
        message->setTextFormat(Qt::PlainText);
        message->setWordWrap(true);
        message->setAlignment(Qt::AlignCenter);
        message->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto *button = new QPushButton(problem.isEmpty() ? _("Reload") : _("Start it again"), message_);
        if (problem.isEmpty()) connect(button, &QPushButton::clicked, this, &PageView::reload);
        else connect(button, &QPushButton::clicked, &host_, &Host::restart_bridge);
        layout->addStretch();
        layout->addWidget(message);
        layout->addWidget(button, 0, Qt::AlignCenter);
        layout->addStretch();
        setCurrentIndex(addWidget(message_));
    }

    void open_developer_tools() {
        if (!settings::developer_tools()) return;
        if (developer_tools_ == nullptr) {
            developer_tools_ = new QWebEngineView();
            developer_tools_->setAttribute(Qt::WA_DeleteOnClose);
            developer_tools_->setWindowTitle(QString(_("Developer tools: %1")).arg(id_));
            developer_tools_->resize(900, 600);
            page_->setDevToolsPage(developer_tools_->page());
        }
        developer_tools_->show();
        developer_tools_->activateWindow();
    }

    Host &host_;
    const QString id_, folder_;
    QWebEngineProfile *profile_ = panel_profile(id_, folder_);
    QWebEngineView *view_ = new QWebEngineView(this);
    PanelPage *page_ = nullptr;
    PageChannel *channel_ = new PageChannel(host_, id_, this);
    // The files of the folder, and a timer for changes that follow each other.
    QFileSystemWatcher watcher_;
    QTimer changed_;
    QPointer<QWidget> message_;
    QPointer<QWebEngineView> developer_tools_;
    // The palette and the font that the scripts have.
    QString theme_;
    bool is_in_front_ = true;
    bool is_begun_ = false;
    bool is_crashed_ = false;
    bool is_loading_ = true;
    bool is_transparent_ = false;
};

}  // namespace

PanelView *make_panel_view(Host &host, const QString &id, const QString &folder) {
    return new PageView(host, id, folder);
}

#include "view.moc"
