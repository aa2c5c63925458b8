"""Quod Libet's own menus as trees, and the menu that a page describes."""

import uuid
from html import escape
from typing import Any, Callable, Iterator

from gi.repository import Gdk, GdkPixbuf, GLib, Gtk, Pango
from quodlibet import app
from quodlibet.qltk.songsmenu import SongsMenu

from .bridge import Bridge, BridgeError, action
from .desktop import Desktop
from .playlists import Playlists
from .tracks import Tracks

NAMESPACE = uuid.UUID("0e0a63b5-7f2e-4d11-a8a0-6c1cf3f1b0a4")
"""Makes the GUIDs of commands from the labels on the way to them."""
ICON_PIXELS = 16
STARS = 5
MENU_HEIGHT, MARGINS = 480, 60
SHORT = {"ellipsize": Pango.EllipsizeMode.END, "max_width_chars": 50}


def _label(item: Any) -> str:
    text: str = item.get_label() or ""
    return text.replace("__", "\0").replace("_", "").replace("\0", "_") if item.get_use_underline() else text


def _guid(path: tuple[str, ...]) -> str:
    return "{" + str(uuid.uuid5(NAMESPACE, "/".join(path))).upper() + "}"


def _nodes(items: list[Any], path: tuple[str, ...], commands: list[Any], with_guids: bool) -> list[dict[str, Any]]:
    """Returns the tree of the items of a GTK menu, and appends its commands: the index is the number of a command."""
    nodes: list[dict[str, Any]] = []
    for item in filter(Gtk.Widget.get_visible, items):  # A hidden one stands for an empty submenu.
        label = _label(item)
        if isinstance(item, Gtk.SeparatorMenuItem) or not label:
            if nodes and nodes[-1]["type"] != "separator":
                nodes.append({"type": "separator"})
            continue
        way = (*path, label)
        if item.get_submenu():
            children = _nodes(item.get_submenu().get_children(), way, commands, with_guids)
            nodes.append({"type": "submenu", "label": label, "children": children})
            continue
        is_check = isinstance(item, Gtk.CheckMenuItem)
        node = {
            "type": "command",
            "label": label,
            "commandId": len(commands),
            "enabled": item.is_sensitive(),
            "checked": is_check and item.get_active(),
        }
        if isinstance(item, Gtk.RadioMenuItem):
            node["radioChecked"] = item.get_active()
        if with_guids:
            node["guid"] = _guid(way)
        commands.append((item, node))
        nodes.append(node)
    return nodes


class Menus:
    def __init__(self, bridge: Bridge, playlists: Playlists, tracks: Tracks, desktop: Desktop) -> None:
        self.bridge = bridge
        self.playlists = playlists
        self.tracks = tracks
        self.desktop = desktop
        self.kept: Any = None
        """The last context menu: it is destroyed when it is no longer referred to."""
        self.overlay: Overlay | None = None

    def close(self) -> None:
        if self.overlay:
            self.overlay.close()

    def main_menu(self) -> tuple[list[dict[str, Any]], list[Any]]:
        """Returns what controls playback. The other rows quit, open windows, or switch plugins and developer tools."""
        commands: list[Any] = []
        return _nodes([app.window.ui.get_widget("/Menu/Control")], (), commands, True), commands

    def context_menu(self, context: Any, with_plugins: bool = False) -> Any:
        """Returns Quod Libet's own menu for songs. Its destructive entries ask the user; those of plugins may run programs."""
        source = context["source"]
        if source == "handles":
            songs = self.tracks.songs(context["handles"])
        elif source == "nowPlaying":
            songs = [app.player.song] if app.player.song else []
        else:
            songs = self.desktop.selected_songs() if source == "selection" else self.playlists.rows()
        self.kept = SongsMenu(app.library, songs, plugins=with_plugins)
        self.kept.attach_to_widget(app.window.songlist, None)
        self.kept.show_all()
        return self.kept

    @action("player.menu.build")
    def build(self, params: Any) -> Any:
        if params["kind"] == "main":
            return {"nodes": self.main_menu()[0]}
        return {"nodes": _nodes(self.context_menu(params["context"]).get_children(), (), [], False)}

    @action("player.menu.listMainCommands")
    def list_commands(self, params: Any) -> Any:
        _, commands = self.main_menu()
        wanted = ("guid", "enabled", "checked")
        return {"commands": [{"name": node["label"], **{key: node[key] for key in wanted}} for _, node in commands]}

    @action("player.menu.runMain")
    def run_main(self, params: Any) -> Any:
        if params.get("subGuid"):
            return {"executed": False}
        _, commands = self.main_menu()
        wanted = params["guid"].upper()
        return {"executed": self.activate(item for item, node in commands if node["guid"] == wanted and node["enabled"])}

    @action("player.menu.runContext")
    def run_context(self, params: Any) -> Any:
        commands: list[Any] = []
        _nodes(self.context_menu(params["context"]).get_children(), (), commands, False)
        number = params.get("commandId")
        found = commands[number : number + 1] if number is not None and number >= 0 else []
        return {"executed": self.activate(item for item, node in found if node["enabled"]), "confirmed": True}

    def activate(self, items: Iterator[Any]) -> bool:
        """Runs a command after the answer: many open a dialog and return when it is closed."""
        item = next(items, None)
        if item is not None:
            GLib.idle_add(item.activate)
        return item is not None

    @action("player.menu.popup")
    def popup(self, params: Any) -> None:
        menu = self.context_menu(params["context"], with_plugins=True)
        GLib.idle_add(menu.popup, None, None, None, None, 0, Gtk.get_current_event_time())

    @action("player.overlay.open")
    def open(self, params: Any) -> None:
        if self.overlay:
            self.overlay.close()
        self.overlay = Overlay(self.bridge, params)

    @action("player.overlay.close")
    def close_overlay(self, params: Any) -> None:
        if self.overlay and self.overlay.menu == params["menuId"]:
            self.overlay.close()


