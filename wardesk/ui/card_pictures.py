"""Pictures of maps on the cards of Home: painted once, a second's worth at a time, and kept."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from PySide6.QtGui import QImage

from wardesk.documents.maps.store import load_board
from wardesk.errors import UserError
from wardesk.render.export.kept import kept_picture, painters_mark
from wardesk.render.export.pictures import board_thumbnail
from wardesk.services.timeout import guarded

CARD_WIDTH, CARD_HEIGHT = 560, 260
MOST_CARDS = 200
"""Pictures of maps that are kept on the disk."""
_AT_ONCE = 1.0
"""Seconds of painting, after which Home shows what is ready."""


class CardMap(NamedTuple):
    """A map, the part of it that is laid on the table, and the cells that a picture is about."""

    path: Path
    part: tuple[str, ...] = ()
    around: tuple[str, ...] = ()


def card_pictures(maps: Iterable[CardMap]) -> dict[str, QImage | None]:
    """The pictures of *maps*, or of the first of them, by their keys; Home asks for the rest."""
    begun, painted = monotonic(), {}
    for shown in maps:
        key = card_key(shown)
        painted[key] = _picture(shown, key)
        if monotonic() > begun + _AT_ONCE:
            break
    return painted


def card_picture(map_path: Path) -> QImage | None:
    """A map fitted into a card, painted once for each state of its file and of the painter.

    None when the map cannot be read: opening its scenario tells why.
    """
    shown = CardMap(map_path)
    return _picture(shown, card_key(shown))


def _picture(shown: CardMap, key: str) -> QImage | None:
    def paint() -> QImage | None:
        try:
            return guarded(
                str(shown.path),
                lambda: board_thumbnail(
                    load_board(shown.path, shown.part),
                    CARD_WIDTH,
                    CARD_HEIGHT,
                    around=shown.around,
                ),
            )
        except UserError:
            return None

    return kept_picture("cards", key, MOST_CARDS, paint)


def card_key(shown: CardMap) -> str:
    """What the picture of a map is kept under: another one when the map or its painter changed."""
    parts = (shown.path, *shown.path.rglob("*"))
    changed = max((part.stat().st_mtime_ns for part in parts if part.exists()), default=0)
    cells = f"{' '.join(shown.part)}|{' '.join(sorted(shown.around))}"
    told = f"{shown.path.resolve()}|{changed}|{painters_mark()}|{cells}"
    return sha256(told.encode()).hexdigest()
