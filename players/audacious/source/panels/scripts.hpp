// Copyright (c) 2026 Tonearm contributors. MIT License.
// The scripts that run in each page of a panel before its own.
#pragma once

#include <string>

#include <QList>

class QWebEngineScript;

// A page has them, not its profile: those of a profile are lost when the page crashes. window.fb2k has the functions of these
// operations: a JSON text, or nothing when no bridge has named them.
QList<QWebEngineScript> panel_scripts(const std::string &operations);
