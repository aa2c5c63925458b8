// What the page of a panel may load: the files of its folder.
#pragma once

#include <string>

#include <QString>
#include <QUrl>

class QWebEngineProfile;

// A profile of its own for each panel: pages share no storage.
QWebEngineProfile *panel_profile(const QString &panel, const QString &folder);

// Gives the pages that are loaded from now on window.fb2k, with the functions of these operations: a JSON text,
// or nothing when no bridge has named them.
void define_api(QWebEngineProfile &profile, const std::string &operations);

QUrl panel_address(const QString &panel);
bool is_in_panel(const QUrl &url, const QString &panel);