class Overlay:
    """A menu that a page describes, as a popover over Quod Libet's window."""

    def __init__(self, bridge: Bridge, params: Any) -> None:
        self.bridge = bridge
        self.menu = params["menuId"]
        self.is_open = True
        self.last_page = 0
        self.popover = Gtk.PopoverMenu(relative_to=app.window.get_child(), position=Gtk.PositionType.BOTTOM)
        self.add_page("main", params["items"])
        self.popover.set_pointing_to(self.point(params["x"], params["y"]))
        self.popover.connect("closed", self.dismissed)
        self.popover.popup()

    def close(self) -> None:
        """Closes it without telling the bridge, which has asked for it."""
        if self.is_open:
            self.is_open = False
            self.popover.popdown()
            GLib.idle_add(self.popover.destroy)

    def dismissed(self, popover: Any) -> None:
        """A chosen row closes the menu before it tells that it was chosen."""
        GLib.idle_add(self.tell_dismissed)

    def tell_dismissed(self) -> None:
        if self.is_open:
            self.close()
            self.bridge.signal("overlayDismissed", menuId=self.menu, reason="user")

    def selected(self, row: str) -> None:
        self.close()
        self.bridge.signal("overlaySelected", menuId=self.menu, itemId=row)

    def changed(self, row: str, value: float) -> None:
        self.bridge.signal("overlayValueChanged", menuId=self.menu, itemId=row, value=round(value))

    def point(self, x: int | None, y: int | None) -> Any:
        """Turns pixels of the screen into a point of the window; the pointer by default."""
        scale = app.window.get_scale_factor()
        _, pointer_x, pointer_y = Gdk.Display.get_default().get_default_seat().get_pointer().get_position()
        content = app.window.get_child()
        _, left, top = content.get_window().get_origin()
        if not content.get_has_window():
            left, top = left + content.get_allocation().x, top + content.get_allocation().y
        point = Gdk.Rectangle()
        point.x = (pointer_x if x is None else x // scale) - left
        point.y = (pointer_y if y is None else y // scale) - top
        point.x = min(max(point.x, 0), content.get_allocated_width() - 1)
        point.y = min(max(point.y, 0), content.get_allocated_height() - 1)
        point.width = point.height = 1
        return point

    def add_page(self, name: str, rows: Any, parent: str | None = None) -> None:
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin=8)
        window = app.window.get_child()
        if parent:
            back = Gtk.ModelButton(text="Back", menu_name=parent, inverted=True, centered=True)
            box.pack_start(back, False, False, 0)
        for row in rows:
            box.pack_start(self.row(row, name), False, False, 0)
        width, height = (size - MARGINS for size in (window.get_allocated_width(), window.get_allocated_height()))
        # What is wider or higher than the window would not be shown.
        scroll = Gtk.ScrolledWindow(
            propagate_natural_width=True,
            propagate_natural_height=True,
            max_content_width=max(width, MARGINS),
            max_content_height=max(min(height, MENU_HEIGHT), MARGINS),
        )
        scroll.add(box)
        scroll.show_all()
        self.popover.add(scroll)
        self.popover.child_set_property(scroll, "submenu", name)

    def row(self, row: Any, page: str) -> Any:
        kind = row["type"]
        if kind == "separator":
            return Gtk.Separator(margin_top=4, margin_bottom=4)
        if row.get("submenu"):
            self.last_page += 1
            name = f"page {self.last_page}"
            self.add_page(name, row["submenu"], page)
            return _button(row, menu_name=name)
        make: Callable[[Any], Any] | None = {
            "slider": self.slider, "rating": self.rating, "segmented": self.segmented, "nowplaying": self.now_playing
        }.get(kind)
        if make:
            widget = make(row)
            widget.set_sensitive(row["enabled"])
            return widget
        button = _button(row)
        if row["checked"]:
            button.props.role, button.props.active = Gtk.ButtonRole.CHECK, True
        button.connect("clicked", lambda _: self.selected(row["id"]))
        return button

    def slider(self, row: Any) -> Any:
        box = _labelled(row["label"])
        low, high = row.get("min", 0), row.get("max", 100)
        scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, max(high, low + 1), 1)
        scale.set_value(row.get("value", low))
        scale.set_size_request(140, -1)
        scale.connect("value-changed", lambda it: self.changed(row["id"], it.get_value()))
        box.pack_start(scale, True, True, 0)
        return box

    def rating(self, row: Any) -> Any:
        box = _labelled(row["label"])
        state = {"value": round(row.get("value", 0))}
        buttons = [Gtk.Button(relief=Gtk.ReliefStyle.NONE) for _ in range(STARS)]

        def show() -> None:
            for at, button in enumerate(buttons):
                button.set_label("★" if at < state["value"] else "☆")

        def click(_: Any, star: int) -> None:
            state["value"] = 0 if state["value"] == star else star  # A click on the last star removes the rating.
            show()
            self.changed(row["id"], state["value"])

        for star, button in enumerate(buttons, 1):
            button.connect("clicked", click, star)
            box.pack_start(button, False, False, 0)
        show()
        return box

    def segmented(self, row: Any) -> Any:
        box = _labelled(row["label"])
        group = Gtk.Box()
        group.get_style_context().add_class("linked")
        first = None
        for at, segment in enumerate(row.get("segments", [])):
            button = Gtk.RadioButton.new_with_label_from_widget(first, segment["label"])
            first = first or button
            button.set_mode(False)
            button.set_sensitive(segment["enabled"])
            button.set_active(at == row.get("value"))
            button.connect("toggled", lambda it, at=at: it.get_active() and self.changed(row["id"], at))
            group.add(button)
        box.pack_start(group, False, False, 0)
        return box

    def now_playing(self, row: Any) -> Any:
        label = Gtk.Label(xalign=0, margin_start=8, **SHORT)
        title, subtitle = (GLib.markup_escape_text(row.get(key) or "") for key in ("title", "subtitle"))
        label.set_markup(f"<b>{title or GLib.markup_escape_text(row['label'])}</b>\n{subtitle}")
        return label


