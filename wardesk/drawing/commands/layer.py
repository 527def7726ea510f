"""The command that shows, hides, locks or fades a layer."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.drawing.commands.change import Change, Draft
from wardesk.drawing.commands.checks import good_share
from wardesk.drawing.commands.command import Command
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import IN_WORDS, Layer, layer_state, styles_with


class SetLayer(Command, frozen=True):
    """Change eye, lock or opacity of a layer; what is left out stays."""

    layer: Layer
    visible: bool | None = None
    locked: bool | None = None
    opacity: float | None = None

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        state = layer_state(document, self.layer)
        verb = "Change"
        if self.visible is not None:
            state, verb = replace(state, visible=self.visible), "Show" if self.visible else "Hide"
        if self.locked is not None:
            state, verb = replace(state, locked=self.locked), "Lock" if self.locked else "Unlock"
        if self.opacity is not None:
            state, verb = replace(state, opacity=good_share(self.opacity, "An opacity")), "Fade"
        draft = Draft(document)
        draft.set("styles", styles_with(document, self.layer, state))
        return draft.change(f"{verb} {IN_WORDS[self.layer]}", {"layers"})
