"""A plugin for tests: evaluates Python in Quod Libet's main loop. A line on the socket is a JSON text, and so is its answer."""

import json
import os
import socket
import sys
import threading
import traceback

from gi.repository import GLib
from quodlibet import app
from quodlibet.plugins.events import EventPlugin


class Driver(EventPlugin):
    PLUGIN_ID = "TonearmDriver"
    PLUGIN_NAME = "Driver"

    def enabled(self) -> None:
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(os.environ["TONEARM_DRIVER"])
        self.server.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            connection, _ = self.server.accept()
            threading.Thread(target=self.talk, args=[connection], daemon=True).start()

    def talk(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rw") as stream:
            for line in stream:
                code = json.loads(line)

                def reply(answer: object) -> None:
                    stream.write(json.dumps(answer) + "\n")
                    stream.flush()

                GLib.idle_add(self.evaluate, code, reply)

    def evaluate(self, code: str, reply) -> None:
        """`page(name, script)` as the whole code runs a script in a page; everything else is an expression or statements."""
        plugin = next((m for n, m in sys.modules.items() if n.endswith("fake.plugins.tonearm")), None)
        from quodlibet.plugins import PluginManager

        found = [p for p in PluginManager.instance.plugins if p.id == "Tonearm"]
        tonearm = found[0].instance if found else None

        def page(name: str, script: str) -> None:
            def done(view, result) -> None:
                try:
                    value = view.run_javascript_finish(result).get_js_value()
                    reply({"value": json.loads(value.to_json(0) or "null")})
                except Exception as error:
                    reply({"error": str(error)})

            tonearm.panels.open[name].view.run_javascript(script, None, done)

        scope = {"app": app, "tonearm": tonearm, "plugin": plugin, "GLib": GLib, "page": page, "os": os}
        try:
            if code.startswith("page("):
                return eval(code, scope)
            try:
                value = eval(code, scope)
            except SyntaxError:
                exec(code, scope)
                value = scope.get("result")
            reply({"value": value})
        except Exception:
            reply({"error": traceback.format_exc()})
