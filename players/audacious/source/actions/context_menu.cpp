// Copyright (c) 2026 Tonearm contributors. MIT License.
#include "actions/context_menu.hpp"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QCursor>
#include <QDesktopServices>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QTimer>
#include <QUrl>

#include <libaudcore/drct.h>
#include <libaudcore/i18n.h>
#include <libaudcore/interface.h>
#include <libaudqt/libaudqt.h>
#include <libaudqt/menu.h>

#include "actions/main_menu.hpp"
#include "actions/media_access.hpp"
#include "actions/menu_tree.hpp"
#include "tracks.hpp"

using namespace tonearm;

namespace {

Index<PlaylistAddItem> items_of(const std::vector<String> &uris) {
    Index<PlaylistAddItem> items;
    for (const String &uri : uris) items.append(String(uri));
    return items;
}

void copy(const std::vector<String> &uris) {
    QList<QUrl> urls;
    for (const String &uri : uris) urls.append(QUrl(QString::fromUtf8(static_cast<const char *>(uri))));
    auto data = std::make_unique<QMimeData>();
    data->setUrls(urls);
    QApplication::clipboard()->setMimeData(data.release());
}

// Where the entries of an open menu are now: the nearest ones with the same files.
std::vector<int> present_entries(const ContextMenu::Subject &subject) {
    // Audacious shares equal texts, so their addresses are equal too.
    std::vector<String> names;
    for (int at = 0; at < subject.playlist.n_entries(); ++at) names.push_back(subject.playlist.entry_filename(at));
    const int count = static_cast<int>(names.size());
    std::vector<int> found;
    for (std::size_t each = 0; each < subject.entries.size(); ++each) {
        const int entry = subject.entries[each];
        const auto is_there = [&](int at) {
            return at >= 0 && at < count && names[static_cast<std::size_t>(at)] == subject.uris[each];
        };
        int distance = 0;
        while (distance <= std::max(count, entry) && !is_there(entry - distance) && !is_there(entry + distance)) ++distance;
        if (is_there(entry - distance)) found.push_back(entry - distance);
        else if (is_there(entry + distance)) found.push_back(entry + distance);
    }
    return found;
}

}  // namespace

Outcome<ContextMenu::Subject> ContextMenu::subject_of(const MenuContext &context, const Panel &panel) const {
    using Source = MenuContext::Source;
    Subject subject;
    switch (context.source) {
        case Source::handles:
            for (const auto &handle : context.handles.value_or(std::vector<Handle>())) {
                const String uri = uri_of(handle);
                // Audacious would add the entries of a playlist unchecked.
                if (Playlist::filename_is_playlist(uri) ||
                    !media_problem(handle.path, panel.value_or("")).empty()) continue;
                subject.uris.push_back(uri);
            }
            return subject;
        case Source::nowPlaying:
            subject.playlist = Playlist::playing_playlist();
            if (!aud_drct_get_playing() || subject.playlist.get_position() < 0) {
                return Error{error_codes::internal, "Nothing is playing"};
            }
            subject.entries = {subject.playlist.get_position()};
            break;
        case Source::selection:
        case Source::playlist:
            subject.playlist = Playlist::active_playlist();
            subject.is_selection = context.source == Source::selection;
            for (int at = 0; at < subject.playlist.n_entries(); ++at) {
                if (!subject.is_selection || subject.playlist.entry_selected(at)) subject.entries.push_back(at);
            }
    }
    for (const int entry : subject.entries) subject.uris.push_back(subject.playlist.entry_filename(entry));
    return subject;
}

