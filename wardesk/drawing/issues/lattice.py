"""What can be wrong with the document of a hex or square map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from wardesk.drawing.called import line_words
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.issues.line_jumps import jumps
from wardesk.geometry.borders.validation import Flaw
from wardesk.geometry.grids.snap import within_limit
from wardesk.model.sight_ground import HIGHEST, good_height
from wardesk.words import say

MOST_CELLS = 250_000
"""More cells than this no sheet has; a hostile file must not make us count millions."""
MOST_TOLD = 100


@lru_cache(maxsize=16)
def layout_problem(layout: Layout) -> str:
    """Why a sheet cannot be used at all, in a sentence, or an empty text. Cheap on purpose."""
    grid = layout.grid
    if grid.columns < 1 or grid.rows < 1 or grid.count > MOST_CELLS:
        return say(
            "A sheet has from 1 to {most} cells, not {columns} × {rows}.",
            most=MOST_CELLS,
            columns=grid.columns,
            rows=grid.rows,
        )
    ends = [
        grid.axial(column, row) for column in (0, grid.columns - 1) for row in (0, grid.rows - 1)
    ]
    if not all(within_limit(point) for q, r in ends for point in grid.outline(q, r)):
        return say("The sheet reaches beyond the largest coordinates a map can have.")
    try:
        layout.numbering.labels(grid)
    except ValueError as error:
        return say("The numbering does not tell cells apart: {error}.", error=error)
    return ""


def lattice_flaws(document: MapDocument) -> list[Flaw]:
    """Everything wrong with a document of a lattice. Never raises."""
    found = sheet_flaws(document)
    if any(flaw.code in ("sheet-missing", "sheet-wrong") for flaw in found):
        return found
    found += cell_flaws(document, document.cells)
    found += side_flaws(document, document.sides)
    found += override_flaws(document)
    found += line_flaws(document)
    return found[:MOST_TOLD]


def sheet_flaws(document: MapDocument) -> list[Flaw]:
    """What is wrong with the sheet itself; without a usable one nothing else can be asked."""
    layout = document.layout
    if layout is None or layout.grid.kind != document.kind:
        return [
            Flaw(
                "sheet-missing",
                (),
                say("The {kind!s} map has no sheet of its kind.", kind=document.kind),
            )
        ]
    problem = layout_problem(layout)
    if problem:
        return [Flaw("sheet-wrong", (), problem)]
    found: list[Flaw] = []
    if not document.cells:
        found.append(Flaw("map-empty", (), say("The map has no cells.")))
    if layout.fill and layout.fill not in document.palette.terrain:
        text = say("The usual terrain “{fill!s}” is not in the palette.", fill=layout.fill)
        found.append(Flaw("sheet-fill", (layout.fill,), text))
    return found


def cell_flaws(document: MapDocument, names: Iterable[str]) -> Iterator[Flaw]:
    """What is wrong with these cells; names of none are passed over."""
    palette, numbers = document.palette, document.cell_numbers
    heights = {p.elevation.property for p in palette.sight.values() if p.elevation is not None}
    for name in names:
        cell = document.cells.get(name)
        if cell is None:
            continue
        if name not in numbers:
            yield Flaw("cell-unknown", (name,), say("The sheet has no cell {name!s}.", name=name))
        if cell.terrain not in palette.terrain:
            text = say(
                "Cell {name!s} has the terrain “{terrain!s}”, which the palette does not know.",
                name=name,
                terrain=cell.terrain,
            )
            yield Flaw("cell-terrain", (name,), text, cell.anchor)
        if not cell.properties:
            continue
        for height in sorted(heights & set(cell.properties)):
            value = cell.properties[height]
            if not good_height(value):
                text = say(
                    "The {height!s} of cell {name!s} must be a whole number up to "
                    "{highest!s}, not {value!s}.",
                    height=height,
                    name=name,
                    highest=f"{HIGHEST:,}",
                    value=f"{value!r:.40}",
                )
                yield Flaw("cell-level", (name, height), text, cell.anchor)


def side_flaws(document: MapDocument, pairs: Iterable[tuple[str, str]]) -> Iterator[Flaw]:
    """What is wrong with what lies on these sides; pairs with nothing between are passed over."""
    borders = document.palette.borders
    for a, b in pairs:
        kinds = document.sides.get((a, b), ())
        if not kinds:
            continue
        unknown = [cell for cell in (a, b) if cell not in document.cells]
        if unknown:
            yield Flaw(
                "side-cell",
                (a, b),
                say(
                    "The side {a!s}–{b!s} names cell {cell!s}, unknown.", a=a, b=b, cell=unknown[0]
                ),
            )
        elif not _beside(document, a, b):
            yield Flaw("side-apart", (a, b), say("Cells {a!s} and {b!s} share no side.", a=a, b=b))
        for kind in kinds:
            if kind not in borders:
                text = say(
                    "The side {a!s}–{b!s} is of the kind “{kind!s}”, which the palette "
                    "does not know.",
                    a=a,
                    b=b,
                    kind=kind,
                )
                yield Flaw("side-kind", (a, b, kind), text)
        directed = [kind for kind in kinds if kind in borders and borders[kind].directed]
        if directed and document.high.get((a, b)) not in (a, b):
            text = say(
                "The {kind!s} between {a!s} and {b!s} does not say which of them lies high.",
                kind=directed[0],
                a=a,
                b=b,
            )
            yield Flaw("side-high", (a, b), text, grave=False)


def _beside(document: MapDocument, a: str, b: str) -> bool:
    layout, numbers = document.layout, document.cell_numbers
    if layout is None or a not in numbers or b not in numbers:
        return False
    (aq, ar), (bq, br) = (layout.grid.coordinates(numbers[cell]) for cell in (a, b))
    return (bq - aq, br - ar) in layout.grid.side_steps


def override_flaws(document: MapDocument) -> Iterator[Flaw]:
    """What is wrong with people's words on adjacency."""
    pairs = Counter(tuple(sorted(override.pair)) for override in document.overrides)
    for pair, count in pairs.items():
        if count > 1:
            text = say("The pair {pair!s} has two overrides.", pair="–".join(pair))
            yield Flaw("override-twice", pair, text)
    for override in document.overrides:
        a, b = sorted(override.pair)
        for cell in (a, b):
            if cell not in document.cells:
                text = say(
                    "The override {a!s}–{b!s} names cell {cell!s}, which does not exist.",
                    a=a,
                    b=b,
                    cell=cell,
                )
                yield Flaw("override-cell", (a, b, cell), text)
        if a == b:
            yield Flaw("override-self", (a,), say("An override joins cell {a!s} to itself.", a=a))
        if not override.reason.strip():
            yield Flaw(
                "override-reason",
                (a, b),
                say("The override {a!s}–{b!s} gives no reason.", a=a, b=b),
            )
        if override.change == "remove" and not _beside(document, a, b):
            text = say(
                "The override {a!s}–{b!s} closes a side, but these cells share none.", a=a, b=b
            )
            yield Flaw("override-idle", (a, b), text, grave=False)


