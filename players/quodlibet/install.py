#!/usr/bin/python3
"""Installs the plugin for this user, or removes it: `install.py [--uninstall] [BRIDGE]`.

BRIDGE is a bundle's folder, a single binary or the `main.ts` of a source tree; `dist/bundle` by default.
"""

import json
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def plugin_folder() -> Path:
    """Returns where Quod Libet looks for plugins: an old folder in the home directory counts first."""
    old = Path.home() / ".quodlibet"
    configuration = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "quodlibet"
    user = os.environ.get("QUODLIBET_USERDIR") or (old if old.is_dir() else configuration)
    return Path(user) / "plugins" / "tonearm"


def install(bridge: Path) -> None:
    target = plugin_folder()
    uninstall()
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(HERE / "tonearm", target, ignore=ignore)
    shutil.copy(ROOT / "clients/python/tonearm/bridge.py", target / "bridge.py")
    shutil.copy(ROOT / "panels/panel.js", target / "panel.js")
    for page in (ROOT / "panels").glob("*/index.html"):
        shutil.copytree(page.parent, target / "panels" / page.parent.name)
    for shared in ("base.css", "base.js", "list.css", "list.js", "player.css"):
        shutil.copy(ROOT / "panels" / shared, target / "panels" / shared)
    limits = json.loads((ROOT / "docs/openrpc-player.json").read_text())["x-limits"]
    (target / "limits.py").write_text(f"MAX_ARRAYS, MAX_VALUES = {limits['containers']}, {limits['values']}\n")
    program = target / "bridge_program"
    if bridge.is_dir():
        shutil.copytree(bridge, program)
    else:
        program.mkdir()
        (program / bridge.name).symlink_to(bridge)
    print(f"Installed in {target}. Start Quod Libet and tick Tonearm panels in File, Plugins.")


def uninstall() -> None:
    shutil.rmtree(plugin_folder(), ignore_errors=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    if words == ["--uninstall"]:
        uninstall()
    elif len(words) > 1 or any(word.startswith("-") for word in words):
        sys.exit(__doc__)
    else:
        given = Path(words[0]) if words else ROOT / "dist/bundle"
        if not given.exists():
            sys.exit(f"There is no bridge at {given}. Build one: deno task build bundle")
        install(given.resolve())
