"""The form of every edit command: a frozen value that plans its change and says what it does."""

from __future__ import annotations

from msgspec import Struct
from shapely.errors import GEOSException

from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import require_unlocked
from wardesk.errors import UserError
from wardesk.geometry.borders.shapes import shape_flaws
from wardesk.geometry.borders.validation import network_flaws
from wardesk.words import say


def _tag(name: str) -> str:
    """``PaintTerrain`` is written ``paint-terrain``."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Command(Struct, frozen=True, tag_field="do", tag=_tag, forbid_unknown_fields=True):
    """One intent of a person. It names things by id and holds plain values, so it can be written.

    Subclasses give `plan`. *stroke* merging, undo and the journal are the editor's business.
    """

    def plan(self, document: MapDocument) -> DocumentChange:
        """The change that this command makes; *document* stays as it is.

        UserError with the reason if the command cannot be done.
        """
        raise NotImplementedError

    def apply(self, document: MapDocument) -> DocumentChange:
        """Plan and make the change: completely, or (UserError) not at all."""
        change = self.planned(document)
        change.forward(document)
        return change

    def planned(self, document: MapDocument) -> DocumentChange:
        """As `plan`, also on maps whose borders are so broken that nothing can be reckoned.

        Such maps come in with files. On a sound map an error of ours stays what it is. Changes on a
        locked layer are refused.
        """
        try:
            change = self.plan(document)
        except (KeyError, IndexError, ValueError, GEOSException) as error:
            if not _is_broken(document):
                raise
            text = say("The borders of this map are too broken for that.")
            raise UserError(text, "`wardesk map check` lists what is wrong.") from error
        require_unlocked(document, change)
        return change


def _is_broken(document: MapDocument) -> bool:
    network = document.network
    return any(flaw.grave for flaw in network_flaws(network)) or any(
        flaw.grave for flaw in shape_flaws(network)
    )
