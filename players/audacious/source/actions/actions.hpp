// Copyright (c) 2026 Tonearm contributors. MIT License.
// The native actions without state. Each function implements one group.
#pragma once

#include <tonearm/bridge.hpp>

class Panels;
class StreamQuestion;
class Threads;

void implement_app(tonearm::Bridge &bridge);
void implement_clipboard(tonearm::Bridge &bridge);
void implement_media(tonearm::Bridge &bridge, Threads &threads, StreamQuestion &question);
void implement_system(tonearm::Bridge &bridge, const Panels &panels);
