#include "panels/profile.hpp"

#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QWebEngineProfile>
#include <QWebEngineScript>
#include <QWebEngineScriptCollection>
#include <QWebEngineUrlRequestInterceptor>
#include <QWebEngineUrlRequestJob>
#include <QWebEngineUrlSchemeHandler>

#include <libaudcore/runtime.h>

#include "panels/web_engine.hpp"

namespace {

// Answers with the files of one folder.
class FolderScheme : public QWebEngineUrlSchemeHandler {
public:
    FolderScheme(const QString &panel, const QString &folder, QObject *parent)
        : QWebEngineUrlSchemeHandler(parent), panel_(panel), folder_(QDir(folder).canonicalPath()) {}

    void requestStarted(QWebEngineUrlRequestJob *job) override {
        if (!is_in_panel(job->requestUrl(), panel_) || job->requestMethod() != "GET") {
            return job->fail(QWebEngineUrlRequestJob::RequestDenied);
        }
        QString path = job->requestUrl().path(QUrl::FullyDecoded);
        if (path.isEmpty() || path.endsWith(QLatin1Char('/'))) path += QStringLiteral("index.html");
        // A link may lead out of the folder.
        const QString real = QFileInfo(folder_ + QLatin1Char('/') + path).canonicalFilePath();
        if (!real.startsWith(folder_ + QLatin1Char('/'))) return job->fail(QWebEngineUrlRequestJob::UrlNotFound);
        auto *file = new QFile(real, job);
        if (!QFileInfo(real).isFile() || !file->open(QFile::ReadOnly)) {
            return job->fail(QWebEngineUrlRequestJob::UrlNotFound);
        }
        job->reply(type_of(real), file);
    }

private:
    static QByteArray type_of(const QString &path) {
        // Modules need this type, and systems name others.
        if (path.endsWith(QLatin1String(".js")) || path.endsWith(QLatin1String(".mjs"))) return "text/javascript";
        return QMimeDatabase().mimeTypeForFile(path, QMimeDatabase::MatchExtension).name().toUtf8();
    }

    const QString panel_;
    const QString folder_;
};

// Refuses everything outside of the folder.
class RequestGuard : public QWebEngineUrlRequestInterceptor {
public:
    RequestGuard(const QString &panel, QObject *parent) : QWebEngineUrlRequestInterceptor(parent), panel_(panel) {}

    void interceptRequest(QWebEngineUrlRequestInfo &request) override {
        const QUrl url = request.requestUrl();
        const bool is_inline = url.scheme() == QLatin1String("data") || url.scheme() == QLatin1String("blob");
        if (!is_inline && !is_in_panel(url, panel_)) request.block(true);
    }

private:
    const QString panel_;
};

QString text_of(const char *path) {
    QFile file{QLatin1String(path)};
    file.open(QFile::ReadOnly);
    return QString::fromUtf8(file.readAll());
}

// Runs in each frame before its own scripts. No frame asks before it is left: the question would stop Audacious until it is
// closed, and crash it when the panel closes before.
QWebEngineScript leaving_script() {
    QWebEngineScript script;
    script.setInjectionPoint(QWebEngineScript::DocumentCreation);
    script.setWorldId(QWebEngineScript::MainWorld);
    script.setRunsOnSubFrames(true);
    script.setSourceCode(QStringLiteral(
        "addEventListener(\"beforeunload\", (event) => event.stopImmediatePropagation(), true);"));
    return script;
}

}  // namespace

// The script runs before the page's own.
void define_api(QWebEngineProfile &profile, const std::string &operations) {
    const QString name = QStringLiteral("tonearm");
    profile.scripts()->remove(profile.scripts()->findScript(name));
    QWebEngineScript script;
    script.setName(name);
    script.setInjectionPoint(QWebEngineScript::DocumentCreation);
    script.setWorldId(QWebEngineScript::MainWorld);
    script.setSourceCode(QStringLiteral("(() => {\n%1\n%2\nconst operations = %3;\n%4\n})();")
                             .arg(text_of(":/qtwebchannel/qwebchannel.js"),
                                  text_of(":/tonearm/panel.js").replace(QLatin1String("\nexport "), QLatin1String("\n")),
                                  operations.empty() ? QStringLiteral("undefined") : QString::fromStdString(operations),
                                  text_of(":/tonearm/connect.js")));
    profile.scripts()->insert(script);
}

QUrl panel_address(const QString &panel) {
    return QUrl(QString::fromLatin1(panel_scheme) + QStringLiteral("://") + panel + QStringLiteral("/index.html"));
}

bool is_in_panel(const QUrl &url, const QString &panel) {
    return url.scheme() == QLatin1String(panel_scheme) && url.host() == panel;
}

QWebEngineProfile *panel_profile(const QString &panel, const QString &folder) {
    auto *profile = new QWebEngineProfile(QStringLiteral("tonearm-") + panel);
    const QString storage = QString::fromUtf8(aud_get_path(AudPath::UserDir)) + QStringLiteral("/tonearm/storage/") + panel;
    profile->setPersistentStoragePath(storage);
    profile->setHttpCacheType(QWebEngineProfile::NoCache);
    profile->setPersistentCookiesPolicy(QWebEngineProfile::NoPersistentCookies);
    profile->installUrlSchemeHandler(panel_scheme, new FolderScheme(panel, folder, profile));
    profile->setUrlRequestInterceptor(new RequestGuard(panel, profile));
    profile->scripts()->insert(leaving_script());
    return profile;
}
