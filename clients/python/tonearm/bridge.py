"""The player's end of a Tonearm bridge: process, frames, calls, native actions, signals and events.

This file needs the standard library of Python 3.11 only, so a player may also copy it. The normative documents are
docs/protocol.md and docs/native-actions.md.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import math
import os
import queue
import re
import struct
import subprocess
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Hashable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .types import ActionName, SignalName
else:
    ActionName = SignalName = str

Params = Mapping[str, Any]
Executor = Callable[[Callable[[], None]], object]
Handler = TypeVar("Handler", bound=Callable[..., Any])
EventListener = Callable[[str, Any, "str | None"], object]

PROTOCOL_VERSION = 1
NOT_SUPPORTED, INTERNAL_ERROR, ACTION_FAILED, BRIDGE_GONE = -32601, -32603, -32000, -32001

HOLD_SECONDS = 10.0
"""How long a call waits for a bridge that starts again."""
FIRST_DELAY, LAST_DELAY = 0.5, 30.0
"""Seconds between the end of a bridge and the next start: the first, and the longest."""
DEATHS, DEATHS_SECONDS = 5, 60.0
"""After this many ends within this time no bridge is started until `restart` is called."""
EXIT_SECONDS = 2.0
"""How long a process may take to exit before it gets SIGTERM, and then SIGKILL."""
KEPT_LINES, LINE_BYTES = 20, 65_536
"""The last lines of stderr that are kept, and the longest line."""

logger = logging.getLogger("tonearm")


class BridgeError(Exception):
    """A failed call, or the failure of a native action.

    Raise it in a native action to choose the code and the message that the bridge gets, for example -32011 for the id of no
    playlist.
    """

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def bridge_command(program: str | Path, deno: str = "deno") -> list[str]:
    """Returns the command of a bridge in its sandbox: `main.ts` of a source tree, `main.js` of a bundle, or a single binary."""
    path = str(program)
    if not path.endswith((".ts", ".js")):
        return [path]
    flags = ["--no-prompt", "--allow-read=.", "--allow-write=.", "--deny-import", "--cached-only"]
    if path.endswith(".js"):
        flags += ["--no-remote", "--no-npm"]
    return [deno, "run", *flags, path]


def action(name: ActionName) -> Callable[[Handler], Handler]:
    """Marks a method as the handler of a native action, for `Bridge.implement`."""

    def mark(method: Handler) -> Handler:
        method.__dict__["tonearm_action"] = name
        return method

    return mark


class _Process:
    """One bridge process. Reads and writes on threads of its own, so that no caller waits for the pipe."""

    def __init__(self, bridge: Bridge) -> None:
        environment = {**os.environ, "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}
        pipe, flags = subprocess.PIPE, getattr(subprocess, "CREATE_NO_WINDOW", 0)
        self.child = subprocess.Popen(
            bridge.command, cwd=bridge.directory, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=flags
        )
        self.bridge = bridge
        self.started = time.monotonic()
        self.pending: dict[int, Future[Any]] = {}
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.reason = ""
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors = threading.Thread(target=self._read_errors, daemon=True)
        for thread in (self._errors, threading.Thread(target=self._write, daemon=True)):
            thread.start()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, message: Params) -> None:
        """Queues a message. Raises ValueError when it is over the frame limit or cannot be written as JSON."""
        body = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
        if len(body) > self.bridge.max_frame_bytes:
            raise ValueError(f"the message has {len(body)} bytes; a frame has at most {self.bridge.max_frame_bytes}")
        self._outbox.put(struct.pack("<I", len(body)) + body)

    def end_input(self, _: object = None) -> None:
        self._outbox.put(None)

    def end(self, seconds: float) -> None:
        """Waits for the exit, then sends SIGTERM, and then SIGKILL."""
        for stop in (self.child.terminate, self.child.kill):
            try:
                self.child.wait(seconds)
                return
            except subprocess.TimeoutExpired:
                stop()
                seconds = EXIT_SECONDS
        self.child.wait()

    def _write(self) -> None:
        try:
            with _pipe(self.child.stdin) as stdin:
                while (frame := self._outbox.get()) is not None:
                    stdin.write(frame)
                    if self._outbox.empty():
                        stdin.flush()
        except OSError:
            pass  # The process has gone, which the reader reports.

    def _read(self) -> None:
        stdout = _pipe(self.child.stdout)
        while (header := stdout.read(4)) and len(header) == 4:
            (length,) = struct.unpack("<I", header)
            if length > self.bridge.max_frame_bytes:
                self.reason = f"wrote a frame of {length} bytes; its first bytes as text: {header!r}"
                break
            body = stdout.read(length)
            try:
                message = json.loads(body)
            except ValueError:
                self.reason = "wrote a frame that is not JSON"
                break
            except RecursionError:
                message = _nested_too_deeply(body)
            self.bridge._post(self.bridge._receive, self, message)
        if self.reason:
            self.child.kill()
        self.end(EXIT_SECONDS)
        stdout.close()
        self._outbox.put(None)
        self._errors.join(EXIT_SECONDS)
        self.bridge._post(self.bridge._process_ended, self)

    def _read_errors(self) -> None:
        with _pipe(self.child.stderr) as stderr:
            for raw in iter(lambda: stderr.readline(LINE_BYTES), b""):
                line = raw.decode(errors="replace").rstrip()
                self.lines.append(line)
                self.bridge._post(self.bridge.on_diagnostic, line)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _nested_too_deeply(body: bytes) -> dict[str, Any]:
    """Stands in for a message that Python cannot parse, so that its sender or its caller gets an error."""
    found = re.match(rb'\{"jsonrpc":"2\.0","id":(\d+),"(method)?', body)
    if not found:
        return {"method": "event", "params": {"event": "", "data": None}}
    if found[2]:
        return {"id": int(found[1]), "method": ""}
    return {"id": int(found[1]), "error": {"code": INTERNAL_ERROR, "message": "The answer is nested too deeply"}}


class Bridge:
    """A bridge process and the player's end of its pipe.

    Every handler, listener and callback runs through `executor`, which a GUI sets to the function that runs a function on its
    own thread: `Bridge(..., executor=GLib.idle_add)`. Without one they run on a thread of the bridge, one after the other. The
    futures of calls are settled there as well, so a handler must not wait for one.

    When the process exits, pending calls fail with -32001, the user's settings are given back, and a new process is started
    after 0.5 s, then 1 s, 2 s … 30 s. Calls made meanwhile wait at most 10 s. Then all listeners get the event
    `bridge:restarted`.
    """

    def __init__(
        self,
        command: Sequence[str],
        directory: str | Path,
        *,
        player: str,
        version: str = "",
        extensions: Sequence[str] = (),
        executor: Executor | None = None,
        restarts: bool = True,
        max_frame_bytes: int = 64 * 1024 * 1024,
    ) -> None:
        """Describes a bridge; `start` starts it.

        `command` starts the bridge in its sandbox (`bridge_command`). `directory` exists and is used for its log files only.
        """
        self.command = list(command)
        self.directory = str(directory)
        self.player = {"name": player, "version": version}
        self.extensions = list(extensions)
        self.restarts = restarts
        self.max_frame_bytes = max_frame_bytes
        self.on_ready: Callable[[], object] = lambda: None
        """Called when a bridge is ready, the first and each later one. Send the signals of the present state here."""
        self.on_gone: Callable[[BridgeError, float | None], object] = lambda error, delay: None
        """Called when a bridge has exited, with the seconds until the next start; None when there is none."""
        self.on_diagnostic: Callable[[str], object] = logger.debug
        """Called with each line that the bridge writes to stderr."""
        self._handlers: dict[str, tuple[Callable[..., Any], bool]] = {}
        self._listeners: list[EventListener] = []
        self._plugins: dict[str, Params] = {}
        self._settings = _UserSettings()
        self._lock = threading.RLock()
        self._process: _Process | None = None
        self._is_ready = False
        self._is_closing = False
        self._is_restart = False
        self._started: Future[Any] = Future()
        self.operations: list[str] = []
        """The names of the operations that the last bridge offered; empty until `on_ready`."""
        self._finished: Future[int | None] = Future()
        self._last_id = 0
        self._held: deque[tuple[float, tuple[str, Params | None, str | None, Future[Any]]]] = deque()
        self._delay = FIRST_DELAY
        self._deaths: deque[float] = deque(maxlen=DEATHS)
        self._timer: threading.Timer | None = None
        self._inbox: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._executor = executor
        self._thread: threading.Thread | None = None

    # The player's side

    def action(self, name: ActionName) -> Callable[[Handler], Handler]:
        """Decorates the handler of a native action.

        A handler takes the parameters and, as an optional second argument, the panel. It returns the answer, None for `{}`, or a
        `concurrent.futures.Future` to answer later, from any thread. Implement all actions before `start`.
        """

        def register(handler: Handler) -> Handler:
            self._handlers[name] = handler, len(inspect.signature(handler).parameters) > 1
            return handler

        return register

    def implement(self, handlers: object) -> None:
        """Implements the native actions of an object: its methods that the decorator `action` marks."""
        for key in dir(type(handlers)):
            name = getattr(getattr(type(handlers), key), "tonearm_action", None)
            if name is not None:
                self.action(name)(getattr(handlers, key))

    def on(self, event: str, listener: Callable[[Any, str | None], object]) -> Callable[[], None]:
        """Listens to one event. The listener gets its data and its panel, None for all panels. Returns a function that ends it."""
        return self.on_event(lambda name, data, panel: listener(data, panel) if name == event else None)

    def on_event(self, listener: EventListener) -> Callable[[], None]:
        """Listens to all events, to forward them to pages: name, data, and panel. Returns a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def start(self) -> Future[Any]:
        """Starts the bridge. Returns a future of the answer to `bridge.initialize`. Raises OSError when it cannot be started."""
        if self._executor is None:
            self._thread = threading.Thread(target=self._dispatch, daemon=True)
            self._thread.start()
        self._start()
        return self._started

    def restart(self) -> None:
        """Starts a bridge again at once, also when too many have exited. Does nothing while one runs."""
        self._deaths.clear()
        self._delay = FIRST_DELAY
        self._post(self._start_again)

    def call(self, method: str, params: Params | None = None, *, panel: str | None = None) -> Future[Any]:
        """Calls an operation. Cancelling the future cancels the call.

        The future raises `BridgeError`. Raises ValueError when the parameters cannot be sent.
        """
        future: Future[Any] = Future()
        with self._lock:
            if self._is_closing:
                future.set_exception(BridgeError(BRIDGE_GONE, "The bridge is closed"))
            elif self._is_ready and self._process is not None:
                self._request(self._process, method, params, panel, future)
            else:
                self._held.append((time.monotonic() + HOLD_SECONDS, (method, params, panel, future)))
                if len(self._held) == 1:
                    self._after(HOLD_SECONDS, self._drop_held)
        return future

    def signal(self, name: SignalName, /, **params: Any) -> None:
        """Sends a signal, `trackStarted` for `signal.trackStarted`. Without a bridge nothing is sent: see `on_ready`."""
        self._notify(f"signal.{name}", params)

    def panel_closed(self, panel: str) -> None:
        """Tells the bridge that a panel has closed."""
        self._notify("bridge.panelClosed", {"panel": panel})

    def register_plugin(self, plugin: Params) -> Future[Any]:
        """Registers the operations of an external plugin, with this bridge and with those that are started later."""
        self._plugins[plugin["namespace"]] = plugin
        return self.call("bridge.registerPlugin", plugin)

    def unregister_plugin(self, namespace: str) -> Future[Any]:
        """Removes the operations of an external plugin."""
        self._plugins.pop(namespace, None)
        return self.call("bridge.unregisterPlugin", {"namespace": namespace})

    def close(self, seconds: float = 10.0) -> int | None:
        """Lets the bridge finish accepted calls, and ends it. Returns its exit code; None if none was running.

        Call it on the thread of the executor: native actions of the bridge are carried out meanwhile. After `seconds` the process
        gets SIGTERM.
        """
        self._begin_close(seconds)
        if self._thread in (None, threading.current_thread()):
            self._dispatch()
        return self._finished.result()

    # The wire

    def _dispatch(self) -> None:
        while not self._finished.done():
            self._run_next(block=True)

    def _post(self, run: Callable[..., object], *values: Any) -> None:
        """Runs a function through the executor, in the order of the calls."""
        self._inbox.put(lambda: run(*values))
        if self._executor:
            self._executor(self._run_next)

    def _run_next(self, block: bool = False) -> None:
        try:
            run = self._inbox.get(block)
        except queue.Empty:
            return  # `close` has run it.
        try:
            run()
        except Exception:
            logger.exception("a callback has failed")

    def _after(self, seconds: float, run: Callable[[], object]) -> threading.Timer:
        timer = threading.Timer(seconds, lambda: self._post(run))
        timer.daemon = True
        timer.start()
        return timer

    def _request(
        self, process: _Process, method: str, params: Params | None, panel: str | None, future: Future[Any]
    ) -> None:
        message: dict[str, Any] = {"params": params or {}, "jsonrpc": "2.0"}
        with self._lock:
            self._last_id += 1
            request = self._last_id
            message |= {"id": request, "method": method}
            if panel is not None:
                message["panel"] = panel
            process.send(message)
            process.pending[request] = future

        def cancel(settled: Future[Any]) -> None:
            if settled.cancelled() and process.pending.pop(request, None) is not None:
                process.send({"jsonrpc": "2.0", "method": "bridge.cancel", "params": {"id": request}})

        future.add_done_callback(cancel)

    def _notify(self, method: str, params: Params) -> None:
        with self._lock:
            if self._process:
                self._process.send({"jsonrpc": "2.0", "method": method, "params": params})

    def _drop_held(self) -> None:
        """Fails the calls that have waited too long for a bridge."""
        with self._lock:
            while self._held and self._held[0][0] <= time.monotonic():
                _settle(self._held.popleft()[1][3], BridgeError(BRIDGE_GONE, "The bridge has gone"))
            if self._held:
                self._after(self._held[0][0] - time.monotonic(), self._drop_held)

    def _receive(self, process: _Process, message: Any) -> None:
        if not isinstance(message, dict) or process is not self._process:
            return
        identity = message.get("id")
        if message.get("method") == "event":
            told = message["params"]
            self._tell(told["event"], told.get("data"), told.get("panel"))
        elif "method" in message:
            answer = self.carry_out(message["method"], message.get("params") or {}, message.get("panel"))
            answer.add_done_callback(lambda settled: self._answer(process, identity, settled))
        elif (future := process.pending.pop(identity or 0, None)) is not None:
            error = message.get("error")
            failure = BridgeError(error["code"], error["message"], error.get("data")) if error else None
            _settle(future, failure, message.get("result"))

    def _tell(self, event: str, data: Any, panel: str | None) -> None:
        for listener in list(self._listeners):
            try:
                listener(event, data, panel)
            except Exception:
                logger.exception("a listener of %s has failed", event)

    def carry_out(self, name: str, params: Params, panel: str | None = None) -> Future[Any]:
        """Carries out a native action as a bridge would ask for it. The future raises `BridgeError`."""
        outcome: Future[Any] = Future()
        if name not in self._handlers:
            outcome.set_exception(BridgeError(NOT_SUPPORTED, f"Not supported: {name}"))
            return outcome
        handler, takes_panel = self._handlers[name]

        def finish(answer: Any) -> None:
            result = {} if answer is None else answer
            self._settings.note(name, params, result)
            outcome.set_result(result)

        def fail(error: BaseException) -> None:
            if not isinstance(error, BridgeError):
                logger.error("%s has failed", name, exc_info=error)
                error = BridgeError(ACTION_FAILED, f"{name} has failed")
            outcome.set_exception(error)

        def later(settled: Future[Any]) -> None:
            try:
                finish(settled.result())
            except BaseException as error:
                fail(error)

        try:
            answer = handler(params, panel) if takes_panel else handler(params)
            if isinstance(answer, Future):
                answer.add_done_callback(later)
            elif inspect.isawaitable(answer):
                self._run_awaitable(answer).add_done_callback(later)
            else:
                finish(answer)
        except Exception as error:
            fail(error)
        return outcome

    def _run_awaitable(self, answer: Awaitable[Any]) -> Future[Any]:
        if inspect.iscoroutine(answer):
            answer.close()
        raise TypeError("coroutines need an AsyncBridge")

    def _answer(self, process: _Process, identity: Any, settled: Future[Any]) -> None:
        error = settled.exception()
        try:
            if isinstance(error, BridgeError):
                process.send({"jsonrpc": "2.0", "id": identity, "error": {"code": error.code, "message": error.message}})
            else:
                process.send({"jsonrpc": "2.0", "id": identity, "result": settled.result()})
        except (ValueError, TypeError, RecursionError) as unsent:
            logger.error("an answer cannot be sent: %s", unsent)
            failure = {"code": INTERNAL_ERROR, "message": "The answer cannot be sent"}
            process.send({"jsonrpc": "2.0", "id": identity, "error": failure})

    # The life of the process

    def _start(self) -> None:
        with self._lock:
            process = self._process = _Process(self)
        initialized: Future[Any] = Future()
        params = {
            "protocolVersion": PROTOCOL_VERSION,
            "player": self.player,
            "actions": list(self._handlers),
            "extensions": self.extensions,
        }
        self._request(process, "bridge.initialize", params, None, initialized)
        initialized.add_done_callback(lambda settled: self._initialized(process, settled))

    def _initialized(self, process: _Process, settled: Future[Any]) -> None:
        if (failure := settled.exception()) is not None:
            if process is self._process:
                process.reason = f"refused bridge.initialize: {failure}"
                process.child.kill()
            return
        for plugin in self._plugins.values():
            self._request(process, "bridge.registerPlugin", plugin, None, Future())
        self.operations = settled.result().get("operations", [])
        self.on_ready()
        if self._is_restart:
            self._tell("bridge:restarted", {}, None)
        self._is_restart = True
        with self._lock:
            self._is_ready = True
            while self._held:
                _, (method, params, panel, future) = self._held.popleft()
                try:
                    self._request(process, method, params, panel, future)
                except ValueError as error:
                    _settle(future, error)
        if not self._started.done():
            self._started.set_result(settled.result())

    def _process_ended(self, process: _Process) -> None:
        with self._lock:
            self._process = None
            self._is_ready = False
            pending = list(process.pending.values())
            process.pending.clear()
        how = process.reason or f"has gone with exit code {process.child.returncode}"
        text = "\n".join(process.lines).strip()
        error = BridgeError(BRIDGE_GONE, f"The bridge {how}{': ' if text else ''}{text}")
        for future in pending:
            _settle(future, error)
        self._drive(self._settings.give_back(), lambda: self._given_back(process, error))

    def _drive(self, steps: Generator[tuple[str, Params], Any, None], done: Callable[[], None], answer: Any = None) -> None:
        """Carries out the native actions that a generator asks for, and hands it each answer; None for a failed one."""
        try:
            name, params = steps.send(answer)
        except StopIteration:
            done()
            return

        def go_on(settled: Future[Any]) -> None:
            result = None if settled.exception() else settled.result()
            self._post(self._drive, steps, done, result)

        self.carry_out(name, params).add_done_callback(go_on)

    def _given_back(self, process: _Process, error: BridgeError) -> None:
        if self._is_closing:
            self._finish(process.child.returncode)
            return
        now = time.monotonic()
        if now - process.started >= DEATHS_SECONDS:
            self._delay = FIRST_DELAY
        self._plan_start(error, now)

    def _plan_start(self, error: BridgeError, now: float) -> None:
        self._deaths.append(now)
        is_hopeless = len(self._deaths) == DEATHS and now - self._deaths[0] < DEATHS_SECONDS
        delay = None if is_hopeless or not self.restarts else self._delay
        if delay is None:
            if not self._started.done():
                self._started.set_exception(error)
        else:
            self._delay = min(2 * self._delay, LAST_DELAY)
            self._timer = self._after(delay, self._start_again)
        self.on_gone(error, delay)

    def _start_again(self) -> None:
        if self._timer:
            self._timer.cancel()
        if self._process or self._is_closing:
            return
        try:
            self._start()
        except OSError as error:
            self._plan_start(BridgeError(BRIDGE_GONE, f"The bridge could not be started: {error}"), time.monotonic())

    def _finish(self, code: int | None) -> None:
        if not self._finished.done():
            self._finished.set_result(code)

    def _begin_close(self, seconds: float) -> None:
        with self._lock:
            if self._is_closing:
                return
            self._is_closing = True
            process = self._process
            while self._held:
                _settle(self._held.popleft()[1][3], BridgeError(BRIDGE_GONE, "The bridge is closed"))
        if self._timer:
            self._timer.cancel()
        if process is None:
            self._post(self._finish, None)
            return
        answered: Future[Any] = Future()
        answered.add_done_callback(process.end_input)
        self._request(process, "bridge.shutdown", None, None, answered)
        threading.Thread(target=process.end, args=[seconds], daemon=True).start()


