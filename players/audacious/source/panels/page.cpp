/*
 * page.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "panels/page.hpp"

#include <csignal>

#include <sys/wait.h>

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QResource>
#include <QWebEngineProfile>
#include <QWebEngineScript>
#include <QWebEngineScriptCollection>
#include <QWebEngineSettings>
#include <QWebEngineUrlRequestInterceptor>
#include <QWebEngineUrlRequestJob>
#include <QWebEngineUrlScheme>
#include <QWebEngineUrlSchemeHandler>

#include <libaudcore/i18n.h>
#include <libaudcore/runtime.h>
#include <tonearm/envelope.hpp>

#include "desktop.hpp"
#include "folders.hpp"

namespace {

const QByteArray panel_scheme = "tonearm-panel";

constexpr const char *flags_variable = "QTWEBENGINE_CHROMIUM_FLAGS";

// Pages have no network. The request guard refuses every request; these flags refuse the rest:
// WebSockets, WebRTC and prefetching of names. Without the last one, Chromium 87 draws Canvas, CanvasText, controls and
// scroll bars light in every color-scheme.
const QByteArray own_flags =
    " --host-resolver-rules=\"MAP * ~NOTFOUND\" --proxy-server=http://0.0.0.0:1 --proxy-bypass-list=<-loopback> "
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp --enable-blink-features=CSSColorSchemeUARendering";

bool is_in_panel(const QUrl &url, const QString &panel) { return url.scheme() == panel_scheme && url.host() == panel; }

// Answers with the files of one folder, and with those that the panels share (panels/base.css).
class FolderScheme : public QWebEngineUrlSchemeHandler {
public:
    using Job = QWebEngineUrlRequestJob;

    FolderScheme(const QString &panel, const QString &folder, QObject *parent)
        : QWebEngineUrlSchemeHandler(parent), panel_(panel), folder_(QDir(folder).canonicalPath()) {}

    void requestStarted(Job *job) override {
        if (!is_in_panel(job->requestUrl(), panel_) || job->requestMethod() != "GET") return job->fail(Job::RequestDenied);
        QString path = job->requestUrl().path(QUrl::FullyDecoded);
        if (path.isEmpty() || path.endsWith('/')) path += "index.html";
        // A link may lead out of the folder.
        const QString own = QFileInfo(folder_ + '/' + path).canonicalFilePath();
        const QString shared = path.count('/') == 1 ? shipped_folder() + "/panels" + path : QString();
        const QString real = own.startsWith(folder_ + '/') ? own : shared;
        auto *file = new QFile(real, job);
        if (!QFileInfo(real).isFile() || !file->open(QFile::ReadOnly)) return job->fail(Job::UrlNotFound);
        // Modules need this type, and systems name others.
        if (real.endsWith(".js") || real.endsWith(".mjs")) return job->reply("text/javascript", file);
        job->reply(QMimeDatabase().mimeTypeForFile(real, QMimeDatabase::MatchExtension).name().toUtf8(), file);
    }

private:
    const QString panel_, folder_;
};

// Refuses everything outside of the folder.
class RequestGuard : public QWebEngineUrlRequestInterceptor {
public:
    RequestGuard(const QString &panel, QObject *parent) : QWebEngineUrlRequestInterceptor(parent), panel_(panel) {}

    void interceptRequest(QWebEngineUrlRequestInfo &request) override {
        const QUrl url = request.requestUrl();
        const bool is_inline = url.scheme() == "data" || url.scheme() == "blob";
        if (!is_inline && !is_in_panel(url, panel_)) request.block(true);
    }

private:
    const QString panel_;
};

// Stands in for a new window until the address of its link is known.
class LinkPage : public QWebEnginePage {
public:
    using QWebEnginePage::QWebEnginePage;

    bool acceptNavigationRequest(const QUrl &url, NavigationType, bool) override {
        static_cast<PanelPage *>(parent())->open_in_browser(url);
        deleteLater();
        return false;
    }
};

// Puts the player's style sheet before those of the page, and draws a page that says nothing of its color-scheme, or allows
// both, as the player. Chromium 87 does not draw the background again when the color-scheme changes, so this has to happen
// before the page is drawn first.
constexpr const char *style_script = R"(
const style = document.createElement("style");
style.textContent = %1;
new MutationObserver((_, observer) => {
  if (document.documentElement && !style.isConnected) document.documentElement.prepend(style);
  if (!document.body) return;
  observer.disconnect();
  const own = document.querySelector('meta[name="color-scheme"]');
  const meta = own || Object.assign(document.createElement("meta"), { name: "color-scheme", content: "light dark" });
  if (!own) document.head.append(meta);
  if (/light/.test(meta.content) && /dark/.test(meta.content)) meta.content = "%2";
}).observe(document, { childList: true, subtree: true });
)";

// No frame asks before it is left: the question would stop Audacious until it is closed, and crash it when the panel closes
// before.
constexpr const char *leaving_script =
    R"(addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);)";

QString resource(const char *path) { return QString::fromUtf8(QResource(path).uncompressedData()); }

QWebEngineScript script_of(const QString &source, QWebEngineScript::ScriptWorldId world) {
    QWebEngineScript script;
    script.setInjectionPoint(QWebEngineScript::DocumentCreation);
    script.setWorldId(world);
    script.setSourceCode(source);
    return script;
}

}  // namespace

void prepare_web_engine() {
    if (QWebEngineUrlScheme::schemeByName(panel_scheme) != QWebEngineUrlScheme()) return;
    QByteArray flags = qgetenv(flags_variable);
    // Audacious that has been restarted inherits those of before, which end the line.
    if (const auto before = flags.indexOf(own_flags); before >= 0) flags.truncate(before);
    // The media feature prefers-color-scheme of pages; light otherwise.
    qputenv(flags_variable, flags + own_flags + (is_theme_dark() ? " --blink-settings=preferredColorScheme=0" : ""));
    // Qt WebEngine asks for it; it has an effect only before the QApplication.
    if (QCoreApplication::instance() == nullptr) QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QWebEngineUrlScheme scheme(panel_scheme);
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
    QWebEngineUrlScheme::registerScheme(scheme);
}

void end_web_engine() {
    for (const QString &pid : QDir("/proc").entryList(QDir::Dirs)) {
        QFile name("/proc/" + pid + "/comm");
        if (!name.open(QIODevice::ReadOnly) || !name.readAll().startsWith("QtWebEngine")) continue;
        // Those of other programs are no children, and cannot be waited for.
        if (waitpid(pid.toInt(), nullptr, WNOHANG) != 0) continue;
        kill(pid.toInt(), SIGKILL);
        waitpid(pid.toInt(), nullptr, 0);
    }
}

QWebEngineProfile *panel_profile(const QString &panel, const QString &folder) {
    auto *profile = new QWebEngineProfile("tonearm-" + panel);
    profile->setPersistentStoragePath(QString(aud_get_path(AudPath::UserDir)) + "/tonearm/storage/" + panel);
    profile->setHttpCacheType(QWebEngineProfile::NoCache);
    profile->setPersistentCookiesPolicy(QWebEngineProfile::NoPersistentCookies);
    profile->installUrlSchemeHandler(panel_scheme, new FolderScheme(panel, folder, profile));
    profile->setUrlRequestInterceptor(new RequestGuard(panel, profile));
    return profile;
}

PanelPage::PanelPage(QWebEngineProfile *profile, const QString &panel, QObject *parent)
    : QWebEnginePage(profile, parent), panel_(panel) {
    using Settings = QWebEngineSettings;
    for (const auto attribute :
         {Settings::LocalContentCanAccessFileUrls, Settings::LocalContentCanAccessRemoteUrls, Settings::PluginsEnabled,
          Settings::JavascriptCanOpenWindows, Settings::JavascriptCanAccessClipboard, Settings::HyperlinkAuditingEnabled,
          Settings::ScreenCaptureEnabled, Settings::DnsPrefetchEnabled, Settings::AutoLoadIconsForPage}) {
        settings()->setAttribute(attribute, false);
    }
    settings()->setAttribute(Settings::WebRTCPublicInterfacesOnly, true);
    settings()->setUnknownUrlSchemePolicy(Settings::DisallowUnknownUrlSchemes);
    connect(this, &QWebEnginePage::featurePermissionRequested, this, [this](const QUrl &origin, auto feature) {
        setFeaturePermission(origin, feature, PermissionDeniedByUser);
    });
}

void PanelPage::begin() { load(QUrl(QString(panel_scheme) + "://" + panel_ + "/index.html")); }

void PanelPage::set_scripts(const std::string &operations) {
    const std::string sheet = (theme_variables() + resource(":/tonearm/player.css")).toStdString();
    const QString style =
        QString(style_script).arg(QString::fromStdString(tonearm::quote(sheet)), is_theme_dark() ? "dark" : "light");
    const QString connection =
        QString("(() => {\n%1\n%2\nconst operations = %3;\n%4\n})();")
            .arg(resource(":/qtwebchannel/qwebchannel.js"), resource(":/tonearm/panel.js").replace("\nexport ", "\n"),
                 operations.empty() ? "undefined" : QString::fromStdString(operations), resource(":/tonearm/connect.js"));
    QWebEngineScript leaving = script_of(leaving_script, QWebEngineScript::MainWorld);
    leaving.setRunsOnSubFrames(true);
    scripts().clear();
    scripts().insert({leaving, script_of(style, QWebEngineScript::ApplicationWorld),
                      script_of(connection, QWebEngineScript::MainWorld)});
}

bool PanelPage::acceptNavigationRequest(const QUrl &url, NavigationType, bool is_main_frame) {
    if (is_in_panel(url, panel_)) return true;
    if (is_main_frame) open_in_browser(url);
    return false;
}

// One question at a time: a page may open links without end.
void PanelPage::open_in_browser(const QUrl &url) {
    if (question_ != nullptr || (url.scheme() != "https" && url.scheme() != "http")) return;
    constexpr int longest_shown = 500;
    const QString address = url.toDisplayString();
    const QString shown = address.size() > longest_shown ? address.left(longest_shown) + QChar(0x2026) : address;
    question_ = show_message(_("Open in the browser?"), _("A panel wants to open this address in the browser:"), shown,
                             QMessageBox::Open | QMessageBox::Cancel, qobject_cast<QWidget *>(parent()));
    connect(question_, &QMessageBox::finished, question_, [url](int answer) {
        if (answer == QMessageBox::Open) QDesktopServices::openUrl(url);
    });
}

QWebEnginePage *PanelPage::createWindow(WebWindowType) {
    // A window without an address never asks.
    if (link_ != nullptr) link_->deleteLater();
    return link_ = new LinkPage(profile(), this);
}

void PanelPage::javaScriptAlert(const QUrl &, const QString &message) {
    AUDINFO("panel %s: alert: %s\n", panel_.toUtf8().constData(), message.toUtf8().constData());
}

void PanelPage::javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString &message, int line,
                                         const QString &source) {
    // Audacious shows warnings and errors of its log in the status bar, where they tell the listener nothing.
    constexpr const char *kinds[] = {"", "warning: ", "error: "};
    AUDINFO("panel %s: %s%s (%s:%d)\n", panel_.toUtf8().constData(), kinds[level], message.toUtf8().constData(),
            source.toUtf8().constData(), line);
}
