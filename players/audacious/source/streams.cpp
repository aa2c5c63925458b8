/*
 * streams.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

#include "streams.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>

#include <libaudcore/runtime.h>

namespace {

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char each) { return std::tolower(each); });
    return text;
}

}  // namespace

std::optional<PanelStream> panel_stream(const std::string &uri) {
    static const std::string start = std::string(PanelStream::scheme) + "://";
    const auto slash = uri.find('/', start.size());
    if (uri.compare(0, start.size(), start) != 0 || slash == std::string::npos) return std::nullopt;
    return PanelStream{uri.substr(start.size(), slash - start.size()), uri.substr(slash + 1)};
}

std::string stream_host(const std::string &url) {
    static const std::regex pattern(R"(https?://([A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?)(?:[/?#][^\\]*)?)");
    std::smatch found;
    // std::regex is recursive.
    if (url.size() > 4096 || !std::regex_match(url, found, pattern)) return {};
    return lower_case(found[1]);
}

bool may_stream(const std::string &panel, const std::string &host) {
    const auto colon = host.find_last_not_of("0123456789");
    const bool has_port = colon != std::string::npos && host[colon] == ':' && colon + 1 < host.size();
    const std::string name = has_port ? host.substr(0, colon) : host;
    // Each permission is the id of a panel, a space, and a host.
    std::istringstream permissions(lower_case(std::string(aud_get_str("tonearm", "streams"))));
    for (std::string permission; std::getline(permissions, permission, ',');) {
        std::istringstream words(permission);
        std::string whose, which, rest;
        const bool is_permission = words >> whose >> which && !(words >> rest);
        if (is_permission && whose == panel && (which == host || which == name)) return true;
    }
    return false;
}

std::string no_permission(const std::string &host) { return "Access denied: no permission to open streams from " + host; }

std::string stream_problem(const PanelStream &stream) {
    const std::string scheme = stream.url.substr(0, stream.url.find("://"));
    if (scheme != "http" && scheme != "https") return "Access denied: " + scheme + ":// is not played on request";
    const std::string host = stream_host(stream.url);
    if (host.empty()) return "Access denied: the address of the stream is ambiguous";
    return may_stream(stream.panel, host) ? "" : no_permission(host);
}

bool is_made_of_others(std::string head) {
    head = lower_case(std::move(head));
    const auto has = [&head](const char *text) { return head.find(text) != std::string::npos; };
    return (has("#extm3u") && has("#ext-x-")) || has("ffconcat version") || (has("<mpd") && has("dash")) ||
           has("c=in ip") || has("compositionplaylist");
}
