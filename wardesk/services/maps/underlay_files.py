"""A picture put under a map from a file, fitted to the map or calibrated by marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from wardesk.drawing.commands.all_commands import AddUnderlay
from wardesk.drawing.commands.checks import known_cell
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import outlines
from wardesk.geometry.grids.bend import Fit, PictureBend, bent, chosen_fit
from wardesk.geometry.grids.calibration import Affine, Calibration, PictureMark, calibrated, fitted
from wardesk.geometry.grids.snap import Point
from wardesk.services.maps.edit_session import EditSession
from wardesk.words import say

_MARK = re.compile(r"(?P<px>[-+.\d]+),(?P<py>[-+.\d]+)=(?P<place>.+)")
_PLACE = re.compile(r"(?P<x>[-+.\d]+):(?P<y>[-+.\d]+)")


class Underlaid(Struct, frozen=True, kw_only=True):
    """What was put under a map: its id there, the part that holds it, how well it fits."""

    id: str
    image: str
    size: tuple[int, int]
    transform: Affine
    fit: Fit | None = None
    error: float = 0.0
    """Root mean square of what the marks are off, map units."""
    residuals: tuple[Point, ...] = ()
    calibration: Calibration | None = None
    """What a fit that does not bend the picture tells besides."""


Straighten = Callable[[bytes, PictureBend], tuple[bytes, Affine]]
"""Takes the bend out of a picture: the new one, and how it lies on the map."""


def read_marks(document: MapDocument, texts: Sequence[str]) -> list[PictureMark]:
    """Marks of the form ``120,80=0101`` (a cell's anchor) or ``120,80=640:320`` (map units).

    UserError with the one that is none.
    """
    found: list[PictureMark] = []
    for text in texts:
        parts = _MARK.fullmatch(text)
        try:
            if parts is None:
                raise ValueError(text)
            pixel = float(parts["px"]), float(parts["py"])
            spot = _PLACE.fullmatch(parts["place"])
            place = (float(spot["x"]), float(spot["y"])) if spot else _anchor(document, parts)
        except ValueError as error:
            raise UserError(
                say("{text!s} is no mark.", text=f"{text!a:.70}"),
                "Write pixels and a cell: 120,80=0101.",
            ) from error
        found.append(PictureMark(pixel, place))
    return found


def put_under(
    path: Path,
    image: Path,
    marks: Sequence[str] = (),
    *,
    straighten: Straighten,
    fit: Fit | Literal["auto"] = "auto",
    title: str = "",
    opacity: float = 1.0,
) -> Underlaid:
    """Put a picture under a map and save it. Without marks it is fitted to the map's extent.

    A *fit* that bends the picture has it straightened first.

    UserError if the map is open elsewhere or unsaved, for no picture, and for marks that fix
    nothing; the map stays as it was then.
    """
    with EditSession.open(path) as session:
        if not session.editor.is_clean:
            text = say("{path!s} has work that was not saved.", path=path)
            raise UserError(text, "Open it in WarDesk and save it first.")
        document = session.document
        found, transform, kind, how = session.put_image(image), None, None, None
        if marks:
            known = read_marks(document, marks)
            kind = chosen_fit(known) if fit == "auto" else fit
            if kind in ("projective", "spline"):
                how = bent(known, kind)
                data, transform = straighten(document.extra_parts[found.part], how)
                found = session.put_image(data)
            else:
                how = calibrated(known, kind)
                transform = how.transform
        transform = transform or fitted(found.size, _extent(document))
        command = AddUnderlay(found.part, found.size, transform, title, opacity=opacity)
        session.do(command)
        try:
            session.save()
        except UserError:
            session.editor.undo()
            raise
        name = document.underlays[-1].id
        return Underlaid(
            id=name,
            image=found.part,
            size=found.size,
            transform=transform,
            fit=kind,
            error=how.error if how else 0.0,
            residuals=how.residuals if how else (),
            calibration=how if isinstance(how, Calibration) else None,
        )


def _anchor(document: MapDocument, parts: re.Match[str]) -> Point:
    return known_cell(document, parts["place"]).anchor


def _extent(document: MapDocument) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the map's cells, or a small square for an empty map."""
    if document.layout is not None:
        grid = document.layout.grid
        last = [(0, 0), (grid.columns - 1, 0), (0, grid.rows - 1)]
        last += [(1 % grid.columns, grid.rows - 1), (grid.columns - 1, 1 % grid.rows)]
        points = [p for column, row in last for p in grid.outline(*grid.axial(column, row))]
    else:
        found = outlines(document.network).values()
        points = [p for rings in found for ring in rings for p in ring]
    if not points:
        return 0.0, 0.0, 1000.0, 1000.0
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
