"""Panels: web pages from folders, as tabs in the side pane of Quod Libet's window."""

import json
import mimetypes
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import gi

gi.require_version("WebKit2", "4.0")
gi.require_version("Soup", "2.4")
from gi.repository import Gio, GLib, Gtk, Soup, WebKit2  # noqa: E402
from quodlibet import app, config, print_d, print_w  # noqa: E402

from .bridge import TOO_DEEP, Bridge, BridgeError, is_deep, outside_strings, parse_json, write_json  # noqa: E402
from .limits import MAX_ARRAYS, MAX_VALUES  # noqa: E402
from .style import player_style  # noqa: E402
from .watch import Watch  # noqa: E402

SCHEME = "tonearm-panel"
HERE = Path(__file__).resolve().parent
ALLOWED_NAME = re.compile(r"(?!xn--)[a-z]([a-z0-9_-]{0,61}[a-z0-9])?")
"""The name is the host in the addresses of the panel's files."""
CALLS = 64
"""How many calls of a page may be on their way, so that the window is drawn between them. Others wait in the page."""
RELOAD_MS = 200
SHOWN_ADDRESS = 500
FIRST_SHARE, SHARE = 0.25, 0.6
"""The share of the window that Quod Libet leaves to the song list beside a first panel, and the one that the plugin does."""
CRASHED = "The page has crashed."
SILENT = "The bridge has not answered for 5 s."
FLOODED = "The page was ended: it made too many calls at once."
NO_PROXY = "socks5://127.0.0.1:1"
"""Stands in the way of everything that a content security policy does not cover, such as preconnections."""

CHANNEL = """
const handler = webkit.messageHandlers.tonearm;
const waiting = [];
const send = () => {
  const texts = waiting.splice(0, free);
  free -= texts.length;
  for (const text of texts) handler.postMessage(text);
};
const post = (message) => {
  const text = JSON.stringify(message);
  if (text.length > maxLength) throw new Error("The call is too long");
  waiting.push(text);
  if (free > 0) send();
};
const take = (taken) => {
  free += taken;
  send();
};
const listen = (receive) => Object.defineProperties(globalThis, {
  tonearmReceive: { value: receive },
  tonearmTake: { value: take },
});
globalThis.fb2k = connectPanel({ post, listen }, operations);
"""


def panel_folders(user_folder: Path) -> dict[str, Path]:
    """Returns the folders of panels by name. The user's folder replaces one of the same name beside the plugin."""
    user_folder.mkdir(parents=True, exist_ok=True)
    return {
        folder.name: folder.resolve()
        for parent in (HERE / "panels", user_folder)
        for folder in sorted(parent.glob("*"))
        if ALLOWED_NAME.fullmatch(folder.name) and (folder / "index.html").is_file()
    }


def excess_of(body: bytes) -> str:
    """Says what of a JSON text is more than the bridge takes: for that, Python takes gigabytes."""

    def has_many(part: bytes) -> bool:
        return part.count(b"[") + part.count(b"{") > MAX_ARRAYS or part.count(b",") + part.count(b":") > MAX_VALUES

    quotes = body.count(b'"') - body.count(b'\\"')  # At most four a member: leaving out more strings takes seconds.
    if quotes > 4 * MAX_VALUES or has_many(body) and has_many(outside_strings(body, b"[{,:")):
        return f"more than {MAX_ARRAYS} arrays and objects or {MAX_VALUES} values"
    return TOO_DEEP if is_deep(body) else ""


def web_context(folder: Path) -> Any:
    """Makes the context of all pages. Its attribute `serve` answers requests for files."""
    data = WebKit2.WebsiteDataManager(
        base_data_directory=str(folder / "storage"), base_cache_directory=str(folder / "cache")
    )
    data.set_network_proxy_settings(
        WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(NO_PROXY, None)
    )
    context = WebKit2.WebContext.new_with_website_data_manager(data)
    context.set_cache_model(WebKit2.CacheModel.DOCUMENT_VIEWER)
    context.register_uri_scheme(SCHEME, lambda request: context.serve(request))
    context.get_security_manager().register_uri_scheme_as_secure(SCHEME)
    context.get_security_manager().register_uri_scheme_as_cors_enabled(SCHEME)
    context.connect("download-started", lambda _, download: download.cancel())
    return context


