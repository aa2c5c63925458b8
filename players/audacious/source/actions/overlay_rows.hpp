// Copyright (c) 2026 Tonearm contributors. MIT License.
// The rows of a menu that have a value or two lines.
#pragma once

#include <functional>

#include <tonearm/shapes.hpp>

class QWidget;

// Called with the new value when the user changes it.
using ValueChanged = std::function<void(int value)>;

QWidget *slider_row(const tonearm::OverlayRow &row, ValueChanged changed);
QWidget *rating_row(const tonearm::OverlayRow &row, ValueChanged changed);
QWidget *segmented_row(const tonearm::OverlayRow &row, ValueChanged changed);
QWidget *now_playing_row(const tonearm::OverlayRow &row);
