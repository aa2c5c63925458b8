#include "panels/page.hpp"

#include <QDesktopServices>
#include <QMessageBox>
#include <QTimer>
#include <QWebEngineSettings>
#include <QWebEngineView>

#include "log.hpp"
#include "panels/profile.hpp"

namespace {

// Asks before the browser opens a link of a page.
void open_in_browser(QWidget *parent, const QUrl &url) {
    if (url.scheme() != QLatin1String("https") && url.scheme() != QLatin1String("http")) return;
    auto *question = new QMessageBox(QMessageBox::Question, QStringLiteral("Open in the browser?"),
                                     QStringLiteral("A panel wants to open this address in the browser:"),
                                     QMessageBox::Open | QMessageBox::Cancel, parent);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(url.toDisplayString());
    QObject::connect(question, &QMessageBox::finished, question, [url](int answer) {
        if (answer == QMessageBox::Open) QDesktopServices::openUrl(url);
    });
    question->open();
}

// Stands in for a new window until the address of its link is known.
class LinkPage : public QWebEnginePage {
public:
    LinkPage(QWebEngineProfile *profile, QWidget *asking) : QWebEnginePage(profile, asking), asking_(asking) {}

protected:
    bool acceptNavigationRequest(const QUrl &url, NavigationType, bool) override {
        open_in_browser(asking_, url);
        deleteLater();
        return false;
    }

private:
    QWidget *const asking_;
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
    if (is_main_frame) open_in_browser(view(), url);
    return false;
}

QWebEnginePage *PanelPage::createWindow(WebWindowType) { return new LinkPage(profile(), view()); }

QStringList PanelPage::chooseFiles(FileSelectionMode, const QStringList &, const QStringList &) { return {}; }

void PanelPage::javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString &message, int line,
                                         const QString &source) {
    const std::string text =
        (QStringLiteral("panel %1: %2 (%3:%4)").arg(panel_, message, source).arg(line)).toStdString();
    switch (level) {
        case InfoMessageLevel: return player_log::info(text);
        case WarningMessageLevel: return player_log::warning(text);
        case ErrorMessageLevel: return player_log::error(text);
    }
}