def _button(row: Any, **properties: Any) -> Any:
    text = row["label"].replace("_", "__")  # An underscore would mark a key.
    button = Gtk.ModelButton(text=text, sensitive=row["enabled"], **properties)
    box = button.get_child()
    for label in box.get_children():
        if isinstance(label, Gtk.Label):
            label.set_properties(**SHORT)
    if row.get("iconSvg"):  # A button's own icon is not shown beside its text.
        image = Gtk.Image(pixbuf=_icon(row["iconSvg"]), margin_end=6)
        box.pack_start(image, False, False, 0)
        box.reorder_child(image, 0)
    return button


def _labelled(text: str) -> Any:
    box = Gtk.Box(spacing=8, margin_start=8)
    box.pack_start(Gtk.Label(label=text, xalign=0, **SHORT), False, False, 0)
    return box


def _icon(icon: Any) -> Any:
    """Draws an icon at its size in a menu, whatever size it names; None when it is no picture."""
    box, content = (icon["viewBox"], icon["content"]) if isinstance(icon, dict) else ("0 0 24 24", icon)
    color = app.window.get_style_context().get_color(Gtk.StateFlags.NORMAL).to_string()
    if "<svg" not in content:
        content = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{escape(box)}">{content}</svg>'
    loader = GdkPixbuf.PixbufLoader()
    loader.connect("size-prepared", lambda it, *_: it.set_size(ICON_PIXELS, ICON_PIXELS))
    try:
        loader.write(content.replace("currentColor", color).encode())
        loader.close()
        return loader.get_pixbuf()
    except GLib.Error:
        return None
