/*
 * view.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// A panel's page, or the message in its place.
#pragma once

#include <QStackedWidget>

#include <tonearm/shapes.hpp>

class Host;

class PanelView : public QStackedWidget {
public:
    // Whether no other panel of the same dock area hides it.
    virtual void set_in_front(bool is_in_front) = 0;
    virtual void apply(const tonearm::PanelConfig &config) = 0;
};

PanelView *make_panel_view(Host &host, const QString &id, const QString &folder);
