"""Tests of the Python client with real processes: a stand-in for the bridge, and the bridge of the tree."""

import asyncio
import json
import logging
import os
import queue
import random
import signal
import sys
import tempfile
import threading
import time
import traceback
import unittest
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any
from unittest import mock

import tonearm.bridge
from tonearm import AsyncBridge, Bridge, BridgeError, QueueIds, action, bridge_command
from tonearm.bridge import write_json

HERE = Path(__file__).resolve().parent
SECONDS = 20
logging.getLogger("tonearm").setLevel(logging.CRITICAL)


def fake(*arguments: str) -> list[str]:
    return [sys.executable, str(HERE / "fake_bridge.py"), *arguments]


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = self.enterContext(tempfile.TemporaryDirectory())
        self.told: queue.Queue[tuple[Any, ...]] = queue.Queue()

    def bridge(self, *behaviour: str, **options: Any) -> Bridge:
        bridge = Bridge(fake(*(behaviour or ["plain"])), self.directory, player="test", version="1", **options)
        bridge.on_gone = lambda error, delay: self.told.put(("gone", error, delay))
        bridge.on_ready = lambda: self.told.put(("ready",))
        self.addCleanup(bridge.close)
        return bridge

    def next(self, kind: str) -> tuple[Any, ...]:
        while (told := self.told.get(timeout=SECONDS))[0] != kind:
            pass
        return told

    def fails(self, code: int, future: Future[Any]) -> str:
        with self.assertRaises(BridgeError) as raised:
            future.result(SECONDS)
        self.assertEqual(raised.exception.code, code)
        return raised.exception.message


class Calls(Case):
    def test_results_and_errors_reach_their_callers_in_any_order(self) -> None:
        bridge = self.bridge("pieces")
        bridge.start()
        futures = [bridge.call("slow", {"n": n}) for n in range(200)]
        self.assertEqual([future.result(SECONDS)["n"] for future in futures], list(range(200)))
        wrong = '{"jsonrpc":"2.0","id":ID,"error":{"code":-5,"message":"No: ö","data":[1]}}'
        future = bridge.call("raw", {"text": wrong})
        self.assertEqual(self.fails(-5, future), "No: ö")
        self.assertEqual(getattr(future.exception(), "data"), [1])

    def test_initialize_names_actions_and_extensions(self) -> None:
        bridge = self.bridge(extensions=["playback"])
        bridge.action("player.queue.count")(lambda params: {"count": 0})
        self.assertEqual(
            bridge.start().result(SECONDS),
            {
                "protocolVersion": 1,
                "player": {"name": "test", "version": "1"},
                "actions": ["player.queue.count"],
                "extensions": ["playback"],
            },
        )

    def test_the_panel_follows_the_params_and_signals_are_notifications(self) -> None:
        bridge = self.bridge()
        bridge.start().result(SECONDS)
        bridge.call("nothing", {"panel": "forged"}, panel="p1")
        bridge.signal("playlistRenamed", playlist="1", name="Evening")
        bridge.panel_closed("p1")
        call, signal_, closed, _ = bridge.call("seen").result(SECONDS)[1:]
        self.assertEqual(list(call), ["jsonrpc", "id", "method", "params", "panel"])
        self.assertEqual(call["panel"], "p1")
        self.assertEqual((signal_["method"], signal_["params"]), ("signal.playlistRenamed", {"playlist": "1", "name": "Evening"}))
        self.assertEqual((closed["method"], "id" in closed), ("bridge.panelClosed", False))

    def test_cancelling_the_future_cancels_the_call(self) -> None:
        bridge = self.bridge()
        bridge.start().result(SECONDS)
        future = bridge.call("never answered")
        self.assertTrue(future.cancel())
        with self.assertRaises(CancelledError):
            future.result(SECONDS)
        call, cancel = bridge.call("seen").result(SECONDS)[1:3]
        self.assertEqual((cancel["method"], cancel["params"]), ("bridge.cancel", {"id": call["id"]}))

    def test_what_cannot_be_sent_is_refused_and_costs_nothing(self) -> None:
        bridge = self.bridge(max_frame_bytes=1000)
        bridge.start().result(SECONDS)
        wrong: list[dict[str, Any]] = [{"text": "x" * 1000}, {"number": float("nan")}]
        for params in wrong:
            with self.assertRaises(ValueError):
                bridge.call("too much", params)
        self.assertEqual(bridge.call("slow", {"n": 1}).result(SECONDS), {"n": 1})

    def test_a_malformed_message_fails_its_call_only(self) -> None:
        bridge = self.bridge()
        heard: list[Any] = []
        bridge.on_event(lambda *told: heard.append(told))
        bridge.start().result(SECONDS)
        for member in ('"error":"no"', '"error":{"code":"x","message":"no"}', '"error":[]', '"result":1,"error":7', '"other":1'):
            future = bridge.call("raw", {"text": '{"jsonrpc":"2.0","id":ID,' + member + "}"})
            self.assertEqual(self.fails(-32603, future), "The answer is malformed")
        both = bridge.call("raw", {"text": '{"jsonrpc":"2.0","id":ID,"result":1,"error":null}'})
        self.assertEqual(both.result(SECONDS), 1)
        strays = ('[1]', '{"method":"event","params":[]}', '{"method":"event","params":{"event":1}}', '{"id":[1],"result":1}')
        with self.assertLogs("tonearm", "WARNING") as logs:
            for stray in strays:
                bridge.call("raw", {"text": stray})
            self.assertEqual(bridge.call("slow", {"n": 1}).result(SECONDS), {"n": 1})
        self.assertEqual(len(logs.output), len(strays), logs.output)
        self.assertEqual(heard, [])

    def test_a_long_string_of_all_code_points_survives(self) -> None:
        bridge = self.bridge()
        bridge.action("player.clipboard.read")(lambda params: params)
        bridge.start().result(SECONDS)
        text = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x20000)])) * 3
        answer = bridge.call("ask", {"method": "player.clipboard.read", "params": {"text": text}}).result(SECONDS)
        self.assertEqual(answer["result"]["text"], text)


