// Copyright (c) 2026 Tonearm contributors. MIT License.
// Where the bridge is, and how it is started.
#pragma once

#include <string>
#include <vector>

#include <QString>

struct BridgeCommand {
    std::vector<std::string> words;
    // Why there is no bridge, in a sentence for the user. Empty when there is one.
    QString problem;
};

// Looks in this order: the environment variables TONEARM_BRIDGE (a JSON array) and TONEARM_BRIDGE_PROGRAM, by which
// tools take the place of the bridge; the setting; the folder `tonearm/bridge` beside the plugin.
BridgeCommand find_bridge();

// Whether a tool has taken the place of the bridge by an environment variable.
bool is_bridge_replaced();

// The folder `tonearm` beside the plugin.
QString shipped_folder();

// The directory of the bridge's log files, in which it runs. From any thread.
const std::string &log_directory();
