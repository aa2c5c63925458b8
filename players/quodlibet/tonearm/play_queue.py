"""The queue of Quod Libet with ids, and with the places that its songs were queued from."""

from typing import Any

from gi.repository import GLib
from quodlibet import app, config

from .bridge import Bridge, action
from .playlists import Entry, Moved, Place, Playlists, moved_place
from .tracks import track_of


class QueueEntry:
    def __init__(self, identity: str, place: Place | None) -> None:
        self.id = identity
        self.place = place


class PlayQueue:
    """Follows the rows of the queue's model, so that each keeps its id."""

    def __init__(self, bridge: Bridge, playlists: Playlists) -> None:
        self.bridge = bridge
        self.playlists = playlists
        self.model = app.window.playlist.q
        self.last_id = 0
        self.places: list[Place] = []
        """The places of the songs that an action is adding."""
        self.is_starting = False
        """Whether a track is starting: Quod Libet then takes it out of the queue."""
        self.popped: QueueEntry | None = None
        self.origin: str | None = None
        self.idle = 0
        self.playlists.on_moved = self.items_moved
        self.entries = [self.new_entry() for _ in range(len(self.model))]
        self.connections = [
            self.model.connect("row-inserted", self.inserted),
            self.model.connect("row-deleted", self.deleted),
            self.model.connect("rows-reordered", self.reordered),
        ]

    def close(self) -> None:
        for connection in self.connections:
            self.model.disconnect(connection)
        if self.idle:
            GLib.source_remove(self.idle)

    def items_moved(self, playlist: Entry, moved: Moved) -> None:
        for entry in self.entries:
            if entry.place and entry.place[0] is playlist:
                entry.place = moved_place(entry.place, moved)

    def new_entry(self) -> QueueEntry:
        self.last_id += 1
        return QueueEntry(str(self.last_id), self.places.pop(0) if self.places else None)

    def inserted(self, model: Any, path: Any, _: Any) -> None:
        self.entries.insert(path.get_indices()[0], self.new_entry())
        self.changed("user_added")

    def deleted(self, model: Any, path: Any) -> None:
        entry = self.entries.pop(path.get_indices()[0])
        if self.is_starting:
            self.popped = entry
        self.changed("playback_advance" if self.is_starting else "user_removed")

    def reordered(self, *_: Any) -> None:
        """Quod Libet does not reorder its queue, it removes and inserts; `reorder` has moved the entries already."""
        self.changed("unknown")

    def changed(self, origin: str) -> None:
        """Tells the bridge: of an advance at once, of all other changes of a moment together."""
        self.origin = origin if self.origin in (None, origin) else "unknown"
        if origin == "playback_advance":
            self.flush()
        elif not self.idle:
            self.idle = GLib.idle_add(self.flush, priority=GLib.PRIORITY_HIGH_IDLE)

    def flush(self) -> bool:
        if self.idle:
            GLib.source_remove(self.idle)
            self.idle = 0
        if self.origin:
            origin, self.origin = self.origin, None
            self.bridge.signal("queueChanged", origin=origin)
        return False

    def current_place(self) -> Place | None:
        """Where the track that starts from the queue was queued from."""
        if config.getboolean("memory", "queue_keep_songs", False) and self.model.current_path:
            entry: QueueEntry | None = self.entries[self.model.current_path.get_indices()[0]]
        else:
            entry = self.popped
        return self.current(entry.place) if entry else None

    def current(self, place: Place | None) -> Place | None:
        """Returns a place only while its playlist has that item."""
        if place is None or place[0] not in self.playlists.entries:
            return None
        return place if place[1] < len(place[0].songs) else None

    @action("player.queue.get")
    def get(self, params: Any) -> Any:
        entries = []
        for entry, song in zip(self.entries, self.model.get()):
            place = self.current(entry.place)
            if place and place[0].songs[place[1]] is not song:
                place = None
            where = {"playlist": place[0].id, "item": place[1]} if place else {"playlist": None, "item": None}
            entries.append({**track_of(song), "entry": entry.id, **where})
        return {"entries": entries}

    @action("player.queue.ids")
    def ids(self, params: Any) -> Any:
        return {"entries": [entry.id for entry in self.entries]}

    @action("player.queue.count")
    def count(self, params: Any) -> Any:
        return {"count": len(self.entries)}

    @action("player.queue.append")
    def append(self, params: Any) -> Any:
        places: list[Place] = []
        for each in params["entries"]:
            entry = self.playlists.entry(each["playlist"])
            self.playlists.items(entry, [each["item"]])
            places.append((entry, each["item"]))
        before = len(self.entries)
        self.places = list(places)
        app.window.playlist.enqueue([entry.playlist.songs[item] for entry, item in places])
        self.places = []
        return {"count": len(self.entries), "entries": [entry.id for entry in self.entries[before:]]}

    @action("player.queue.remove")
    def remove(self, params: Any) -> Any:
        wanted = set(params["entries"])
        removed = []
        for row in reversed(range(len(self.entries))):
            if self.entries[row].id in wanted:
                removed.append(self.entries[row].id)
                self.model.remove(self.model.get_iter((row,)))
        return {"removed": removed[::-1], "count": len(self.entries)}

    @action("player.queue.reorder")
    def reorder(self, params: Any) -> Any:
        rows = {entry.id: row for row, entry in enumerate(self.entries)}
        moved = [each for each in dict.fromkeys(params["entries"]) if each in rows]
        first = [rows[each] for each in moved]
        order = first + [row for row in range(len(self.entries)) if row not in set(first)]
        if order != sorted(order):
            self.entries = [self.entries[row] for row in order]
            self.model.reorder(order)
        return {"moved": moved, "count": len(self.entries)}

    @action("player.queue.clear")
    def clear(self, params: Any) -> Any:
        removed = len(self.entries)
        self.model.clear()
        return {"removed": removed}