MAX_DEPTH = int(os.environ.get("TONEARM_MAX_DEPTH", tonearm.bridge.MAX_DEPTH))


def nested(levels: int) -> tuple[Any, str]:
    """Returns arrays and objects in each other, with brackets in their strings, and their text."""
    value: Any = ("]}", None, True, -1.5e300, 'ö\\"[')
    innermost = r'["]}",null,true,-1.5e+300,"\u00f6\\\"["]'
    for level in range(levels - 1):
        value = {"{": [], '\\"[': value, 1: 0} if level % 2 else ["{", value, {}]
    texts = [('["{",', ',{}]'), (r'{"{":[],"\\\"[":', ',"1":0}')]
    around = [texts[level % 2] for level in range(levels - 1)]
    return value, "".join([*(before for before, _ in reversed(around)), innermost, *(after for _, after in around)])


def with_little_stack(run: Callable[[], Any]) -> Any:
    """Runs a function when 60 levels of the stack are left."""

    def descend(levels: int) -> Any:
        return run() if levels == 0 else descend(levels - 1)

    return descend(sys.getrecursionlimit() - len(traceback.extract_stack()) - 60)


class Depth(Case):
    def setUp(self) -> None:
        super().setUp()
        self.executor: queue.Queue[Callable[[], None]] = queue.Queue()
        self.player = self.bridge(executor=self.executor.put)
        self.player.action("player.clipboard.read")(lambda params: nested(params["levels"])[0])
        self.player.action("player.clipboard.write")(lambda params: self.told.put(("wrote", params)))
        self.player.start()

    def result(self, future: Future[Any]) -> Any:
        while not future.done():
            with_little_stack(self.executor.get(timeout=SECONDS))
        return future.result()

    def send(self, head: str, levels: int) -> Future[Any]:
        """Has the bridge send a message of so many levels."""
        return self.player.call("raw", {"text": f'{{"jsonrpc":"2.0",{head}:{nested(levels - 1)[1]}}}'})

    def received(self) -> list[str]:
        """Returns what the bridge has received, the answer to its last action included."""
        self.result(self.player.call("texts"))
        return list(self.result(self.player.call("texts")))

    def answer(self, levels: int) -> str:
        """Has the player answer with a message of so many levels, and returns it."""
        request = {"jsonrpc": "2.0", "id": 7, "method": "player.clipboard.read", "params": {"levels": levels - 1}}
        self.player.call("raw", {"text": json.dumps(request)})
        return self.received()[-2]

    def test_the_deepest_messages_pass_with_little_stack(self) -> None:
        params, text = nested(MAX_DEPTH - 1)
        with_little_stack(lambda: self.player.call("nothing", params))
        self.assertIn(text, self.received()[-3])
        self.assertEqual(write_json(self.result(self.send('"id":ID,"result"', MAX_DEPTH))).decode(), text)
        self.send('"id":7,"method":"player.clipboard.write","params"', MAX_DEPTH)
        self.assertEqual(self.received()[-2], '{"jsonrpc":"2.0","id":7,"result":{}}')
        self.assertEqual(write_json(self.next("wrote")[1]).decode(), text)
        self.assertEqual(self.answer(MAX_DEPTH), f'{{"jsonrpc":"2.0","id":7,"result":{text}}}')

    def test_deeper_messages_are_refused_unparsed(self) -> None:
        for levels in (MAX_DEPTH + 1, 20_000):
            with self.assertRaisesRegex(ValueError, f"^the message has more than {MAX_DEPTH} levels of arrays and objects$"):
                with_little_stack(lambda: self.player.call("nothing", {"a": nested(levels - 2)[0]}))
            future = self.send('"id":ID,"result"', levels)
            with self.assertRaisesRegex(BridgeError, "^The answer is nested too deeply$"):
                self.result(future)
            self.send('"id":7,"method":"player.clipboard.write","params"', levels)
            refused = '"error":{"code":-32602,"message":"the params are nested too deeply"}'
            self.assertEqual(self.received()[-2], f'{{"jsonrpc":"2.0","id":7,{refused}}}')
            self.assertIn('"message":"The answer cannot be sent"', self.answer(levels))
            self.send('"method":"event","params"', levels)
        circle: list[Any] = []
        circle.append(circle)
        with self.assertRaises(ValueError):
            with_little_stack(lambda: self.player.call("nothing", {"a": circle}))
        self.assertEqual(self.result(self.player.call("slow", {"n": 1})), {"n": 1})

    def test_a_text_of_many_parts_is_read_in_linear_time(self) -> None:
        levels = tonearm.bridge.PART_LEVELS
        text = "[" * levels + ",".join(["[]"] * 60_000) + "]" * levels
        begin = time.monotonic()
        self.assertEqual(tonearm.bridge._parse_parts(text), json.loads(text))
        self.assertLess(time.monotonic() - begin, SECONDS)

    def test_texts_of_all_shapes_are_read_and_written_as_json_does(self) -> None:
        for seed in range(1000):
            chance = random.Random(seed)
            value: Any = chance.choice([0, "\\", []])
            for _ in range(chance.randrange(60)):
                leaf = chance.choice(['"', "\\\\", "[{", "\\\"]", "ö\n\ud83d", -0.5, None, {}, [[]], {"": {"a": {}}}])
                value = chance.choice([[value], [leaf, value, leaf], {"a": value, chance.choice(["\\", "{"]): leaf}])
            text = json.dumps(value, ensure_ascii=chance.random() < 0.5, separators=(",", ":"))
            self.assertEqual("".join(tonearm.bridge._json_pieces(value)), json.dumps(value, separators=(",", ":")))
            for _ in range(chance.choice([0, 0, 1, 2])):
                at = chance.randrange(len(text) + 1)
                text = text[:at] + chance.choice(['"', "[", "]", "}", "\\", ",", ""]) + text[at + chance.randrange(2) :]
            try:
                wanted = json.loads(text)
            except ValueError:
                with self.assertRaises(ValueError):
                    tonearm.bridge._parse_parts(text)
            else:
                self.assertEqual(tonearm.bridge._parse_parts(text), wanted)
                levels, innermost = 0, [wanted]
                while innermost := [each for each in innermost if isinstance(each, (list, dict))]:
                    levels += 1
                    innermost = [item for each in innermost for item in (each.values() if isinstance(each, dict) else each)]
                for most in (levels, levels - 1):
                    with mock.patch.object(tonearm.bridge, "MAX_DEPTH", most):
                        self.assertEqual(tonearm.bridge.is_deep(text.encode(errors="surrogatepass")), levels > most)


