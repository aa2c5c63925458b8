"""Streams that panels have brought stay on their host: no redirect and no list of segments is followed."""

from typing import Any

from gi.repository import GLib, Gst
from quodlibet import app

from .tracks import Tracks


class Streams:
    """Watches the elements of Quod Libet's pipeline, which it makes anew after each stop."""

    def __init__(self, tracks: Tracks) -> None:
        self.tracks = tracks
        self.player = app.player
        self.pipeline: Any = None
        self.connections: list[int] = []
        self.player_set_uri = self.player._set_uri
        self.player._set_uri = self.set_uri

    def close(self) -> None:
        del self.player._set_uri
        self.watch(None)

    def set_uri(self, uri: str) -> None:
        self.watch(self.player.bin.bin)
        self.player_set_uri(uri)

    def watch(self, pipeline: Any) -> None:
        if pipeline is self.pipeline:
            return
        for connection in self.connections:
            self.pipeline.disconnect(connection)
        self.pipeline, self.connections = pipeline, []
        if pipeline is not None:
            self.connections.append(pipeline.connect("source-setup", self.source_setup))
            self.connections.append(pipeline.connect("deep-element-added", self.element_added))

    def is_of_panel(self, uri: str) -> bool:
        """Whether a panel has brought a stream that is no station of the user."""
        return uri in self.tracks.others and app.library.librarian.get(uri) is None

    def source_setup(self, _: Any, source: Any) -> None:
        if source.find_property("automatic-redirect") and self.is_of_panel(source.get_uri()):
            source.props.automatic_redirect = False

    def element_added(self, pipeline: Any, _: Any, element: Any) -> None:
        """Keeps an HLS or DASH playlist from the element that would open the addresses in it, and fails the track."""
        factory = element.get_factory()
        if factory and "Adaptive" in factory.get_metadata("klass") and self.is_of_panel(pipeline.props.uri):
            element.get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER | Gst.PadProbeType.BUFFER_LIST, self.refuse)

    def refuse(self, pad: Any, _: Any) -> Any:
        error = GLib.Error.new_literal(Gst.ResourceError.quark(), "A panel's stream leads to other addresses", Gst.ResourceError.NOT_AUTHORIZED)
        pad.get_parent_element().post_message(Gst.Message.new_error(pad.get_parent_element(), error, ""))
        return Gst.PadProbeReturn.DROP
