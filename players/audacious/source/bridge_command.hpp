/*
 * bridge_command.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

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

// Looks in this order: the environment variable TONEARM_BRIDGE_PROGRAM, by which a tool takes the place of the bridge; the
// setting; the folder `tonearm/bridge` beside the plugin.
BridgeCommand find_bridge();

// Whether a tool has taken the place of the bridge.
bool is_bridge_replaced();

// The folder `tonearm` beside the plugin.
QString shipped_folder();

// The directory of the bridge's log files, in which it runs. From any thread.
const std::string &log_directory();
