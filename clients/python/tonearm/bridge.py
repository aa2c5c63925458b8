"""The player's end of a Tonearm bridge, in one file that a player may copy. See docs/protocol.md and docs/native-actions.md."""

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
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from .types import ActionName, SignalName

__all__ = ["AsyncBridge", "Bridge", "BridgeError", "QueueIds", "action", "bridge_command"]
Params = Mapping[str, Any]
Handler = TypeVar("Handler", bound=Callable[..., Any])
EventListener = Callable[[str, Any, "str | None"], object]

NOT_SUPPORTED, INVALID_PARAMS, INTERNAL_ERROR, ACTION_FAILED, BRIDGE_GONE = -32601, -32602, -32603, -32000, -32001

HOLD_SECONDS = 10.0  # How long a call waits for a bridge that starts again.
GIVE_BACK_SECONDS = 5.0  # How long the next start waits for native actions that give the user's settings back.
FIRST_DELAY, LAST_DELAY = 0.5, 30.0  # Seconds between the end of a bridge and the next start: the first, and the longest.
DEATHS, DEATHS_SECONDS = 5, 60.0  # After so many ends within this time no bridge is started until `restart` is called.
EXIT_SECONDS = 2.0  # How long a process may take to exit before it gets SIGTERM, and then SIGKILL.
KEPT_LINES, LINE_BYTES = 20, 65_536  # The last lines of stderr that are kept, and the longest line.
SHADOW_NAME, DEFAULT_ORDER = "__webview_buffer__", 0  # The playlist and the order of a bridge's own tracks.
MAX_DEPTH = 1000  # Levels of arrays and objects in a message, the message included: docs/protocol.md, "Frame".
PART_LEVELS = 16  # How many levels of a deep message are parsed at once.
STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
ESCAPED = b"\\/bfnrtu"
ESCAPES, STRINGS = re.compile(rb"\\."), re.compile(rb'"[^"]*"?')
TOKENS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
TOO_DEEP = f"more than {MAX_DEPTH} levels of arrays and objects"

logger = logging.getLogger("tonearm")


