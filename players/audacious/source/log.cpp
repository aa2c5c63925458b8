// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "log.hpp"

#include <libaudcore/runtime.h>

namespace player_log {

void info(const std::string &line) { AUDINFO("%s\n", line.c_str()); }
void warning(const std::string &line) { AUDWARN("%s\n", line.c_str()); }
void error(const std::string &line) { AUDERR("%s\n", line.c_str()); }

}  // namespace player_log
