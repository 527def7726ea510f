"""Documents for the tests of the editor: areas, squares and hexes, and random commands on them."""

from __future__ import annotations

import hashlib
import random
import sys
from pathlib import Path

import shapely
from msgspec.structs import replace

from wardesk.documents.files.images import image_part
from wardesk.documents.maps.store import parts_from_document, read_map
from wardesk.drawing.commands.all_commands import (
    AddUnderlay,
    ClearOverride,
    ClearSides,
    CutCells,
    DeleteArea,
    DeleteBend,
    DeleteNode,
    DrawArea,
    DrawLine,
    DrawZone,
    EditLine,
    EraseTerrain,
    FillGap,
    FillTerrain,
    FlipBorders,
    FlipSides,
    InsertBend,
    InsertNode,
    KeepPair,
    LinkCells,
    MergeAreas,
    MoveAnchor,
    MoveBend,
    MoveCorners,
    MoveFeature,
    MoveNode,
    MoveUnderlay,
    NameCell,
    NumberAreas,
    PaintBorders,
    PaintSides,
    PaintTerrain,
    PasteAreas,
    PlaceLabel,
    PutBorderKind,
    PutLineKind,
    PutPalette,
    PutSightRule,
    PutTerrainKind,
    RemoveFeature,
    RemoveKind,
    RemoveUnderlay,
    RenameCell,
    Renumber,
    ReplaceTerrain,
    ReshapeArea,
    ReshapeBorder,
    ResizeSheet,
    SetElevation,
    SetFeature,
    SetLayer,
    SetLook,
    SetPresence,
    SetProperty,
    SetTitle,
    SetUnderlay,
    Simplify,
    SplitArea,
    StraightenUnderlay,
    TakeWord,
)
from wardesk.drawing.commands.area_clips import copy_areas
from wardesk.drawing.commands.clips import Paste, copy_cells, stitching
from wardesk.drawing.commands.network_checks import crossings
from wardesk.drawing.layers import LAYERS
from wardesk.drawing.underlays import image_part_name
from wardesk.geometry.adjacency.coverage import polygon, voids
from wardesk.geometry.borders.topology import edge_points, outlines
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.map_look import (
    INKS,
    NAME_CLASSES,
    SHEET_STYLES,
    KindLook,
    NameStyle,
    NumberLook,
    OwnSign,
    SheetLook,
)
from wardesk.model.palette import BorderKind, LineKind, TerrainKind

sys.path.append(str(Path(__file__).parents[1] / "documents"))
from lattice_maps import lattice_map
from pictures import jpeg, png

PICTURES = {image_part(data, "").part: data for data in (png(), jpeg())}
TILE = image_part_name(hashlib.sha256(png()).hexdigest(), "png", "look")
PICTURES[TILE] = png()

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"


def area_map():
    """Five areas, one of them an island in another, with overrides and features."""
    document = read_map(SPECIMEN)
    document.palette.lines["road"] = LineKind("road", "Road")
    return document


def document_of(kind):
    """A fresh document of one kind."""
    document = {
        "area": area_map,
        "hex": lambda: lattice_map("hex"),
        "pointy": lambda: lattice_map("hex", pointy=True, shoved="odd"),
        "square": lambda: lattice_map("square"),
    }[kind]()
    document.extra_parts.update(PICTURES)
    document.palette.borders["scarp"] = BorderKind("scarp", "Scarp", True, directed=True)
    return document


def canon(document):
    """The document as it would be stored: same bytes, same document."""
    return parts_from_document(document)


def random_command(rng: random.Random, document):
    """Some command for the document as it is now; it may well be refused."""
    makers = COMMON + (AREA if document.kind == "area" else SHEET)
    return rng.choice(makers)(rng, document)


def _cells(rng, document, most=5):
    names = list(document.cells)
    return tuple(rng.choice(names) for _ in range(rng.randint(1, most)))


def _cell(rng, document):
    return rng.choice([*document.cells, "no-such"] if rng.random() < 0.05 else [*document.cells])


def _terrain(rng, document):
    return rng.choice([*document.palette.terrain, *document.palette.terrain, "lava"])


