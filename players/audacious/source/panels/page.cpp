// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "panels/page.hpp"

#include <QDesktopServices>
#include <QMessageBox>
#include <QWebEngineSettings>
#include <QWebEngineView>

#include <libaudcore/i18n.h>

#include "log.hpp"
#include "panels/profile.hpp"

namespace {

// Characters of an address in a question.
constexpr int longest_shown = 500;

// Stands in for a new window until the address of its link is known.
class LinkPage : public QWebEnginePage {
public:
    LinkPage(PanelPage &opener) : QWebEnginePage(opener.profile(), &opener), opener_(opener) {}

protected:
    bool acceptNavigationRequest(const QUrl &url, NavigationType, bool) override {
        opener_.open_in_browser(url);
        deleteLater();
        return false;
    }

private:
    PanelPage &opener_;
};

}  // namespace

PanelPage::PanelPage(QWebEngineProfile *profile, const QString &panel, QObject *parent)
    : QWebEnginePage(profile, parent), panel_(panel) {
    QWebEngineSettings *own = settings();
    for (const auto attribute :
         {QWebEngineSettings::LocalContentCanAccessFileUrls, QWebEngineSettings::LocalContentCanAccessRemoteUrls,
          QWebEngineSettings::JavascriptCanOpenWindows, QWebEngineSettings::JavascriptCanAccessClipboard,
          QWebEngineSettings::HyperlinkAuditingEnabled, QWebEngineSettings::PluginsEnabled,
          QWebEngineSettings::ScreenCaptureEnabled, QWebEngineSettings::DnsPrefetchEnabled,
          QWebEngineSettings::AutoLoadIconsForPage}) {
        own->setAttribute(attribute, false);
    }
    own->setAttribute(QWebEngineSettings::WebRTCPublicInterfacesOnly, true);
    own->setUnknownUrlSchemePolicy(QWebEngineSettings::DisallowUnknownUrlSchemes);
    connect(this, &QWebEnginePage::featurePermissionRequested, this, [this](const QUrl &origin, auto feature) {
        setFeaturePermission(origin, feature, PermissionDeniedByUser);
    });
}

bool PanelPage::acceptNavigationRequest(const QUrl &url, NavigationType, bool is_main_frame) {
    if (is_in_panel(url, panel_)) return true;
    if (is_main_frame) open_in_browser(url);
    return false;
}

// One question at a time, beside which Audacious can be used: a page may open links without end.
void PanelPage::open_in_browser(const QUrl &url) {
    if (url.scheme() != QLatin1String("https") && url.scheme() != QLatin1String("http")) return;
    if (question_ != nullptr) return;
    question_ = new QMessageBox(QMessageBox::Question, QString::fromUtf8(_("Open in the browser?")),
                                QString::fromUtf8(_("A panel wants to open this address in the browser:")),
                                QMessageBox::Open | QMessageBox::Cancel, qobject_cast<QWidget *>(parent()));
    question_->setAttribute(Qt::WA_DeleteOnClose);
    question_->setWindowModality(Qt::NonModal);
    question_->setTextFormat(Qt::PlainText);
    const QString address = url.toDisplayString();
    question_->setInformativeText(address.size() > longest_shown ? address.left(longest_shown) + QChar(0x2026) : address);
    connect(question_, &QMessageBox::finished, question_, [url](int answer) {
        if (answer == QMessageBox::Open) QDesktopServices::openUrl(url);
    });
    question_->show();
}

QWebEnginePage *PanelPage::createWindow(WebWindowType) {
    // A window without an address never asks.
    if (link_ != nullptr) link_->deleteLater();
    link_ = new LinkPage(*this);
    return link_;
}

void PanelPage::javaScriptAlert(const QUrl &, const QString &message) {
    player_log::info((QStringLiteral("panel %1: alert: %2").arg(panel_, message)).toStdString());
}

bool PanelPage::javaScriptConfirm(const QUrl &, const QString &) { return false; }

bool PanelPage::javaScriptPrompt(const QUrl &, const QString &, const QString &, QString *) { return false; }

QStringList PanelPage::chooseFiles(FileSelectionMode, const QStringList &, const QStringList &) { return {}; }

void PanelPage::javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString &message, int line,
                                         const QString &source) {
    // Audacious shows warnings and errors of its log in the status bar, where they tell the listener nothing.
    constexpr const char *kinds[] = {"", "warning: ", "error: "};
    player_log::info((QStringLiteral("panel %1: %2%3 (%4:%5)")
                          .arg(panel_, QLatin1String(kinds[level]), message, source).arg(line)).toStdString());
}
