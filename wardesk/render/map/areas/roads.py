"""Roads and paths: all casings first, then all fills, so that junctions open up by themselves."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QPainter, QPainterPath

from wardesk.render.map.printed_sheet import Sheet
from wardesk.render.shapes import chaikin, dashed, lines, of_kind, path_of, pen
from wardesk.render.theme import MapTheme

_WIDTHS = {"road": (12.5, 8.4), "path": (7.6, 4.6), "track": (7.6, 4.6)}
"""Casing and fill in drawing units, wide roads first."""


@dataclass
class Roads:
    """Colourless lines of roads by kind."""

    runs: dict[str, list[QPainterPath]]


def build_roads(sheet: Sheet) -> Roads:
    """Round every road once."""
    runs: dict[str, list[QPainterPath]] = {}
    for feature, form in of_kind(sheet.board, *_WIDTHS):
        for line in lines(form):
            runs.setdefault(feature.kind, []).append(path_of(chaikin(line, 2)))
    return Roads(runs)


def paint_roads(painter: QPainter, made: Roads, theme: MapTheme, unit: float, fine: float) -> None:
    """Casings, fills, and the rut of paths."""
    least = 100 * unit / fine
    order = [kind for kind in reversed(_WIDTHS) if kind in made.runs]
    for part, name in ((0, "casing"), (1, "fill")):
        for kind in order:
            wide = max(unit * _WIDTHS[kind][part], (2.6, 1.3)[part] * least)
            key = f"road.{name}" if kind == "road" else f"road.path_{name}"
            line = pen(theme.colour(key), wide)
            for run in made.runs[kind]:
                painter.strokePath(run, line)
    if fine >= 60:
        rut = dashed(theme.colour("road.rut", 0.5), unit * 1.0, (unit * 9, unit * 7))
        for kind in order:
            if kind != "road":
                for run in made.runs[kind]:
                    painter.strokePath(run, rut)
