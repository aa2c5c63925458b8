"""The selected items of the playlists, and the one with the focus: the marks and the cursor of the song list."""

from typing import Any

from gi.repository import GLib, Gtk
from quodlibet import app

from .bridge import Bridge, action
from .playlists import Entry, Playlists


def runs(rows: list[int]) -> list[tuple[int, int]]:
    """Returns the first and last of each run of neighbours: each call that marks rows makes Quod Libet count all marks."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and found[-1][1] == row - 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return found


class Marks:
    """Follows the marks of the playlist that the song list shows. Another playlist keeps its own until it is shown."""

    def __init__(self, bridge: Bridge, playlists: Playlists) -> None:
        self.bridge = bridge
        self.playlists = playlists
        self.view = app.window.songlist
        self.rows = self.view.get_selection()
        self.idle = 0
        self.is_showing = False
        self.has_cursor_moved = False
        self.connections = [
            (self.rows, self.rows.connect("changed", self.changed)),
            (self.view, self.view.connect("cursor-changed", self.cursor_changed)),
            (self.view, self.view.connect("notify::model", self.filled)),
        ]
        self.changed()

    def close(self) -> None:
        for owner, connection in self.connections:
            owner.disconnect(connection)
        self.cancel()

    def cancel(self) -> None:
        if self.idle:
            GLib.source_remove(self.idle)
        self.idle, self.has_cursor_moved = 0, False

    def changed(self, *_: Any) -> None:
        if not self.is_showing and not self.idle:
            self.idle = GLib.idle_add(self.read)

    def cursor_changed(self, *_: Any) -> None:
        if not self.is_showing:
            self.has_cursor_moved = True
            self.changed()

    def filled(self, *_: Any) -> None:
        """The list has no marks while it is filled: those of its playlist come back."""
        self.cancel()
        entry = self.playlists.shown()
        if entry and self.view.get_model() is not None and (entry.selected or entry.focus is not None):
            self.show(entry)

    def flush(self) -> None:
        if self.idle:
            GLib.source_remove(self.idle)
            self.read()

    def read(self) -> bool:
        """Takes what the user has marked."""
        entry, has_cursor_moved = self.playlists.shown(), self.has_cursor_moved
        self.idle, self.has_cursor_moved = 0, False
        if entry and self.view.get_model() is not None:
            items = self.playlists.items_of_rows(entry)
            marked = [items[path.get_indices()[0]] for path in self.rows.get_selected_rows()[1]]
            cursor = self.view.get_cursor()[0] if has_cursor_moved else None
            focus = items[cursor.get_indices()[0]] if cursor else None if has_cursor_moved else entry.focus
            self.set(entry, sorted(item for item in marked if item is not None), focus)
        return False

    def set(self, entry: Entry, selected: list[int], focus: int | None) -> None:
        is_other = selected != entry.selected
        if is_other or focus != entry.focus:
            entry.selected, entry.focus = selected, focus
            self.bridge.signal("playlistSelectionChanged", playlist=entry.id, selected=is_other, focus=focus)

    def show(self, entry: Entry) -> None:
        """Marks the rows of the shown playlist. A cursor cannot be taken away: it stays where it is."""
        rows = {item: row for row, item in enumerate(self.playlists.items_of_rows(entry)) if item is not None}
        self.is_showing = True
        if entry.focus in rows:
            self.view.set_cursor(Gtk.TreePath(rows[entry.focus]))
        self.rows.unselect_all()
        for start, end in runs(sorted(rows[item] for item in entry.selected if item in rows)):
            self.rows.select_range(Gtk.TreePath(start), Gtk.TreePath(end))
        self.is_showing = False

    @action("player.playlist.selection")
    def selection(self, params: Any) -> Any:
        entry = self.playlists.entry(params["playlist"])
        self.flush()
        return {"items": entry.selected, "focus": entry.focus}

    @action("player.playlist.select")
    def select(self, params: Any) -> None:
        entry = self.playlists.entry(params["playlist"])
        self.flush()
        selected, focus = params.get("items", entry.selected), params.get("focus", entry.focus)
        self.playlists.items(entry, selected if focus is None else [*selected, focus])
        self.set(entry, list(selected), focus)
        if self.playlists.shown() is entry:
            self.show(entry)
