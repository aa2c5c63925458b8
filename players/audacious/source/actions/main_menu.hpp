// Copyright (c) 2026 Tonearm contributors. MIT License.
// The menu bar of Audacious.
#pragma once

#include <tonearm/bridge.hpp>

class MainMenu {
public:
    void implement(tonearm::Bridge &bridge);

    tonearm::Outcome<tonearm::actions::MenuBuild::Result> build();
};
