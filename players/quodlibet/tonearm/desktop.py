"""Clipboard, console, program, window, theme and selection."""

import json
import locale
import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import quodlibet
from gi.repository import Gdk, GLib, Gtk
from quodlibet import app, print_d, print_e, print_w
from quodlibet.plugins import PluginManager

from .bridge import Bridge, BridgeError, action
from .dialogs import shown
from .playlists import Playlists
from .tracks import Tracks, handle_of

TEXT, HTML, FILES = range(3)
CONFIG_FIELDS = {"enableDragDrop": True, "grabFocus": True, "panelName": "", "transparentBackground": False}


class Desktop:
    def __init__(self, bridge: Bridge, playlists: Playlists, tracks: Tracks, panels: Any) -> None:
        self.bridge = bridge
        self.playlists = playlists
        self.tracks = tracks
        self.panels = panels
        self.owner = Gtk.Invisible()
        """Owns the clipboard: Gtk.Clipboard cannot offer several formats from Python."""
        self.owner.connect("selection-get", self.give_clipboard)
        self.clipboard: dict[int, bytes] = {}
        self.message: Any = None
        """The open message of a page: a newer one takes its place."""
        self.configs = Path(bridge.directory).parent / "panels.json"
        self.page_selection: list[Any] | None = None
        """What a page has selected, until the user selects something."""
        self.tracks_playlist = False
        self.idle = 0
        self.window_facts: dict[str, bool] | None = None
        selection = app.window.songlist.get_selection()
        self.connections = [
            (selection, selection.connect("changed", self.selection_changed)),
            (app.window, app.window.connect("window-state-event", self.window_changed)),
            (app.window, app.window.connect("notify::is-active", self.window_changed)),
        ]

    def close(self) -> None:
        for owner, connection in self.connections:
            owner.disconnect(connection)
        if self.idle:
            GLib.source_remove(self.idle)
        self.owner.destroy()
        self.close_message()

    # Clipboard

    @action("player.clipboard.read")
    def read_clipboard(self, params: Any) -> Any:
        clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
        uris = clipboard.wait_for_uris() or []
        files = [unquote(uri[7:]) for uri in uris if uri.startswith("file://")]
        text = clipboard.wait_for_text()
        return {"text": text, "files": files or None, "hasImage": clipboard.wait_is_image_available()}

    @action("player.clipboard.write")
    def write_clipboard(self, params: Any) -> Any:
        given = {each["format"]: each for each in params["formats"]}
        offers: list[tuple[str, int, str]] = []
        if "text" in given:
            text = given["text"]["data"]
            offers += [(name, TEXT, text) for name in ("UTF8_STRING", "text/plain;charset=utf-8", "STRING", "TEXT")]
        if "html" in given:
            offers.append(("text/html", HTML, given["html"]["fragment"]))
        if "files" in given:
            uris = "".join(f"{GLib.filename_to_uri(path)}\r\n" for path in given["files"]["data"])
            offers.append(("text/uri-list", FILES, uris))
        self.clipboard = {kind: data.encode() for _, kind, data in offers}
        Gtk.selection_clear_targets(self.owner, Gdk.SELECTION_CLIPBOARD)
        for name, kind, _ in offers:
            Gtk.selection_add_target(self.owner, Gdk.SELECTION_CLIPBOARD, Gdk.Atom.intern(name, False), kind)
        Gtk.selection_owner_set(self.owner, Gdk.SELECTION_CLIPBOARD, Gdk.CURRENT_TIME)
        return {"written": list(given)}

    def give_clipboard(self, owner: Any, data: Any, kind: int, time: int) -> None:
        data.set(data.get_target(), 8, self.clipboard[kind])

    # Program

    @action("player.console.print")
    def print(self, params: Any) -> None:
        show = {"warn": print_w, "error": print_e}.get(params["level"], print_d)
        show(params["line"] or " ")  # Quod Libet cannot print an empty text.

    @action("player.app.run")
    def run(self, params: Any) -> Any:
        command = params["command"]
        if command == "exit":
            GLib.idle_add(app.quit)
        elif command == "showPreferences":
            GLib.idle_add(app.window.ui.get_widget("/Menu/File/Preferences").activate)
        return {"executed": command in ("exit", "showPreferences")}

    @action("player.app.paths")
    def paths(self, params: Any) -> Any:
        installation = os.path.dirname(quodlibet.__file__)
        return {"component": os.path.dirname(__file__), "installation": installation, "profile": quodlibet.get_user_dir()}

    @action("player.app.showLibrarySearch")
    def search(self, params: Any) -> None:
        if not app.window.browser.can_filter_text():
            app.window.select_browser("SearchBar", app.library, app.player)
        app.window.browser.filter_text(params["query"])

    @action("player.app.showPopup")
    def popup(self, params: Any) -> None:
        self.close_message()
        self.message = Gtk.MessageDialog(
            transient_for=app.window,
            buttons=Gtk.ButtonsType.CLOSE,
            text=shown(params["title"]),
            secondary_text=shown(params["message"]),
        )
        self.message.connect("response", self.close_message)
        self.message.show()

    def close_message(self, *_: Any) -> None:
        if self.message:
            self.message.destroy()
            self.message = None

    @action("player.app.components")
    def components(self, params: Any) -> Any:
        plugins = PluginManager.instance.plugins if PluginManager.instance else []
        about = [(plugin.id, plugin.name, plugin.description) for plugin in plugins]
        return {
            "components": [
                {"filename": str(identity), "name": str(name), "version": "", "about": str(text or "")}
                for identity, name, text in about
            ]
        }

    # Panels and their window

    @action("player.panel.getConfig")
    def get_config(self, params: Any, panel: str | None) -> Any:
        if panel not in self.panels.known():
            return {"config": None}
        return {"config": {**CONFIG_FIELDS, "panelName": panel, **self.read_configs().get(panel, {})}}

    @action("player.panel.setConfig")
    def set_config(self, params: Any, panel: str | None) -> Any:
        if panel is None or panel not in self.panels.known():
            raise BridgeError(-32000, "There is no such panel")
        configs = self.read_configs()
        configs[panel] = {**configs.get(panel, {}), **params["patch"]}
        self.configs.write_text(json.dumps(configs))
        return self.get_config({}, panel)

    def read_configs(self) -> Any:
        try:
            return json.loads(self.configs.read_text())
        except (OSError, ValueError):
            return {}

    @action("player.system.display")
    def display(self, params: Any) -> Any:
        resolution = app.window.get_screen().get_resolution()
        return {"dpi": round((resolution if resolution > 0 else 96) * app.window.get_scale_factor())}

    @action("player.system.locale")
    def locale(self, params: Any) -> Any:
        name = locale.getlocale()[0] or ""
        return {"locale": name.replace("_", "-") if name not in ("", "C", "POSIX") else "en-US"}

    @action("player.system.theme")
    def theme(self, params: Any) -> Any:
        style = app.window.get_style_context()
        found, color = style.lookup_color("theme_selected_bg_color")
        red, green, blue = (round(each * 255) for each in (color.red, color.green, color.blue)) if found else (53, 132, 228)
        accent = f"#{red:02X}{green:02X}{blue:02X}"
        return {"darkMode": is_dark(), "accentColor": accent, "transparency": app.window.get_screen().is_composited()}

    def window_state(self) -> dict[str, bool]:
        window = app.window.get_window()
        state = window.get_state() if window else Gdk.WindowState(0)
        return {
            "maximized": bool(state & Gdk.WindowState.MAXIMIZED),
            "minimized": bool(state & Gdk.WindowState.ICONIFIED),
            "fullscreen": bool(state & Gdk.WindowState.FULLSCREEN),
            "active": app.window.is_active(),
        }

    def window_changed(self, *_: Any) -> bool:
        state = self.window_state()
        if state != self.window_facts:
            self.window_facts = state
            for panel in self.panels.open_names():
                self.bridge.signal("windowStateChanged", panel=panel, **state)
        return False

    @action("player.window.state")
    def get_window_state(self, params: Any, panel: str | None) -> Any:
        return {"window": self.window_state() if panel in self.panels.known() else None}

    @action("player.window.run")
    def run_window(self, params: Any, panel: str | None) -> None:
        window, command = app.window, params["command"]
        if command == "restore":
            state = self.window_state()
            window.deiconify()
            window.unfullscreen() if state["fullscreen"] else window.unmaximize()
        elif command == "startDrag":
            device = Gdk.Display.get_default().get_default_seat().get_pointer()
            _, x, y = device.get_position()
            window.begin_move_drag(1, x, y, Gdk.CURRENT_TIME)
        else:
            {"minimize": window.iconify, "maximize": window.maximize, "close": window.close}[command]()

    # Selection

    def selection_changed(self, *_: Any) -> None:
        if not self.idle:
            self.idle = GLib.idle_add(self.tell_selection)

    def tell_selection(self) -> bool:
        self.idle = 0
        self.page_selection = None
        self.bridge.signal("selectionChanged")
        return False

    def selected_rows(self) -> list[int]:
        _, paths = app.window.songlist.get_selection().get_selected_rows()
        return [path.get_indices()[0] for path in paths]

    def selected_songs(self) -> list[Any]:
        if self.page_selection is not None:
            return self.page_selection
        songs = self.playlists.rows()
        return songs if self.tracks_playlist else [songs[row] for row in self.selected_rows()]

    @action("player.selection.get")
    def get_selection(self, params: Any) -> Any:
        songs = self.selected_songs()
        start = params["offset"]
        end = len(songs) if params["limit"] is None else start + params["limit"]
        answer = {"total": len(songs), "handles": [handle_of(song) for song in songs[start:end]]}
        if self.page_selection is not None:
            return {**answer, "type": "unknown"}
        answer["type"] = "active_playlist" if self.tracks_playlist else "active_playlist_selection"
        entry = self.playlists.shown()
        if entry is None:
            return answer
        rows = range(len(songs)) if self.tracks_playlist else self.selected_rows()
        behind = self.playlists.items_of_rows(entry)
        items = [behind[row] for row in rows[start:end]]
        return {**answer, "playlist": entry.id, "items": items} if None not in items else answer

    @action("player.selection.set")
    def set_selection(self, params: Any) -> Any:
        if params["handles"]:
            songs = [song for song in map(self.tracks.find, params["handles"]) if song is not None]
            if not songs:
                raise BridgeError(-32000, "Quod Libet cannot read any of the tracks")
            self.page_selection = songs
            self.bridge.signal("selectionChanged")
        return {"count": len(self.page_selection or []) if params["handles"] else 0}

    @action("player.selection.track")
    def track_selection(self, params: Any) -> None:
        self.tracks_playlist = params["mode"] == "playlist"
        self.page_selection = None
        self.bridge.signal("selectionChanged")


def is_dark() -> bool:
    """Whether the theme's text is lighter than half."""
    color = app.window.get_style_context().get_color(Gtk.StateFlags.NORMAL)
    return bool(0.299 * color.red + 0.587 * color.green + 0.114 * color.blue > 0.5)
