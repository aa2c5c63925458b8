// Qt WebEngine in Audacious: its command line and the scheme of panels.
#pragma once

#include <QByteArray>

inline const QByteArray panel_scheme = "tonearm-panel";

// Before the first page, and if possible before the QApplication.
void prepare_web_engine();
