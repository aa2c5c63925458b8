// The plugin's settings, in Audacious's configuration file.
#pragma once

#include <optional>
#include <string>

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

// The name of sessions of jitQueue in permissions: their native actions name no panel. No panel has this name.
inline constexpr const char *jit_queue = "jitQueue";
// Whether a panel may open streams from a host, which may have a port; without a panel, whether one may. From any thread.
bool may_stream(const std::optional<std::string> &panel, const std::string &host);
void permit_streams(const std::string &panel, const std::string &host);

extern const PluginPreferences preferences;

}  // namespace settings
