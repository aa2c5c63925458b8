"""The player's end of a Tonearm bridge: process, frames, calls, native actions, signals and events.

This file needs the standard library of Python 3.11 only, so a player may also copy it. The normative documents are
docs/protocol.md and docs/native-actions.md.
"""

from __future__ import annotations

import asyncio
import inspect
import itertools
import json
import logging
import os
import queue
import re
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from .types import ActionName, SignalName
else:
    ActionName = SignalName = str

Params = Mapping[str, Any]
Executor = Callable[[Callable[[], None]], object]
Handler = TypeVar("Handler", bound=Callable[..., Any])
EventListener = Callable[[str, Any, "str | None"], object]
Ask = Callable[[str, Params], Any]

PROTOCOL_VERSION = 1
NOT_SUPPORTED, INTERNAL_ERROR, ACTION_FAILED, BRIDGE_GONE = -32601, -32603, -32000, -32001

HOLD_SECONDS = 10.0  # How long a call waits for a bridge that starts again.
FIRST_DELAY, LAST_DELAY = 0.5, 30.0  # Seconds between the end of a bridge and the next start: the first, and the longest.
DEATHS, DEATHS_SECONDS = 5, 60.0  # After so many ends within this time no bridge is started until `restart` is called.
EXIT_SECONDS = 2.0  # How long a process may take to exit before it gets SIGTERM, and then SIGKILL.
KEPT_LINES, LINE_BYTES = 20, 65_536  # The last lines of stderr that are kept, and the longest line.

logger = logging.getLogger("tonearm")


class BridgeError(Exception):
    """A failed call, or the failure of a native action. One raised in a native action chooses the code and message of its answer."""

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


def _settle(future: Future[Any], error: Exception | None, result: Any = None) -> None:
    """Settles a future, unless it is settled or its owner has cancelled it."""
    if future.done() or not future.set_running_or_notify_cancel():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)


def _in_thread(run: Callable[..., object], *values: Any) -> threading.Thread:
    thread = threading.Thread(target=run, args=values, daemon=True)
    thread.start()
    return thread


class _Call(NamedTuple):
    """A call of an operation, as it is sent."""

    id: int
    frame: bytes
    future: Future[Any]
    deadline: float


def _settle_call(future: Future[Any], response: Params) -> None:
    match response:
        case {"error": {"code": int(code), "message": str(text), **rest}}:
            _settle(future, BridgeError(code, text, rest.get("data")))
        case {"result": result} if response.get("error") is None:
            _settle(future, None, result)
        case _:
            _settle(future, BridgeError(INTERNAL_ERROR, "The bridge answered with a malformed response"))


