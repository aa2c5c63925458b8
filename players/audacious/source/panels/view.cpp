// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "panels/view.hpp"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>
#include <QWebChannel>
#include <QWebEngineProfile>
#include <QWebEngineScript>
#include <QWebEngineScriptCollection>
#include <QWebEngineView>

#include <libaudcore/i18n.h>

#include "host.hpp"
#include "log.hpp"
#include "panels/channel.hpp"
#include "panels/folder_watch.hpp"
#include "panels/page.hpp"
#include "panels/profile.hpp"
#include "panels/scripts.hpp"
#include "settings.hpp"
#include "theme.hpp"

namespace {

// The name of the message about the bridge, which goes when the bridge answers.
constexpr const char *bridge_message = "bridge";

}  // namespace

PanelView::PanelView(Host &host, const QString &id, const QString &folder)
    : host_(host),
      id_(id),
      profile_(panel_profile(id, folder)),
      view_(new QWebEngineView(this)),
      channel_(new PageChannel(host, id, this)),
      watch_(new FolderWatch(folder, this)) {
    // Qt composes a native window that contains a page with OpenGL, as a whole and at each change in it, such as those of
    // Audacious's visualization. So the panel gets one of its own.
    setAttribute(Qt::WA_DontCreateNativeAncestors);
    setAttribute(Qt::WA_NativeWindow);
    // Pages draw their own context menus.
    view_->setContextMenuPolicy(Qt::NoContextMenu);
    addWidget(view_);
    make_page();
    connect(watch_, &FolderWatch::changed, this, &PanelView::reload);
    connect(&host_, &Host::bridgeProblem, this, &PanelView::show_bridge_problem);
    connect(&host_, &Host::bridgeReady, this, [this] {
        if (message_ != nullptr || !is_begun_) reload();
    });
    const auto *tools = new QShortcut(QKeySequence(Qt::Key_F12), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(tools, &QShortcut::activated, this, &PanelView::open_developer_tools);
    reload();
    show_bridge_problem();
}

PanelView::~PanelView() {
    delete developer_tools_;
    // A page has to end before its profile.
    delete view_;
    delete profile_;
}

void PanelView::make_page() {
    const QPointer<QWebEnginePage> last = page_;
    page_ = new PanelPage(profile_, id_, view_);
    view_->setPage(page_);
    delete last;
    auto *channel = new QWebChannel(page_);
    channel->registerObject(QStringLiteral("player"), channel_);
    page_->setWebChannel(channel);
    connect(page_, &QWebEnginePage::loadStarted, this, [this] {
        is_loading_ = true;
        set_background();
    });
    connect(page_, &QWebEnginePage::loadFinished, this, [this] {
        is_loading_ = false;
        set_background();
    });
    connect(page_, &QWebEnginePage::renderProcessTerminated, this, [this](auto status) {
        if (status != QWebEnginePage::NormalTerminationStatus) crashed();
    });
    if (developer_tools_ != nullptr) page_->setDevToolsPage(developer_tools_->page());
    is_begun_ = is_crashed_ = false;
}

// The first page waits for a bridge, unless there is none: its first line may ask which operations there are.
void PanelView::reload() {
    if (host_.operations().empty() && host_.problem().isEmpty()) return;
    // What is loaded into a page that has crashed gets none of the scripts.
    if (is_crashed_) make_page();
    set_scripts();
    delete message_;
    setCurrentWidget(view_);
    if (is_begun_) return page_->triggerAction(QWebEnginePage::ReloadAndBypassCache);
    is_begun_ = true;
    page_->load(panel_address(id_));
}

void PanelView::set_scripts() {
    theme_ = theme_variables();
    page_->scripts().clear();
    page_->scripts().insert(panel_scripts(host_.operations()));
}

void PanelView::changeEvent(QEvent *event) {
    QStackedWidget::changeEvent(event);
    const bool is_theme = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange;
    if (!is_theme || !is_begun_ || is_crashed_ || theme_ == theme_variables()) return;
    set_scripts();
    page_->triggerAction(QWebEnginePage::Reload);
}

// A page without a background is white or, with a dark color-scheme, nearly black. Until it is loaded, the panel looks
// like the lists of Audacious.
void PanelView::set_background() {
    const QColor opaque = is_loading_ ? palette().color(QPalette::Base) : QColor(Qt::white);
    page_->setBackgroundColor(is_transparent_ ? QColor(Qt::transparent) : opaque);
}

void PanelView::show_message(const QString &text, const QString &label, std::function<void()> action) {
    delete message_;
    message_ = new QWidget(this);
    auto *layout = new QVBoxLayout(message_);
    auto *message = new QLabel(text, message_);
    message->setTextFormat(Qt::PlainText);
    message->setWordWrap(true);
    message->setAlignment(Qt::AlignCenter);
    message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *button = new QPushButton(label, message_);
    connect(button, &QPushButton::clicked, message_, std::move(action));
    layout->addStretch();
    layout->addWidget(message);
    layout->addWidget(button, 0, Qt::AlignCenter);
    layout->addStretch();
    addWidget(message_);
    setCurrentWidget(message_);
}

void PanelView::show_bridge_problem() {
    if (host_.problem().isEmpty()) {
        if (message_ != nullptr && message_->objectName() == QLatin1String(bridge_message)) delete message_;
        return setCurrentWidget(message_ != nullptr ? message_.data() : view_);
    }
    show_message(host_.problem(), QString::fromUtf8(_("Start it again")), [this] { host_.restart_bridge(); });
    message_->setObjectName(QLatin1String(bridge_message));
}

void PanelView::crashed() {
    is_crashed_ = true;
    channel_->forget_page();
    player_log::error("panel " + id_.toStdString() + ": its page has crashed");
    show_message(QString::fromUtf8(_("The page of this panel has crashed.")), QString::fromUtf8(_("Reload")), [this] { reload(); });
}

void PanelView::open_developer_tools() {
    if (!settings::developer_tools()) return;
    if (developer_tools_ == nullptr) {
        developer_tools_ = new QWebEngineView();
        developer_tools_->setAttribute(Qt::WA_DeleteOnClose);
        developer_tools_->setWindowTitle(QString::fromUtf8(_("Developer tools: %1")).arg(id_));
        developer_tools_->resize(900, 600);
        page_->setDevToolsPage(developer_tools_->page());
    }
    developer_tools_->show();
    developer_tools_->activateWindow();
}

void PanelView::post_event(const QString &name, const std::string &data) { channel_->post_event(name, data); }

void PanelView::apply(const tonearm::PanelConfig &config) {
    view_->setAcceptDrops(config.enableDragDrop);
    view_->setFocusPolicy(config.grabFocus ? Qt::StrongFocus : Qt::NoFocus);
    is_transparent_ = config.transparentBackground;
    set_background();
}
