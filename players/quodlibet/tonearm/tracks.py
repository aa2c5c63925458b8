"""Songs of Quod Libet as tracks: handles, what may be opened, what is behind a path, pictures, lyrics and the library."""

import base64
import fnmatch
import os
import re
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from gi.repository import GdkPixbuf, GLib
from quodlibet import app, config, formats
from quodlibet.formats.remote import RemoteFile
from quodlibet.util.library import scan_library

from .bridge import Bridge, BridgeError, action

STREAM = re.compile(r"https?://([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?([/?#][^\\]*)?", re.ASCII)
"""The address of a stream whose host every program reads in the same way."""
SYSTEM_FOLDERS = ("/dev", "/proc", "/sys", "/run")
MEDIA_FOLDERS = ("/run/media",)
PLAYLIST_SUFFIXES = (".m3u", ".m3u8", ".pls")
MAX_FILES = 100_000
"""How many files and folders a call reads."""
MAX_LYRICS, MAX_PLAYLIST = 1 << 20, 1 << 26
MAX_TAGS, MAX_TAG_TEXT = 256, 1 << 16
"""How many tags of a track are told, and how many bytes of text they have."""
LIBRARY_PAUSE_SECONDS = 1
STREAMS_SETTING = "tonearm_streams"


def _is_below(path: str, *folders: str) -> bool:
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def _leads_out(song: Any, path: Any) -> bool:
    """Whether a file in the folder of a song is behind a link out of it. Those that Quod Libet keeps elsewhere are not."""
    folder = song("~dirname")
    return isinstance(path, str) and _is_below(path, folder) and not _is_below(os.path.realpath(path), os.path.realpath(folder))


def handle_of(song: Any) -> dict[str, Any]:
    """Names a song by its path, or by its address when it is a stream or its path is not UTF-8."""
    path = song["~filename"] if song.is_file else song("~uri")
    try:
        path.encode()
    except UnicodeEncodeError:
        path = song("~uri")
    return {"path": path, "subsong": 0}


def track_of(song: Any) -> dict[str, Any]:
    handle = handle_of(song)
    size = song("~#filesize", 0)

    def text(key: str) -> str:
        return ", ".join(song.list(key))

    def number(key: str) -> Any:
        return max(0, song(key, 0) or 0)

    return {
        **handle,
        "absolutePath": handle["path"],
        "fileSize": int(size) if size else None,
        "title": text("title") or os.path.basename(unquote(handle["path"])),
        "artist": text("artist"),
        "album": text("album"),
        "albumArtist": text("albumartist"),
        "genre": text("genre"),
        "date": text("date"),
        "trackNumber": int(number("~#track")),
        "discNumber": int(number("~#disc")),
        "duration": number("~#length"),
        "bitrate": int(number("~#bitrate")),
        "sampleRate": int(number("~#samplerate")),
        "channels": int(number("~#channels")),
        "codec": str(song("~codec")),
    }


def tags_of(song: Any) -> list[dict[str, Any]]:
    """Returns the tags of a song that its file has. One that does not fit any more is left out."""
    tags: list[dict[str, Any]] = []
    room = MAX_TAG_TEXT
    for name in sorted(song.realkeys()):
        values = song.list(name)
        size = sum(len(text.encode(errors="replace")) for text in (name, *values))
        if values and size <= room and len(tags) < MAX_TAGS:
            room -= size
            tags.append({"name": name, "values": values})
    return tags


