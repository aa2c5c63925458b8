// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "bridge_command.hpp"

#include <QFileInfo>
#include <QStandardPaths>

#include <libaudcore/i18n.h>
#include <libaudcore/runtime.h>
#include <tonearm/json.hpp>
#include <tonearm/transport.hpp>

#include "settings.hpp"

namespace {

std::string utf8(const QString &text) { return text.toStdString(); }

QString deno_program() {
    const QString chosen = settings::deno();
    return chosen.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("deno")) : chosen;
}

BridgeCommand run_with_deno(const QString &script) {
    const QString deno = deno_program();
    if (deno.isEmpty()) {
        return {{}, QString::fromUtf8(_("The bridge %1 needs Deno, which is not in PATH. Install Deno, or enter its "
                                       "path in the settings of the plugin Tonearm.")).arg(script)};
    }
    std::vector<std::string> words{utf8(deno), "run", "--no-prompt", "--allow-read=.", "--allow-write=.",
                                   "--deny-import", "--cached-only"};
    // A bundle contains its packages. A source tree has them in Deno's cache.
    if (script.endsWith(QLatin1String(".js"))) words.insert(words.end(), {"--no-remote", "--no-npm"});
    words.push_back(utf8(script));
    return {std::move(words), {}};
}

BridgeCommand command_of(const QString &path) {
    const bool is_script = path.endsWith(QLatin1String(".js")) || path.endsWith(QLatin1String(".ts"));
    return is_script ? run_with_deno(path) : BridgeCommand{{utf8(path)}, {}};
}

BridgeCommand replacement() {
    const QByteArray array = qgetenv("TONEARM_BRIDGE");
    if (array.isEmpty()) return {{qgetenv("TONEARM_BRIDGE_PROGRAM").toStdString()}, {}};
    const auto json = tonearm::parse_json(std::string_view(array.constData(), static_cast<std::size_t>(array.size())));
    BridgeCommand command;
    if (json.is_array()) {
        for (const auto &word : json) {
            if (word.is_string()) command.words.push_back(word.get<std::string>());
        }
    }
    if (!json.is_array() || command.words.size() != json.size() || command.words.empty()) {
        return {{}, QString::fromUtf8(_("TONEARM_BRIDGE must be a JSON array of strings."))};
    }
    return command;
}

// An address in this library.
void here() {}

}  // namespace

bool is_bridge_replaced() {
    return !qEnvironmentVariableIsEmpty("TONEARM_BRIDGE") || !qEnvironmentVariableIsEmpty("TONEARM_BRIDGE_PROGRAM");
}

QString shipped_folder() {
    return QString::fromStdString(tonearm::module_directory(reinterpret_cast<const void *>(&here))) +
           QStringLiteral("/tonearm");
}

const std::string &log_directory() {
    static const std::string directory = std::string(aud_get_path(AudPath::UserDir)) + "/tonearm/log";
    return directory;
}

BridgeCommand find_bridge() {
    if (is_bridge_replaced()) return replacement();
    const QString chosen = settings::bridge();
    if (!chosen.isEmpty()) {
        if (QFileInfo(chosen).isFile()) return command_of(chosen);
        return {{}, QString::fromUtf8(_("There is no bridge at %1, the path in the settings of the plugin Tonearm."))
                        .arg(chosen)};
    }
    const QString folder = shipped_folder() + QStringLiteral("/bridge/");
    for (const auto name : {"tonearm", "main.js"}) {
        const QString path = folder + QLatin1String(name);
        if (QFileInfo(path).isFile()) return command_of(path);
    }
    return {{}, QString::fromUtf8(_("There is no bridge in %1. Install one there, or enter its path in the settings of "
                                   "the plugin Tonearm.")).arg(folder)};
}
