"""Tonearm: panels, which are web pages, in the window of Quod Libet."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import quodlibet
from gi.repository import GLib, Gtk
from quodlibet import app, config, const, print_d, print_w
from quodlibet.plugins import PluginImportException
from quodlibet.plugins.events import EventPlugin

try:
    from .panels import Panels, panel_title
except (ImportError, ValueError) as error:
    raise PluginImportException(f"The package gir1.2-webkit2-4.0 is needed: {error}") from error
from .bridge import Bridge, BridgeError, bridge_command
from .desktop import Desktop
from .dialogs import Dialogs
from .marks import Marks
from .menus import Menus
from .play_queue import PlayQueue
from .playback import Playback
from .playlists import Playlists
from .streams import Streams
from .tracks import STREAMS_SETTING, Tracks

EXTENSIONS = [
    "artwork", "audio", "dialog", "discovery", "library", "lyrics", "metadata", "playback", "playlist", "port", "queue", "state",
    "ui", "window",
]
HERE = Path(__file__).resolve().parent


def find_bridge() -> list[str]:
    """Returns the command of the bridge. Raises FileNotFoundError when there is none."""
    if command := os.environ.get("TONEARM_BRIDGE"):
        return list(json.loads(command))
    for name in ("tonearm", "main.js", "main.ts"):
        path = HERE / "bridge_program" / name
        if path.is_file():
            deno = shutil.which("deno")
            if path.suffix and deno is None:
                raise FileNotFoundError(f"The bridge {path} needs Deno, which is not in PATH.")
            return bridge_command(path.resolve(), deno or "")
    raise FileNotFoundError(f"There is no bridge in {HERE / 'bridge_program'}.")


class TonearmPlugin(EventPlugin):
    PLUGIN_ID = "Tonearm"
    PLUGIN_NAME = "Tonearm panels"
    PLUGIN_DESC = "Shows panels, which are web pages, in the window. Choose them in the menu Panels."

    @classmethod
    def PluginPreferences(cls, window: Any) -> Any:
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        entry = Gtk.Entry(text=config.get("plugins", STREAMS_SETTING, ""), placeholder_text="radio.example, 192.168.1.2:8000")
        entry.connect("changed", lambda changed: config.set("plugins", STREAMS_SETTING, changed.get_text()))
        box.add(Gtk.Label("Panels may open streams from these hosts:", xalign=0))
        box.add(entry)
        return box

    def enabled(self) -> None:
        folder = Path(GLib.get_user_data_dir()) / "quodlibet" / "tonearm"
        log = folder / "log"
        log.mkdir(parents=True, exist_ok=True)
        self.is_started = False
        self.bridge = Bridge(
            [],
            log,
            player="Quod Libet",
            version=const.VERSION,
            extensions=EXTENSIONS,
            executor=GLib.idle_add,
            restarts="TONEARM_BRIDGE" not in os.environ,
        )
        self.bridge.on_diagnostic = lambda line: print_d(f"bridge: {line}")
        self.bridge.on_ready = self.ready
        self.bridge.on_gone = self.gone
        self.tracks = Tracks(self.bridge)
        self.streams = Streams(self.tracks)
        self.playlists = Playlists(self.bridge, self.tracks)
        self.queue = PlayQueue(self.bridge, self.playlists)
        self.playback = Playback(self.bridge, self.playlists, self.queue)
        self.panels = Panels(self.bridge, folder, self.start)
        self.desktop = Desktop(self.bridge, self.playlists, self.tracks, self.panels)
        self.menus = Menus(self.bridge, self.playlists, self.tracks, self.desktop)
        self.marks = Marks(self.bridge, self.playlists)
        self.dialogs = Dialogs()
        self.parts = [
            self.dialogs, self.menus, self.marks, self.desktop, self.playback, self.queue, self.playlists, self.tracks,
        ]
        for part in self.parts:
            self.bridge.implement(part)
        self.item = self.menu_item()
        for name in self.panels.remembered():
            self.panels.toggle(name, True)
        self.start()

    def start(self) -> None:
        """Starts the bridge, or starts one again when none runs."""
        try:
            self.bridge.command = find_bridge()
            if self.is_started:
                self.bridge.restart(is_silent=self.panels.watch.is_silent)
                return self.panels.watch.forget()
            self.is_started = True
            self.panels.watch.begin(self.bridge.start())
        except (OSError, ValueError) as error:
            self.gone(BridgeError(0, f"The bridge could not be started: {error}"), None)

    def disabled(self) -> None:
        names = self.panels.open_names()
        self.panels.close()
        self.bridge.close(seconds=3)
        self.streams.close()
        for part in self.parts:
            part.close()
        self.item.destroy()
        config.set("plugins", "tonearm_panels", " ".join(names))

    def ready(self) -> None:
        """Tells a new bridge what is so."""
        self.bridge.signal("libraryChanged", ready=True)
        self.bridge.signal("playlistsChanged", order=[entry.id for entry in self.playlists.entries])
        if self.panels.script is None:
            self.panels.begin(self.bridge.operations)
        self.panels.watch.forget()
        self.panels.set_problem("")

    def gone(self, error: BridgeError, delay: float | None) -> None:
        print_w(str(error))
        self.dialogs.close()
        self.menus.close()
        self.panels.watch.forget(is_over=delay is None)
        if delay is None:
            self.panels.set_problem(error.message)

    def menu_item(self) -> Any:
        item = Gtk.MenuItem(label="_Panels", use_underline=True)
        menu = Gtk.Menu()
        item.set_submenu(menu)
        menu.connect("show", self.fill_menu)
        self.fill_menu(menu)
        bar = app.window.ui.get_widget("/Menu")
        bar.insert(item, len(bar.get_children()) - 1)
        item.show_all()
        return item

    def fill_menu(self, menu: Any) -> None:
        for child in menu.get_children():
            menu.remove(child)
        for name in self.panels.known():
            entry = Gtk.CheckMenuItem(label=panel_title(name), active=name in self.panels.open)
            entry.connect("toggled", lambda it, name=name: self.panels.toggle(name, it.get_active()))
            menu.append(entry)
        menu.append(Gtk.SeparatorMenuItem())
        folder = Gtk.MenuItem(label="Open the folder of panels")
        address = self.panels.user_folder.as_uri()
        folder.connect("activate", lambda _: Gtk.show_uri_on_window(app.window, address, Gtk.get_current_event_time()))
        menu.append(folder)
        tools = Gtk.CheckMenuItem(label="Developer tools (in panels opened later)")
        tools.set_active(config.getboolean("plugins", "tonearm_developer_tools", False))
        tools.connect("toggled", lambda it: config.set("plugins", "tonearm_developer_tools", it.get_active()))
        menu.append(tools)
        menu.show_all()
