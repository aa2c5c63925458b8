// Copyright (c) 2026 Tonearm contributors. MIT License.
// The native action of the extension `artwork`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <libaudcore/hook.h>
#include <tonearm/bridge.hpp>

class Threads;

class Artwork {
public:
    explicit Artwork(Threads &threads) : threads_(threads) {}

    void implement(tonearm::Bridge &bridge);

private:
    struct Request {
        int max_size;
        tonearm::Reply<tonearm::actions::ArtworkGet> reply;
    };

    void ask(const std::string &uri, Request request);
    void ready(const char *uri);

    Threads &threads_;
    // Waiting for Audacious, by URI.
    std::map<std::string, std::vector<Request>> waiting_;
    const HookReceiver<Artwork, const char *> ready_{"art ready", this, &Artwork::ready};
};
