"""Playback by the timeline of docs/native-actions.md: what Quod Libet plays, and why."""

from contextlib import contextmanager
from typing import Any, Callable, Iterator

from gi.repository import GLib, Gst
from quodlibet import app, print_w

from .bridge import Bridge, BridgeError, action
from .play_queue import PlayQueue
from .playlists import BAD_ITEM, Playlists
from .tracks import handle_of, track_of

SHADOW_NAME = "__webview_buffer__"
REPEAT_LIST, REPEAT_SONG, SHUFFLE, WEIGHTED = "repeat_all", "repeat_song", "random", "weighted"
FIRST_OTHER_ORDER = 16
"""The number of the first combination of switches that has no number of its own."""


class Playback:
    """Follows the player's signals. A track counts as started when its sound starts, not when it was asked for."""

    def __init__(self, bridge: Bridge, playlists: Playlists, queue: PlayQueue) -> None:
        self.bridge = bridge
        self.playlists = playlists
        self.queue = queue
        self.player = app.player
        self.is_stopped = self.player.song is None or self.player.paused
        self.is_opening = False
        self.is_heard = not self.is_stopped
        """Whether trackStarted was sent for the current track."""
        self.is_told_paused = False
        self.handle: dict[str, Any] = {}
        self.cause: str | None = None
        self.asked: str | None = None
        """The cause of what starts while a function runs."""
        self.ends_after = False
        self.bus: tuple[Any, int] | None = None
        self.orders: list[tuple[str | None, str | None]] = []
        self.volume = self.player.props.volume, self.player.mute
        self.order = self.current_order()
        connect = self.player.connect
        self.connections = [
            (self.player, connect("song-ended", self.song_ended)),
            (self.player, connect("song-started", self.song_started)),
            (self.player, connect("paused", self.paused)),
            (self.player, connect("unpaused", self.unpaused)),
            (self.player, connect("seek", self.seeked)),
            (self.player, connect("error", self.failed)),
            (self.player, connect("notify::volume", self.volume_changed)),
            (self.player, connect("notify::mute", self.volume_changed)),
            (app.window.order, app.window.order.connect("changed", self.order_changed)),
            (app.player_options, app.player_options.connect("notify::stop-after", self.stop_after_changed)),
        ]
        self.timer = GLib.timeout_add_seconds(1, self.tick)
        # Quod Libet has no signals for these two: stopping looks like a pause, and every change of track alike.
        self.player_stop, self.player_go_to = self.player.stop, self.player.go_to
        self.player.stop, self.player.go_to = self.stop_of_others, self.go_to_of_others
        self.mux = app.window.playlist
        for name in ("next", "next_ended", "previous"):
            setattr(self.mux, name, self.from_source(getattr(self.mux, name)))

    def close(self) -> None:
        del self.player.stop, self.player.go_to, self.mux.next, self.mux.next_ended, self.mux.previous
        for owner, connection in self.connections:
            owner.disconnect(connection)
        self.unwatch()
        GLib.source_remove(self.timer)

    # What the player does

    @contextmanager
    def because(self, cause: str) -> Iterator[None]:
        before, self.asked = self.asked, self.asked or cause
        try:
            yield
        finally:
            self.asked = before

    def from_source(self, choose: Callable[[], None]) -> Callable[[], None]:
        def choose_from_source() -> None:
            self.playlists.return_to_source()
            choose()

        return choose_from_source

    def go_to_of_others(self, *arguments: Any, **options: Any) -> Any:
        with self.because("user"):
            return self.player_go_to(*arguments, **options)

    def stop_of_others(self) -> None:
        """Stops. A missing decoder stops the player, too, and is reported as an error in the same moment."""
        was_stopped, self.is_stopped = self.is_stopped, True
        self.player_stop()
        if not was_stopped:
            GLib.idle_add(self.stopped_by_user)

    def stopped_by_user(self) -> bool:
        if self.is_stopped and not self.player.error:
            self.stopped("user")
        return False

    def stopped(self, reason: str) -> None:
        was_active = self.is_heard or self.is_opening
        self.is_stopped, self.is_opening, self.is_heard = True, False, False
        self.is_told_paused = False
        self.unwatch()
        if was_active:
            self.bridge.signal("playbackStopped", reason=reason)

    def song_ended(self, player: Any, song: Any, was_stopped: bool) -> None:
        if player.song is not None:
            return  # A stream changes its title.
        if self.is_opening and not was_stopped and not player.error:
            self.started()  # A track shorter than its notice.
        self.ends_after = app.window.stop_after.get_active()
        self.queue.is_starting = True
        self.queue.popped = None

    def song_started(self, player: Any, song: Any) -> None:
        if song is not player.song:
            if song is not None:
                title, artist = (", ".join(song.list(key)) for key in ("title", "artist"))
                self.bridge.signal("streamInfo", title=title, artist=artist)
            return
        self.queue.is_starting = False
        self.find_place()
        if song is None:
            return self.stopped("endOfFile")
        if self.ends_after:
            self.ends_after = False
            return self.stopped("user")
        if self.is_heard:
            self.is_heard = False
            self.bridge.signal("playbackStopped", reason="startingAnother")
        self.cause = "queue" if app.window.playlist.q.sourced else self.asked or "advance"
        if not player.paused or not self.is_stopped or self.asked:
            self.open()

    def open(self) -> None:
        self.handle = handle_of(self.player.song)
        self.is_stopped, self.is_opening = False, True
        self.watch()

    def find_place(self) -> None:
        playlists = self.playlists
        playlists.place = None
        if app.window.playlist.q.sourced:
            playlists.place = self.queue.current_place()
            return
        entry = playlists.shown()
        path = app.window.songlist.model.current_path
        if entry and path and self.player.song is not None:
            item = playlists.items_of_rows(entry)[path.get_indices()[0]]
            playlists.place = None if item is None else (entry, item)

    def where(self) -> dict[str, Any]:
        place = self.playlists.place
        return {"playlist": place[0].id, "item": place[1]} if place else {"playlist": None, "item": None}

    def watch(self) -> None:
        """Waits until the pipeline plays, or stands when Quod Libet is paused: what starts a track may still resume it."""
        self.unwatch()
        GLib.idle_add(self.watch_pipeline, priority=GLib.PRIORITY_HIGH)

    def watch_pipeline(self) -> bool:
        if self.is_opening and self.bus is None and self.player.bin is not None:
            pipeline = self.player.bin.bin
            bus = pipeline.get_bus()
            self.bus = bus, bus.connect("message::state-changed", self.state_changed, pipeline)
            result, state, _ = pipeline.get_state(0)
            if result == Gst.StateChangeReturn.SUCCESS:
                self.reached(state)
        return False

    def unwatch(self) -> None:
        if self.bus:
            bus, connection = self.bus
            bus.disconnect(connection)
            self.bus = None

    def state_changed(self, bus: Any, message: Any, pipeline: Any) -> None:
        if message.src is pipeline or message.src == pipeline:
            _, state, pending = message.parse_state_changed()
            if pending == Gst.State.VOID_PENDING:
                self.reached(state)

    def reached(self, state: Any) -> None:
        is_paused = self.player.paused
        if self.is_opening and state == (Gst.State.PAUSED if is_paused else Gst.State.PLAYING):
            self.started(**({"paused": True} if is_paused else {}))

    def started(self, **paused: bool) -> None:
        self.is_opening, self.is_heard = False, True
        self.is_told_paused = bool(paused)
        self.unwatch()
        self.bridge.signal("trackStarted", handle=self.handle, **self.where(), cause=self.cause or "user", **paused)

    def paused(self, player: Any) -> None:
        if player.song is None or player.error or self.is_stopped:
            return
        if self.is_opening:
            GLib.idle_add(self.leave_server, priority=GLib.PRIORITY_HIGH)
        self.tell_paused(True)

    def leave_server(self) -> bool:
        """Closes what is opened until Quod Libet is resumed: a server that does not answer would make it fail meanwhile."""
        if self.is_opening and self.player.paused and self.player.bin is not None:
            self.player.bin.set_state(Gst.State.READY)
        return False

    def unpaused(self, player: Any) -> None:
        if player.song is None:
            return
        if self.is_stopped:
            self.cause = self.asked or "user"
            self.find_place()
            self.open()
        elif self.is_opening:
            self.watch()
        self.tell_paused(False)

    def tell_paused(self, is_paused: bool) -> None:
        if is_paused != self.is_told_paused:
            self.is_told_paused = is_paused
            self.bridge.signal("playbackPaused", paused=is_paused)

    def failed(self, player: Any, song: Any, error: Any) -> None:
        """The player opens what follows before the end: until that has started, it is what fails."""
        ahead = self.mux.current
        if self.is_heard and ahead is not None and ahead is not song:
            song = ahead
            self.find_place()
        if song is not None:
            self.bridge.signal("trackFailed", handle=handle_of(song), **self.where(), error=str(error.short_desc))
        place = self.playlists.place
        if self.cause == "action" or (place and place[0].name == SHADOW_NAME):
            # Nobody is asked: the dialog would hold up the track that a page plays next.
            print_w(f"Tonearm: {song and song('~filename')}: {error.short_desc}")
            player.stop_emission_by_name("error")
        self.stopped("endOfFile")

    def seeked(self, player: Any, song: Any, position: int) -> None:
        if not self.is_stopped and self.is_heard:
            self.bridge.signal("playbackSeeked", position=max(0, position / 1000))

    def volume_changed(self, player: Any, _: Any) -> None:
        volume = player.props.volume, player.mute
        if volume != self.volume:
            self.volume = volume
            self.bridge.signal("volumeChanged", level=volume[0], muted=volume[1])

    def order_changed(self, *_: Any) -> None:
        order = self.current_order()
        if order != self.order:
            self.order = order
            self.bridge.signal("orderChanged", order=order)

    def stop_after_changed(self, *_: Any) -> None:
        self.bridge.signal("stopAfterCurrentChanged", enabled=app.window.stop_after.get_active())

    def tick(self) -> bool:
        if self.is_heard and not self.player.paused:
            self.bridge.signal("playbackTime", position=self.position(), length=self.length())
        return True

    def position(self) -> float:
        return 0 if self.is_stopped else max(0, self.player.get_position() / 1000)

    def length(self) -> float:
        return self.player.song("~#length", 0) if self.player.song else 0

    # Orders

    def current_order(self) -> int:
        order = app.window.order
        combination = (
            order.shuffler.name if order.shuffled and order.shuffler else None,
            order.repeater.name if order.repeated and order.repeater else None,
        )
        named = [(None, None), (None, REPEAT_LIST), (None, REPEAT_SONG), (WEIGHTED, None), (SHUFFLE, None)]
        if combination in named:
            return named.index(combination)
        if combination not in self.orders:
            self.orders.append(combination)
        return FIRST_OTHER_ORDER + self.orders.index(combination)

    def named_order(self) -> int:
        """The nearest order with a name, for pages."""
        number = self.current_order()
        if number < FIRST_OTHER_ORDER:
            return number
        shuffler, repeater = self.orders[number - FIRST_OTHER_ORDER]
        return 4 if shuffler else 2 if repeater == REPEAT_SONG else 1

    @action("player.playback.setOrder")
    def set_order(self, params: Any) -> Any:
        previous, number = self.current_order(), params["order"]
        named = [(None, None), (None, REPEAT_LIST), (None, REPEAT_SONG), (WEIGHTED, None), (SHUFFLE, None)]
        known = dict(enumerate(named)) | dict(enumerate(self.orders, FIRST_OTHER_ORDER))
        if number not in known:
            raise BridgeError(BAD_ITEM, "Quod Libet has no such order")
        shuffler, repeater = known[number]
        order = app.window.order
        if shuffler:
            order.shuffler = next(each for each in order._shuffle_orders if each.name == shuffler)
        if repeater:
            order.repeater = next(each for each in order._repeat_orders if each.name == repeater)
        order.shuffled, order.repeated = bool(shuffler), bool(repeater)
        self.order_changed()
        return {"previous": previous}

    # Actions

    @action("player.playback.nowPlaying")
    def now_playing(self, params: Any) -> Any:
        if self.is_stopped or self.player.song is None:
            return {"track": None, "playlist": None, "item": None}
        return {"track": track_of(self.player.info or self.player.song), **self.where()}

    @action("player.playback.play")
    def play(self, params: Any) -> None:
        entry = self.playlists.entry(params["playlist"])
        self.playlists.items(entry, [params["item"]])
        self.playlists.show(entry)
        model = app.window.songlist.model
        row = self.playlists.row_of(entry, params["item"])
        if row is None:
            raise BridgeError(-32000, "Quod Libet does not show that track")
        with self.because("action"):
            self.player_go_to(model.get_iter((row,)), explicit=True, source=model)
            self.player.paused = False

    @action("player.playback.stop")
    def stop(self, params: Any) -> None:
        was_stopped, self.is_stopped = self.is_stopped, True
        self.player_stop()
        if not was_stopped:
            self.stopped("user")

    @action("player.playback.next")
    def next(self, params: Any) -> None:
        with self.because("advance"):
            self.player.next()

    @action("player.playback.previous")
    def previous(self, params: Any) -> None:
        with self.because("advance"):
            self.player.previous(force=True)

    @action("player.playback.state")
    def state(self, params: Any) -> Any:
        paused = "paused" if self.player.paused else "playing"
        return {
            "state": "stopped" if self.is_stopped else paused,
            "position": self.position(),
            "length": 0 if self.is_stopped else self.length(),
            "canSeek": bool(not self.is_stopped and self.player.seekable),
            "level": self.player.props.volume,
            "muted": self.player.mute,
            "order": self.named_order(),
            "stopAfterCurrent": app.window.stop_after.get_active(),
        }

    @action("player.playback.start")
    def start(self, params: Any) -> None:
        with self.because("user"):
            self.player.play()
        if self.player.song is None:
            raise BridgeError(-32000, "There is nothing to play")

    @action("player.playback.pause")
    def pause(self, params: Any) -> None:
        if not self.is_stopped and self.player.song is not None:
            self.player.paused = params["paused"]

    @action("player.playback.seek")
    def seek(self, params: Any) -> None:
        if self.is_stopped or not self.player.seekable:
            raise BridgeError(-32000, "The track cannot be sought")
        self.player.seek(int(params["position"] * 1000))

    @action("player.playback.setVolume")
    def set_volume(self, params: Any) -> None:
        if params.get("level") is not None:
            self.player.props.volume = params["level"]
        if params.get("muted") is not None:
            self.player.mute = params["muted"]
        self.volume_changed(self.player, None)

    @action("player.playback.setStopAfterCurrent")
    def set_stop_after(self, params: Any) -> None:
        app.window.stop_after.set_active(params["enabled"])
