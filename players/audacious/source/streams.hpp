/*
 * streams.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The rule for the streams of panels, of the plugin and of its transport. All functions may be called from any thread.
#pragma once

#include <optional>
#include <string>

// A stream that a panel has brought has a URI of its own, which only the transport opens: tonearm://PANEL/https://host/path.
struct PanelStream {
    static constexpr char scheme[] = "tonearm";

    std::string panel;
    std::string url;

    std::string uri() const { return std::string(scheme) + "://" + panel + '/' + url; }
};

// Empty for every other URI.
std::optional<PanelStream> panel_stream(const std::string &uri);

// The host of a stream, with its port if it has one; empty for everything else, and for a URL that two programs could read
// differently.
std::string stream_host(const std::string &url);

// Whether the user has permitted a panel to open streams from a host, which may have a port.
bool may_stream(const std::string &panel, const std::string &host);

// Returns why a panel may not open the URL of a stream, in a sentence for panels; empty when it may.
std::string stream_problem(const PanelStream &stream);

// Returns why a panel may not open streams from a host.
std::string no_permission(const std::string &host);

// The number of bytes by which Audacious's decoder FFaudio recognizes a file.
constexpr std::size_t max_head = 16384;

// Whether a file that begins so names others, of any host, which FFaudio opens by itself, whatever the name of the file is:
// HLS, DASH, SDP, ffconcat and IMF, which FFmpeg 5.1 does not recognize. It looks behind an ID3 tag too.
bool is_made_of_others(std::string head);

// The hook of Audacious by which its transport tells the plugin that a permitted host has led to another one: the URI of a
// stream there.
constexpr const char *stream_denied = "tonearm stream denied";