class _Process:
    """One bridge process. Threads of its own write and read stderr, so that no caller waits for a pipe."""

    def __init__(self, bridge: Bridge) -> None:
        environment = {**os.environ, "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}
        pipe, flags = subprocess.PIPE, getattr(subprocess, "CREATE_NO_WINDOW", 0)
        self.child = subprocess.Popen(
            bridge.command, cwd=bridge.directory, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=flags
        )
        self.started = time.monotonic()
        self.is_ready = False
        self.reason = ""
        self.pending: dict[int, Future[Any]] = {}
        self.outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._errors = _in_thread(self._read_errors, bridge)
        _in_thread(self._write)

    def messages(self, max_frame_bytes: int) -> Iterator[Any]:
        """Yields the messages until the process has exited. One that breaks the protocol is killed."""
        assert self.child.stdout
        with self.child.stdout as stdout:
            while not self.reason and len(header := stdout.read(4)) == 4:
                length = int.from_bytes(header, "little")
                if length > max_frame_bytes:
                    self.break_off(f"wrote a frame of {length} bytes; its first bytes as text: {header!r}")
                    break
                body = stdout.read(length)
                try:
                    yield json.loads(body)
                except ValueError:
                    self.break_off("wrote a frame that is not JSON")
                except RecursionError:
                    yield _too_deep(body)
            self.end(EXIT_SECONDS)
        self.outbox.put(None)
        self._errors.join(EXIT_SECONDS)

    def break_off(self, reason: str) -> None:
        self.reason = reason
        self.child.kill()

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
        assert self.child.stdin
        try:
            with self.child.stdin as stdin:
                while (frame := self.outbox.get()) is not None:
                    stdin.write(frame)
                    if self.outbox.empty():
                        stdin.flush()
        except OSError:
            pass  # The process has gone, which its reader reports.

    def _read_errors(self, bridge: Bridge) -> None:
        assert self.child.stderr
        with self.child.stderr as stderr:
            for raw in iter(lambda: stderr.readline(LINE_BYTES), b""):
                self.lines.append(raw.decode(errors="replace").rstrip())
                bridge._post(bridge.on_diagnostic, self.lines[-1])


def _too_deep(body: bytes) -> Any:
    """Stands in for a message that Python cannot parse, so that its sender or its caller gets an error."""
    found = re.match(rb'\{"jsonrpc":"2\.0","id":(\d+),"(method)?', body)
    if not found:
        return None
    error = {"code": INTERNAL_ERROR, "message": "The answer is nested too deeply"}
    return {"id": int(found[1]), "method": ""} if found[2] else {"id": int(found[1]), "error": error}


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
        self.operations: list[str] = []
        """The names of the operations that the last bridge offered; empty until `on_ready`."""
        self._handlers: dict[str, Callable[[Params, str | None], Any]] = {}
        self._listeners: list[EventListener] = []
        self._plugins: dict[str, Params] = {}
        self._settings = _UserSettings()
        self._executor = executor
        self._inbox: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        # The lock guards the process, the calls that wait for one, and whether more are taken.
        self._lock = threading.RLock()
        self._process: _Process | None = None
        self._held: deque[_Call] = deque()
        self._is_started = self._is_closing = False
        self._ids = itertools.count(1)
        self._woken = threading.Event()
        self._delay = FIRST_DELAY
        self._deaths: deque[float] = deque(maxlen=DEATHS)
        self._started: Future[Any] = Future()
        self._finished: Future[int | None] = Future()

    # The player's side

    def action(self, name: ActionName) -> Callable[[Handler], Handler]:
        """Decorates the handler of a native action.

        A handler takes the parameters and, as an optional second argument, the panel. It returns the answer, None for `{}`, or a
        `concurrent.futures.Future` to answer later, from any thread. Implement all actions before `start`.
        """

        def register(handler: Handler) -> Handler:
            takes_panel = len(inspect.signature(handler).parameters) > 1
            self._handlers[name] = lambda *given: handler(*given if takes_panel else given[:1])
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
            self._thread = _in_thread(self._dispatch)
        process = None
        try:
            process = self._start()
        finally:
            self._is_started = True
            _in_thread(self._live, process)
        return self._started

    def restart(self) -> None:
        """Starts a bridge again at once, also when too many have exited. Does nothing while one runs."""
        self._deaths.clear()
        self._delay = FIRST_DELAY
        self._woken.set()

    def call(self, method: str, params: Params | None = None, *, panel: str | None = None) -> Future[Any]:
        """Calls an operation. Cancelling the future cancels the call.

        The future raises `BridgeError`. Raises ValueError when the parameters cannot be sent.
        """
        with self._lock:
            call = self._new_call(method, params, panel)
            if self._is_closing:
                _settle(call.future, BridgeError(BRIDGE_GONE, "The bridge is closed"))
            elif self._process and self._process.is_ready:
                self._send(self._process, call)
            else:
                self._held.append(call)
                if len(self._held) == 1:
                    self._drop_held()
        return call.future

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

    # Through the executor

    def _post(self, run: Callable[..., object], *values: Any) -> None:
        """Runs a function through the executor, in the order of the calls. Does nothing after the end."""
        if self._finished.done():
            return
        self._inbox.put(lambda: run(*values))
        if self._executor:
            self._executor(self._run_next)

    def _dispatch(self) -> None:
        while not self._finished.done():
            self._run_next(block=True)

    def _run_next(self, block: bool = False) -> None:
        try:
            run = self._inbox.get(block)
        except queue.Empty:
            return  # `close` has run it.
        try:
            run()
        except Exception:
            logger.exception("a callback has failed")

    # The wire

    def _frame(self, message: Params) -> bytes:
        """Encodes a message. Raises ValueError when it is over the frame limit or cannot be written as JSON."""
        body = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":"), allow_nan=False).encode()
        if len(body) > self.max_frame_bytes:
            raise ValueError(f"the message has {len(body)} bytes; a frame has at most {self.max_frame_bytes}")
        return len(body).to_bytes(4, "little") + body

    def _new_call(self, method: str, params: Params | None = None, panel: str | None = None) -> _Call:
        request = next(self._ids)
        message = {"id": request, "method": method, "params": params or {}}
        frame = self._frame(message if panel is None else {**message, "panel": panel})
        return _Call(request, frame, Future(), time.monotonic() + HOLD_SECONDS)

    def _notify(self, method: str, params: Params) -> None:
        with self._lock:
            if self._process:
                self._process.outbox.put(self._frame({"method": method, "params": params}))

    def _send(self, process: _Process, call: _Call) -> None:
        def cancel(settled: Future[Any]) -> None:
            unanswered = process.pending.pop(call.id, None) if settled.cancelled() else None
            if unanswered:
                process.outbox.put(self._frame({"method": "bridge.cancel", "params": {"id": call.id}}))

        process.pending[call.id] = call.future
        process.outbox.put(call.frame)
        call.future.add_done_callback(cancel)

    def _drop_held(self) -> None:
        """Fails the calls that have waited too long for a bridge."""
        with self._lock:
            while self._held and self._held[0].deadline <= time.monotonic():
                _settle(self._held.popleft().future, BridgeError(BRIDGE_GONE, "The bridge has gone"))
            if self._held:
                timer = threading.Timer(self._held[0].deadline - time.monotonic(), self._post, [self._drop_held])
                timer.daemon = True
                timer.start()

    def _receive(self, process: _Process, message: Any) -> None:
        match message:
            case {"method": "event", "params": {"event": str(event), **rest}}:
                self._tell(event, rest.get("data"), rest.get("panel"))
            case {"method": str(name), "id": identity}:
                answer = self.carry_out(name, message.get("params") or {}, message.get("panel"))
                answer.add_done_callback(lambda settled: self._answer(process, identity, settled))
            case {"id": int(identity)}:
                if future := process.pending.pop(identity, None):
                    _settle_call(future, message)
            case _:
                logger.warning("the bridge sent an invalid message, which is ignored")

    def _tell(self, event: str, data: Any = None, panel: Any = None) -> None:
        for listener in list(self._listeners):
            try:
                listener(event, data, panel)
            except Exception:
                logger.exception("a listener of %s has failed", event)

    def carry_out(self, name: str, params: Params, panel: str | None = None) -> Future[Any]:
        """Carries out a native action as a bridge would ask for it. The future raises `BridgeError`."""
        outcome: Future[Any] = Future()

        def finish(answer: Future[Any]) -> None:
            try:
                given = answer.result()
                result = {} if given is None else given
                self._settings.note(name, params, result)
                outcome.set_result(result)
            except BridgeError as error:
                outcome.set_exception(error)
            except BaseException:
                logger.exception("%s has failed", name)
                outcome.set_exception(BridgeError(ACTION_FAILED, f"{name} has failed"))

        try:
            if name not in self._handlers:
                raise BridgeError(NOT_SUPPORTED, f"Not supported: {name}")
            answer = self._future_of(self._handlers[name](params, panel))
        except Exception as error:
            answer = Future()
            answer.set_exception(error)
        answer.add_done_callback(finish)
        return outcome

    def _future_of(self, answer: Any) -> Future[Any]:
        if isinstance(answer, Future):
            return answer
        if inspect.iscoroutine(answer):
            answer.close()
            raise TypeError("coroutines need an AsyncBridge")
        future: Future[Any] = Future()
        future.set_result(answer)
        return future

    def _answer(self, process: _Process, identity: Any, settled: Future[Any]) -> None:
        error = settled.exception()
        try:
            if isinstance(error, BridgeError):
                frame = self._frame({"id": identity, "error": {"code": error.code, "message": error.message}})
            else:
                frame = self._frame({"id": identity, "result": settled.result()})
        except (ValueError, TypeError, RecursionError) as unsent:
            logger.error("an answer cannot be sent: %s", unsent)
            frame = self._frame({"id": identity, "error": {"code": INTERNAL_ERROR, "message": "The answer cannot be sent"}})
        process.outbox.put(frame)

    # The life of the processes

    def _start(self) -> _Process | None:
        """Starts a bridge, unless this one is closed."""
        params = {
            "protocolVersion": PROTOCOL_VERSION,
            "player": self.player,
            "actions": list(self._handlers),
            "extensions": self.extensions,
        }
        with self._lock:
            if self._is_closing:
                return None
            process = self._process = _Process(self)
            call = self._new_call("bridge.initialize", params)
            self._send(process, call)
        call.future.add_done_callback(lambda settled: self._initialized(process, settled))
        return process

    def _initialized(self, process: _Process, settled: Future[Any]) -> None:
        if failure := settled.exception():
            process.break_off(f"refused bridge.initialize: {failure}")
            return
        for plugin in self._plugins.values():
            self._send(process, self._new_call("bridge.registerPlugin", plugin))
        self.operations = settled.result().get("operations", [])
        self.on_ready()
        if self._started.done():
            self._tell("bridge:restarted", {})
        with self._lock:
            process.is_ready = True
            while self._held:
                self._send(process, self._held.popleft())
        _settle(self._started, None, settled.result())

    def _live(self, process: _Process | None) -> None:
        """Runs one bridge after the other, on a thread of its own, until `close`. Without a first one it waits for `restart`."""
        error = None
        while True:
            started = time.monotonic()
            if process:
                error = self._run(process)
            self._woken.clear()
            if self._is_closing:
                break
            now = time.monotonic()
            self._woken.wait(self._plan_start(error, now - started, now) if error else None)
            try:
                process = self._start()
            except OSError as failure:
                process, error = None, BridgeError(BRIDGE_GONE, f"The bridge could not be started: {failure}")
        self._post(_settle, self._finished, None, process and process.child.returncode)

    def _run(self, process: _Process) -> BridgeError:
        """Reads from a bridge until it has exited, and gives the user's settings back. Returns why it has exited."""
        for message in process.messages(self.max_frame_bytes):
            self._post(self._receive, process, message)
        how = process.reason or f"has gone with exit code {process.child.returncode}"
        text = "\n".join(process.lines).strip()
        error = BridgeError(BRIDGE_GONE, f"The bridge {how}{': ' if text else ''}{text}")
        changed: Future[_UserSettings] = Future()
        self._post(self._process_ended, process, error, changed)
        changed.result().give_back(self._ask)
        return error

    def _process_ended(self, process: _Process, error: BridgeError, changed: Future[_UserSettings]) -> None:
        with self._lock:
            self._process = None
        pending, process.pending = process.pending, {}
        for future in pending.values():
            _settle(future, error)
        settings, self._settings = self._settings, _UserSettings(self._settings.shadows, self._settings.active)
        changed.set_result(settings)

    def _ask(self, name: str, params: Params) -> Any:
        """Has a native action carried out, and waits for the answer. Returns None when it fails."""
        asked: Future[Future[Any]] = Future()
        self._post(lambda: asked.set_result(self.carry_out(name, params)))
        answer = asked.result()
        return None if answer.exception() else answer.result()

    def _plan_start(self, error: BridgeError, lifetime: float, now: float) -> float | None:
        """Tells that a bridge has gone. Returns the seconds until the next start; None when there is none."""
        if lifetime >= DEATHS_SECONDS:
            self._delay = FIRST_DELAY
        self._deaths.append(now)
        is_hopeless = len(self._deaths) == DEATHS and now - self._deaths[0] < DEATHS_SECONDS
        delay = None if is_hopeless or not self.restarts else self._delay
        if delay is None:
            self._post(_settle, self._started, error)
        else:
            self._delay = min(2 * self._delay, LAST_DELAY)
        self._post(self.on_gone, error, delay)
        return delay

    def _begin_close(self, seconds: float) -> None:
        with self._lock:
            if self._is_closing:
                return
            self._is_closing = True
            while self._held:
                _settle(self._held.popleft().future, BridgeError(BRIDGE_GONE, "The bridge is closed"))
            process = self._process
        self._woken.set()
        if not self._is_started:
            self._post(_settle, self._finished, None)
        elif process:
            outbox = process.outbox
            shutdown = self._new_call("bridge.shutdown")
            shutdown.future.add_done_callback(lambda _: outbox.put(None))
            self._send(process, shutdown)
            _in_thread(process.end, seconds)


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

    def _future_of(self, answer: Any) -> Future[Any]:
        if not inspect.isawaitable(answer):
            return super()._future_of(answer)

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


