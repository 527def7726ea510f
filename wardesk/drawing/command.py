"""The form of every edit command: a frozen value that plans its change and says what it does."""

from __future__ import annotations

from msgspec import Struct

from wardesk.drawing.change import Change
from wardesk.drawing.document import MapDocument


def _tag(name: str) -> str:
    """``PaintTerrain`` is written ``paint-terrain``."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Command(Struct, frozen=True, tag_field="do", tag=_tag, forbid_unknown_fields=True):
    """One intent of a person. It names things by id and holds plain values, so it can be written.

    Subclasses give `plan`. *stroke* merging, undo and the journal are the editor's business.
    """

    def plan(self, document: MapDocument) -> Change:
        """The change that this command makes; *document* stays as it is.

        UserError with the reason if the command cannot be done.
        """
        raise NotImplementedError

    def apply(self, document: MapDocument) -> Change:
        """Plan and make the change: completely, or (UserError) not at all."""
        change = self.plan(document)
        change.forward(document)
        return change
