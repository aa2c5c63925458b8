#include "panels/web_engine.hpp"

#include <QApplication>
#include <QPalette>
#include <QWebEngineUrlScheme>

#include <libaudcore/runtime.h>

namespace {

constexpr const char *flags_variable = "QTWEBENGINE_CHROMIUM_FLAGS";

// Pages have no network. The request guard refuses every request; these flags refuse the rest:
// WebSockets, WebRTC and prefetching of names.
constexpr const char *no_network =
    "--host-resolver-rules=\"MAP * ~NOTFOUND\" --proxy-server=http://0.0.0.0:1 --proxy-bypass-list=<-loopback> "
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp";

// The media feature prefers-color-scheme of pages; light otherwise.
constexpr const char *prefer_dark = " --blink-settings=preferredColorScheme=0";
constexpr int middle_lightness = 128;

bool is_dark() {
    if (aud_get_str("audqt", "theme") == String("dark")) return true;
    return qApp != nullptr && QApplication::palette().color(QPalette::Window).lightness() < middle_lightness;
}

}  // namespace

void prepare_web_engine() {
    static bool is_prepared = false;
    if (is_prepared) return;
    is_prepared = true;
    QByteArray flags = qgetenv(flags_variable);
    if (!flags.isEmpty()) flags += ' ';
    qputenv(flags_variable, flags + no_network + (is_dark() ? prefer_dark : ""));
    // Qt WebEngine asks for it; it has an effect only before the QApplication.
    if (QCoreApplication::instance() == nullptr) QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QWebEngineUrlScheme scheme(panel_scheme);
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
    QWebEngineUrlScheme::registerScheme(scheme);
}