@dataclass
class _UserSettings:
    """What a bridge has changed for its own playlist, and how it is given back when the bridge has exited."""

    shadows: set[str] = field(default_factory=set)
    active: str | None = None
    order: tuple[int, int] | None = None  # The user's, and the one in force, which a bridge has set.
    locked: dict[str, str] = field(default_factory=dict)
    is_filled: bool = False
    has_activated: bool = False

    SHADOW_NAME = "__webview_buffer__"
    DEFAULT_ORDER = 0

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

    def give_back(self, ask: Ask) -> None:
        """Restores everything with the player's own actions."""
        if self.order is not None:
            users, own = self.order
            answer = ask("player.playback.setOrder", {"order": users})
            if answer and answer["previous"] != own:  # The user has chosen it meanwhile.
                ask("player.playback.setOrder", {"order": answer["previous"]})
        for playlist, name in self.locked.items():
            ask("player.playlist.lock", {"playlist": playlist, "name": name, "locked": False})
        listed = ask("player.playlist.list", {}) if self.has_activated or self.is_filled else None
        playlists = listed["playlists"] if listed else []
        # One that the user has given another name is the user's.
        shadow = next((each for each in playlists if each["id"] in self.shadows and each["name"] == self.SHADOW_NAME), None)
        if shadow is None:
            return
        if self.is_filled and shadow["count"]:
            self._remove_silent(ask, shadow["id"], shadow["count"])
        others = [each["id"] for each in playlists if each["id"] not in self.shadows]
        if self.has_activated and listed["active"] == shadow["id"] and others:
            ask("player.playlist.activate", {"playlist": self.active if self.active in others else others[0]})

    def _remove_silent(self, ask: Ask, playlist: str, count: int) -> None:
        """Removes all items but the playing one. When the player does not know that one, all items stay."""
        now = ask("player.playback.nowPlaying", {})
        if not now:
            return
        item = now["item"] if now["track"] is not None and now["playlist"] == playlist else None
        if now["track"] is not None and item is None and now["playlist"] in (None, playlist):
            return
        ranges = [(0, count)] if item is None else [(item + 1, count), (0, item)]
        for start, end in ranges:
            if start < end:
                ask("player.playlist.remove", {"playlist": playlist, "start": start, "count": end - start})


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
        self._ids = itertools.count(1)

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
        changed = [(key, identity or str(next(self._ids))) for key, identity in reversed(kept)]
        self._entries = old[:head] + changed + old[len(old) - tail :]
        return [identity for _, identity in self._entries]
