// Copyright (c) 2026 Tonearm contributors. MIT License.
// Checks which files and URLs a page may open.
#pragma once

#include <string>

// Returns why a path or URL may not be opened, in a sentence for panels; empty when it may. Without a panel,
// no stream may. Follows symbolic links, so it may block. From any thread.
std::string media_problem(const std::string &path, const std::string &panel);

// The host of a stream, with its port if it has one; empty for everything else, and for a URL that two programs could read
// differently.
std::string stream_host(const std::string &url);
