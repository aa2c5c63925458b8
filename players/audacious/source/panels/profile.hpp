// Copyright (c) 2026 Tonearm contributors. MIT License.
// What the page of a panel may load: the files of its folder.
#pragma once

#include <QString>
#include <QUrl>

class QWebEngineProfile;

// A profile of its own for each panel: pages share no storage.
QWebEngineProfile *panel_profile(const QString &panel, const QString &folder);

QUrl panel_address(const QString &panel);
bool is_in_panel(const QUrl &url, const QString &panel);