class Tracks:
    """Finds songs by their handles. What reads the disk runs on threads of its own."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge
        self.log_directory = os.path.realpath(bridge.directory)
        self.threads = ThreadPoolExecutor(2, "tonearm-media")
        self.others: dict[str, Any] = {}
        self.library: list[Any] | None = None
        self.pause = 0
        self.connections = [app.library.connect(name, self.library_changed) for name in ("added", "removed", "changed")]

    def close(self) -> None:
        for connection in self.connections:
            app.library.disconnect(connection)
        if self.pause:
            GLib.source_remove(self.pause)
        self.threads.shutdown(wait=False, cancel_futures=True)

    # What may be opened

    def problem(self, given: str) -> str | None:
        """Returns why media may not be read from there; None if it may."""
        path = self.local(given)
        if path is None:
            return self.stream_problem(given)
        if not path.startswith("/") or "\0" in path:
            return "Access denied: not an absolute path"
        for each in (os.path.normpath(path), os.path.realpath(path)):
            is_share = each.startswith("/run/user/") and each.split("/")[4:5] == ["gvfs"]
            if _is_below(each, *SYSTEM_FOLDERS) and not _is_below(each, *MEDIA_FOLDERS) and not is_share:
                return "Access denied: not a folder for media"
            # Pages write the log files, so a page could write a playlist there.
            if _is_below(each, self.log_directory):
                return "Access denied: log files are not media"
        return None

    @staticmethod
    def stream_problem(given: str) -> str | None:
        """A stream has an address whose host the user has named in the plugin's settings."""
        scheme = given.split("://", 1)[0]
        if scheme == "cdda":
            return None
        if scheme not in ("http", "https"):
            return f"Access denied: {scheme}:// is not played on request"
        parts = STREAM.fullmatch(given.lower())
        if parts is None:
            return "Access denied: the address of the stream is ambiguous"
        host, port = parts[1], parts[2] or ""
        permitted = re.split(r"[,\s]+", config.get("plugins", STREAMS_SETTING, "").lower())
        return None if host in permitted or host + port in permitted else f"Access denied: no permission to open streams from {host}"

    @staticmethod
    def local(path: str) -> str | None:
        """Returns the path of a file; None for the address of a stream."""
        if path.startswith("file://"):
            return unquote(path[7:], errors="surrogateescape")
        return None if "://" in path else path

    def find(self, handle: dict[str, Any]) -> Any:
        """Returns the song of a handle: from a library of Quod Libet, else read from its file; None when there is none."""
        path = handle["path"]
        key = self.local(path)
        key = path if key is None else os.path.normpath(key)
        song = app.library.librarian.get(key)
        if song is None and not handle.get("subsong") and self.problem(path) is None:
            song = self.others.get(key) or (RemoteFile(path) if self.local(path) is None else self.read(key))
            if song is not None:
                self.others[key] = song
        return song

    @staticmethod
    def read(path: str) -> Any:
        return formats.MusicFile(path) if os.path.isfile(path) and formats.filter(path) else None

    def songs(self, handles: list[dict[str, Any]]) -> list[Any]:
        """Returns the songs of all handles. Raises BridgeError when one cannot be read."""
        found = [self.find(handle) for handle in handles]
        for handle, song in zip(handles, found):
            if song is None:
                raise BridgeError(-32000, self.problem(handle["path"]) or f"Quod Libet cannot read {handle['path']}")
        return found

    @action("player.media.authorize")
    def authorize(self, params: Any) -> Any:
        def check() -> Any:
            problems = [self.problem(path) for path in params["paths"]]
            return {"denied": [{"index": at, "reason": reason} for at, reason in enumerate(problems) if reason]}

        return self.threads.submit(check)

    @action("player.media.resolve")
    def resolve(self, params: Any) -> Any:
        def resolve() -> Any:
            budget = [MAX_FILES]
            return {"resolved": [self.resolved(entry, budget) for entry in params["paths"]]}

        return self.threads.submit(resolve)

    def resolved(self, entry: Any, budget: list[int]) -> list[dict[str, Any]]:
        if isinstance(entry, dict) and entry.get("subsong"):
            return []
        given = entry["path"] if isinstance(entry, dict) else entry
        if self.problem(given) is not None:
            return []
        path = self.local(given)
        if path is None:
            return [{"path": given, "subsong": 0}]
        path = os.path.normpath(path)
        folder, name = os.path.split(path)
        if os.path.isdir(path):
            found = self.below(path, budget)
        elif not os.path.lexists(path) and ("*" in name or "?" in name) and os.path.isdir(folder):
            names = sorted(fnmatch.filter(os.listdir(folder), name.replace("[", "[[]")))
            found = [os.path.join(folder, each) for each in names]
        elif path.lower().endswith(PLAYLIST_SUFFIXES):
            return [each for line in self.entries_of(path, budget) for each in self.resolved(line, budget)]
        else:
            found = [path]
        handles = []
        for each in found:
            budget[0] -= 1
            if budget[0] < 0:
                raise BridgeError(-32000, f"The paths have more than {MAX_FILES} files and folders")
            song = self.find({"path": each}) if os.path.isfile(each) else None
            if song is not None:
                handles.append(handle_of(song))
        return handles

    def below(self, folder: str, budget: list[int]) -> list[str]:
        found = []
        for root, folders, names in os.walk(folder):
            budget[0] -= 1
            if budget[0] < 0 or len(found) > MAX_FILES:
                break
            folders.sort()
            found += [os.path.join(root, name) for name in sorted(names)]
        return found

    def entries_of(self, path: str, budget: list[int]) -> list[str]:
        """Returns the paths in an M3U or PLS file. A playlist file that it names is not opened."""
        if not os.path.isfile(path):
            return []  # Opening a pipe would wait.
        try:
            with open(path, errors="surrogateescape") as file:
                lines = file.read(MAX_PLAYLIST).splitlines()[: budget[0] + 1]
        except OSError:
            return []
        lines = [line.strip() for line in lines]
        if path.lower().endswith(".pls"):
            lines = [line.split("=", 1)[1] for line in lines if line.lower().startswith("file") and "=" in line]
        lines = [line for line in lines if line and not line.startswith("#")]
        full = [line if "://" in line else os.path.join(os.path.dirname(path), line) for line in lines]
        return [each for each in full if not each.lower().endswith(PLAYLIST_SUFFIXES)]

    # Facts about a song

    @action("player.media.info")
    def info(self, params: Any) -> Any:
        def find() -> Any:
            song = self.find(params["handle"])
            return {"track": track_of(song) if song is not None and song.is_file else None}

        return self.threads.submit(find)

    @action("player.media.tags")
    def tags(self, params: Any) -> Any:
        def read() -> Any:
            songs = [self.find(handle) for handle in params["handles"]]
            known = [song if song is not None and song.is_file else None for song in songs]
            return {"tracks": [None if song is None else {"track": track_of(song), "tags": tags_of(song)} for song in known]}

        return self.threads.submit(read)

    @action("player.media.lyrics")
    def lyrics(self, params: Any) -> Any:
        def read() -> Any:
            song = self.find(params["handle"])
            if song is None or not song.is_file:
                return {"text": None}
            if song.get("lyrics"):
                return {"text": song["lyrics"], "source": "embedded"}
            path = song.lyric_filename
            is_small = os.path.isfile(path) and os.path.getsize(path) <= MAX_LYRICS
            text = song("~lyrics") if is_small and not _leads_out(song, path) and self.problem(path) is None else None
            return {"text": text, "source": "file"} if text else {"text": None}

        return self.threads.submit(read)

    @action("player.artwork.get")
    def artwork(self, params: Any) -> Any:
        def read() -> Any:
            song = self.find(params["handle"]) if params["type"] == "front" else None
            file = app.cover_manager.get_cover(song) if song is not None and song.is_file else None
            if file is None:
                return {"found": False}
            with file:
                if _leads_out(song, file.name):
                    return {"found": False}
                data = file.read()
            loader = GdkPixbuf.PixbufLoader()
            longest = params["maxSize"]
            if longest:
                loader.connect("size-prepared", lambda it, w, h: it.set_size(*_scaled(w, h, longest)))
            try:
                loader.write(data)
                loader.close()
                mime = loader.get_format().get_mime_types()[0]
                if longest:
                    mime, (_, data) = "image/png", loader.get_pixbuf().save_to_bufferv("png", [], [])
            except GLib.Error:
                return {"found": False}
            return {"found": True, "mimeType": mime, "data": base64.b64encode(data).decode()}

        return self.threads.submit(read)

    # The library

    def library_changed(self, library: Any, songs: Any) -> None:
        """Tells the bridge once for all changes of a second: Quod Libet also counts each play in its library."""
        self.library = None
        if not self.pause:
            self.pause = GLib.timeout_add_seconds(LIBRARY_PAUSE_SECONDS, self.tell_library)

    def tell_library(self) -> bool:
        self.pause = 0
        self.bridge.signal("libraryChanged", ready=True)
        return False

    @action("player.library.tracks")
    def library_tracks(self, params: Any) -> Any:
        if self.library is None:
            self.library = sorted(app.library.values(), key=lambda song: song.key)
        start = params["offset"]
        page = self.library[start : start + params["limit"]]
        tracks = [
            {**track_of(song), "added": int(song("~#added", 0)), "modified": int(song("~#mtime", 0))} for song in page
        ]
        return {"enabled": True, "total": len(self.library), "tracks": tracks}

    @action("player.library.rescan")
    def rescan(self, params: Any) -> None:
        scan_library(app.library, False)


def _scaled(width: int, height: int, longest: int) -> tuple[int, int]:
    scale = min(1.0, longest / max(width, height, 1))
    return max(1, round(width * scale)), max(1, round(height * scale))