def _point(rng, document):
    if document.kind == "area":
        return (rng.uniform(-20, 150), rng.uniform(-20, 150))
    return (rng.uniform(-100, 2600), rng.uniform(-100, 2600))


def _points(rng, document, low=2, high=5):
    return tuple(_point(rng, document) for _ in range(rng.randint(low, high)))


def _feature(rng, document):
    return f"#{rng.randint(1, len(document.features) + 1)}"


def _edge(rng, document):
    return rng.choice([*document.edges] or [1])


def _near(rng, point, by=12):
    return (point[0] + rng.uniform(-by, by), point[1] + rng.uniform(-by, by))


def _pair(rng, document):
    return tuple(rng.sample([*document.cells], 2)) if len(document.cells) > 1 else ("a", "a")


def _side(rng, document):
    from wardesk.drawing.neighbourhood import side_pairs

    pairs = list(side_pairs(document))
    return rng.choice(pairs) if pairs and rng.random() < 0.9 else _pair(rng, document)


def _square(rng, document):
    x, y = _point(rng, document)
    w, h = rng.uniform(5, 60), rng.uniform(5, 60)
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def _cut(rng, document):
    cell = rng.choice([*document.cells])
    ring = outlines(document.network)[cell][0]
    a, b = rng.choice(ring), rng.choice(ring)
    return SplitArea(cell, (a, b), f"N{rng.randint(1, 999)}", _border(rng, document))


def _border(rng, document):
    return rng.choice([*document.palette.borders])


def _bend(rng, document, make):
    edge = _edge(rng, document)
    count = len(document.edges[edge].points) if edge in document.edges else 0
    return make(edge, rng.randint(1, count + 1))


def _moved_bend(rng, document):
    bent = [e for e in document.edges.values() if e.points] or [*document.edges.values()]
    edge = rng.choice(bent)
    at = edge.points[0] if edge.points else (0, 0)
    return MoveBend(edge.id, 1, _near(rng, at))


def _node(rng, document):
    node = rng.choice([*document.nodes])
    return MoveNode(node, _near(rng, document.nodes[node]))


