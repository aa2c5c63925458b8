"""Notices a bridge that does not answer. A call may wait for the user, so the bridge is asked for a sign of life."""

from collections.abc import Callable
from typing import Any

from gi.repository import GLib

from .bridge import Bridge

LOOK_MS = 2500
"""The bridge is asked at one look, and is silent when it has not answered until the next."""


class Watch:
    def __init__(self, bridge: Bridge, changed: Callable[[bool], None]) -> None:
        self.bridge = bridge
        self.changed = changed
        self.is_silent = False
        self.is_over = False
        """No bridge runs, and none will start by itself."""
        self.unanswered = 0
        self.question: Any = None
        self.timer = 0

    def close(self) -> None:
        if self.timer:
            GLib.source_remove(self.timer)

    def begin(self, call: Any) -> None:
        """Watches until a call has been answered."""
        self.unanswered += 1
        call.add_done_callback(self.end)
        if not self.timer:
            self.timer = GLib.timeout_add(LOOK_MS, self.look)

    def end(self, call: Any) -> None:
        self.unanswered -= 1

    def forget(self, is_over: bool = False) -> None:
        """What was asked of a bridge says nothing of the next one."""
        self.question = None
        self.is_silent, self.is_over = False, is_over

    def look(self) -> bool:
        if not self.unanswered or self.is_over:
            self.timer = 0
            return False
        if self.question is None:
            self.question = self.bridge.call("test.ping")
            self.question.add_done_callback(self.answered)
        elif not self.is_silent:
            self.is_silent = True
            self.changed(True)
        return True

    def answered(self, question: Any) -> None:
        if question is not self.question:
            return
        self.question = None
        if self.is_silent and not question.exception():
            self.is_silent = False
            self.changed(False)
