"""A small invented map with every kind of feature, and the fort if its pack is there."""

from __future__ import annotations

import random

import pytest

from wardesk.model.board import Board, Border, Cell, Feature
from wardesk.model.look import SideLook
from wardesk.model.palette import BorderKind, Palette, TerrainKind

COLUMNS, ROWS, STEP = 5, 4, 90.0
TERRAIN = ("open", "wood", "work", "ditch", "trench", "building", "moon")


@pytest.fixture(autouse=True)
def _screen(qapp):
    """Qt must run before anything is drawn, and as the kind of application the windows need."""


def _polygon(*points):
    return {"type": "Polygon", "coordinates": [[list(at) for at in (*points, points[0])]]}


def _line(*points):
    return {"type": "LineString", "coordinates": [list(at) for at in points]}


def _square(x, y, half):
    return _polygon(
        (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
    )


FEATURES = (
    Feature("canal", _polygon((480, -80), (520, -80), (560, 460), (520, 460)), "Grand canal"),
    Feature("wet_ditch", _polygon((-60, 0), (-30, 0), (-30, 300), (-60, 300)), "Moat"),
    Feature("river", _line((0, 400), (200, 420), (400, 390)), "Thin river"),
    Feature("cliff_edge", _line((450, 0), (450, 180), (440, 360))),
    Feature("slope_hint", _line((20, 20), (200, 60), (420, 30))),
    Feature("dry_ditch", _square(45, 315, 40)),
    Feature("ditch_wall_closed", _line((90, 270), (90, 360))),
    Feature("ditch_wall_gated", _line((0, 270), (90, 270))),
    Feature("counterscarp", _line((0, 360), (90, 360))),
    Feature("outer_wall", _line((0, 0), (0, 270))),
    Feature("wood", _square(135, 45, 42)),
    Feature("tree_line", _line((180, 10), (180, 90))),
    Feature("trees", {"type": "MultiPoint", "coordinates": [[300, 120], [310, 140]]}),
    Feature("road", _line((-40, 140), (200, 150), (420, 130))),
    Feature("path", _line((200, 150), (220, 300))),
    Feature("work_footprint", _square(225, 45, 12)),
    Feature("hut", _polygon((300, 200), (330, 205), (328, 218), (298, 213))),
    Feature("trench", _square(315, 45, 14)),
    Feature("cupola", _square(400, 45, 8)),
    Feature("dummy_cupola", _square(400, 135, 8)),
    Feature("mg_position", {"type": "Point", "coordinates": [225, 45]}),
    Feature("mg_arc", _polygon((225, 45), (300, 20), (300, 90))),
    Feature("exit", {"type": "Point", "coordinates": [225, 60]}, properties={"bearing": 180}),
    Feature("landing_zone", _square(225, 225, 30)),
    Feature("corner_post", {"type": "Point", "coordinates": [90, 90]}),
    Feature(
        "label",
        {"type": "Point", "coordinates": [45, 45]},
        cell="c00",
        properties={"lines": ["Old", "mill"]},
    ),
    Feature("dragon", _square(400, 300, 9), "nobody knows this kind"),
    Feature("dragon", {"type": "Point", "coordinates": [390, 300]}),
    Feature("road", {"type": "Nonsense", "coordinates": []}),
    Feature("wood", {"type": "Polygon"}),
)


def make_board(seed: int = 1, features=FEATURES, **changes) -> Board:
    """A board of 20 crooked cells that share their corners."""
    rng = random.Random(seed)
    knots = {
        (i, j): (i * STEP + rng.uniform(-9, 9), j * STEP + rng.uniform(-9, 9))
        for i in range(COLUMNS + 1)
        for j in range(ROWS + 1)
    }
    cells, outlines, borders = {}, {}, []
    for i in range(COLUMNS):
        for j in range(ROWS):
            name = f"c{i}{j}"
            number = i * ROWS + j
            cells[name] = Cell(
                name,
                ("Long meadow by the mill (east)", "Block 1", "Hill")[number % 3],
                TERRAIN[number % len(TERRAIN)],
                ((i + 0.5) * STEP, (j + 0.5) * STEP),
                {"victory_points": number % 3, "divisor": number % 4},
            )
            outlines[name] = ((knots[i, j], knots[i + 1, j], knots[i + 1, j + 1], knots[i, j + 1]),)
            if i:
                kind = ("open", "wall", "cliff", "fence")[number % 4]
                ends = (knots[i, j], knots[i, j + 1])
                borders.append(Border(f"b{name}", ends, f"c{i - 1}{j}", name, kind))
            if not j:
                borders.append(
                    Border(f"t{name}", (knots[i, 0], knots[i + 1, 0]), None, name, "scarp")
                )
    palette = Palette(
        "p",
        "P",
        {kind: TerrainKind(kind, kind, kind) for kind in TERRAIN},
        {
            "open": BorderKind("open", "Open", True),
            "wall": BorderKind("wall", "Wall", False, "wall"),
        },
    )
    values = {
        "id": "test",
        "title": "Testland, 20 cells",
        "kind": "area",
        "unit": "m",
        "provenance": "reconstruction: drawn for the tests. It is not real.",
        "cells": cells,
        "outlines": outlines,
        "borders": tuple(borders),
        "contacts": (),
        "features": features,
        "palette": palette,
        "digest": "00" * 32,
    }
    return Board(**(values | changes))


@pytest.fixture(scope="session")
def board() -> Board:
    return make_board()


@pytest.fixture(scope="session")
def fort() -> Board:
    maps = pytest.importorskip("wardesk.documents.maps.store")
    from wardesk.paths import campaigns

    place = campaigns() / "eben-emael" / "maps" / "fort"
    if not place.exists():
        pytest.skip("the pack is not there")
    return maps.load_board(place)


SIDES = (
    SideLook("grey", "Grey", "#aab0aa", "#20262c"),
    SideLook("sand", "Sand", "#d9b878", "#6b4a1d", "b"),
    SideLook("sky", "Sky", "#6c93bf", "#c33a2f"),
    SideLook("olive", "Olive", "#a3aa6c", "#2f7d4f"),
    SideLook("ink", "Ink", "#2a2f38", "#e8b400"),
    SideLook("mid", "Middle grey", "#777777", "#808080"),
    SideLook("red", "Red", "#b3231f", "#ffffff"),
)


@pytest.fixture(scope="session")
def sides():
    """Seven sides, from pale to nearly black."""
    return SIDES


@pytest.fixture
def make():
    """The maker of boards, for tests that need a changed one."""
    return make_board
