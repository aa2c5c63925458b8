#include "panels/web_engine.hpp"

#include <QCoreApplication>
#include <QWebEngineUrlScheme>

#include "theme.hpp"

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
    QByteArray flags = qgetenv(flags_variable);
    if (!flags.isEmpty()) flags += ' ';
    qputenv(flags_variable, flags + no_network + color_schemes + (current_theme().is_dark ? prefer_dark : ""));
    // Qt WebEngine asks for it; it has an effect only before the QApplication.
    if (QCoreApplication::instance() == nullptr) QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QWebEngineUrlScheme scheme(panel_scheme);
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
    QWebEngineUrlScheme::registerScheme(scheme);
}