class BridgeError(Exception):
    """A failed call or native action. One raised in a native action chooses the code and message of its answer."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


def bridge_command(program: str | Path, deno: str = "deno") -> list[str]:
    """Returns the command of a bridge in its sandbox: `main.ts` of a source tree, `main.js` of a bundle, or a single binary."""
    path = str(program)
    if not path.endswith((".ts", ".js")):
        return [path]
    offline = ["--no-remote", "--no-npm"] if path.endswith(".js") else []
    return [deno, "run", "--no-prompt", "--allow-read=.", "--allow-write=.", "--deny-import", "--cached-only", *offline, path]


def action(name: ActionName) -> Callable[[Handler], Handler]:
    """Marks a method as the handler of a native action, for `Bridge.implement`."""

    def mark(method: Handler) -> Handler:
        method.__dict__["tonearm_action"] = name
        return method

    return mark


def outside_strings(body: bytes, signs: bytes) -> bytes:
    """Returns the signs of a JSON text without those in its strings."""
    others = bytes(set(range(256)) - {*signs, *ESCAPED, ord('"')})
    # Most bytes go first: a copy of them would take longer than all the rest.
    left = ESCAPES.sub(b"", body.translate(None, others)).translate(None, ESCAPED)
    return STRINGS.sub(b"", left.replace(b'""', b""))


def is_deep(body: bytes) -> bool:
    """Returns whether a JSON text has more than MAX_DEPTH levels of arrays and objects."""
    if body.count(b"[") + body.count(b"{") <= MAX_DEPTH:
        return False
    steps = map(STEPS.__getitem__, outside_strings(body, bytes(STEPS)))
    return max(itertools.accumulate(steps), default=0) > MAX_DEPTH


def parse_json(text: str) -> Any:
    """Parses JSON that is not deep, however little of the recursion limit is left."""
    try:
        return json.loads(text)
    except RecursionError:
        return _parse_parts(text)


def _parse_parts(text: str) -> Any:
    """Parses the inner parts of a text first. In what encloses a part it is written as NaN, which is not JSON."""

    def parsed(end: int) -> Any:
        try:
            return json.loads("".join([*pieces, text[start:end]]), parse_constant=lambda _: values.popleft())
        except IndexError:
            raise ValueError("NaN and Infinity are not JSON") from None

    enclosing: list[tuple[list[str], deque[Any]]] = []
    pieces: list[str] = []
    values: deque[Any] = deque()
    start = depth = 0
    for token in TOKENS.finditer(text):
        step = STEPS.get(ord(token[0][0]), 0)
        if step > 0 and depth > 0 and depth % PART_LEVELS == 0:
            pieces += [text[start : token.start()], "NaN"]
            enclosing.append((pieces, values))
            pieces, values, start = [], deque(), token.start()
        depth += step
        if step < 0 and enclosing and depth % PART_LEVELS == 0:
            value = parsed(token.end())
            (pieces, values), start = enclosing.pop(), token.end()
            values.append(value)
    return parsed(len(text))


def write_json(value: Any) -> bytes:
    """Writes JSON, however little of the recursion limit is left. Raises ValueError when it is deep."""
    try:
        body = _dumps(value).encode()
    except RecursionError:
        body = "".join(_json_pieces(value)).encode()
    if is_deep(body):
        raise ValueError(f"the message has {TOO_DEEP}")
    return body


def _dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _json_pieces(value: Any) -> Iterator[str]:
    opened: list[tuple[Iterator[tuple[str, Any]], str]] = [(iter([("", value)]), "")]
    while opened:
        if len(opened) > MAX_DEPTH + 1:
            raise ValueError(f"the message has {TOO_DEEP}")
        members, closing = opened[-1]
        before, each = next(members, (closing, opened))
        yield before
        if each is opened:
            opened.pop()
        elif isinstance(each, dict):
            yield "{"
            keyed = ((","[:at] + _dumps({key: 0})[1:-2], item) for at, (key, item) in enumerate(each.items()))
            opened.append((keyed, "}"))
        elif isinstance(each, (list, tuple)):
            yield "["
            opened.append((((","[:at], item) for at, item in enumerate(each)), "]"))
        else:
            yield _dumps(each)


def _settle(future: Future[Any] | None, error: Exception | None, result: Any = None) -> None:
    """Settles a future, unless it is settled or its owner has cancelled it."""
    if future and not future.done() and future.set_running_or_notify_cancel():
        future.set_exception(error) if error else future.set_result(result)


class _Call(NamedTuple):
    id: int
    frame: bytes
    future: Future[Any]
    deadline: float


class _Process:
    """A bridge process. Threads of its own write and read stderr, so that no caller waits for a pipe."""

    def __init__(self, bridge: Bridge) -> None:
        environment = {**os.environ, "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}
        pipe, flags = subprocess.PIPE, getattr(subprocess, "CREATE_NO_WINDOW", 0)
        self.child = subprocess.Popen(
            bridge.command, cwd=bridge.directory, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=flags
        )
        self.is_ready, self.reason = False, ""
        self.pending: dict[int, Future[Any]] = {}
        self.outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._errors = threading.Thread(target=self._read_errors, args=[bridge], daemon=True)
        self._errors.start()
        threading.Thread(target=self._write, daemon=True).start()

    def messages(self, max_frame_bytes: int) -> Iterator[Any]:
        """Yields the messages until the process has exited, a deep one as its bytes. One that breaks the protocol is killed."""
        assert self.child.stdout
        with self.child.stdout as stdout:
            while not self.reason and len(header := stdout.read(4)) == 4:
                length = int.from_bytes(header, "little")
                if length > max_frame_bytes:
                    self.break_off(f"wrote a frame of {length} bytes; its first bytes as text: {header!r}")
                    break
                if len(body := stdout.read(length)) < length:
                    break  # It has gone.
                try:
                    yield body if is_deep(body) else parse_json(body.decode())
                except ValueError:
                    self.break_off("wrote a frame that is not JSON")
            self.end(EXIT_SECONDS)
        self.outbox.put(None)
        self._errors.join(EXIT_SECONDS)

    def break_off(self, reason: str) -> None:
        self.reason = reason
        self.child.kill()

    def end(self, seconds: float) -> int:
        for stop in (self.child.terminate, self.child.kill):
            with suppress(subprocess.TimeoutExpired):
                return self.child.wait(seconds)
            stop()
            seconds = EXIT_SECONDS
        return self.child.wait()

    def _write(self) -> None:
        assert self.child.stdin
        with suppress(OSError), self.child.stdin as stdin:  # When the process has gone, its reader reports it.
            while (frame := self.outbox.get()) is not None:
                stdin.write(frame)
                if self.outbox.empty():
                    stdin.flush()

    def _read_errors(self, bridge: Bridge) -> None:
        assert self.child.stderr
        with self.child.stderr as stderr:
            for raw in iter(lambda: stderr.readline(LINE_BYTES), b""):
                self.lines.append(raw.decode(errors="replace").rstrip())
                bridge._post(bridge.on_diagnostic, self.lines[-1])


@dataclass(eq=False, repr=False)
class Bridge:
    """A bridge process and the player's end of its pipe.

    Handlers, listeners and callbacks run through `executor`, which posts a function to the thread of a GUI, such as
    `GLib.idle_add`; without one, on a thread of the bridge, one after the other. Futures are settled there as well, so a handler
    must not wait for one. When the process exits, calls fail with -32001, the user's settings are given back, and another is
    started after 0.5 s, then 1 s, 2 s … 30 s. Calls made meanwhile wait. Then listeners get the event `bridge:restarted`.
    """

    command: Sequence[str]  # Starts the bridge in its sandbox: see `bridge_command`.
    directory: str | Path  # Exists, and is used for the bridge's log files only.
    _: KW_ONLY
    player: str
    version: str = ""
    extensions: Sequence[str] = ()
    executor: Callable[[Callable[[], None]], object] | None = None
    restarts: bool = True
    max_frame_bytes: int = 64 * 1024 * 1024
    on_ready: Callable[[], object] = lambda: None  # Called for each bridge. Send the signals of the present state here.
    on_gone: Callable[[BridgeError, float | None], object] = lambda error, delay: None  # With seconds to the next start, if any.
    on_diagnostic: Callable[[str], object] = logger.warning  # Called with each line that the bridge writes to stderr.

    def __post_init__(self) -> None:
        self.operations: list[str] = []  # The names of the operations that the last bridge offered; empty until `on_ready`.
        self._handlers: dict[str, Callable[[Params, str | None], Any]] = {}
        self._listeners: list[EventListener] = []
        self._settings = _UserSettings()
        self._inbox: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        # The lock guards the process, the calls that wait for one, and whether more are taken.
        self._lock = threading.RLock()
        self._process: _Process | None = None
        self._held: deque[_Call] = deque()
        self._is_started = self._is_closing = False
        self._ids = itertools.count(1)
        self._woken = threading.Event()
        self._deaths: deque[float] = deque(maxlen=2 * DEATHS)
        self._started: Future[Any] = Future()
        self._finished: Future[int | None] = Future()

    def action(self, name: ActionName) -> Callable[[Handler], Handler]:
        """Decorates a handler of a native action, before `start`. It gets the parameters and, if it takes two values, the panel.

        It returns the answer, None for `{}`, or a `concurrent.futures.Future` to answer later, from any thread.
        """

        if self._is_started:
            raise RuntimeError(f"implement {name} before start(): the bridge asks only for the actions that it was told of")

        def register(handler: Handler) -> Handler:
            takes_panel = len(inspect.signature(handler).parameters) > 1
            self._handlers[name] = lambda *given: handler(*given if takes_panel else given[:1])
            return handler

        return register

    def implement(self, handlers: object) -> None:
        """Implements the native actions of an object: its methods that the decorator `action` marks."""
        for key, method in inspect.getmembers(type(handlers), inspect.isfunction):
            if name := getattr(method, "tonearm_action", None):
                self.action(name)(getattr(handlers, key))

    def on_event(self, listener: EventListener) -> Callable[[], None]:
        """Listens to events, to forward them to pages: name, data, and panel, None for all. Returns a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def start(self) -> Future[Any]:
        """Starts the bridge. Returns a future of the answer to `bridge.initialize`. Raises OSError when it cannot be started."""
        if self._is_started or self._is_closing:
            raise RuntimeError("a Bridge is started once: call restart(), or make another one after close()")
        if self.executor is None:
            self._thread = threading.Thread(target=self._dispatch, daemon=True)
            self._thread.start()
        process = None
        try:
            process = self._start()
        finally:
            self._is_started = True
            threading.Thread(target=self._live, args=[process], daemon=True).start()
        return self._started

    def restart(self, *, is_silent: bool = False) -> None:
        """Starts a bridge again at once, also when too many have exited. One that runs stays, unless you say that it is silent."""
        self._deaths.clear()
        self._woken.set()
        if is_silent and (process := self._process):
            process.break_off("has not answered, and was ended")

    def call(self, method: str, params: Params | None = None, *, panel: str | None = None) -> Future[Any]:
        """Calls an operation. Its future raises `BridgeError`; cancel it to cancel the call. Raises ValueError for wrong params."""
        with self._lock:
            call = self._new_call(method, params, panel)
            if self._process and self._process.is_ready and not self._is_closing:
                self._send(self._process, call)
            else:
                self._held.append(call)
                if self._is_closing or len(self._held) == 1:
                    self._drop_held()
        return call.future

    def signal(self, name: SignalName, /, **params: Any) -> None:
        """Sends a signal, `trackStarted` for `signal.trackStarted`. Without a bridge nothing is sent: see `on_ready`."""
        self._notify(f"signal.{name}", params)

    def panel_closed(self, panel: str) -> None:
        """Tells the bridge that a panel has closed."""
        self._notify("bridge.panelClosed", {"panel": panel})

    def close(self, seconds: float = 10.0) -> int | None:
        """Lets the bridge finish accepted calls, on the thread of the executor, and ends it. Returns its exit code, if any."""
        self._begin_close(seconds)
        if self._thread in (None, threading.current_thread()):
            self._dispatch()
        return self._finished.result()

    def _post(self, run: Callable[..., object], *values: Any) -> None:
        """Runs a function through the executor, in the order of the calls. Does nothing after the end."""
        if not self._finished.done():
            self._inbox.put(lambda: run(*values))
            if self.executor:
                self.executor(self._run_next)

    def _dispatch(self) -> None:
        while not self._finished.done():
            self._run_next(block=True)

    def _run_next(self, block: bool = False) -> None:
        with suppress(queue.Empty):  # `close` has run it.
            self._run(self._inbox.get(block))

    def _run(self, callback: Callable[..., object], *values: Any) -> None:
        try:
            callback(*values)
        except Exception:
            logger.exception("a callback has failed")

    def _frame(self, message: Params) -> bytes:
        """Encodes a message. Raises ValueError when it is over the frame limit or cannot be written as JSON."""
        body = write_json({"jsonrpc": "2.0", **message})
        if len(body) > self.max_frame_bytes:
            raise ValueError(f"the message has {len(body)} bytes; a frame has at most {self.max_frame_bytes}")
        return len(body).to_bytes(4, "little") + body

    def _new_call(self, method: str, params: Params | None = None, panel: str | None = None) -> _Call:
        request = next(self._ids)
        message = {"id": request, "method": method, "params": params or {}, **({} if panel is None else {"panel": panel})}
        return _Call(request, self._frame(message), Future(), time.monotonic() + HOLD_SECONDS)

    def _notify(self, method: str, params: Params) -> None:
        with self._lock:
            if self._process:
                self._process.outbox.put(self._frame({"method": method, "params": params}))

    def _send(self, process: _Process, call: _Call) -> None:
        def cancel(settled: Future[Any]) -> None:
            if settled.cancelled() and process.pending.pop(call.id, settled) is call.future:
                process.outbox.put(self._frame({"method": "bridge.cancel", "params": {"id": call.id}}))

        if call.future.cancelled():
            return
        process.pending[call.id] = call.future
        process.outbox.put(call.frame)
        call.future.add_done_callback(cancel)

    def _drop_held(self) -> None:
        """Fails the calls that have waited too long for a bridge, or all when there will be none."""
        with self._lock:
            while self._held and (self._is_closing or self._held[0].deadline <= time.monotonic()):
                _settle(self._held.popleft().future, BridgeError(BRIDGE_GONE, "The bridge has gone"))
            if self._held:
                timer = threading.Timer(self._held[0].deadline - time.monotonic(), self._post, [self._drop_held])
                timer.daemon = True
                timer.start()

    def _receive(self, process: _Process, message: Any) -> None:
        match message:
            case bytes():
                self._refuse_deep(process, message)
            case {"method": "event", "params": {"event": str(event), **rest}}:
                self._tell(event, rest.get("data"), rest.get("panel"))
            case {"method": str(name), "id": identity}:
                answer = self._carry_out(name, message.get("params") or {}, message.get("panel"))
                answer.add_done_callback(lambda settled: self._answer(process, identity, settled))
            case {"id": int(call), "error": {"code": int(code), "message": str(text), **rest}}:
                _settle(process.pending.pop(call, None), BridgeError(code, text, rest.get("data")))
            case {"id": int(call), "result": result} if message.get("error") is None:
                _settle(process.pending.pop(call, None), None, result)
            case {"id": int(call)}:
                _settle(process.pending.pop(call, None), BridgeError(INTERNAL_ERROR, "The answer is malformed"))
            case _:
                logger.warning("the bridge sent an invalid message, which is ignored")

    def _refuse_deep(self, process: _Process, body: bytes) -> None:
        """Fails what a message that is not parsed asks or answers."""
        found = re.match(rb'\{"jsonrpc":"2\.0","id":(\d+),"(method)?', body)
        if found is None:
            logger.warning("the bridge sent a message that is nested too deeply, which is ignored")
        elif found[2]:
            refusal = {"code": INVALID_PARAMS, "message": "the params are nested too deeply"}
            process.outbox.put(self._frame({"id": int(found[1]), "error": refusal}))
        else:
            error = BridgeError(INTERNAL_ERROR, "The answer is nested too deeply")
            _settle(process.pending.pop(int(found[1]), None), error)

    def _tell(self, event: str, data: Any = None, panel: Any = None) -> None:
        for listener in list(self._listeners):
            self._run(listener, event, data, panel)

    def _carry_out(self, name: str, params: Params, panel: str | None = None) -> Future[Any]:
        """Has a native action carried out. The future raises `BridgeError`."""
        outcome: Future[Any] = Future()

        def finish(run: Callable[..., Any], *values: Any) -> None:
            try:
                answer = run(*values)
                if inspect.iscoroutine(answer) and self._loop:
                    answer = asyncio.run_coroutine_threadsafe(answer, self._loop)
                if isinstance(answer, Future):
                    return answer.add_done_callback(lambda settled: finish(settled.result))
                answer = {} if answer is None else answer
                with suppress(KeyError, TypeError):  # A malformed answer: the bridge refuses it, and says why.
                    self._settings.note(name, params, answer)
                outcome.set_result(answer)
            except BridgeError as error:
                outcome.set_exception(error)
            except Exception:
                logger.exception("%s has failed", name)
                outcome.set_exception(BridgeError(ACTION_FAILED, f"{name} has failed"))

        if name in self._handlers:
            finish(self._handlers[name], params, panel)
        else:
            outcome.set_exception(BridgeError(NOT_SUPPORTED, f"Not supported: {name}"))
        return outcome

    def _answer(self, process: _Process, identity: Any, settled: Future[Any]) -> None:
        error = settled.exception()
        failure = isinstance(error, BridgeError) and {"code": error.code, "message": error.message}
        answer = {"error": failure} if failure else {"result": settled.result()}
        try:
            frame = self._frame({"id": identity, **answer})
        except (ValueError, TypeError) as unsent:
            logger.error("an answer cannot be sent: %s", unsent)
            frame = self._frame({"id": identity, "error": {"code": INTERNAL_ERROR, "message": "The answer cannot be sent"}})
        process.outbox.put(frame)

    def _start(self) -> _Process | None:
        player = {"name": self.player, "version": self.version}
        names = {"actions": list(self._handlers), "extensions": list(self.extensions)}
        with self._lock:
            if self._is_closing:
                return None
            process = self._process = _Process(self)
            call = self._new_call("bridge.initialize", {"protocolVersion": 1, "player": player, **names})
            self._send(process, call)
        call.future.add_done_callback(lambda settled: self._initialized(process, settled))
        return process

    def _initialized(self, process: _Process, settled: Future[Any]) -> None:
        if failure := settled.exception():
            return process.break_off(f"refused bridge.initialize: {failure}")
        if not isinstance(settled.result(), dict):
            return process.break_off("answered bridge.initialize with no object")
        self.operations = settled.result().get("operations", [])
        process.is_ready = True  # The calls of `on_ready`, such as those that register plugins, go before those that wait.
        self._run(self.on_ready)
        if self._started.done():
            self._tell("bridge:restarted", {})
        with self._lock:
            while self._held:
                self._send(process, self._held.popleft())
        _settle(self._started, None, settled.result())

    def _live(self, process: _Process | None) -> None:
        """Runs one bridge after the other, on a thread of its own, until `close`. Without a first one it waits for `restart`."""
        error = None
        while True:
            started = time.monotonic()
            if process:
                for message in process.messages(self.max_frame_bytes):
                    self._post(self._receive, process, message)
                how = process.reason or f"has gone with exit code {process.child.returncode}"
                text = "\n".join(process.lines).strip()
                error = BridgeError(BRIDGE_GONE, f"The bridge {how}{': ' if text else ''}{text}")
                settings, deadline = self._wait_for(self._process_ended, process, error), time.monotonic() + GIVE_BACK_SECONDS
                self._run(settings.give_back, lambda name, params: self._ask(name, params, deadline))
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

    def _wait_for(self, run: Callable[..., Any], *values: Any) -> Any:
        """Runs a function through the executor. Returns its result."""
        done: Future[Any] = Future()
        self._post(lambda: done.set_result(run(*values)))
        return done.result()

    def _process_ended(self, process: _Process, error: BridgeError) -> _UserSettings:
        """Fails the calls that wait for an answer. Returns what the bridge has changed."""
        with self._lock:
            self._process = None
        for call in list(process.pending):
            _settle(process.pending.pop(call, None), error)
        settings, self._settings = self._settings, _UserSettings(self._settings.shadows, self._settings.active)
        return settings

    def _ask(self, name: str, params: Params, deadline: float) -> Any:
        """Has a native action carried out, and waits for the answer. Returns None when it fails or takes too long."""
        answer = self._wait_for(self._carry_out, name, params)
        try:
            return answer.result(max(0.0, deadline - time.monotonic()))
        except (BridgeError, TimeoutError):
            return None

    def _plan_start(self, error: BridgeError, lifetime: float, now: float) -> float | None:
        """Tells that a bridge has gone. Returns the seconds until the next start; None when there is none."""
        if lifetime >= DEATHS_SECONDS:
            self._deaths.clear()
        self._deaths.append(now)
        delay: float | None = min(FIRST_DELAY * 2 ** (len(self._deaths) - 1), LAST_DELAY)
        if not self.restarts or sum(now - each < DEATHS_SECONDS for each in self._deaths) >= DEATHS:
            delay = None
            self._post(_settle, self._started, error)
        self._post(self.on_gone, error, delay)
        return delay

    def _begin_close(self, seconds: float) -> None:
        with self._lock:
            if self._is_closing:
                return
            self._is_closing = True
            self._drop_held()
            process = self._process
        self._woken.set()
        if not self._is_started:
            self._post(_settle, self._finished, None)
        elif process:
            shutdown, outbox = self._new_call("bridge.shutdown"), process.outbox
            shutdown.future.add_done_callback(lambda _: outbox.put(None))
            self._send(process, shutdown)
            threading.Thread(target=process.end, args=[seconds], daemon=True).start()


