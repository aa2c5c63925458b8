/*
 * web_engine.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// Qt WebEngine in Audacious: its command line and the scheme of panels.
#pragma once

#include <QByteArray>

inline const QByteArray panel_scheme = "tonearm-panel";

// Before the first page, and if possible before the QApplication.
void prepare_web_engine();

// Ends the processes that Qt WebEngine keeps for new pages. When Audacious restarts, another program takes the place of this
// one in its process, and they would stay.
void end_web_engine();