class Actions(Case):
    def ask(self, handler: Callable[..., Any] | None, panel: str | None = None, params: Any = None) -> Any:
        bridge = self.bridge(max_frame_bytes=10_000)
        if handler:
            bridge.action("player.queue.get")(handler)
        bridge.start()
        return bridge.call("ask", {"method": "player.queue.get", "params": params}, panel=panel).result(SECONDS)

    def test_answers(self) -> None:
        self.assertEqual(self.ask(lambda params: {"entries": [params]}, params={"a": 1}), {"result": {"entries": [{"a": 1}]}})
        self.assertEqual(self.ask(lambda params: None), {"result": {}})
        self.assertEqual(self.ask(lambda params, panel: {"panel": panel}, panel="p1"), {"result": {"panel": "p1"}})

    def test_an_answer_may_come_later_from_any_thread(self) -> None:
        later: Future[Any] = Future()

        def answer_later(params: Any) -> Future[Any]:
            threading.Timer(0.01, later.set_result, [{"entries": []}]).start()
            return later

        self.assertEqual(self.ask(answer_later), {"result": {"entries": []}})

    def test_failures(self) -> None:
        def fail(error: BaseException) -> Callable[..., Any]:
            return lambda params: (_ for _ in ()).throw(error)

        def cancelled(params: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            return future

        async def coroutine(params: Any) -> None:
            pass

        failed = {"error": {"code": -32000, "message": "player.queue.get has failed"}}
        self.assertEqual(self.ask(fail(BridgeError(-32011, "No such playlist"))), {"error": {"code": -32011, "message": "No such playlist"}})
        self.assertEqual(self.ask(fail(KeyError("/home/secret"))), failed)
        self.assertEqual(self.ask(cancelled), failed)
        self.assertEqual(self.ask(None), {"error": {"code": -32601, "message": "Not supported: player.queue.get"}})
        unsent = {"error": {"code": -32603, "message": "The answer cannot be sent"}}
        made = coroutine(None)
        self.assertEqual(self.ask(lambda params: made), unsent)
        made.close()
        for answer in ({"bytes": b""}, {"number": float("inf")}, {"text": "x" * 10_000}):
            self.assertEqual(self.ask(lambda params: answer), unsent)

    def test_a_malformed_answer_reaches_the_bridge_which_says_what_is_wrong(self) -> None:
        for answer in ("text", [], {"active": "1"}, {"playlists": [{}]}, {"active": [], "playlists": []}):
            bridge = self.bridge()
            bridge.action("player.playlist.list")(lambda params: answer)
            bridge.start()
            self.assertEqual(bridge.call("ask", {"method": "player.playlist.list"}).result(SECONDS), {"result": answer})

    def test_actions_are_implemented_before_the_only_start(self) -> None:
        bridge = self.bridge()
        bridge.start()
        with self.assertRaisesRegex(RuntimeError, "implement player.queue.get before start"):
            bridge.action("player.queue.get")
        for _ in range(2):
            with self.assertRaisesRegex(RuntimeError, "started once"):
                bridge.start()
            bridge.close()

    def test_marked_methods_of_an_object(self) -> None:
        class Player:
            @action("player.queue.count")
            def count(self, params: Any) -> Any:
                return {"count": 3}

        bridge = self.bridge()
        bridge.implement(Player())
        self.assertEqual(bridge.start().result(SECONDS)["actions"], ["player.queue.count"])
        self.assertEqual(bridge.call("ask", {"method": "player.queue.count"}).result(SECONDS), {"result": {"count": 3}})


class Events(Case):
    def test_listeners_get_events_in_order_and_do_not_disturb_each_other(self) -> None:
        bridge = self.bridge()
        heard: list[Any] = []

        def broken(*_: object) -> None:
            raise RuntimeError

        bridge.on_event(broken)
        stop = bridge.on_event(lambda *told: heard.append(told))
        bridge.start().result(SECONDS)
        for event in ({"event": "a:b", "data": 1}, {"event": "menu:select", "panel": "p1", "data": 2}):
            bridge.call("event", event)
        bridge.call("seen").result(SECONDS)
        stop()
        bridge.call("event", {"event": "a:b", "data": 3})
        bridge.call("seen").result(SECONDS)
        self.assertEqual(heard, [("a:b", 1, None), ("menu:select", 2, "p1")])

    def test_everything_runs_through_the_executor(self) -> None:
        loop: queue.Queue[Callable[[], None]] = queue.Queue()
        bridge = self.bridge(executor=loop.put)
        threads = set()
        bridge.action("player.queue.count")(lambda params: threads.add(threading.current_thread()))
        bridge.on_event(lambda *_: threads.add(threading.current_thread()))
        bridge.start()
        bridge.call("event", {"event": "a:b", "data": 1})
        future = bridge.call("ask", {"method": "player.queue.count"})
        future.add_done_callback(lambda _: threads.add(threading.current_thread()))
        while not future.done():
            loop.get(timeout=SECONDS)()
        self.assertEqual(threads, {threading.current_thread()})


LIST = {"playlists": [{"id": "u", "name": "Mine", "count": 9}, {"id": "s", "name": "__webview_buffer__", "count": 5}]}


class Life(Case):
    def session(self, **answers: Any) -> list[Any]:
        """Lets a bridge use the player as for a jitQueue session and die. Returns what the player is asked afterwards."""
        state: dict[str, Any] = {"order": 4, "active": "u", "now": {"track": {}, "playlist": "s", "item": 2}, **answers}
        asked: list[Any] = []

        def set_order(params: Any) -> Any:
            asked.append(("setOrder", params["order"]))
            previous, state["order"] = state["order"], params["order"]
            return {"previous": previous}

        def activate(params: Any) -> None:
            asked.append(("activate", params["playlist"]))
            state["active"] = params["playlist"]

        steps: list[Any] = [
            ["player.playlist.list", {}],
            ["player.playlist.lock", {"playlist": "s", "name": "JIT", "locked": True}],
            ["player.playlist.activate", {"playlist": "s"}],
            ["player.playback.setOrder", {"order": 0}],
            ["player.playlist.append", {"playlist": "s", "handles": []}],
        ]
        bridge = self.bridge("session", json.dumps(state.get("steps", steps)), restarts=False)
        bridge.action("player.playback.setOrder")(set_order)
        bridge.action("player.playlist.activate")(activate)

        @bridge.action("player.playback.play")
        def play(params: Any) -> None:
            state["active"] = params["playlist"]

        bridge.action("player.playlist.list")(lambda params: {**state.get("list", LIST), "active": state["active"]})
        bridge.action("player.playlist.lock")(lambda params: asked.append(("lock", params["locked"])))

        @bridge.action("player.playlist.append")
        def append(params: Any) -> Any:
            asked.append("died")
            return {"start": 0, "count": 1}

        bridge.action("player.playback.nowPlaying")(lambda params: state["now"])
        bridge.action("player.playlist.remove")(lambda params: asked.append(("remove", params["start"], params["count"])))
        bridge.start()
        self.next("gone")
        return asked[asked.index("died") + 1 :]

    def test_a_dead_bridge_leaves_nothing_behind(self) -> None:
        self.assertEqual(
            self.session(), [("setOrder", 4), ("lock", False), ("remove", 3, 2), ("remove", 0, 2), ("activate", "u")]
        )

    def test_a_player_that_shows_what_it_plays(self) -> None:
        steps = [
            ["player.playlist.list", {}],
            ["player.playback.play", {"playlist": "s", "item": 0}],
            ["player.playlist.append", {"playlist": "s", "handles": []}],
        ]
        self.assertIn(("activate", "u"), self.session(steps=steps))

    def test_all_items_go_when_another_track_plays(self) -> None:
        for now in ({"track": {}, "playlist": "u", "item": 2}, {"track": None, "playlist": None, "item": None}):
            self.assertIn(("remove", 0, 5), self.session(now=now))

    def test_all_items_stay_when_the_playing_one_is_unknown(self) -> None:
        asked = self.session(now={"track": {}, "playlist": None, "item": None})
        self.assertEqual(asked, [("setOrder", 4), ("lock", False), ("activate", "u")])

    def test_the_playlist_that_the_user_has_activated_last_is_activated(self) -> None:
        settings = tonearm.bridge._UserSettings()
        for active in ("u", "other"):
            settings.note("player.playlist.list", {}, {**LIST, "active": active})
            settings.note("player.playlist.activate", {"playlist": "s"}, {})
        self.assertEqual(settings.active, "other")

    def test_the_first_other_playlist_is_activated_when_the_users_has_gone(self) -> None:
        self.assertIn(("activate", "u"), self.session(active=None))
        self.assertNotIn("activate", [each[0] for each in self.session(list={"playlists": LIST["playlists"][1:]})])

    def test_nothing_is_asked_when_nothing_was_changed(self) -> None:
        self.assertEqual(self.session(steps=[["player.playlist.append", {"playlist": "u", "handles": []}]]), [])

    def test_an_order_of_the_user_stays(self) -> None:
        steps = [["player.playback.setOrder", {"order": 0}], ["player.playback.setOrder", {"order": 3}]]
        append = [["player.playlist.append", {"playlist": "u", "handles": []}]]
        self.assertEqual(self.session(steps=[*steps, *append]), [])

    def test_a_bridge_that_dies_is_replaced(self) -> None:
        bridge = self.bridge()
        events: list[Any] = []
        bridge.on_event(lambda *told: events.append((*told, bridge.call("slow", {"n": 2}))))
        bridge.start().result(SECONDS)
        self.next("ready")
        plugin = {"name": "Lyrics", "namespace": "lyrics", "version": "1", "apis": []}
        bridge.on_ready = lambda: self.told.put(("ready", bridge.call("bridge.registerPlugin", plugin)))
        pending = bridge.call("never answered")
        bridge.call("die")
        message = self.fails(-32001, pending)
        self.assertIn("has gone with exit code -9", message)
        waiting = bridge.call("slow", {"n": 1})
        _, _, delay = self.next("gone")
        self.assertEqual(delay, 0.5)
        self.assertEqual(waiting.result(SECONDS), {"n": 1})
        self.next("ready")
        self.assertEqual([told[:3] for told in events], [("bridge:restarted", {}, None)])
        self.assertEqual(events[0][3].result(SECONDS), {"n": 2})
        initialize, register, *_ = bridge.call("seen").result(SECONDS)
        self.assertEqual((initialize["method"], register["method"]), ("bridge.initialize", "bridge.registerPlugin"))
        self.assertEqual(register["params"], plugin)

    def test_after_five_deaths_within_a_minute_the_player_has_to_ask(self) -> None:
        with mock.patch.object(tonearm.bridge, "FIRST_DELAY", 0.01):
            bridge = self.bridge("dies")
            started = bridge.start()
            delays = [self.next("gone")[2] for _ in range(5)]
            self.assertEqual(delays, [0.01, 0.02, 0.04, 0.08, None])
            self.assertIn("has gone with exit code 1: the last words", self.fails(-32001, started))
            bridge.command = fake("plain")
            bridge.restart()
            self.next("ready")

    def test_a_silent_bridge_is_ended_when_the_player_says_so(self) -> None:
        bridge = self.bridge("silent")
        started = bridge.start()
        bridge.restart()
        bridge.command = fake("plain")
        bridge.restart(is_silent=True)
        self.assertIn("has not answered, and was ended", str(self.next("gone")[1]))
        self.next("ready")
        started.result(SECONDS)

    def test_the_longest_delay_is_30_seconds(self) -> None:
        bridge = self.bridge("dies")
        delays = []
        for minute in range(8):
            delays.append(bridge._plan_start(BridgeError(0, ""), 0, minute * 60.0))
        self.assertEqual(delays, [0.5, 1, 2, 4, 8, 16, 30, 30])

    def test_calls_wait_for_a_bridge_only_so_long(self) -> None:
        with mock.patch.object(tonearm.bridge, "HOLD_SECONDS", 0.05), mock.patch.object(tonearm.bridge, "FIRST_DELAY", 60):
            bridge = self.bridge("dies")
            bridge.start()
            self.next("gone")
            self.fails(-32001, bridge.call("test.ping"))
            self.fails(-32001, bridge.call("test.ping"))

    def test_a_bridge_that_breaks_the_protocol_is_ended(self) -> None:
        for behaviour, told in (
            ("prints", "as text: b'debu'"),
            ("no json", "wrote a frame that is not JSON"),
            ("refuses", "refused bridge.initialize: Unsupported protocol version"),
            ("answers a list", "answered bridge.initialize with no object"),
        ):
            bridge = self.bridge(behaviour, restarts=False)
            bridge.start()
            self.assertIn(told, str(self.next("gone")[1]))

    def test_a_bridge_that_dies_within_a_frame_has_gone(self) -> None:
        bridge = self.bridge()
        bridge.start().result(SECONDS)
        self.assertEqual(self.fails(-32001, bridge.call("half")), "The bridge has gone with exit code -9")

    def test_calls_go_on_when_on_ready_fails(self) -> None:
        bridge = self.bridge()
        bridge.on_ready = lambda: [][0]
        started = bridge.start()
        self.assertEqual(bridge.call("slow", {"n": 1}).result(SECONDS), {"n": 1})
        started.result(SECONDS)

    def test_a_bridge_is_replaced_when_its_settings_cannot_be_given_back(self) -> None:
        with mock.patch.object(tonearm.bridge, "FIRST_DELAY", 0.01):
            bridge = self.bridge()
            bridge.action("player.playlist.create")(lambda params: {"playlist": "1"})
            bridge.action("player.playlist.list")(lambda params: {"playlists": 3})
            bridge.start()
            made = {"method": "player.playlist.create", "params": {"name": "__webview_buffer__"}}
            bridge.call("ask", made).result(SECONDS)
            self.next("ready")
            bridge.call("die")
            self.next("ready")

    def test_a_bridge_is_replaced_when_the_player_does_not_answer(self) -> None:
        asked: list[Any] = []
        with mock.patch.object(tonearm.bridge, "GIVE_BACK_SECONDS", 0.05):
            bridge = self.bridge()

            @bridge.action("player.playback.setOrder")
            def set_order(params: Any) -> Any:
                return Future() if params["order"] == 3 else {"previous": 3}

            bridge.action("player.playlist.lock")(lambda params: asked.append(params["locked"]))
            bridge.start()
            self.next("ready")
            lock = {"playlist": "1", "name": "JIT", "locked": True}
            for name, params in (("playback.setOrder", {"order": 0}), ("playlist.lock", lock)):
                bridge.call("ask", {"method": f"player.{name}", "params": params}).result(SECONDS)
            bridge.call("die")
            self.next("ready")
            self.assertEqual(asked, [True, False])

    def test_a_call_that_is_cancelled_between_bridges_is_not_sent(self) -> None:
        bridge = self.bridge()
        bridge.start()
        self.next("ready")
        bridge.call("die")
        self.next("gone")
        self.assertTrue(bridge.call("slow", {"n": 1}).cancel())
        self.assertEqual([each["method"] for each in bridge.call("seen").result(SECONDS)], ["bridge.initialize", "seen"])

    def test_a_bridge_that_cannot_be_started(self) -> None:
        with self.assertRaises(OSError):
            Bridge(["/nonexistent/bridge"], self.directory, player="test").start()
        with mock.patch.object(tonearm.bridge, "FIRST_DELAY", 0.01):
            bridge = self.bridge()
            bridge.start().result(SECONDS)
            bridge.command = ["/nonexistent/bridge"]
            bridge.call("die")
            self.next("gone")
            self.assertIn("could not be started", str(self.next("gone")[1]))

    def test_close_carries_out_the_last_native_actions_on_its_own_thread(self) -> None:
        orders = []
        bridge = self.bridge("restores", executor=lambda run: None)

        @bridge.action("player.playback.setOrder")
        def set_order(params: Any) -> Any:
            orders.append(params["order"])
            return {"previous": 0}

        bridge.start()
        self.assertEqual(bridge.close(), 0)
        self.assertEqual(orders, [3])
        self.fails(-32001, bridge.call("test.ping"))
        self.assertEqual(bridge.close(), 0)

    def test_close_before_start_and_between_bridges(self) -> None:
        self.assertIsNone(self.bridge().close())
        bridge = self.bridge("dies")
        bridge.start()
        held = bridge.call("test.ping")
        self.next("gone")
        self.assertIsNone(bridge.close())
        self.fails(-32001, held)

    def test_close_does_not_wait_for_ever(self) -> None:
        with mock.patch.object(tonearm.bridge, "EXIT_SECONDS", 0.1):
            bridge = self.bridge("stubborn")
            bridge.start().result(SECONDS)
            self.assertEqual(bridge.close(0.1), -signal.SIGKILL)


class Asyncio(Case):
    def test_calls_coroutine_handlers_and_cancellation(self) -> None:
        async def main() -> None:
            bridge = AsyncBridge(fake("plain"), self.directory, player="test")

            @bridge.action("player.queue.count")
            async def count(params: Any) -> Any:
                await asyncio.sleep(0)
                return {"count": 3}

            @bridge.action("player.queue.get")
            async def get(params: Any) -> Any:
                raise BridgeError(-1, "no")

            async with bridge:
                ask = {"method": "player.queue.count"}
                self.assertEqual(await bridge.invoke("ask", ask), {"result": {"count": 3}})
                self.assertEqual(
                    await bridge.invoke("ask", {"method": "player.queue.get"}), {"error": {"code": -1, "message": "no"}}
                )
                with self.assertRaises(TimeoutError):
                    await asyncio.wait_for(bridge.invoke("never answered"), 0.05)
                self.assertEqual((await bridge.invoke("seen"))[-2]["method"], "bridge.cancel")
            self.assertEqual(await bridge.aclose(), 0)

        asyncio.run(main())

    def test_an_entry_that_is_cancelled_ends_the_bridge(self) -> None:
        async def main() -> None:
            bridge = AsyncBridge(fake("silent"), self.directory, player="test")
            with self.assertRaises(TimeoutError):
                await asyncio.wait_for(bridge.__aenter__(), 0.05)
            self.assertEqual((bridge._finished.done(), await bridge.aclose()), (True, 0))

        asyncio.run(main())


class Queue(unittest.TestCase):
    def test_ids_follow_their_entries(self) -> None:
        """Compared with a queue that knows its entries: one change at a time, as a player tells them."""
        for seed in range(300):
            chance = random.Random(seed)
            ids = QueueIds()
            entries: list[str] = []
            before: list[str] = []
            for _ in range(20):
                kind = chance.choice(["append", "pop", "remove", "clear"] if entries else ["append"])
                if kind == "append":
                    entries += chance.choices("abc", k=chance.randint(1, 4))
                    now = ids.update(entries)
                    self.assertEqual(now[: len(before)], before)
                elif kind == "pop":
                    entries.pop(0)
                    now = ids.update(entries)
                    self.assertEqual(now, before[1:])
                elif kind == "remove":
                    at = chance.randrange(len(entries))
                    # Of equal neighbours, which cannot be told apart, the first is taken to be removed.
                    while at > 0 and entries[at - 1] == entries[at]:
                        at -= 1
                    del entries[at]
                    now = ids.update(entries)
                    self.assertEqual(now, before[:at] + before[at + 1 :])
                else:
                    entries = []
                    now = ids.update(entries)
                self.assertEqual(len(set(now)), len(entries))
                before = now

    def test_a_move_keeps_all_ids(self) -> None:
        ids = QueueIds()
        ids.update(["a", "b", "c"])
        self.assertEqual(ids.update(["c", "a", "b"]), ["3", "1", "2"])

    def test_of_equal_entries_the_first_goes(self) -> None:
        ids = QueueIds()
        self.assertEqual(ids.update(["a", "b", "a"]), ["1", "2", "3"])
        self.assertEqual(ids.update(["b", "a", "c"]), ["2", "3", "4"])


@unittest.skipUnless("TONEARM_DENO" in os.environ, "TONEARM_DENO is not set")
class RealBridge(Case):
    def real(self, **options: Any) -> Bridge:
        command = bridge_command(HERE.parents[2] / "main.ts", os.environ["TONEARM_DENO"])
        bridge = Bridge(command, self.directory, player="test", extensions=["playback"], **options)
        bridge.on_gone = lambda error, delay: self.told.put(("gone", error, delay))
        self.addCleanup(bridge.close)
        return bridge

    def test_a_call_a_native_action_an_event_and_the_end(self) -> None:
        bridge = self.real()
        bridge.action("player.overlay.open")(lambda params: self.told.put(("open", params["items"])))
        bridge.action("player.overlay.close")(lambda params: None)
        bridge.on_event(lambda *told: self.told.put(("event", told)))
        self.assertIn("menu.show", bridge.start().result(SECONDS)["operations"])
        shown = bridge.call("menu.show", {"items": [{"id": "copy", "label": "Copy"}]}, panel="p1").result(SECONDS)
        bridge.signal("overlaySelected", menuId=shown["menuId"], itemId="copy")
        self.assertEqual(self.next("event")[1], ("menu:select", {"menuId": shown["menuId"], "itemId": "copy"}, "p1"))
        self.fails(-32601, bridge.call("no.operation"))
        self.assertEqual(bridge.close(), 0)

    def test_it_survives_sigkill(self) -> None:
        bridge = self.real()
        bridge.on_event(lambda *told: self.told.put(told))
        bridge.start().result(SECONDS)
        process = bridge._process
        assert process
        os.kill(process.child.pid, signal.SIGKILL)
        self.next("gone")
        self.assertTrue(bridge.call("test.ping").result(SECONDS)["pong"])
        self.next("bridge:restarted")

    def test_the_sandbox(self) -> None:
        bridge = self.real()
        bridge.start().result(SECONDS)
        self.assertTrue(bridge.call("log.write", {"file": "a.log", "message": "x"}).result(SECONDS) is not None)
        self.assertIn("--no-remote", bridge_command("main.js"))
        self.assertEqual(bridge_command("/usr/lib/tonearm"), ["/usr/lib/tonearm"])


if __name__ == "__main__":
    unittest.main()
