"""Where figures are from: a word and a sign for each origin, the same on every screen."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from wardesk.model.look import BadgeLook, Origin
from wardesk.ui import theme
from wardesk.words import tr

ORIGINS: tuple[Origin, ...] = ("stated", "deduced", "rebuilt", "scenario", "own")


def origin_word(origin: Origin) -> str:
    """Its name; empty where nobody says."""
    words = {
        "stated": tr("stated"),
        "deduced": tr("deduced"),
        "rebuilt": tr("rebuilt"),
        "scenario": tr("by the scenario"),
        "own": tr("own", "Origin"),
    }
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


def mark_origin(painter: QPainter, box: QRectF, origin: str) -> None:
    """A line below a figure: solid for what is stated, dotted for what is deduced.

    Thick in the umpire's ink for the scenario, in the accent's for one's own; nothing for ours.
    """
    styles = {
        "stated": (Qt.PenStyle.SolidLine, 1.6, "accent_text"),
        "deduced": (Qt.PenStyle.DotLine, 1.6, "accent_text"),
        "scenario": (Qt.PenStyle.SolidLine, 3.0, "umpire_text"),
        "own": (Qt.PenStyle.SolidLine, 3.0, "accent"),
    }
    if origin not in styles:
        return
    style, width, ink = styles[origin]
    painter.setPen(QPen(theme.colour(ink), width, style))
    y, half = box.bottom() - 3.5, min(box.width() / 2 - 2, 26.0)
    painter.drawLine(QPointF(box.center().x() - half, y), QPointF(box.center().x() + half, y))
