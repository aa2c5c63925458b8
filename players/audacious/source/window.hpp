// Copyright (c) 2026 Tonearm contributors. MIT License.
// The main window of Audacious.
#pragma once

class QMainWindow;

// Null when the interface has no main window, as that of the Winamp skins.
QMainWindow *main_window();
