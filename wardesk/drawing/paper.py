"""The blank paper that a map of areas begins on."""

from __future__ import annotations

import math
from typing import Any, cast

from wardesk.drawing.document import MapDocument

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, map units."""


def paper_of(document: MapDocument) -> Box | None:
    """The paper that was chosen for an area map; None if there is none, or it makes no sense."""
    told = document.styles.get("paper")
    if not isinstance(told, list | tuple):
        return None
    rows = cast("list[Any]", list(cast("Any", told)))
    if len(rows) != 4 or any(type(one) not in (int, float) for one in rows):
        return None
    left, top, right, bottom = map(float, rows)
    sound = all(map(math.isfinite, rows)) and left < right and top < bottom
    return (left, top, right, bottom) if sound else None