def _settle(future: Future[Any], error: Exception | None, result: Any = None) -> None:
    """Settles a future, unless its owner has cancelled it."""
    if not future.set_running_or_notify_cancel():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)


class AsyncBridge(Bridge):
    """A bridge for asyncio. Handlers may be coroutine functions. Everything runs on the loop that creates the object.

    `async with AsyncBridge(command, directory, player="My player") as bridge:` starts and closes it.
    """

    def __init__(self, command: Sequence[str], directory: str | Path, **options: Any) -> None:
        self._loop = asyncio.get_running_loop()
        super().__init__(command, directory, executor=self._loop.call_soon_threadsafe, **options)

    async def invoke(self, method: str, params: Params | None = None, *, panel: str | None = None) -> Any:
        """Calls an operation and returns its result. Raises `BridgeError`. Cancelling the task cancels the call."""
        return await asyncio.wrap_future(self.call(method, params, panel=panel))

    def _run_awaitable(self, answer: Awaitable[Any]) -> Future[Any]:
        async def run() -> Any:
            return await answer

        return asyncio.run_coroutine_threadsafe(run(), self._loop)

    async def aclose(self, seconds: float = 10.0) -> int | None:
        """Lets the bridge finish accepted calls, and ends it. Returns its exit code."""
        self._begin_close(seconds)
        return await asyncio.wrap_future(self._finished)

    async def __aenter__(self) -> AsyncBridge:
        await asyncio.wrap_future(self.start())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class _UserSettings:
    """What a bridge has changed for its own playlist, and how it is given back when the bridge has exited."""

    SHADOW_NAME = "__webview_buffer__"
    DEFAULT_ORDER = 0

    def __init__(self) -> None:
        self.order: tuple[int, int] | None = None  # The user's, and the one in force, which a bridge has set.
        self.locked: dict[str, str] = {}
        self.shadows: set[str] = set()
        self.is_filled = False
        self.active: str | None = None
        self.has_activated = False

    def note(self, name: str, params: Params, answer: Any) -> None:
        """Remembers what a native action has changed."""
        playlist = params.get("playlist")
        if name == "player.playback.setOrder":
            order, previous = params["order"], answer["previous"]
            is_own = self.order is not None and self.order[1] == previous
            users = self.order[0] if self.order and is_own else previous
            # With another order, a bridge gives the user's back, unless the user has chosen one since.
            is_back = order == users or order != self.DEFAULT_ORDER and (is_own or self.order is None)
            self.order = None if is_back else (users, order)
        elif name == "player.playlist.lock" and playlist is not None:
            self.locked.pop(playlist, None)
            if params["locked"]:
                self.locked[playlist] = params["name"]
        elif name == "player.playlist.list":
            self.shadows |= {each["id"] for each in answer["playlists"] if each["name"] == self.SHADOW_NAME}
            if answer["active"] not in self.shadows:
                self.active = answer["active"]
        elif name == "player.playlist.create" and params["name"] == self.SHADOW_NAME:
            self.shadows.add(answer["playlist"])
            self.has_activated = True  # A player may show a playlist that is made, and what it plays.
        elif name == "player.playlist.append" and playlist in self.shadows:
            self.is_filled = True
        elif name in ("player.playlist.activate", "player.playback.play"):
            self.has_activated = playlist in self.shadows

    def give_back(self) -> Generator[tuple[str, Params], Any, None]:
        """Yields the native actions that restore everything, and receives their answers; None for a failed one."""
        order, self.order = self.order, None
        locked, self.locked = self.locked, {}
        has_activated, self.has_activated = self.has_activated, False
        is_filled, self.is_filled = self.is_filled, False
        if order is not None:
            users, own = order
            answer = yield "player.playback.setOrder", {"order": users}
            if answer and answer["previous"] != own:  # The user has chosen it meanwhile.
                yield "player.playback.setOrder", {"order": answer["previous"]}
        for playlist, name in locked.items():
            yield "player.playlist.lock", {"playlist": playlist, "name": name, "locked": False}
        listed = (yield "player.playlist.list", {}) if has_activated or is_filled else None
        if not listed:
            return
        shadow = next(  # One that the user has given another name is the user's.
            (each for each in listed["playlists"] if each["id"] in self.shadows and each["name"] == self.SHADOW_NAME),
            None,
        )
        if shadow is None:
            return
        if is_filled and shadow["count"]:
            yield from self._remove_silent(shadow["id"], shadow["count"])
        others = [each["id"] for each in listed["playlists"] if each["id"] not in self.shadows]
        if has_activated and listed["active"] == shadow["id"] and others:
            wanted = self.active if self.active in others else others[0]
            yield "player.playlist.activate", {"playlist": wanted}

    def _remove_silent(self, playlist: str, count: int) -> Generator[tuple[str, Params], Any, None]:
        """Removes all items but the playing one. When the player does not know that one, all items stay."""
        now = yield "player.playback.nowPlaying", {}
        if not now:
            return
        item = now["item"] if now["track"] is not None and now["playlist"] == playlist else None
        if now["track"] is not None and item is None and now["playlist"] in (None, playlist):
            return
        ranges = [(0, count)] if item is None else [(item + 1, count), (0, item)]
        for start, end in ranges:
            if start < end:
                yield "player.playlist.remove", {"playlist": playlist, "start": start, "count": end - start}


