"""Where figures are from: a word and a sign for each origin, the same on every screen."""

from __future__ import annotations

from wardesk.model.look import BadgeLook, Origin
from wardesk.words import tr


def origin_word(origin: Origin) -> str:
    """Its name; empty where nobody says."""
    words = {"stated": tr("stated"), "deduced": tr("deduced"), "rebuilt": tr("rebuilt")}
    return words.get(origin, "")


def origin_signs() -> tuple[BadgeLook, ...]:
    """A sign for each origin with what it means."""
    return (
        BadgeLook("S", tr("stated: printed in the rules"), "#2f6b3f", "circle"),
        BadgeLook("D", tr("deduced: follows from their examples"), "#2c5aa0", "diamond"),
        BadgeLook("R", tr("rebuilt: ours, as the original was not at hand"), "#b3812f", "square"),
    )


def origin_sign(origin: Origin) -> BadgeLook | None:
    """The sign of one origin."""
    names = ("stated", "deduced", "rebuilt")
    return origin_signs()[names.index(origin)] if origin in names else None
