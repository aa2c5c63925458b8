"""The playlists of Quod Libet with ids, and the song list, which shows the active one."""

import sys
from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from gi.repository import GLib, GObject
from quodlibet import app
from quodlibet.browsers.playlists import PlaylistsBrowser
from quodlibet.util.collections import HashedList

from .bridge import Bridge, BridgeError, action
from .tracks import Tracks, track_of

NO_PLAYLIST = -32011
BAD_ITEM = -32602
WRITE_SECONDS = 1


class Entry:
    """A playlist with its id, and its state as the bridge knows it."""

    def __init__(self, identity: str, playlist: Any) -> None:
        self.id = identity
        self.playlist = playlist
        self.name = playlist.name
        self.songs = playlist.songs
        self.selected: list[int] = []
        self.focus: int | None = None
        self.index: int | None = None
        """Where a page has put it. The others are sorted by name, as Quod Libet shows them."""


def describe_change(before: list[Any], after: list[Any]) -> list[dict[str, Any]]:
    """Returns the parameters of `signal.playlistItemsChanged` for a change of a list, without the playlist."""
    if len(before) == len(after) and all(one is other for one, other in zip(before, after)):
        return []
    old, new = [id(song) for song in before], [id(song) for song in after]
    if Counter(old) == Counter(new):
        return [{"change": "reordered", "count": len(new), "total": len(new)}]
    shorter = min(len(old), len(new))
    start = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    left = shorter - start
    end = next((at for at in range(left) if old[-1 - at] != new[-1 - at]), left)
    removed, added = len(old) - start - end, len(new) - start - end
    if removed and added:
        rest = iter(old)
        if all(each in rest for each in new):  # Items at several places were removed.
            removed, added = len(old) - len(new), 0
    changes: list[dict[str, Any]] = []
    if removed:
        changes.append({"change": "removed", "count": removed, "total": len(old) - removed})
    if added:
        changes.append({"change": "added", "start": start, "count": added, "total": len(new)})
    return changes


Place = tuple[Entry, int]
Moved = Callable[[int], int | None]
"""Where an item of a playlist is after a change; None when it is gone."""


def follow(before: list[Any], after: list[Any]) -> Moved:
    """Finds items after a change that the plugin has not made: the same occurrence, from the nearer end."""
    old: dict[int, list[int]] = {}
    new: dict[int, list[int]] = {}
    for songs, items in ((before, old), (after, new)):
        for item, song in enumerate(songs):
            items.setdefault(id(song), []).append(item)

    def moved(item: int) -> int | None:
        if item >= len(before):
            return None
        song = id(before[item])
        if item < len(after) and id(after[item]) == song:
            return item
        found = new.get(song, [])
        behind = len(old[song]) - bisect_right(old[song], item)
        return found[-1 - min(behind, len(found) - 1)] if found else None

    return moved


def moved_place(place: Place, moved: Moved) -> Place | None:
    item = moved(place[1])
    return None if item is None else (place[0], item)


