// The plugin's settings, in Audacious's configuration file.
#pragma once

#include <QString>
#include <QStringList>

#include <libaudcore/preferences.h>

namespace settings {

void set_defaults();

// Path of the bridge: a program, or a script that Deno runs. Empty: the one beside the plugin.
QString bridge();
// Path of Deno. Empty: the one in PATH.
QString deno();
bool developer_tools();

// The panels that were open, by id.
QStringList open_panels();
void set_open_panels(const QStringList &ids);

extern const PluginPreferences preferences;

}  // namespace settings
