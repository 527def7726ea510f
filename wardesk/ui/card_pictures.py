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


class MapPart(NamedTuple):
    """A map, or what lies around some of its cells: scenarios on one map look different."""

    path: Path
    around: tuple[str, ...] = ()


def card_pictures(maps: Iterable[MapPart]) -> dict[str, QImage | None]:
    """The pictures of *maps*, or of the first of them, by their keys; Home asks for the rest."""
    begun, painted = monotonic(), {}
    for part in maps:
        key = card_key(*part)
        painted[key] = _picture(part, key)
        if monotonic() > begun + _AT_ONCE:
            break
    return painted


def card_picture(map_path: Path) -> QImage | None:
    """A map fitted into a card, painted once for each state of its file and of the painter.

    None when the map cannot be read: opening its scenario tells why.
    """
    return _picture(MapPart(map_path), card_key(map_path))


def _picture(part: MapPart, key: str) -> QImage | None:
    def paint() -> QImage | None:
        try:
            return guarded(
                str(part.path),
                lambda: board_thumbnail(
                    load_board(part.path), CARD_WIDTH, CARD_HEIGHT, around=part.around
                ),
            )
        except UserError:
            return None

    return kept_picture("cards", key, MOST_CARDS, paint)


def card_key(map_path: Path, around: tuple[str, ...] = ()) -> str:
    """What the picture of a map is kept under: another one when the map or its painter changed."""
    parts = (map_path, *map_path.rglob("*"))
    changed = max((part.stat().st_mtime_ns for part in parts if part.exists()), default=0)
    told = f"{map_path.resolve()}|{changed}|{painters_mark()}|{' '.join(sorted(around))}"
    return sha256(told.encode()).hexdigest()
