// Copyright (c) 2026 Tonearm contributors. MIT License.
// Qt menus as menu trees.
#pragma once

#include <functional>
#include <vector>

#include <QString>

#include <tonearm/shapes.hpp>

class QAction;

// The GUID of a command: made from its path (UUID version 5), so it stays while the labels stay.
std::string guid_of(const QString &path);

// The commands of a menu as a tree. `number` gives each command its id.
std::vector<tonearm::MenuNode> tree_of(const QList<QAction *> &actions, const QString &path,
                                       const std::function<std::int64_t(QAction *, const QString &path)> &number);
// A menu with some of its rows.
tonearm::MenuNode submenu_of(const QAction *menu, const QList<QAction *> &rows,
                             const std::function<std::int64_t(QAction *, const QString &path)> &number);