def line_flaws(document: MapDocument) -> Iterator[Flaw]:
    """What is wrong with drawn lines, and with features that name cells."""
    for number, feature in enumerate(document.features, start=1):
        name = feature.name or f"{number} ({feature.kind})"
        if feature.cell and feature.cell not in document.cells:
            text = say(
                "Feature {name!s} names cell {cell!s}, unknown here.", name=name, cell=feature.cell
            )
            yield Flaw("feature-cell", (str(number), feature.cell), text, grave=False)
        if feature.kind not in document.palette.lines:
            continue
        if feature.geometry["type"] != "LineString":
            yield Flaw(
                "line-shape",
                (str(number),),
                say("Line {name!s} must be a single drawn line.", name=name),
            )
        cells = feature.properties.get("cells", [])
        if not isinstance(cells, (list, tuple)) or not all(isinstance(c, str) for c in cells):
            yield Flaw(
                "line-cells",
                (str(number),),
                say("The cells of line {name!s} are not a list.", name=name),
            )
            continue
        for cell in cells:
            if cell not in document.cells:
                text = say(
                    "{line!c} runs through cell {cell!s}, which does not exist.",
                    line=line_words(document, feature),
                    cell=cell,
                )
                yield Flaw("line-cell", (str(number), cell), text)
        if feature.geometry["type"] == "LineString":
            points = [(float(x), float(y)) for x, y, *_ in feature.geometry["coordinates"]]
            for a, b in jumps(document, cells, points):
                text = say(
                    "{line!c} jumps from {a!s} to {b!s}, which do not touch.",
                    line=line_words(document, feature),
                    a=a,
                    b=b,
                )
                yield Flaw("line-jump", (str(number), a, b), text, grave=False)
