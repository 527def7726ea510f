"""Which end of a side lies high, for border kinds such as cliffs that have a high side."""

from __future__ import annotations

from wardesk.drawing.commands import AnyCommand
from wardesk.drawing.document import MapDocument
from wardesk.ui.map.words import tr


def is_directed(document: MapDocument, kind: str) -> bool:
    """Whether one of the sides of this border kind is the high one."""
    found = document.palette.borders.get(kind)
    return bool(getattr(found, "directed", False))


def point_high(
    document: MapDocument, pair: tuple[str, str], kind: str, high: str
) -> AnyCommand | None:
    """The command that makes *high* the high cell of a side; None if there is nothing to say."""
    del document, pair, kind, high
    return None  # maps cannot tell yet which cell of a side lies high


def directed_words() -> tuple[str, str]:
    """A hint for directed kinds."""
    return (
        tr("Click again"),
        tr("turn the high side round"),
    )