// What opens other programs, and the commands of plugins, are only in the menu that the user sees.
std::unique_ptr<QMenu> ContextMenu::menu_of(const Subject &subject, bool is_shown) const {
    auto menu = std::make_unique<QMenu>();
    const auto add = [&menu](const char *label, bool is_enabled, auto function) {
        menu->addAction(audqt::translate_str(label), std::move(function))->setEnabled(is_enabled);
    };
    const auto &[playlist, entries, uris, is_selection] = subject;
    const bool is_listed = !entries.empty();
    add(N_("_Play"), !uris.empty(), [subject] {
        if (subject.entries.empty()) return aud_drct_pl_open_temp_list(items_of(subject.uris));
        const auto entries = present_entries(subject);
        if (entries.empty()) return;
        subject.playlist.set_position(entries.front());
        subject.playlist.start_playback();
    });
    add(N_("Add to _Queue"), is_listed, [subject] {
        for (const int entry : present_entries(subject)) subject.playlist.queue_insert(-1, entry);
    });
    add(N_("Remove from Q_ueue"),
        std::any_of(entries.begin(), entries.end(), [&list = playlist](int entry) { return list.queue_find_entry(entry) >= 0; }),
        [subject] {
            for (const int entry : present_entries(subject)) {
                const int at = subject.playlist.queue_find_entry(entry);
                if (at >= 0) subject.playlist.queue_remove(at);
            }
        });
    add(N_("_Add to Active Playlist"), !uris.empty(),
        [subject] { Playlist::active_playlist().insert_items(-1, items_of(subject.uris), false); });
    menu->addSeparator();
    add(N_("Song _Info ..."), is_listed,
        [subject] {
            for (const int entry : present_entries(subject)) return audqt::infowin_show(subject.playlist, entry);
        });
    std::string path;
    if (is_shown) add(N_("_Open Containing Folder"), !uris.empty() && is_local(uris.front(), path), [path] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(QString::fromStdString(path)).path()));
    });
    add(N_("_Copy"), !uris.empty(), [subject] { copy(subject.uris); });
    add(N_("_Remove from Playlist"), is_listed, [subject] {
        std::vector<int> entries = present_entries(subject);
        std::sort(entries.begin(), entries.end());
        entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
        // From the last on, so that the indices before stay.
        std::for_each(entries.rbegin(), entries.rend(), [&](int entry) { subject.playlist.remove_entry(entry); });
    });
    if (is_selection && is_shown) {
        menu->addSeparator();
        menu->addMenu(audqt::menu_get_by_id(AudMenuID::Playlist));
    }
    return menu;
}

Outcome<actions::MenuBuild::Result> ContextMenu::build(const MenuContext &context, const Panel &panel) const {
    const auto subject = subject_of(context, panel);
    if (!subject) return subject.error();
    const auto menu = menu_of(*subject, false);
    std::int64_t last = 0;
    return actions::MenuBuild::Result{
        tree_of(menu->actions(), QStringLiteral("context"), [&last](QAction *, const QString &) { return ++last; })};
}

Outcome<actions::MenuRunContext::Result> ContextMenu::run(const actions::MenuRunContext::Params &params,
                                                            const Panel &panel) const {
    const auto subject = subject_of(params.context, panel);
    if (!subject) return subject.error();
    const std::shared_ptr<QMenu> menu = menu_of(*subject, false);
    const QString guid = QString::fromStdString(params.guid.value_or(""));
    QAction *chosen = nullptr;
    std::int64_t last = 0;
    tree_of(menu->actions(), QStringLiteral("context"), [&](QAction *action, const QString &path) {
        const bool is_named = params.commandId ? *params.commandId == last + 1
                                               : guid.compare(QString::fromStdString(guid_of(path)), Qt::CaseInsensitive) == 0;
        if (is_named && action->isEnabled() && !params.subGuid) chosen = action;
        return ++last;
    });
    if (chosen != nullptr) {
        // A command may open a dialog that runs a loop of its own, so it runs after the answer.
        QTimer::singleShot(0, chosen, [chosen, menu] { chosen->trigger(); });
    }
    return actions::MenuRunContext::Result{chosen != nullptr, chosen != nullptr};
}

void ContextMenu::implement(Bridge &bridge) {
    using Kind = actions::MenuBuild::Params::Kind;
    bridge.implement<actions::MenuBuild>([this](const actions::MenuBuild::Params &params, const Panel &panel) {
        return params.kind == Kind::main ? main_menu_.build() : build(params.context.value_or(MenuContext{}), panel);
    });
    bridge.implement<actions::MenuRunContext>([this](const actions::MenuRunContext::Params &params, const Panel &panel) {
        return run(params, panel);
    });
    bridge.implement<actions::MenuPopup>(
        [this](const actions::MenuPopup::Params &params, const Panel &panel) -> Outcome<actions::MenuPopup::Result> {
            const auto subject = subject_of(params.context, panel);
            if (!subject) return subject.error();
            QMenu *menu = menu_of(*subject, true).release();
            QObject::connect(menu, &QMenu::aboutToHide, menu, &QObject::deleteLater);
            QTimer::singleShot(0, menu, [menu] { menu->popup(QCursor::pos()); });
            return actions::MenuPopup::Result{};
        });
}
