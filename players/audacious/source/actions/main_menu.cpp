#include "actions/main_menu.hpp"

#include <vector>

#include <QAction>
#include <QMainWindow>
#include <QMenuBar>
#include <QPointer>
#include <QTimer>

#include "actions/menu_tree.hpp"
#include "window.hpp"

using namespace tonearm;

namespace {

struct Command {
    QAction *action;
    QString path;
};

// The commands in the order of the menu, and its tree.
std::vector<Command> commands(std::vector<MenuNode> *tree = nullptr) {
    std::vector<Command> found;
    if (const QMainWindow *window = main_window()) {
        auto nodes = tree_of(window->menuBar()->actions(), {}, [&](QAction *action, const QString &path) {
            found.push_back({action, path});
            return static_cast<std::int64_t>(found.size());
        });
        if (tree != nullptr) *tree = std::move(nodes);
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
