/*
 * menus.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// The menu bar of Audacious, and the context menu of tracks.
#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <QApplication>
#include <QClipboard>
#include <QCursor>
#include <QDesktopServices>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QTimer>
#include <QUrl>
#include <QUuid>

#include <libaudcore/drct.h>
#include <libaudcore/i18n.h>
#include <libaudcore/interface.h>
#include <libaudqt/libaudqt.h>
#include <libaudqt/menu.h>

#include "actions/media_access.hpp"
#include "desktop.hpp"
#include "parts.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

const QUuid name_space("{0f4a9c36-6d3f-4b1e-9a52-8a1f4f2c7b60}");

// What a page may run: the commands of two menus of Audacious that change how it plays, by their untranslated labels. The
// others open windows, change the window, write files or are those of plugins.
const std::map<const char *, std::vector<const char *>> allowed = {
    {"_Playback",
     {"_Play", "Paus_e", "_Stop", "Pre_vious", "_Next", "_Repeat", "S_huffle", "Shuffle by Albu_m", "N_o Playlist Advance",
      "Stop A_fter This Song", "Set Repeat Point _A", "Set Repeat Point _B", "_Clear Repeat Points"}},
    {"_Output", {"Volume _Up", "Volume _Down"}},
};

struct Command {
    QAction *action;
    std::string path;

    // Made from its path (UUID version 5), so it stays while the labels stay.
    QUuid guid() const { return QUuid::createUuidV5(name_space, QString::fromStdString(path)); }
    std::string guid_text() const { return guid().toString().toUpper().toStdString(); }
};

// Commands of a menu, each numbered from 1 in `commandId`, and their tree.
struct Tree {
    std::vector<Command> commands;
    std::vector<MenuNode> nodes;

    void add(QAction *action, const std::string &path, std::vector<MenuNode> &into) {
        MenuNode &node = into.emplace_back();
        node.type = action->isSeparator() ? MenuNode::Type::separator : MenuNode::Type::command;
        if (action->isSeparator()) return;
        commands.push_back({action, path + '/' + plain(action->text())});
        node.label = action->text().toStdString();
        node.commandId = static_cast<std::int64_t>(commands.size());
        node.guid = commands.back().guid_text();
        node.enabled = action->isEnabled();
        node.checked = action->isCheckable() && action->isChecked();
        node.hidden = !action->isVisible();
    }

    // Runs an enabled command, by its number or else its GUID, after the answer is sent: it may open a dialog with an event
    // loop of its own. Keeps the menu until then.
    bool run(const std::optional<std::int64_t> &number, const std::string &guid, std::shared_ptr<QMenu> menu = {}) const {
        const QUuid wanted(QString::fromStdString(guid));
        const auto found = std::find_if(commands.begin(), commands.end(), [&](const Command &each) {
            const bool is_it = number ? *number == &each - commands.data() + 1 : each.guid() == wanted;
            return is_it && each.action->isEnabled();
        });
        if (found == commands.end()) return false;
        QTimer::singleShot(0, found->action, [action = found->action, menu] { action->trigger(); });
        return true;
    }

    // "&" before a letter marks its key. Qt shows "&&" as "&".
    static std::string plain(QString label) {
        return label.replace("&&", "\x01").remove('&').replace('\x01', '&').toStdString();
    }
};

// --- The menu bar

Tree main_tree() {
    Tree tree;
    const QMainWindow *window = main_window();
    const auto is_named = [](const QAction *action, const char *name) { return audqt::translate_str(name) == action->text(); };
    for (const QAction *menu : window != nullptr ? window->menuBar()->actions() : QList<QAction *>()) {
        for (const auto &[title, labels] : allowed) {
            if (menu->menu() == nullptr || !is_named(menu, title)) continue;
            tree.nodes.push_back({MenuNode::Type::submenu, menu->text().toStdString(), std::vector<MenuNode>()});
            for (QAction *action : menu->menu()->actions()) {
                const auto is_label = [&](const char *label) { return action->menu() == nullptr && is_named(action, label); };
                const bool is_allowed = action->isSeparator() || std::any_of(labels.begin(), labels.end(), is_label);
                if (is_allowed) tree.add(action, Tree::plain(menu->text()), *tree.nodes.back().children);
            }
        }
    }
    return tree;
}

// --- The context menu
// Audacious's own acts on the selected entries of the active playlist only. This one acts on any tracks; when it is shown
// for the selection, it also has Audacious's submenu "Services".

// What a menu is about.
struct Subject {
    // The places of the tracks; empty for tracks outside of playlists.
    Playlist playlist;
    std::vector<int> entries;
    std::vector<String> uris;
    bool is_selection;

    using Source = MenuContext::Source;
    Subject(const MenuContext &context, const Panel &panel) : is_selection(context.source == Source::selection) {
        if (context.source == Source::handles) {
            for (const auto &handle : context.handles.value_or(std::vector<Handle>())) {
                const String uri = uri_of(handle, panel.value_or(""));
                // Audacious would add the entries of a playlist unchecked.
                if (!Playlist::filename_is_playlist(uri) && may_be_added(handle.path, panel.value_or(""))) uris.push_back(uri);
            }
        } else if (context.source == Source::nowPlaying) {
            playlist = Playlist::playing_playlist();
            if (!aud_drct_get_playing() || playlist.get_position() < 0) throw Error{error_codes::internal, "Nothing is playing"};
            entries = {playlist.get_position()};
        } else {
            playlist = Playlist::active_playlist();
            entries = is_selection ? selected_entries(playlist) : all_entries(playlist);
        }
        for (const int entry : entries) uris.push_back(playlist.entry_filename(entry));
    }

    // Where the entries are now: the nearest ones with the same files.
    std::set<int> present_entries() const {
        // Audacious shares equal texts, so their addresses are equal too.
        Index<String> names;
        for (int at = 0; at < playlist.n_entries(); ++at) names.append(playlist.entry_filename(at));
        std::set<int> found;
        for (std::size_t each = 0; each < entries.size(); ++each) {
            const auto is_there = [&](int at) { return at >= 0 && at < names.len() && names[at] == uris[each]; };
            for (int distance = 0; distance <= std::max(names.len(), entries[each]); ++distance) {
                const int before = entries[each] - distance, after = entries[each] + distance;
                if (!is_there(before) && !is_there(after)) continue;
                found.insert(is_there(before) ? before : after);
                break;
            }
        }
        return found;
    }

    Index<PlaylistAddItem> items() const {
        Index<PlaylistAddItem> items;
        for (const String &uri : uris) items.append(String(uri));
        return items;
    }
};

// What opens other programs, and the commands of plugins, are only in the menu that the user sees.
std::unique_ptr<QMenu> menu_of(const Subject &subject, bool is_shown) {
    auto menu = std::make_unique<QMenu>();
    const auto add = [&menu](const char *label, bool is_enabled, auto function) {
        menu->addAction(audqt::translate_str(label), std::move(function))->setEnabled(is_enabled);
    };
    const bool is_any = !subject.uris.empty(), is_listed = !subject.entries.empty();
    const auto is_queued = [&](int entry) { return subject.playlist.queue_find_entry(entry) >= 0; };
    add(N_("_Play"), is_any, [subject] {
        if (subject.entries.empty()) return aud_drct_pl_open_temp_list(subject.items());
        const auto now = subject.present_entries();
        if (now.empty()) return;
        subject.playlist.set_position(*now.begin());
        subject.playlist.start_playback();
    });
    add(N_("Add to _Queue"), is_listed, [subject] {
        for (const int entry : subject.present_entries()) subject.playlist.queue_insert(-1, entry);
    });
    add(N_("Remove from Q_ueue"), std::any_of(subject.entries.begin(), subject.entries.end(), is_queued), [subject] {
        const auto &list = subject.playlist;
        for (const int entry : subject.present_entries()) list.queue_remove(list.queue_find_entry(entry));
    });
    add(N_("_Add to Active Playlist"), is_any,
        [subject] { Playlist::active_playlist().insert_items(-1, subject.items(), false); });
    menu->addSeparator();
    add(N_("Song _Info ..."), is_listed, [subject] {
        const auto now = subject.present_entries();
        if (!now.empty()) audqt::infowin_show(subject.playlist, *now.begin());
    });
    const auto path = is_any ? local_path(subject.uris.front()) : std::nullopt;
    if (is_shown) add(N_("_Open Containing Folder"), path.has_value(), [path] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(QString::fromStdString(*path)).path()));
    });
    add(N_("_Copy"), is_any, [subject] {
        QList<QUrl> urls;
        for (const String &uri : subject.uris) {
            const auto stream = panel_stream(std::string(uri));
            urls.append(QUrl(stream ? QString::fromStdString(stream->url) : QString(uri)));
        }
        auto *data = new QMimeData;
        data->setUrls(urls);
        QApplication::clipboard()->setMimeData(data);
    });
    add(N_("_Remove from Playlist"), is_listed, [subject] {
        const auto now = subject.present_entries();
        // From the last on, so that the indices before stay.
        std::for_each(now.rbegin(), now.rend(), [&](int entry) { subject.playlist.remove_entry(entry); });
    });
    if (subject.is_selection && is_shown) {
        menu->addSeparator();
        menu->addMenu(audqt::menu_get_by_id(AudMenuID::Playlist));
    }
    return menu;
}

Tree context_tree(const QMenu &menu) {
    Tree tree;
    for (QAction *action : menu.actions()) tree.add(action, "context", tree.nodes);
    return tree;
}

}  // namespace

void implement_menus(Bridge &bridge) {
    bridge.implement<actions::MenuListMainCommands>([](const auto &) {
        actions::MenuListMainCommands::Result result;
        for (const Command &command : main_tree().commands) {
            const QAction &action = *command.action;
            result.commands.push_back({command.path, command.guid_text(), std::nullopt, action.isEnabled(),
                                       action.isCheckable() ? std::optional(action.isChecked()) : std::nullopt});
        }
        return result;
    });
    bridge.implement<actions::MenuRunMain>([](const auto &params) {
        return actions::MenuRunMain::Result{!params.subGuid && main_tree().run({}, params.guid)};
    });
    bridge.implement<actions::MenuBuild>([](const auto &params, const Panel &panel) {
        if (params.kind == actions::MenuBuild::Params::Kind::main) {
            if (main_window() != nullptr) return actions::MenuBuild::Result{main_tree().nodes};
            throw Error{error_codes::menu_tree_unavailable, "The interface of Audacious has no menu bar"};
        }
        const auto menu = menu_of(Subject(params.context.value_or(MenuContext{}), panel), false);
        return actions::MenuBuild::Result{context_tree(*menu).nodes};
    });
    bridge.implement<actions::MenuRunContext>([](const auto &params, const Panel &panel) {
        const std::shared_ptr<QMenu> menu = menu_of(Subject(params.context, panel), false);
        const bool runs = !params.subGuid && context_tree(*menu).run(params.commandId, params.guid.value_or(""), menu);
        return actions::MenuRunContext::Result{runs, runs};
    });
    bridge.implement<actions::MenuPopup>([](const auto &params, const Panel &panel) {
        QMenu *menu = menu_of(Subject(params.context, panel), true).release();
        // One menu at a time: a page may open them without end.
        static QPointer<QMenu> shown;
        if (shown != nullptr) shown->deleteLater();
        shown = menu;
        QObject::connect(menu, &QMenu::aboutToHide, menu, &QObject::deleteLater);
        QTimer::singleShot(0, menu, [menu] { menu->popup(QCursor::pos()); });
    });
}
