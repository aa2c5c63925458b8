"""The style sheet that every panel has: the colours and the font of GTK as CSS variables, and panels/player.css."""

from pathlib import Path

from gi.repository import Gtk, Pango
from quodlibet import app

SHEET = Path(__file__).resolve().parent / "panels" / "player.css"
COLOURS = {
    "background": "theme_base_color",
    "text": "theme_text_color",
    "border": "borders",
    "control": "theme_bg_color",
    "control-text": "theme_fg_color",
    "accent": "theme_selected_bg_color",
    "selection": "theme_selected_bg_color",
    "selection-text": "theme_selected_fg_color",
}
"""The variables of panels, with the colours' names in GTK's themes. A theme may lack some."""


def player_style() -> str:
    style = app.window.get_style_context()
    values = {}
    for name, colour in COLOURS.items():
        found, value = style.lookup_color(colour)
        if found:
            values[name] = value.to_string()
    font = Pango.FontDescription.from_string(Gtk.Settings.get_default().props.gtk_font_name)
    family = (font.get_family() or "sans-serif").replace('"', "").replace("\\", "")
    values["font-family"] = f'"{family}", sans-serif'
    size = (font.get_size() or 10 * Pango.SCALE) / Pango.SCALE
    values["font-size"] = f"{size}{'px' if font.get_size_is_absolute() else 'pt'}"
    rules = "".join(f"  --player-{name}: {value};\n" for name, value in values.items())
    return f":root {{\n{rules}}}\n{SHEET.read_text()}"