class Playlists:
    """Numbers the playlists, carries out the actions, and reports every change."""

    def __init__(self, bridge: Bridge, tracks: Tracks) -> None:
        self.bridge = bridge
        self.tracks = tracks
        self.library = app.library.playlists
        self.last_id = 0
        self.entries: list[Entry] = []
        self.index: int | None = None
        """Where the playlist belongs that is being made for a page."""
        self.unwritten: set[Any] = set()
        self.write_timer = 0
        self.idle = 0
        self.active: str | None = None
        self.place: Place | None = None
        """Where the current song was taken from."""
        self.source: tuple[Entry, str | None] | None = None
        """What goes on playing after the bridge has shown another playlist, and the id of that one."""
        self.on_moved: Callable[[Entry, Moved], None] = lambda entry, moved: None
        """Called when items of a playlist have moved."""
        self.check(tell=False)
        self.connections = [
            (self.library, self.library.connect_after(name, lambda *_: self.check()))
            for name in ("added", "removed", "changed")
        ] + [
            (self.library, self.library.connect_after("changed", self.keep_order)),
            (app.window.songlist, app.window.songlist.connect("notify::model", self.list_filled)),
        ]
        self.was_sorted = False
        self.hook = GObject.add_emission_hook(type(self.library), "changed", self.before_change)

    def close(self) -> None:
        GObject.remove_emission_hook(type(self.library), "changed", self.hook)
        for owner, connection in self.connections:
            owner.disconnect(connection)
        if self.write_timer:
            GLib.source_remove(self.write_timer)
        if self.idle:
            GLib.source_remove(self.idle)
        self.write()

    # Ids

    def entry(self, identity: str) -> Entry:
        for entry in self.entries:
            if entry.id == identity:
                return entry
        raise BridgeError(NO_PLAYLIST, "There is no such playlist")

    def entry_of(self, playlist: Any) -> Entry | None:
        return next((entry for entry in self.entries if entry.playlist is playlist), None)

    def check(self, tell: bool = True) -> None:
        """Compares the playlists with what the bridge knows, and reports the differences."""
        # Quod Libet 4.5 keeps a renamed playlist under its old key, and would not find it when it is deleted.
        for key, playlist in list(self.library.items()):
            if key != playlist.key:
                self.library._contents[playlist.key] = self.library._contents.pop(key)
        known = {id(entry.playlist): entry for entry in self.entries}
        entries, placed = [], []
        for playlist in sorted(self.library.values(), key=lambda each: each.name.lower()):
            entry = known.get(id(playlist))
            if entry is None:
                self.last_id += 1
                entry = Entry(str(self.last_id), playlist)
                entry.index = self.index
            if entry.index is None:
                entries.append(entry)
            else:
                placed.append((int(entry.id), entry.index, entry))
        for _, index, entry in sorted(placed):
            entries.insert(index, entry)
        before, self.entries = self.entries, entries
        if self.place and self.place[0] not in entries:
            self.place = None
        if tell and [entry.id for entry in before] != [entry.id for entry in entries]:
            self.bridge.signal("playlistsChanged", order=[entry.id for entry in entries])
        for entry in entries:
            if entry.name != entry.playlist.name:
                entry.name = entry.playlist.name
                self.bridge.signal("playlistRenamed", playlist=entry.id, name=entry.name)
            songs = entry.playlist.songs
            changes = describe_change(entry.songs, songs) if tell else []
            if changes:
                self.move(entry, follow(entry.songs, songs))
            for change in changes:
                self.bridge.signal("playlistItemsChanged", playlist=entry.id, **change)
            entry.songs = songs
        self.check_active()

    def move(self, entry: Entry, moved: Moved) -> None:
        """Follows a change of a playlist with its marks and the places of the current and the queued songs."""
        if self.place and self.place[0] is entry:
            self.place = moved_place(self.place, moved)
        entry.selected = sorted({item for item in map(moved, entry.selected) if item is not None})
        entry.focus = None if entry.focus is None else moved(entry.focus)
        self.on_moved(entry, moved)

    # The song list

    @property
    def browser(self) -> Any:
        """The browser of playlists when the window shows it, else None."""
        browser = app.window.browser
        return browser if isinstance(browser, PlaylistsBrowser) else None

    def shown(self) -> Entry | None:
        """The playlist in the song list; None when it shows something else."""
        playlist = self.browser._selected_playlist() if self.browser else None
        return self.entry_of(playlist) if playlist is not None else None

    def check_active(self) -> None:
        entry = self.shown()
        active = entry.id if entry else None
        if active != self.active:
            self.active = active
            self.bridge.signal("playlistActivated", playlist=active)

    def list_filled(self, songlist: Any, _: Any) -> None:
        """Quod Libet marks the last occurrence of the current song when it fills the list; it is the one that plays."""
        if songlist.get_model() is None:
            return
        if not self.idle:
            self.idle = GLib.idle_add(self.check_later)  # A playlist that the user renames is shown anew, and nothing else tells it.
        self.check_active()
        if self.place and self.place[0] is self.shown() and app.window.songlist.model.sourced:
            row = self.row_of(*self.place)
            model = songlist.model
            if row is not None and (model.current_path is None or model.current_path.get_indices()[0] != row):
                model.current_iter = model.get_iter((row,))

    def check_later(self) -> bool:
        self.idle = 0
        self.check()
        return False

    def before_change(self, library: Any, _: Any) -> bool:
        if library is self.library:
            self.was_sorted = app.window.songlist.is_sorted()
        return True

    def keep_order(self, _: Any, playlists: Any) -> None:
        """Quod Libet sorts the rows of a playlist that has changed, also when only a song was played, and plays them so."""
        entry = self.shown()
        is_sorted = app.window.songlist.is_sorted()
        if entry and entry.playlist in playlists and is_sorted and not self.was_sorted:
            self.browser.songs_selected(entry.playlist.songs, True)

    def rows(self) -> list[Any]:
        return app.window.songlist.model.get()

    def row_of(self, entry: Entry, item: int) -> int | None:
        """Returns the row of an item of the shown playlist: rows may be sorted or filtered. None when it is not shown."""
        songs, rows = entry.playlist.songs, self.rows()
        song = songs[item]
        if item < len(rows) and rows[item] is song and len(rows) == len(songs):
            return item
        nth = sum(1 for each in songs[:item] if each is song)
        found = [row for row, each in enumerate(rows) if each is song]
        return found[min(nth, len(found) - 1)] if found else None

    def items_of_rows(self, entry: Entry) -> list[int | None]:
        """Returns the items behind the rows of the shown playlist, which may be sorted or filtered."""
        items: dict[int, deque[int]] = {}
        for item, song in enumerate(entry.playlist.songs):
            items.setdefault(id(song), deque()).append(item)
        return [items[id(song)].popleft() if items.get(id(song)) else None for song in self.rows()]

    def show(self, entry: Entry) -> None:
        """Shows a playlist in the song list, at once."""
        if self.browser is None:
            app.window.select_browser("Playlists", app.library, app.player)
        browser = self.browser
        if browser.get_filter_text():
            browser.filter_text("")
        browser._select_playlist(entry.playlist)
        browser.songs_selected(entry.playlist.songs, True)
        self.check_active()

    # Changes

    def change(self, entry: Entry, songs: list[Any], moved: Moved) -> None:
        """Gives a playlist other songs."""
        playlist = entry.playlist
        # Songs that are missing from the disk are kept as texts, which the song list does not show.
        playlist._list = HashedList(songs + [each for each in playlist._list if isinstance(each, str)])
        playlist.finalize()
        changes = describe_change(entry.songs, songs)
        entry.songs = list(songs)
        self.move(entry, moved)
        self.unwritten.add(playlist)
        if not self.write_timer:
            self.write_timer = GLib.timeout_add_seconds(WRITE_SECONDS, self.write)
        for each in changes:
            self.bridge.signal("playlistItemsChanged", playlist=entry.id, **each)
        self.library.changed([playlist])

    def write(self) -> bool:
        """Writes the changed playlists: not at once, since a file with 20,000 songs takes a second."""
        self.write_timer = 0
        for playlist in self.unwritten:
            if self.entry_of(playlist):
                playlist.write()
        self.unwritten.clear()
        return False

    def keep(self, entry: Entry, kept: list[int]) -> None:
        """Keeps these items, in this order."""
        songs = entry.playlist.songs
        moved = {old: new for new, old in enumerate(kept)}
        self.change(entry, [songs[item] for item in kept], moved.get)

    def items(self, entry: Entry, items: list[int]) -> None:
        """Raises BridgeError when one of the items is not in the playlist."""
        count = len(entry.playlist.songs)
        if any(not isinstance(item, int) or not 0 <= item < count for item in items):
            raise BridgeError(BAD_ITEM, "There is no such item")

    @action("player.playlist.list")
    def list(self, params: Any) -> Any:
        self.check()
        playlists = [
            {
                "id": entry.id,
                "name": entry.name,
                "count": len(entry.songs),
                "locked": False,
                "duration": sum(song("~#length", 0) for song in entry.songs),
            }
            for entry in self.entries
        ]
        return {"active": self.active, "playlists": playlists}

    @action("player.playlist.create")
    def create(self, params: Any) -> Any:
        index = params.get("index", len(self.entries))
        self.index = index if index < len(self.entries) else sys.maxsize
        try:
            playlist = self.library.create(params["name"] or None)
            playlist.write()
            self.check()
        finally:
            self.index = None
        entry = self.entry_of(playlist)
        assert entry
        return {"playlist": entry.id}

    @action("player.playlist.append")
    def append(self, params: Any) -> Any:
        entry = self.entry(params["playlist"])
        return self.add(entry, len(entry.playlist.songs), params["handles"])

    @action("player.playlist.insert")
    def insert(self, params: Any) -> Any:
        entry = self.entry(params["playlist"])
        index = params["index"]
        if not 0 <= index <= len(entry.playlist.songs):
            raise BridgeError(BAD_ITEM, "There is no such item")
        added = self.add(entry, index, params["handles"])
        return {"count": added["count"]}

    def add(self, entry: Entry, index: int, handles: Any) -> Any:
        added = self.tracks.songs(handles)
        songs = entry.playlist.songs
        if added:
            moved: Moved = lambda item: item + len(added) if item >= index else item
            self.change(entry, songs[:index] + added + songs[index:], moved)
        return {"start": index, "count": len(added)}

    @action("player.playlist.remove")
    def remove(self, params: Any) -> Any:
        entry = self.entry(params["playlist"])
        count = len(entry.playlist.songs)
        start, end = params["start"], params["start"] + params["count"]
        if start < 0 or end < start or end > count:
            raise BridgeError(BAD_ITEM, "There is no such range")
        if end > start:
            self.keep(entry, [*range(start), *range(end, count)])
        return {"count": count - end + start}

    @action("player.playlist.removeItems")
    def remove_items(self, params: Any) -> Any:
        entry = self.entry(params["playlist"])
        self.items(entry, params["items"])
        gone = set(params["items"])
        kept = [item for item in range(len(entry.playlist.songs)) if item not in gone]
        if gone:
            self.keep(entry, kept)
        return {"count": len(kept)}

    @action("player.playlist.reorder")
    def reorder(self, params: Any) -> None:
        entry = self.entry(params["playlist"])
        if sorted(params["order"]) != list(range(len(entry.playlist.songs))):
            raise BridgeError(BAD_ITEM, "The order is not a permutation of the items")
        self.keep(entry, params["order"])

    @action("player.playlist.items")
    def get_items(self, params: Any) -> Any:
        songs = self.entry(params["playlist"]).playlist.songs
        start = params["start"]
        return {"total": len(songs), "tracks": [track_of(song) for song in songs[start : start + params["count"]]]}

    @action("player.playlist.rename")
    def rename(self, params: Any) -> None:
        entry = self.entry(params["playlist"])
        try:
            entry.playlist.rename(params["name"])
        except ValueError:
            raise BridgeError(-32000, "Quod Libet has a playlist of that name, or the name is empty") from None
        self.library.changed([entry.playlist])
        self.check()

    @action("player.playlist.delete")
    def delete(self, params: Any) -> None:
        entry = self.entry(params["playlist"])
        self.unwritten.discard(entry.playlist)
        entry.playlist.delete()
        self.check()

    @action("player.playlist.activate")
    def activate(self, params: Any) -> None:
        entry = self.entry(params["playlist"])
        playing = self.place[0] if self.place else None
        self.show(entry)
        self.source = (playing, self.active) if playing and playing is not entry else None

    def return_to_source(self) -> None:
        """Shows the playing playlist again before a next track is chosen: Quod Libet plays what it shows."""
        source, self.source = self.source, None
        if source and self.place and self.place[0] is source[0] and source[1] == self.active:
            self.show(source[0])
            row = self.row_of(*self.place)
            model = app.window.songlist.model
            if row is not None:
                model.current_iter = model.get_iter((row,))
