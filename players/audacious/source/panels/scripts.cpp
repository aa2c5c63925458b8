// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "panels/scripts.hpp"

#include <QFile>
#include <QWebEngineScript>

#include <tonearm/json.hpp>

#include "theme.hpp"

namespace {

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
  let meta = document.querySelector('meta[name="color-scheme"]');
  if (!meta) {
    meta = document.createElement("meta");
    meta.name = "color-scheme";
    meta.content = "light dark";
    document.head.append(meta);
  }
  if (/light/.test(meta.content) && /dark/.test(meta.content)) meta.content = "%2";
}).observe(document, { childList: true, subtree: true });
)";

// No frame asks before it is left: the question would stop Audacious until it is closed, and crash it when the panel closes
// before.
constexpr const char *leaving_script =
    R"(addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);)";

QString text_of(const char *path) {
    QFile file{QLatin1String(path)};
    file.open(QFile::ReadOnly);
    return QString::fromUtf8(file.readAll());
}

QWebEngineScript script_of(const QString &source, QWebEngineScript::ScriptWorldId world) {
    QWebEngineScript script;
    script.setInjectionPoint(QWebEngineScript::DocumentCreation);
    script.setWorldId(world);
    script.setSourceCode(source);
    return script;
}

}  // namespace

QList<QWebEngineScript> panel_scripts(const std::string &operations) {
    const std::string sheet = (theme_variables() + text_of(":/tonearm/player.css")).toStdString();
    const QString style = QString::fromLatin1(style_script)
                              .arg(QString::fromStdString(tonearm::text_of(tonearm::Json(sheet))),
                                   QLatin1String(current_theme().is_dark ? "dark" : "light"));
    // Defines window.fb2k.
    const QString connection =
        QStringLiteral("(() => {\n%1\n%2\nconst operations = %3;\n%4\n})();")
            .arg(text_of(":/qtwebchannel/qwebchannel.js"),
                 text_of(":/tonearm/panel.js").replace(QLatin1String("\nexport "), QLatin1String("\n")),
                 operations.empty() ? QStringLiteral("undefined") : QString::fromStdString(operations),
                 text_of(":/tonearm/connect.js"));
    QWebEngineScript leaving = script_of(QLatin1String(leaving_script), QWebEngineScript::MainWorld);
    leaving.setRunsOnSubFrames(true);
    return {leaving, script_of(style, QWebEngineScript::ApplicationWorld),
            script_of(connection, QWebEngineScript::MainWorld)};
}
