"""The palette of the Grand Tactical Series: ground, sides, lines and the sight rule."""

from __future__ import annotations

from wardesk.documents.maps.shipped import shipped_policy
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind

LEG, WHEELED, TRACKED = "leg", "wheeled", "tracked"
NO, ROAD = "no", "road"
TERRAIN: tuple[tuple[str, str, str, str, tuple[int | str, ...], int], ...] = (
    # id, name, art, rule; leg, wheeled, tracked outside column and in it; fire modifier
    ("clear", "Clear", "hedged fields", "WED 2.1", (2, 1, 3, 2, 2, 1), 0),
    ("polder", "Polder", "polder", "WED 2.2", (2, 1, 5, 3, 3, 2), 0),
    ("orchard", "Orchard", "orchard", "WED 2.3", (2, 1, 8, 2, 4, 1), -1),
    ("woods", "Woods", "wood", "WED 2.4", (3, 2, NO, ROAD, NO, ROAD), -2),
    ("village", "Village", "village", "WED 2.7", (2, 1, 6, 1, 4, 1), -1),
    ("town", "Town", "town", "WED 2.8", (2, 1, NO, 1, NO, 1), -2),
    ("city", "City", "city", "WED 2.9", (2, 1, NO, 1, NO, 1), -3),
    ("fortified", "Fortified", "fortified city", "WED 2.10", (2, 1, NO, 3, NO, 2), -4),
    ("heath", "Heath", "heath", "WED 2.1", (2, 1, 3, 2, 2, 1), 0),
    ("marsh", "Marsh", "marsh", "WED 2.2", (2, 1, 5, 3, 3, 2), 0),
    ("sand_dunes", "Sand dunes", "dune", "WED 2.19", (2, 1, 4, 3, 3, 2), -1),
    ("impassable", "Impassable", "water", "WED 2.14", (NO, NO, NO, NO, NO, NO), 0),
)
CLASSES = (LEG, WHEELED, TRACKED)
BORDERS = (
    BorderKind("stream", "Stream", passable=True, art="stream", cite="WED 2.11"),
    BorderKind("river", "River", passable=False, art="river", cite="WED 2.12"),
    BorderKind("canal", "Canal", passable=False, art="canal", cite="WED 2.12"),
    BorderKind("crest", "Crest", passable=True, art="ridge", cite="WED 2.13"),
    BorderKind("embankment", "Impassable", passable=False, art="dyke", cite="WED 2.14"),
)
_ROADS = {f"column_{group}": "1/2" for group in CLASSES}
_RAILS = {f"column_{LEG}": "1/2", f"column_{WHEELED}": 2, f"column_{TRACKED}": 1}
LINES = (
    LineKind("road", "Road", "road", "WED 2.5", _ROADS),
    LineKind("main-road", "Main road", "main road", "WED 2.5", _ROADS),
    LineKind("local-road", "Local road", "lane", "WED 2.5", _ROADS),
    LineKind("railroad", "Railroad", "railway", "WED 2.6", _RAILS),
    LineKind("raised-road", "Raised road", "raised", "WED 2.16", {**_ROADS, "raised": True}),
    LineKind(
        "raised-railroad", "Raised railroad", "raised", "WED 2.16", {**_RAILS, "raised": True}
    ),
    LineKind("limit", "Deployment limit", "limit", "WED S6.10"),
)
RAISED = {"road": "raised-road", "main-road": "raised-road", "railroad": "raised-railroad"}
"""Kind of way -> the bank that it may lie on."""


def palette() -> Palette:
    """Ground, sides, lines and the sight rule of the series, with their figures."""
    kinds: dict[str, TerrainKind] = {}
    for name, title, art, cite, costs, fire in TERRAIN:
        figures: dict[str, int | str] = {"fire": fire}
        for n, group in enumerate(CLASSES):
            figures[f"move_{group}"], figures[f"column_{group}"] = costs[2 * n], costs[2 * n + 1]
        kinds[name] = TerrainKind(name, title, art, cite, figures)
    return Palette(
        id="gts",
        title="Grand Tactical Series",
        terrain=kinds,
        borders={kind.id: kind for kind in BORDERS},
        lines={kind.id: kind for kind in LINES},
        sight={"gts": shipped_policy("gts")},
    )
