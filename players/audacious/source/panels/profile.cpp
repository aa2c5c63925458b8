// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "panels/profile.hpp"

#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QWebEngineProfile>
#include <QWebEngineUrlRequestInterceptor>
#include <QWebEngineUrlRequestJob>
#include <QWebEngineUrlSchemeHandler>

#include <libaudcore/runtime.h>

#include "bridge_command.hpp"
#include "panels/web_engine.hpp"

namespace {

// Answers with the files of one folder, and with those that the panels share (panels/base.css).
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
        const QString real = file_at(path);
        auto *file = new QFile(real, job);
        if (!QFileInfo(real).isFile() || !file->open(QFile::ReadOnly)) {
            return job->fail(QWebEngineUrlRequestJob::UrlNotFound);
        }
        job->reply(type_of(real), file);
    }

private:
    // Empty when there is no such file. A link may lead out of the folder.
    QString file_at(const QString &path) const {
        const QString own = QFileInfo(folder_ + QLatin1Char('/') + path).canonicalFilePath();
        if (own.startsWith(folder_ + QLatin1Char('/'))) return own;
        return path.count(QLatin1Char('/')) == 1 ? shipped_folder() + QStringLiteral("/panels") + path : QString();
    }

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

}  // namespace

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
    return profile;
}
