/*
 * web_engine.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "panels/web_engine.hpp"

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QWebEngineUrlScheme>

#include "desktop.hpp"

namespace {

constexpr const char *flags_variable = "QTWEBENGINE_CHROMIUM_FLAGS";

// Pages have no network. The request guard refuses every request; these flags refuse the rest:
// WebSockets, WebRTC and prefetching of names.
constexpr const char *no_network =
    "--host-resolver-rules=\"MAP * ~NOTFOUND\" --proxy-server=http://0.0.0.0:1 --proxy-bypass-list=<-loopback> "
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp";

// Without it, Chromium 87 draws Canvas, CanvasText, controls and scroll bars light in every color-scheme.
constexpr const char *color_schemes = " --enable-blink-features=CSSColorSchemeUARendering";
// The media feature prefers-color-scheme of pages; light otherwise.
constexpr const char *prefer_dark = " --blink-settings=preferredColorScheme=0";

}  // namespace

void prepare_web_engine() {
    static bool is_prepared = false;
    if (is_prepared) return;
    is_prepared = true;
    const QByteArray own = QByteArray(no_network) + color_schemes;
    QByteArray flags = qgetenv(flags_variable);
    // Audacious that has been restarted inherits those of before, which end the line.
    if (const auto before = flags.indexOf(own); before >= 0) flags.truncate(before);
    if (!flags.isEmpty() && !flags.endsWith(' ')) flags += ' ';
    qputenv(flags_variable, flags + own + (current_theme().is_dark ? prefer_dark : ""));
    // Qt WebEngine asks for it; it has an effect only before the QApplication.
    if (QCoreApplication::instance() == nullptr) QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QWebEngineUrlScheme scheme(panel_scheme);
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
    QWebEngineUrlScheme::registerScheme(scheme);
}

void end_web_engine() {
    const QByteArray own = QByteArray::number(getpid());
    for (const QString &pid : QDir("/proc").entryList(QDir::Dirs)) {
        QFile file("/proc/" + pid + "/stat");
        if (!file.open(QIODevice::ReadOnly)) continue;
        // The number, the program in parentheses, the state, and the parent.
        const QByteArray line = file.readAll();
        const bool is_child = line.mid(line.lastIndexOf(')') + 2).split(' ').value(1) == own;
        if (!is_child || !line.contains("(QtWebEngine")) continue;
        kill(pid.toInt(), SIGKILL);
        waitpid(pid.toInt(), nullptr, 0);
    }
}
