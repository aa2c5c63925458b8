from .bridge import AsyncBridge, Bridge, BridgeError, QueueIds, action, bridge_command

__all__ = ["AsyncBridge", "Bridge", "BridgeError", "QueueIds", "action", "bridge_command"]
