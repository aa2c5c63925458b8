#include "settings.hpp"

#include <libaudcore/runtime.h>

namespace settings {

namespace {

constexpr const char *section = "tonearm";

const char *const defaults[] = {"bridge", "", "deno", "", "developer_tools", "FALSE", "open_panels", "", nullptr};

const PreferencesWidget widgets[] = {
    WidgetLabel("<b>Bridge</b>"),
    WidgetFileEntry("Program or main.js (empty: beside the plugin):", WidgetString(section, "bridge"),
                    {FileSelectMode::File}),
    WidgetFileEntry("Deno (empty: the one in PATH):", WidgetString(section, "deno"), {FileSelectMode::File}),
    WidgetLabel("A change applies after the plugin is disabled and enabled."),
    WidgetLabel("<b>Panels</b>"),
    WidgetCheck("F12 opens developer tools", WidgetBool(section, "developer_tools")),
};

// The settings dialog stores a chosen file as a URI.
QString path(const char *name) {
    const QString text = QString::fromUtf8(aud_get_str(section, name));
    const QString scheme = QStringLiteral("file://");
    return text.startsWith(scheme) ? QString::fromUtf8(QByteArray::fromPercentEncoding(text.mid(scheme.size()).toUtf8()))
                                   : text;
}

}  // namespace

const PluginPreferences preferences = {{widgets}, nullptr, nullptr, nullptr};

void set_defaults() { aud_config_set_defaults(section, defaults); }
QString bridge() { return path("bridge"); }
QString deno() { return path("deno"); }
bool developer_tools() { return aud_get_bool(section, "developer_tools"); }

QStringList open_panels() {
    return QString::fromUtf8(aud_get_str(section, "open_panels")).split(QLatin1Char('/'), Qt::SkipEmptyParts);
}

void set_open_panels(const QStringList &ids) {
    aud_set_str(section, "open_panels", ids.join(QLatin1Char('/')).toUtf8().constData());
}

}  // namespace settings