class AsyncBridge(Bridge):
    """A bridge for asyncio, on the loop that enters it with `async with`. Handlers may be coroutine functions."""

    async def invoke(self, method: str, params: Params | None = None, *, panel: str | None = None) -> Any:
        """Calls an operation and returns its result. Raises `BridgeError`. Cancelling the task cancels the call."""
        return await asyncio.wrap_future(self.call(method, params, panel=panel))

    async def aclose(self, seconds: float = 10.0) -> int | None:
        """Lets the bridge finish accepted calls, and ends it. Returns its exit code."""
        self._begin_close(seconds)
        return await asyncio.wrap_future(self._finished)

    async def __aenter__(self) -> AsyncBridge:
        self._loop = asyncio.get_running_loop()
        self.executor = self._loop.call_soon_threadsafe
        try:
            await asyncio.wrap_future(self.start())
        except BaseException:  # Without an entry there is no exit, which would end the bridge.
            await self.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class _UserSettings:
    """What a bridge has changed for its own playlist, and how it is given back when the bridge has exited."""

    def __init__(self, shadows: Iterable[str] = (), active: str | None = None) -> None:
        self.shadows, self.active = set(shadows), active
        self.order: tuple[int, int] | None = None  # The user's, and the one in force, which a bridge has set.
        self.locked: dict[str, str] = {}
        self.is_filled = self.has_activated = False

    def note(self, name: str, params: Params, answer: Any) -> None:
        playlist = params.get("playlist")
        if name == "player.playback.setOrder":
            order, previous = params["order"], answer["previous"]
            is_own = self.order is None or self.order[1] == previous
            users = self.order[0] if self.order and is_own else previous
            # With another order than the default, a bridge gives the user's back, unless the user has chosen one since.
            is_back = order == users or order != DEFAULT_ORDER and is_own
            self.order = None if is_back else (users, order)
        elif name == "player.playlist.lock" and playlist is not None:
            self.locked.pop(playlist, None)
            if params["locked"]:
                self.locked[playlist] = params["name"]
        elif name == "player.playlist.list":
            self.shadows |= {each["id"] for each in answer["playlists"] if each["name"] == SHADOW_NAME}
            if answer["active"] not in self.shadows:
                self.active = answer["active"]
        elif name == "player.playlist.create" and params["name"] == SHADOW_NAME:
            self.shadows.add(answer["playlist"])
            self.has_activated = True  # A player may show a playlist that is made, and what it plays.
        elif name == "player.playlist.append" and playlist in self.shadows:
            self.is_filled = True
        elif name in ("player.playlist.activate", "player.playback.play"):
            self.has_activated = playlist in self.shadows

    def give_back(self, ask: Callable[[str, Params], Any]) -> None:
        """Restores everything with the player's own actions."""
        if self.order is not None:
            users, own = self.order
            answer = ask("player.playback.setOrder", {"order": users})
            if answer and answer["previous"] != own:  # The user has chosen it meanwhile.
                ask("player.playback.setOrder", {"order": answer["previous"]})
        for playlist, name in self.locked.items():
            ask("player.playlist.lock", {"playlist": playlist, "name": name, "locked": False})
        listed = ask("player.playlist.list", {}) if self.has_activated or self.is_filled else None
        for each in listed["playlists"] if listed else []:
            # One that the user has given another name is the user's.
            if each["id"] in self.shadows and each["name"] == SHADOW_NAME:
                if self.is_filled:
                    self._remove_silent(ask, each["id"], each["count"])
                others = [other["id"] for other in listed["playlists"] if other["id"] not in self.shadows]
                if self.has_activated and listed["active"] == each["id"] and others:
                    ask("player.playlist.activate", {"playlist": self.active if self.active in others else others[0]})

    def _remove_silent(self, ask: Callable[[str, Params], Any], playlist: str, count: int) -> None:
        """Removes all items but the playing one. When the player does not know that one, all items stay."""
        now = ask("player.playback.nowPlaying", {}) if count else None
        is_here = now and now["track"] is not None and now["playlist"] in (None, playlist)
        if not now or is_here and None in (now["playlist"], now["item"]):
            return
        item = now["item"] if is_here else count
        for start, end in ((item + 1, count), (0, item)):
            if start < end:
                ask("player.playlist.remove", {"playlist": playlist, "start": start, "count": end - start})


class QueueIds:
    """Gives ids to the entries of a queue that has none, by comparing it before and after a change."""

    def __init__(self) -> None:
        self._entries: list[tuple[Hashable, str]] = []
        self._ids = itertools.count(1)

    def update(self, keys: Sequence[Hashable]) -> list[str]:
        """Returns the ids of the queue as it is now. A key says what an entry plays, such as its playlist and its item.

        Of entries with one key, those at the end keep their ids: a player takes the first when it plays.
        """
        old = self._entries
        tail = head = 0
        if len(keys) < len(old):
            while tail < len(keys) and old[-1 - tail][0] == keys[-1 - tail]:
                tail += 1
        while head < min(len(old), len(keys)) - tail and old[head][0] == keys[head]:
            head += 1
        free: defaultdict[Hashable, list[str]] = defaultdict(list)
        for key, identity in old[head : len(old) - tail]:
            free[key].append(identity)
        middle = range(head, len(keys) - tail)
        kept = {at: free[keys[at]].pop() for at in reversed(middle) if free[keys[at]]}
        changed = [(keys[at], kept.get(at) or str(next(self._ids))) for at in middle]
        self._entries = old[:head] + changed + old[len(old) - tail :]
        return [identity for _, identity in self._entries]
