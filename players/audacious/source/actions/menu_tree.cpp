// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/menu_tree.hpp"

#include <QAction>
#include <QMenu>
#include <QUuid>

using namespace tonearm;

namespace {

const QUuid name_space("{0f4a9c36-6d3f-4b1e-9a52-8a1f4f2c7b60}");

// "_" or "&" before a letter marks its key. Qt shows "&&" as "&".
QString plain(QString label) {
    return label.replace(QLatin1String("&&"), QLatin1String("\x01"))
        .remove(QLatin1Char('&'))
        .replace(QLatin1Char('\x01'), QLatin1Char('&'));
}

}  // namespace

std::string guid_of(const QString &path) {
    return QUuid::createUuidV5(name_space, path).toString().toUpper().toStdString();
}

std::vector<MenuNode> tree_of(const QList<QAction *> &actions, const QString &path,
                              const std::function<std::int64_t(QAction *, const QString &)> &number) {
    std::vector<MenuNode> nodes;
    for (QAction *action : actions) {
        MenuNode node{};
        if (action->isSeparator()) {
            node.type = MenuNode::Type::separator;
            nodes.push_back(std::move(node));
            continue;
        }
        node.label = action->text().toStdString();
        const QString own_path = path.isEmpty() ? plain(action->text()) : path + QLatin1Char('/') + plain(action->text());
        if (QMenu *menu = action->menu()) {
            node.type = MenuNode::Type::submenu;
            node.children = tree_of(menu->actions(), own_path, number);
        } else {
            node.type = MenuNode::Type::command;
            node.commandId = number(action, own_path);
            node.guid = guid_of(own_path);
            node.enabled = action->isEnabled();
            node.checked = action->isCheckable() && action->isChecked();
            node.hidden = !action->isVisible();
        }
        nodes.push_back(std::move(node));
    }
    return nodes;
}

MenuNode submenu_of(const QAction *menu, const QList<QAction *> &rows,
                    const std::function<std::int64_t(QAction *, const QString &)> &number) {
    MenuNode node{};
    node.type = MenuNode::Type::submenu;
    node.label = menu->text().toStdString();
    node.children = tree_of(rows, plain(menu->text()), number);
    return node;
}
