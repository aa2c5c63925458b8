"""The dialogs of panels: one of each at a time, beside which Quod Libet can be used."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from gi.repository import Gtk
from quodlibet import app

from .bridge import BridgeError, action
from .panels import panel_title

SHOWN_CHARACTERS, SHOWN_LINES = 2000, 30
"""More of a message would not fit on the screen."""
TYPES = {
    "question": Gtk.MessageType.QUESTION,
    "info": Gtk.MessageType.INFO,
    "warning": Gtk.MessageType.WARNING,
    "error": Gtk.MessageType.ERROR,
}
CHOICES = {
    "openFile": (Gtk.FileChooserAction.OPEN, "_Open"),
    "openFolder": (Gtk.FileChooserAction.SELECT_FOLDER, "_Select"),
    "saveFile": (Gtk.FileChooserAction.SAVE, "_Save"),
}

Made = tuple[Any, Callable[[int], dict[str, Any]]]
"""A dialog, and the function that returns its answer to a response of its user."""


def shown(message: str) -> str:
    part = "\n".join(message[:SHOWN_CHARACTERS].split("\n")[:SHOWN_LINES])
    return part + ("…" if len(part) < len(message) else "")


def confirm(params: Any) -> Made:
    dialog = Gtk.MessageDialog(message_type=TYPES[params["type"]], secondary_text=shown(params["message"]))
    for at, label in enumerate(params["buttons"]):
        dialog.add_button(label.replace("_", "__"), at)  # An underscore would mark a key.
    dialog.set_default_response(params["defaultButton"])
    return dialog, lambda response: {"button": response} if response >= 0 else {}


def prompt(params: Any) -> Made:
    dialog = Gtk.MessageDialog(secondary_text=shown(params["message"]), buttons=Gtk.ButtonsType.OK_CANCEL)
    dialog.set_default_response(Gtk.ResponseType.OK)
    entry = Gtk.Entry(text=params["value"], activates_default=True, visible=True)
    dialog.get_content_area().add(entry)
    entry.grab_focus()
    return dialog, lambda response: {"value": entry.get_text()} if response == Gtk.ResponseType.OK else {}


def choose(params: Any) -> Made:
    kind, label = CHOICES[params["kind"]]
    dialog = Gtk.FileChooserDialog(action=kind, select_multiple=params.get("multiple", False))
    dialog.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, label, Gtk.ResponseType.OK)
    dialog.set_default_response(Gtk.ResponseType.OK)
    for each in params.get("filters", []):
        patterns = [f"*.{extension}" for extension in each["extensions"]] or ["*"]
        file_filter = Gtk.FileFilter()
        file_filter.set_name(f"{each['name']} ({' '.join(patterns)})")
        for pattern in patterns:
            file_filter.add_pattern(pattern.lower())
            file_filter.add_pattern(pattern.upper())
        dialog.add_filter(file_filter)
    path = Path(params.get("path", ""))
    if path.is_absolute():
        dialog.set_current_folder(str(path)) if path.is_dir() else dialog.set_filename(str(path))
    if name := Path(params.get("name", "")).name:  # The name of a page is no path.
        dialog.set_current_name(name)
    return dialog, lambda response: {"paths": dialog.get_filenames()} if response == Gtk.ResponseType.OK else {}


class Dialogs:
    def __init__(self) -> None:
        self.open: dict[str | None, Any] = {}

    def close(self) -> None:
        for dialog in list(self.open.values()):
            dialog.response(Gtk.ResponseType.CANCEL)

    @action("player.ui.dialog")
    def show(self, params: Any, panel: str | None) -> Any:
        if params["kind"] == "close":
            if panel in self.open:
                self.open[panel].response(Gtk.ResponseType.CANCEL)
            return None
        if panel in self.open:
            raise BridgeError(-32000, "A dialog of this panel is open")
        make = {"confirm": confirm, "prompt": prompt}.get(params["kind"], choose)
        dialog, read = make(params)
        answer: Future[Any] = Future()

        def answered(_: Any, response: int) -> None:
            del self.open[panel]
            answer.set_result(read(response))
            dialog.destroy()

        dialog.connect("response", answered)
        title = params["title"] if panel is None else f"{params['title']} – {panel_title(panel)}"
        dialog.set_title(title)
        if isinstance(dialog, Gtk.MessageDialog):  # Some desktops do not show its title.
            dialog.props.text = title
        dialog.set_transient_for(app.window)
        self.open[panel] = dialog
        dialog.show()
        return answer