def _middle(rng, document):
    edge = _edge(rng, document)
    a, b = edge_points(document.network, edge)[:2]
    t = rng.random()
    return edge, (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def _insert_bend(rng, document):
    edge, at = _middle(rng, document)
    return InsertBend(edge, 0, _near(rng, at, 6))


def _underlay(rng, document):
    return rng.choice([u.id for u in document.underlays] or ["none"])


def _transform(rng):
    return tuple(rng.uniform(-2, 2) for _ in range(6))


def _filled_gap(rng, document):
    """A gap given to a cell beside it; the island taken away if there is no gap yet."""
    gaps = voids([polygon(rings) for rings in outlines(document.network).values()])
    if not gaps and "I" in document.cells:
        return DeleteArea("I")
    at = shapely.Point(gaps[0][0]) if gaps else shapely.Point(_point(rng, document))
    near = min(
        document.cells, key=lambda name: at.distance(polygon(outlines(document.network)[name]))
    )
    return FillGap((at.x, at.y), near, _border(rng, document))


def _enclosed(rng, document):
    """Something impassable all round a cell."""
    from wardesk.drawing.neighbourhood import cells_beside

    cell = rng.choice([*document.cells])
    how = rng.choice(["add", "add", "remove"])
    pairs = tuple((cell, other) for other in cells_beside(document, cell))
    return PaintSides(pairs, "cliff", how)


def _flipped(rng, document):
    """A border with a high side flipped, or one made so if there is none."""
    steep = [edge.id for edge in document.edges.values() if edge.kind == "scarp"]
    if not steep:
        return PaintBorders((_edge(rng, document),), "scarp")
    return FlipBorders((rng.choice(steep),))


def _walled(rng, document):
    face = document.faces[rng.choice([*document.faces])]
    kind = rng.choice(["wall", "open"])
    return PaintBorders(tuple(abs(signed) for signed in face.outer), kind)


def _look(rng, document):
    """A look with something of everything, or a plain one."""
    if rng.random() < 0.2:
        return SetLook(SheetLook())
    shade = f"#{rng.randrange(1 << 24):06x}"
    kind = KindLook(
        colour=rng.choice(["", shade]),
        ink=rng.choice(["", shade]),
        texture=rng.choice(["", "marsh", "dunes"]),
        tile=rng.choice(["", TILE, "art/look-nowhere.png"]),
        fit=rng.choice(["repeat", "cell"]),
        size=rng.choice([0.5, 1.0, 2.25]),
    )
    style = NameStyle(
        lettering=rng.choice(["", "sans"]), scale=rng.choice([0.5, 1.0, 9.0]), ink=shade, rim=0.0
    )
    return SetLook(
        SheetLook(
            style=rng.choice(["", *SHEET_STYLES]),
            calm=rng.random() < 0.5,
            inks={rng.choice(INKS): shade},
            terrain={_terrain(rng, document): kind},
            borders={"crest": KindLook(colour=shade)},
            numbers=NumberLook(size=1.25, place=rng.choice(["top", "left"]), contrast="strong"),
            names={rng.choice(NAME_CLASSES): style},
            signs={"own-1": OwnSign("Mill", TILE)},
        )
    )


COMMON = [
    _look,
    lambda r, d: AddUnderlay(r.choice([*PICTURES, "art/x.png"]), (4, 3), _transform(r), "Scan"),
    lambda r, d: MoveUnderlay(_underlay(r, d), _transform(r)),
    lambda r, d: StraightenUnderlay(
        _underlay(r, d), r.choice([*PICTURES, "art/x.png"]), (3, 4), _transform(r)
    ),
    lambda r, d: SetUnderlay(
        _underlay(r, d), r.choice([None, "T"]), r.random(), None, r.choice([None, True, False]), 0
    ),
    lambda r, d: RemoveUnderlay(_underlay(r, d)),
    lambda r, d: SetLayer(
        r.choice(LAYERS), r.choice([None, True, False]), r.random() < 0.15, r.uniform(0, 1.1)
    ),
    lambda r, d: PaintTerrain(_cells(r, d), _terrain(r, d)),
    lambda r, d: FillTerrain(_cell(r, d), _terrain(r, d)),
    lambda r, d: ReplaceTerrain(_terrain(r, d), _terrain(r, d)),
    lambda r, d: EraseTerrain(_cells(r, d)),
    lambda r, d: SetProperty(_cells(r, d), "worth", r.choice([1, 1.0, True, "x", None])),
    lambda r, d: SetElevation(_cells(r, d), r.randint(-1, 3)),
    lambda r, d: NameCell(_cell(r, d), r.choice(["", "Hill", "Ändere\x07"])),
    lambda r, d: LinkCells(*_pair(r, d), r.choice(["a ferry", " "])),
    lambda r, d: CutCells(*_side(r, d), "a cliff"),
    lambda r, d: KeepPair(*_pair(r, d), r.choice(["looked at", " "])),
    lambda r, d: TakeWord((_pair(r, d),), (_pair(r, d),), r.choice(["so it says", " "])),
    lambda r, d: ClearOverride(*(r.choice(d.overrides).pair if d.overrides else _pair(r, d))),
    lambda r, d: DrawLine(r.choice(["road", "rope"]), _points(r, d), "Road"),
    lambda r, d: EditLine(_feature(r, d), _points(r, d)),
    lambda r, d: SetFeature(_feature(r, d), "Other", None, {"wide": r.choice([None, 3])}),
    lambda r, d: PlaceLabel("Here", _point(r, d), _cell(r, d)),
    lambda r, d: MoveFeature(_feature(r, d), _point(r, d)),
    lambda r, d: DrawZone("Zone", _cells(r, d), _points(r, d, 3, 4)),
    lambda r, d: RemoveFeature(_feature(r, d)),
    lambda r, d: PutTerrainKind(TerrainKind(f"t{r.randint(1, 3)}", "T")),
    lambda r, d: PutBorderKind(BorderKind(f"b{r.randint(1, 3)}", "B", r.random() < 0.5)),
    lambda r, d: PutLineKind(LineKind(f"l{r.randint(1, 3)}", "L")),
    lambda r, d: PutPalette(replace(d.palette, title=f"P{r.randint(1, 3)}")),
    lambda r, d: PutSightRule(SightPolicy(id=f"s{r.randint(1, 3)}", reach=r.randint(0, 4))),
    lambda r, d: RemoveKind("terrain", _terrain(r, d)),
    lambda r, d: SetTitle(r.choice(["A", "B"]), r.choice([None, "drawn"])),
]


def _corners(rng, document):
    nodes = tuple({rng.choice([*document.nodes]) for _ in range(rng.randint(1, 3))})
    bent = [e for e in document.edges.values() if e.points]
    bends = tuple({(rng.choice(bent).id, 1)}) if bent else ()
    return MoveCorners(nodes, bends, (rng.uniform(-6, 6), rng.uniform(-6, 6)))


AREA = [
    _corners,
    _node,
    _node,
    _moved_bend,
    _insert_bend,
    _insert_bend,
    lambda r, d: _bend(r, d, DeleteBend),
    lambda r, d: ReshapeBorder(_edge(r, d), _points(r, d, 0, 2)),
    lambda r, d: InsertNode(*_middle(r, d)),
    lambda r, d: DeleteNode(r.choice([*d.nodes])),
    lambda r, d: Simplify(r.uniform(0.5, 20)),
    lambda r, d: PaintBorders((_edge(r, d),), _border(r, d)),
    lambda r, d: PaintBorders((_edge(r, d),), "scarp", _cell(r, d)),
    _flipped,
    _flipped,
    _walled,
    lambda r, d: DrawArea(f"N{r.randint(1, 999)}", _square(r, d), _terrain(r, d), _border(r, d)),
    lambda r, d: DrawArea(
        f"N{r.randint(1, 999)}", _square(r, d), _terrain(r, d), _border(r, d), "", "fill", 3.0
    ),
    lambda r, d: ReshapeArea(_cell(r, d), _square(r, d), _border(r, d), r.choice(["", "A"])),
    _cut,
    _cut,
    lambda r, d: MergeAreas(*_side(r, d)),
    lambda r, d: DeleteArea(_cell(r, d)),
    lambda r, d: PasteAreas(
        copy_areas(d, _cells(r, d)),
        _point(r, d),
        r.choice([0, 60, 90]),
        f"p{r.randint(1, 99)}",
        r.choice(["take", "fill"]),
        r.choice([0.0, 4.0]),
    ),
    lambda r, d: MoveAnchor(_cell(r, d)),
    lambda r, d: RenameCell(_cell(r, d), r.choice(["A", "Q", "Q1", "a b"])),
    lambda r, d: NumberAreas(r.choice(["", "S"])),
    _filled_gap,
]
SHEET = [
    _enclosed,
    _enclosed,
    lambda r, d: PaintSides(
        (_side(r, d),), r.choice(["crest", "cliff", "rope"]), r.choice(["add", "remove", "only"])
    ),
    lambda r, d: PaintSides((_side(r, d), _side(r, d)), "crest"),
    lambda r, d: PaintSides((_side(r, d),), "scarp", "add", r.choice(["first", "second", None])),
    lambda r, d: FlipSides((r.choice([*d.sides]) if d.sides else _pair(r, d),)),
    lambda r, d: ClearSides((r.choice([*d.sides]) if d.sides else _pair(r, d),)),
    lambda r, d: ResizeSheet(*(r.randint(-1, 1) for _ in range(4)), r.random() < 0.2),
    lambda r, d: SetPresence(_cells(r, d), r.random() < 0.2),
    lambda r, d: SetPresence(("0303", "0101"), True),
    lambda r, d: Paste(copy_cells(d, _cells(r, d)), _cell(r, d), r.randint(0, 5), True),
    lambda r, d: stitching(
        lattice_map(d.kind), r.choice(["left", "right", "top", "bottom"]), r.randint(0, 2)
    ),
    lambda r, d: Renumber(Numbering(columns=Count(letters=r.random() < 0.5), separator=".")),
]


def assert_unbroken(document):
    """No crossing borders, whatever was done."""
    assert crossings(document.network, set(document.edges)) == set()
