"""Stands in for a bridge: answers `bridge.initialize` and `bridge.shutdown`, and does what its arguments say."""

import json
import os
import signal
import struct
import sys
import threading
import time
from typing import Any

behaviour, *values = sys.argv[1:]
seen: list[Any] = []
texts: list[str] = []
sys.setrecursionlimit(5000)  # Of a message of 1,000 levels, each takes one.
lock = threading.Lock()


def send(message: object) -> None:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    frame = struct.pack("<I", len(body)) + body
    piece = 3 if behaviour == "pieces" else len(frame)
    with lock:
        for start in range(0, len(frame), piece):
            sys.stdout.buffer.write(frame[start : start + piece])
            sys.stdout.buffer.flush()


def receive() -> Any:
    if not (header := sys.stdin.buffer.read(4)):
        return None
    texts.append(sys.stdin.buffer.read(struct.unpack("<I", header)[0]).decode())
    return json.loads(texts[-1])


def ask(method: str, params: object = None, panel: str | None = None) -> None:
    send({"jsonrpc": "2.0", "id": len(seen) + 1000, "method": method, "params": params or {}, "panel": panel})


if behaviour == "dies":
    sys.exit("the last words")
if behaviour == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
while (message := receive()) is not None:
    seen.append(message)
    method = message.get("method")
    if method == "bridge.initialize":
        if behaviour == "silent":
            continue
        if behaviour == "refuses":
            send({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32003, "message": "Unsupported protocol version"}})
            continue
        send({"jsonrpc": "2.0", "id": message["id"], "result": [] if behaviour == "answers a list" else message["params"]})
        if behaviour == "prints":
            os.write(1, b"debug: this is no frame\n")
        if behaviour == "no json":
            send(b"{")
        if behaviour == "session":
            for name, params in json.loads(values[0]):
                ask(name, params)
                seen.append(receive())
            os.kill(os.getpid(), signal.SIGKILL)
    elif method == "bridge.shutdown":
        if behaviour == "stubborn":
            time.sleep(60)
        if behaviour == "restores":
            ask("player.playback.setOrder", {"order": 3})
            receive()
        send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
    elif method == "ask":
        ask(message["params"]["method"], message["params"].get("params"), message.get("panel"))
        answer = receive()
        send({"jsonrpc": "2.0", "id": message["id"], "result": {key: answer[key] for key in answer if key in ("result", "error")}})
    elif method == "event":
        send({"jsonrpc": "2.0", "method": "event", "params": message["params"]})
    elif method == "raw":
        send(message["params"]["text"].replace("ID", str(message["id"])).encode())
    elif method == "seen":
        send({"jsonrpc": "2.0", "id": message["id"], "result": seen})
    elif method == "texts":
        send({"jsonrpc": "2.0", "id": message["id"], "result": texts})
    elif method == "half":
        os.write(1, struct.pack("<I", 100) + b"{")
        os.kill(os.getpid(), signal.SIGKILL)
    elif method == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif method == "slow":
        threading.Timer(0.01, send, [{"jsonrpc": "2.0", "id": message["id"], "result": {"n": message["params"]["n"]}}]).start()
