// Copyright (c) 2026 Tonearm contributors. MIT License.
// Lines in Audacious's log, which File, Log Inspector shows.
#pragma once

#include <string>

namespace player_log {

void info(const std::string &line);
void warning(const std::string &line);
void error(const std::string &line);

}  // namespace player_log