def panel_title(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


class Panels:
    """All panels of the window, and their way to the bridge."""

    def __init__(self, bridge: Bridge, folder: Path, start: Callable[[], None]) -> None:
        self.bridge = bridge
        self.start = start
        self.folder = folder
        self.user_folder = folder / "panels"
        self.open: dict[str, Panel] = {}
        # A context keeps its network process until Quod Libet ends, so there is one, also when the plugin is loaded again.
        if not hasattr(app, "tonearm_context"):
            app.tonearm_context = web_context(folder)
        self.context = app.tonearm_context
        self.context.serve = self.serve
        self.watch = Watch(bridge, lambda is_silent: self.set_problem(SILENT if is_silent else ""))
        self.problem = ""
        """What is wrong with the bridge."""
        app.window.side_book.set_scrollable(True)  # Or its tabs would make it wider than a small window.
        self.script: str | None = None
        """Gives a page window.fb2k; None until the bridge has said which operations it has."""
        bridge.on_event(self.event)
        self.settings = Gtk.Settings.get_default()
        names = ("gtk-theme-name", "gtk-application-prefer-dark-theme", "gtk-font-name")
        self.handlers = [self.settings.connect(f"notify::{name}", self.restyle) for name in names]

    def restyle(self, *_: Any) -> None:
        for panel in self.open.values():
            panel.restyle()

    def begin(self, operations: list[str]) -> None:
        """Loads the pages, which have a function for each operation of the bridge."""
        script = (HERE / "panel.js").read_text().replace("\nexport ", "\n")
        numbers = f"const maxLength = {self.bridge.max_frame_bytes};\nlet free = {CALLS};"
        self.script = f"(() => {{\n{script}\nconst operations = {json.dumps(operations)};\n{numbers}\n{CHANNEL}\n}})();"
        for panel in self.open.values():
            panel.begin(self.script)

    def set_problem(self, problem: str) -> None:
        """Says in all panels what is wrong with the bridge, or no longer."""
        self.problem = problem
        for panel in self.open.values():
            panel.show_problem()

    def known(self) -> dict[str, Path]:
        return panel_folders(self.user_folder)

    def open_names(self) -> list[str]:
        return list(self.open)

    def remembered(self) -> list[str]:
        names = config.get("plugins", "tonearm_panels", "").split()
        return [name for name in names if name in self.known()]

    def toggle(self, name: str, is_open: bool) -> None:
        if is_open and name not in self.open:
            self.open[name] = Panel(self, name, self.known()[name])
        elif not is_open and name in self.open:
            self.open.pop(name).close()
        config.set("plugins", "tonearm_panels", " ".join(self.open))

    def close(self) -> None:
        self.watch.close()
        for handler in self.handlers:
            self.settings.disconnect(handler)
        for panel in self.open.values():
            panel.close()
        self.open.clear()
        app.window.side_book.set_scrollable(False)

    def event(self, event: str, data: Any, panel: str | None) -> None:
        for name in self.open_names() if panel is None else [panel]:
            if name in self.open:
                self.open[name].post({"event": event, "data": data})

    def serve(self, request: Any) -> None:
        """Answers with a file of the panel's own folder, or with one that the panels of the tree share, such as base.css."""
        address = urlsplit(request.get_uri())
        panel = next((each for each in self.open.values() if each.view is request.get_web_view()), None)
        path = unquote(address.path)
        if panel is None or address.netloc != panel.name or request.get_http_method() != "GET" or "\0" in path:
            return request.finish_error(GLib.Error("not a file of this panel"))
        real = os.path.realpath(f"{panel.folder}/{path}{'index.html' if path.endswith('/') else ''}")
        # A link, or `..`, may lead out of the folder.
        if not (real.startswith(f"{panel.folder}/") and os.path.isfile(real)):
            real = f"{HERE}/panels{path}" if path.count("/") == 1 else ""
        if not os.path.isfile(real):
            return request.finish_error(GLib.Error(f"there is no file {path}"))
        try:
            stream = Gio.File.new_for_path(real).read(None)
        except GLib.Error as error:
            return request.finish_error(error)
        response = WebKit2.URISchemeResponse.new(stream, os.path.getsize(real))
        is_script = real.endswith((".js", ".mjs"))
        response.set_content_type("text/javascript" if is_script else mimetypes.guess_type(real)[0] or "text/plain")
        headers = Soup.MessageHeaders.new(Soup.MessageHeadersType.RESPONSE)
        headers.append(
            "Content-Security-Policy",
            f"default-src {SCHEME}: data: blob: 'unsafe-inline' 'unsafe-eval'; frame-src 'none'; object-src 'none'; "
            "form-action 'none'; base-uri 'none'",
        )
        headers.append("Cache-Control", "no-store")
        response.set_http_headers(headers)
        request.finish_with_response(response)


class Panel:
    """One panel: its page, and what is shown in its place."""

    def __init__(self, panels: Panels, name: str, folder: Path) -> None:
        self.panels = panels
        self.name = name
        self.folder = folder
        self.page = 0
        """Counts the pages, so that an answer for an earlier one is dropped."""
        self.question: Any = None
        self.fault = ""
        """Why there is no page any more."""
        self.timer = 0
        self.taken = 0
        """How many calls of the page have come that it has not been told of."""
        self.idle = 0
        manager = self.manager = WebKit2.UserContentManager()
        manager.register_script_message_handler("tonearm")
        manager.connect("script-message-received::tonearm", self.received)
        self.restyle()
        settings = WebKit2.Settings(
            enable_developer_extras=config.getboolean("plugins", "tonearm_developer_tools", False),
            enable_write_console_messages_to_stdout=True,
            javascript_can_open_windows_automatically=False,
            javascript_can_access_clipboard=False,
            enable_dns_prefetching=False,
            enable_page_cache=False,
        )
        self.view = WebKit2.WebView(
            web_context=panels.context, user_content_manager=manager, settings=settings, expand=True
        )
        for signal, handler in {
            "load-changed": self.load_changed,
            "decide-policy": self.decide,
            "create": lambda *_: None,
            "script-dialog": self.script_dialog,
            "permission-request": lambda _, request: request.deny() or True,
            "run-file-chooser": lambda _, request: request.cancel() or True,
            "print": lambda *_: True,
            "enter-fullscreen": lambda *_: True,
            "query-tooltip": self.query_tooltip,
            "context-menu": lambda *_: not settings.props.enable_developer_extras,
            "web-process-terminated": self.crashed,
        }.items():
            self.view.connect(signal, handler)
        self.bar = Gtk.InfoBar(message_type=Gtk.MessageType.WARNING, no_show_all=True)
        self.text = Gtk.Label(wrap=True, xalign=0)
        self.bar.get_content_area().add(self.text)
        self.button = self.bar.add_button("Reload", 1)
        self.bar.connect("response", lambda *_: (panels.start(), self.reload()))
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.pack_start(self.bar, False, False, 0)
        box.pack_start(self.view, True, True, 0)
        box.show_all()
        self.box = app.window.add_sidebar(box, name=panel_title(name))
        app.window.side_book.set_current_page(app.window.side_book.page_num(self.box))
        pane = app.window.side_book.get_ancestor(Gtk.Paned)
        if abs(pane.get_relative() - FIRST_SHARE) < 0.001:
            pane.set_relative(SHARE)
        self.monitors: list[Any] = []
        self.monitor()
        self.show_problem()
        if panels.script is not None:
            self.begin(panels.script)

    def close(self) -> None:
        self.page += 1
        for monitor in self.monitors:
            monitor.cancel()
        if self.timer:
            GLib.source_remove(self.timer)
        if self.idle:
            GLib.source_remove(self.idle)
        if self.question:
            self.question.destroy()
        self.panels.bridge.panel_closed(self.name)
        app.window.remove_sidebar(self.box)
        book = app.window.side_book
        if app.window.side_book_empty and book.get_parent():
            book.get_parent().remove(book)  # Quod Libet puts it into another container the next time.
        self.box.destroy()

    # The page

    def begin(self, script: str) -> None:
        top, start = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
        self.view.get_user_content_manager().add_script(WebKit2.UserScript.new(script, top, start, None, None))
        self.reload()

    def reload(self) -> None:
        if self.panels.script is None:
            return
        self.fault = ""
        self.show_problem()
        self.view.load_uri(f"{SCHEME}://{self.name}/index.html")

    def restyle(self) -> None:
        """Gives the page the player's style sheet, which comes before those of the page."""
        every, user = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserStyleLevel.USER
        self.manager.remove_all_style_sheets()
        self.manager.add_style_sheet(WebKit2.UserStyleSheet.new(player_style(), every, user, None, None))

    def load_changed(self, view: Any, event: Any) -> None:
        if event == WebKit2.LoadEvent.COMMITTED:
            self.page += 1
            self.taken = 0
            if self.page > 1:
                self.panels.bridge.panel_closed(self.name)

    def received(self, manager: Any, result: Any) -> None:
        """Calls an operation for the page. The panel's name comes from here, never from the page."""
        self.taken += 1
        if self.taken >= CALLS // 2 and not self.idle:
            self.idle = GLib.idle_add(self.tell_taken)
        if self.taken > 4 * CALLS:
            if not self.fault:
                self.fault = FLOODED
                self.view.terminate_web_process()
            return
        try:
            text = result.get_js_value().to_string()
            body = text.encode(errors="replace")
            if len(text) > self.panels.bridge.max_frame_bytes:
                return print_w(f"panel {self.name}: a call is too long")
            if excess := excess_of(body):
                return self.refuse(text, excess)
            call = parse_json(text)
            identity, method, params = call["id"], call["method"], call.get("params")
            if not isinstance(method, str) or not isinstance(params or {}, dict):
                raise TypeError
        except (ValueError, KeyError, TypeError, AttributeError):
            return
        page = self.page

        def answer(future: Any) -> None:
            error = None if future.cancelled() else future.exception()
            if page != self.page:
                return
            if error is None:
                self.post({"id": identity, "result": future.result()})
            else:
                failure = error if isinstance(error, BridgeError) else BridgeError(-32603, "Internal error")
                self.post({"id": identity, "error": {"code": failure.code, "message": failure.message}})

        try:
            pending = self.panels.bridge.call(method, params, panel=self.name)
            pending.add_done_callback(answer)
            self.panels.watch.begin(pending)
        except ValueError as error:
            self.post({"id": identity, "error": {"code": -32000, "message": str(error)}})

    def refuse(self, text: str, excess: str) -> None:
        """Answers a call that is not parsed, when it begins as those of the page's script do."""
        if found := re.match(r'\{"id":(\d{1,15}),', text):
            self.post({"id": int(found[1]), "error": {"code": -32000, "message": f"Frame too large: {excess}"}})

    def tell_taken(self) -> bool:
        """Lets the page send more calls, when the window has been drawn."""
        self.view.run_javascript(f"globalThis.tonearmTake?.({self.taken})", None, None)
        self.taken = self.idle = 0
        return False

    def post(self, message: Any) -> None:
        text = json.dumps(write_json(message).decode())  # In a script, `__proto__` would not be a key like others.
        self.view.run_javascript(f"globalThis.tonearmReceive?.(JSON.parse({text}))", None, None)

    # What a page may not do

    def decide(self, view: Any, decision: Any, kind: Any) -> bool:
        if kind == WebKit2.PolicyDecisionType.RESPONSE:
            return False
        address = decision.get_navigation_action().get_request().get_uri()
        is_own = address.startswith(f"{SCHEME}://{self.name}/")
        if is_own and kind == WebKit2.PolicyDecisionType.NAVIGATION_ACTION:
            return False
        decision.ignore()
        if urlsplit(address).scheme in ("http", "https"):
            self.ask(address)
        return True

    def ask(self, address: str) -> None:
        """Asks whether to open a link in the browser: one question at a time, beside which Quod Libet can be used."""
        if self.question:
            return
        dialog = Gtk.MessageDialog(
            transient_for=app.window,
            message_type=Gtk.MessageType.QUESTION,
            text="A panel wants to open this address in the browser:",
        )
        dialog.props.secondary_text = address[:SHOWN_ADDRESS] + ("…" if len(address) > SHOWN_ADDRESS else "")
        dialog.add_buttons("Cancel", Gtk.ResponseType.CANCEL, "Open", Gtk.ResponseType.OK)
        dialog.set_default_response(Gtk.ResponseType.CANCEL)

        def answered(dialog: Any, response: Any) -> None:
            self.question = None
            dialog.destroy()
            if response == Gtk.ResponseType.OK:
                Gtk.show_uri_on_window(app.window, address, Gtk.get_current_event_time())

        dialog.connect("response", answered)
        self.question = dialog
        dialog.show()

    def query_tooltip(self, view: Any, *_: Any) -> bool:
        """A tooltip of the row below would hide the rows of an open menu."""
        if Gtk.grab_get_current():
            view.stop_emission_by_name("query-tooltip")
        return False

    def script_dialog(self, view: Any, dialog: Any) -> bool:
        """A dialog of a page would stop Quod Libet: alerts are logged, questions are answered with no."""
        kind = dialog.get_dialog_type()
        if kind == WebKit2.ScriptDialogType.ALERT:
            print_d(f"panel {self.name}: alert: {dialog.get_message()[:SHOWN_ADDRESS]}")
        elif kind in (WebKit2.ScriptDialogType.CONFIRM, WebKit2.ScriptDialogType.BEFORE_UNLOAD_CONFIRM):
            dialog.confirm_set_confirmed(kind == WebKit2.ScriptDialogType.BEFORE_UNLOAD_CONFIRM)
        return True

    # Notices

    def show_problem(self) -> None:
        """Says what is wrong with the page or with the bridge."""
        text = self.fault or self.panels.problem
        self.text.set_text(text)
        self.bar.set_no_show_all(not text)
        self.bar.show_all() if text else self.bar.hide()

    def crashed(self, view: Any, reason: Any) -> None:
        print_w(f"panel {self.name}: the web process has ended ({reason.value_nick})")
        self.panels.bridge.panel_closed(self.name)
        self.page += 1
        self.fault = self.fault or CRASHED
        self.show_problem()

    # Live reload

    def monitor(self) -> None:
        """Watches the folder and those in it."""
        for monitor in self.monitors:
            monitor.cancel()
        folders = [root for root, _, _ in os.walk(self.folder)]
        self.monitors = [Gio.File.new_for_path(each).monitor_directory(0, None) for each in folders]
        for monitor in self.monitors:
            monitor.connect("changed", self.files_changed)

    def files_changed(self, *_: Any) -> None:
        if self.timer:
            GLib.source_remove(self.timer)
        self.timer = GLib.timeout_add(RELOAD_MS, self.files_settled)

    def files_settled(self) -> bool:
        self.timer = 0
        self.monitor()
        self.reload()
        return False
