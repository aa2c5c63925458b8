// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/main_menu.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <QAction>
#include <QMainWindow>
#include <QMenuBar>
#include <QPointer>
#include <QTimer>

#include <libaudcore/i18n.h>
#include <libaudqt/libaudqt.h>

#include "actions/menu_tree.hpp"
#include "window.hpp"

using namespace tonearm;

namespace {

struct Command {
    QAction *action;
    QString path;
};

// What a page may run: the commands of two menus of Audacious that change how it plays, by their untranslated labels. The
// others open windows, change the window, write files or are those of plugins.
const std::map<const char *, std::vector<const char *>> allowed = {
    {"_Playback",
     {"_Play", "Paus_e", "_Stop", "Pre_vious", "_Next", "_Repeat", "S_huffle", "Shuffle by Albu_m", "N_o Playlist Advance",
      "Stop A_fter This Song", "Set Repeat Point _A", "Set Repeat Point _B", "_Clear Repeat Points"}},
    {"_Output", {"Volume _Up", "Volume _Down"}},
};

// The commands in the order of the menu, and its tree.
std::vector<Command> commands(std::vector<MenuNode> *tree = nullptr) {
    std::vector<Command> found;
    const QMainWindow *window = main_window();
    if (window == nullptr) return found;
    for (QAction *menu : window->menuBar()->actions()) {
        const auto named = std::find_if(allowed.begin(), allowed.end(),
                                        [&](const auto &each) { return audqt::translate_str(each.first) == menu->text(); });
        if (named == allowed.end() || menu->menu() == nullptr) continue;
        QList<QAction *> rows;
        for (QAction *action : menu->menu()->actions()) {
            const bool is_allowed = std::any_of(named->second.begin(), named->second.end(),
                                                [&](const char *text) { return audqt::translate_str(text) == action->text(); });
            if (action->menu() == nullptr && (action->isSeparator() || is_allowed)) rows.append(action);
        }
        auto node = submenu_of(menu, rows, [&](QAction *action, const QString &path) {
            found.push_back({action, path});
            return static_cast<std::int64_t>(found.size());
        });
        if (tree != nullptr) tree->push_back(std::move(node));
    }
    return found;
}

}  // namespace

Outcome<actions::MenuBuild::Result> MainMenu::build() {
    actions::MenuBuild::Result result;
    if (main_window() == nullptr) return Error{error_codes::menu_tree_unavailable, "The interface of Audacious has no menu bar"};
    commands(&result.nodes);
    return result;
}

void MainMenu::implement(Bridge &bridge) {
    bridge.implement<actions::MenuListMainCommands>([](const auto &) {
        actions::MenuListMainCommands::Result result;
        for (const auto &[action, path] : commands()) {
            result.commands.push_back({path.toStdString(), guid_of(path), std::nullopt, action->isEnabled(),
                                       action->isCheckable() ? std::optional(action->isChecked()) : std::nullopt});
        }
        return result;
    });
    bridge.implement<actions::MenuRunMain>([](const actions::MenuRunMain::Params &params) {
        actions::MenuRunMain::Result result{false};
        if (params.subGuid) return result;
        const QString guid = QString::fromStdString(params.guid);
        for (const auto &[action, path] : commands()) {
            if (guid.compare(QString::fromStdString(guid_of(path)), Qt::CaseInsensitive) != 0 || !action->isEnabled()) continue;
            // A command may open a dialog with an event loop of its own, so it runs after the answer is sent.
            QTimer::singleShot(0, action, &QAction::trigger);
            result.executed = true;
            break;
        }
        return result;
    });
}
