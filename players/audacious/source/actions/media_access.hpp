// Checks which files and URLs a page may open.
#pragma once

#include <string>

// Returns why a path or URL may not be opened, in a sentence for panels; empty when it may. Follows symbolic links, so
// it may block.
std::string media_problem(const std::string &path, const std::string &log_directory);
