/*
 * bridge_command.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "bridge_command.hpp"

#include <QFileInfo>
#include <QStandardPaths>

#include <libaudcore/i18n.h>
#include <libaudcore/runtime.h>
#include <tonearm/transport.hpp>

#include "settings.hpp"

namespace {

constexpr const char *replacement = "TONEARM_BRIDGE_PROGRAM";

BridgeCommand command_of(const QString &path) {
    if (!path.endsWith(".js") && !path.endsWith(".ts")) return {{path.toStdString()}, {}};
    const QString deno = settings::deno().isEmpty() ? QStandardPaths::findExecutable("deno") : settings::deno();
    if (deno.isEmpty()) {
        return {{}, QString(_("The bridge %1 needs Deno, which is not in PATH. Install Deno, or enter its path in the "
                              "settings of the plugin Tonearm.")).arg(path)};
    }
    std::vector<std::string> words{deno.toStdString(), "run", "--no-prompt", "--allow-read=.", "--allow-write=.",
                                   "--deny-import", "--cached-only"};
    // A bundle contains its packages. A source tree has them in Deno's cache.
    if (path.endsWith(".js")) words.insert(words.end(), {"--no-remote", "--no-npm"});
    words.push_back(path.toStdString());
    return {std::move(words), {}};
}

// An address in this library.
void here() {}

}  // namespace

bool is_bridge_replaced() { return !qEnvironmentVariableIsEmpty(replacement); }

QString shipped_folder() {
    return QString::fromStdString(tonearm::module_directory(reinterpret_cast<const void *>(&here))) + "/tonearm";
}

const std::string &log_directory() {
    static const std::string directory = std::string(aud_get_path(AudPath::UserDir)) + "/tonearm/log";
    return directory;
}

BridgeCommand find_bridge() {
    if (is_bridge_replaced()) return {{qgetenv(replacement).toStdString()}, {}};
    const QString chosen = settings::bridge();
    if (QFileInfo(chosen).isFile()) return command_of(chosen);
    if (!chosen.isEmpty()) {
        return {{}, QString(_("There is no bridge at %1, the path in the settings of the plugin Tonearm.")).arg(chosen)};
    }
    const QString folder = shipped_folder() + "/bridge/";
    for (const auto name : {"tonearm", "main.js"}) {
        if (QFileInfo(folder + name).isFile()) return command_of(folder + name);
    }
    return {{}, QString(_("There is no bridge in %1. Install one there, or enter its path in the settings of the plugin "
                          "Tonearm.")).arg(folder)};
}