class QueueIds:
    """Gives ids to the entries of a queue that has none, by comparing it before and after a change.

    >>> ids = QueueIds()
    >>> ids.update(["a", "b", "a"])
    ['1', '2', '3']
    >>> ids.update(["b", "a", "c"])
    ['2', '3', '4']
    """

    def __init__(self) -> None:
        self._entries: list[tuple[Hashable, str]] = []
        self._last = 0

    def update(self, keys: Sequence[Hashable]) -> list[str]:
        """Returns the ids of the queue as it is now. A key says what an entry plays, such as its playlist and its item.

        Of entries with one key, those at the end keep their ids: a player takes the first when it plays.
        """
        old = self._entries
        shorter = min(len(old), len(keys))
        tail = 0
        if len(keys) < len(old):
            tail = next((n for n in range(shorter) if old[-1 - n][0] != keys[-1 - n]), shorter)
        head = next((n for n in range(shorter - tail) if old[n][0] != keys[n]), shorter - tail)
        free: dict[Hashable, list[str]] = {}
        for key, identity in old[head : len(old) - tail]:
            free.setdefault(key, []).append(identity)
        middle = keys[head : len(keys) - tail]
        kept = [(key, free[key].pop() if free.get(key) else None) for key in reversed(middle)]
        changed = [(key, identity or self._new()) for key, identity in reversed(kept)]
        self._entries = old[:head] + changed + old[len(old) - tail :]
        return [identity for _, identity in self._entries]

    def _new(self) -> str:
        self._last += 1
        return str(self._last)
