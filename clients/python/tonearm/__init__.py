"""The player's end of a Tonearm bridge. See docs/protocol.md and docs/native-actions.md."""

from .bridge import AsyncBridge, Bridge, BridgeError, QueueIds, action, bridge_command

__all__ = ["AsyncBridge", "Bridge", "BridgeError", "QueueIds", "action", "bridge_command"]
