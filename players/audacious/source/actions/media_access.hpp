// Checks which files and URLs a page may open.
#pragma once

#include <string>

// Where a call is from, for media_problem(). Without a panel, no stream is allowed.
struct MediaRules {
    std::string log_directory, panel;
};

// Returns why a path or URL may not be opened, in a sentence for panels; empty when it may. Follows symbolic links, so
// it may block.
std::string media_problem(const std::string &path, const MediaRules &rules);

// The host of a stream, with its port if it has one; empty for everything else, and for a URL that two programs could read
// differently.
std::string stream_host(const std::string &url);
