"""The name of a zone stands inside of its zone, whatever the shape of that is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from wardesk.documents.maps.store import load_board
from wardesk.model.cells import Feature
from wardesk.paths import campaigns
from wardesk.render.map.lattice.frame import LatticeFrame
from wardesk.render.map.names import STEPS, NamedZone, SheetName, zones_of

EDGE = 100.0


def _square(cell: str) -> QPainterPath:
    x, y = map(int, cell.split("."))
    path = QPainterPath()
    path.addRect(QRectF(x * EDGE, y * EDGE, EDGE, EDGE))
    return path


def _zone(*cells: str, name: str = "B") -> NamedZone:
    nothing = {"type": "MultiPoint", "coordinates": []}
    feature = Feature("zone", nothing, name, properties={"cells": list(cells)}, id="z")
    (found,) = zones_of([feature], cells, 1.0, _square)
    return found


def test_a_name_stays_at_the_top_where_there_is_room() -> None:
    zone = _zone("0.0", "1.0", "2.0", "1.1")
    assert zone.at == (150.0, 24.0)


def test_a_name_goes_to_the_nearest_cell_where_the_top_is_outside() -> None:
    zone = _zone("0.0", "0.1", "1.1", "2.1")
    assert zone.at in ((50.0, 50.0), (150.0, 150.0))


def test_a_name_too_long_for_one_cell_still_has_its_middle_inside() -> None:
    zone = _zone("0.0", "0.1", "1.1", "2.1", name="A very long name of a zone")
    assert zone.outline.contains(QPointF(*zone.at))


@pytest.mark.parametrize("grown", STEPS[:-1])
def test_each_drop_zone_of_the_corridor_holds_its_name_at_every_zoom(grown: float) -> None:
    board = load_board(campaigns() / "market-garden/maps/country")
    frame = LatticeFrame(board.grid)
    numbers = board.cell_numbers
    zones = list(
        zones_of(board.features, numbers, frame.unit, lambda cell: frame.path(numbers[cell]))
    )
    assert [zone.name for zone in zones][:4] == ["DZ A1", "DZ A", "DZ B", "DZ C"]
    assert len(zones) == 16
    for zone in zones:
        assert zone.outline.contains(QPointF(*zone.at)), zone.name
        others = [one for one in zones if one is not zone]
        assert not any(one.outline.contains(QPointF(*zone.at)) for one in others), zone.name
        box = SheetName((zone.name,), zone.at, grown, italic=True).box
        wide = zone.name in ("DZ A", "DZ B", "DZ C")  # names of others fit as they are, no larger
        assert zone.outline.contains(box) or (not wide and grown > 1), zone.name
