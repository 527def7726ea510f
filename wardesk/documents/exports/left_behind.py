"""What of a map stays behind in a form for other programs, in words: one function a form.

*Lost* is what does not come back from the file, *unseen* what only WarDesk finds in it. Each names
things that this very map has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from msgspec import Struct

from wardesk.documents.exports.tiled import HEIGHT_STEPS, is_label
from wardesk.documents.exports.triplea import area_names
from wardesk.documents.imports.areas import PART
from wardesk.drawing.compile import BACKDROP
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import IN_WORDS, LABEL, LAYERS, ZONE, Layer, elevation_property
from wardesk.drawing.shown import without_layers
from wardesk.drawing.underlays import is_image_part, stored_extras
from wardesk.model.board import NO_LENGTH, Feature
from wardesk.model.map_look import PLAIN_LOOK
from wardesk.words import Text, join, say, say_count

_FEW = 3
"""More kinds are counted and not named."""


class Thing(Struct, frozen=True):
    """Something that a map has: which *part* of it, and how a sentence calls it."""

    part: str
    words: Text


class Left(Struct, frozen=True, kw_only=True):
    """What one form does with a map. *told*: whole sentences beside the lists."""

    program: str
    lost: tuple[Thing, ...] = ()
    unseen: tuple[Thing, ...] = ()
    told: tuple[Text, ...] = ()

    def sentences(self) -> tuple[Text, ...]:
        """All of it in words; none where nothing stays behind."""
        found: list[Text] = []
        if self.lost:
            things = tuple(one.words for one in self.lost)
            found.append(say("Stays behind: {things}.", things=things))
        if self.unseen:
            things = tuple(one.words for one in self.unseen)
            found.append(
                say(
                    "{program!s} does not know this, but it comes back: {things}.",
                    program=self.program, things=things,
                )
            )  # fmt: skip
        return (*found, *self.told)


Leaves = Callable[[MapDocument, Collection[Layer]], Left]
"""What a form leaves behind of a map whose *hidden* layers are not written."""


def left_by_geojson(document: MapDocument, hidden: Collection[Layer]) -> Left:
    """GeoJSON: programs see shapes with words, the whole map lies inside for WarDesk."""
    shown = without_layers(document, hidden)
    return Left(
        program="QGIS",
        lost=_some(_beside(document), _hidden(document, hidden)),
        unseen=_some(_grid(shown), _rules(shown), _reasons(shown), _kept(shown), _look(shown)),
        told=(
            say("Once another program changes the features, only outlines and ground come back."),
        ),
    )


def left_by_tiled(document: MapDocument, hidden: Collection[Layer]) -> Left:
    """Tiled: tiles, sides, lines and points are shown, the whole map lies inside for WarDesk."""
    shown = without_layers(document, hidden)
    curved = [f for f in shown.features if f.kind == LABEL and not is_label(f)]
    return Left(
        program="Tiled",
        lost=_some(_beside(document), _hidden(document, hidden)),
        unseen=_some(
            _tall(shown), _named(shown), _figures(shown), _high(shown), _labels(curved),
            _zones(shown), _others(shown), _reasons(shown), _kept(shown), _rules(shown),
            _look(shown),
        ),
    )  # fmt: skip


def left_by_vassal(document: MapDocument, hidden: Collection[Layer]) -> Left:
    """VASSAL: a picture with a grid of names, the whole map lies inside for WarDesk."""
    shown = without_layers(document, hidden)
    labels = [f for f in shown.features if f.kind == LABEL]
    painted = _some(
        _ground(shown), _sides(shown), _lines(shown), _heights(shown), _labels(labels),
        _zones(shown), _others(shown),
    )  # fmt: skip
    things = tuple(one.words for one in painted)
    return Left(
        program="VASSAL",
        lost=_some(_beside(document), _hidden(document, hidden)),
        unseen=_some(
            _named(shown), _figures(shown), _neighbours(shown), _kept(shown), _rules(shown)
        ),
        told=(
            (say("VASSAL has this as a picture only, but it comes back: {things}.", things=things),)
            if things
            else ()
        ),
    )


def left_by_triplea(document: MapDocument, hidden: Collection[Layer]) -> Left:
    """TripleA: outlines, names, neighbours, land and water, and a picture of the rest.

    Names and water are told as they are on the whole map, so hidden layers count for the picture.
    """
    del hidden
    labels = [f for f in document.features if f.kind == LABEL]
    return Left(
        program="TripleA",
        lost=_some(
            _beside(document), _grid(document), _called(document), _length(document),
            _ground(document), _sides(document), _lines(document), _heights(document),
            _figures(document), _labels(labels), _zones(document), _others(document),
            _reasons(document), _kept(document), _rules(document), _look(document),
            _origin(document),
        ),
        told=(
            say(
                "Outlines come back in pixels of the picture; pairs that do not follow from them "
                "come back as doubts to review."
            ),
        ),
    )  # fmt: skip


def left_by_geopackage(document: MapDocument, hidden: Collection[Layer]) -> Left:
    """GeoPackage: tables of shapes with the ids of their kinds."""
    shown = without_layers(document, hidden)
    return Left(
        program="QGIS",
        lost=_some(
            _beside(document), _hidden(document, hidden), _grid(shown), _length(shown),
            _reasons(shown), _kept(shown), _kinds(shown), _rules(shown), _look(shown),
            _origin(shown),
        ),
        told=(say("WarDesk reads no GeoPackage back; write GeoJSON beside it."),),
    )  # fmt: skip


def left_by_world_file(document: MapDocument, hidden: Collection[Layer]) -> Left:
    """A picture with a world file, which lays it under the shapes of the same map."""
    base = document.styles.get(BACKDROP)
    under = sum(1 for one in document.underlays if one.id != base)
    return Left(
        program="QGIS",
        lost=_some(_under(under), _hidden(document, hidden)),
        told=(
            say("The world file counts in map units as the GeoJSON does; it knows no place on "
                "the globe."),
        ),
    )  # fmt: skip


LEAVES: Mapping[str, Leaves] = {
    "geojson": left_by_geojson,
    "tmx": left_by_tiled,
    "vmod": left_by_vassal,
    "triplea": left_by_triplea,
    "gpkg": left_by_geopackage,
    "world": left_by_world_file,
}
"""By form; a world file stands beside a picture."""


# ---- what a map has ------------------------------------------------------------------------------


def _some(*groups: Iterator[Thing]) -> tuple[Thing, ...]:
    return tuple(thing for group in groups for thing in group)


def _counted(part: str, n: int, words: Text) -> Iterator[Thing]:
    if n:
        yield Thing(part, words)


def _under(n: int) -> Iterator[Thing]:
    return _counted(
        "underlay", n, say_count("{n} picture under the map", "{n} pictures under the map", n=n)
    )


def _beside(document: MapDocument) -> Iterator[Thing]:
    """What lies in the map's file beside the map itself."""
    yield from _under(len(document.underlays))
    n = len(document.pictures)
    yield from _counted(
        "pictures",
        n,
        say_count("{n} picture of its look", "{n} pictures of its look", n=n),
    )
    others = [name for name in stored_extras(document) if not is_image_part(name)]
    if PART in others:
        yield Thing("review", say("what the import noted for the review"))
    n = len(others) - (PART in others)
    yield from _counted(
        "parts",
        n,
        say_count(
            "{n} part of another program",
            "{n} parts of other programs",
            n=n,
        ),
    )


def _hidden(document: MapDocument, hidden: Collection[Layer]) -> Iterator[Thing]:
    """Hidden layers with something on them; pictures under the map are told by themselves."""
    layers = tuple(
        IN_WORDS[one]
        for one in LAYERS
        if one in hidden and without_layers(document, (one,)) != document
    )
    if layers:
        names = join("; ", layers)  # some are lists with an "and" themselves
        yield Thing("hidden", say("what is hidden ({layers})", layers=names))


def _grid(document: MapDocument) -> Iterator[Thing]:
    if document.kind == "hex":
        yield Thing("grid", say("the grid of hexes and how they are numbered"))
    elif document.kind == "square":
        yield Thing("grid", say("the grid of squares and how they are numbered"))


def _called(document: MapDocument) -> Iterator[Thing]:
    """TripleA knows areas by one word: the name, or the number where two are named alike."""
    cells = document.cells
    names = area_names(cells)
    if any(names[one] != one for one in cells):
        n = sum(names[one] != one for one in cells)
        yield from _counted(
            "called",
            n,
            say_count(
                "the number of {n} cell with a name", "the numbers of {n} cells with names", n=n
            ),
        )
    else:
        yield from _named(document)


def _named(document: MapDocument) -> Iterator[Thing]:
    n = sum(cell.name not in ("", name) for name, cell in document.cells.items())
    yield from _counted(
        "names", n, say_count("the name of {n} cell", "the names of {n} cells", n=n)
    )


def _length(document: MapDocument) -> Iterator[Thing]:
    if document.layout is None and document.unit not in (NO_LENGTH, "px"):
        yield Thing("unit", say("the unit of length ({unit!s})", unit=document.unit))


def _ground(document: MapDocument) -> Iterator[Thing]:
    used = _in_use(document, "terrain", (cell.terrain for cell in document.cells.values()))
    if used:
        yield Thing("ground", say("kinds of ground ({kinds})", kinds=_few(used)))


def _sides(document: MapDocument) -> Iterator[Thing]:
    kinds = [edge.kind for edge in document.edges.values()]
    kinds += [kind for row in document.sides.values() for kind in row]
    used = _in_use(document, "borders", kinds)
    if used:
        yield Thing("sides", say("what lies on sides ({kinds})", kinds=_few(used)))


def _high(document: MapDocument) -> Iterator[Thing]:
    n = len(document.high)
    yield from _counted(
        "high",
        n,
        say_count(
            "which cell of {n} side is high",
            "which cells of {n} sides are high",
            n=n,
        ),
    )


def _lines(document: MapDocument) -> Iterator[Thing]:
    lines = (f.kind for f in document.features if f.kind in document.palette.lines)
    used = _in_use(document, "lines", lines)
    if used:
        yield Thing("lines", say("drawn lines ({kinds})", kinds=_few(used)))


def _in_use(document: MapDocument, among: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """The names of kinds in the order of the palette; those that it lacks by their ids."""
    used, known = set(kinds), getattr(document.palette, among)
    names = [kind.name or kind.id for kind in known.values() if kind.id in used]
    return (*names, *sorted(used - known.keys()))


def _few(names: tuple[str, ...]) -> tuple[str, ...] | Text:
    """Some names, or how many there are where a list would be long."""
    return names if len(names) <= _FEW else say_count("{n} kind", "{n} kinds", n=len(names))


def _heights(document: MapDocument) -> Iterator[Thing]:
    height = elevation_property(document)
    n = sum(bool(cell.properties.get(height)) for cell in document.cells.values())
    yield from _counted(
        "heights", n, say_count("the height of {n} cell", "the heights of {n} cells", n=n)
    )


def _tall(document: MapDocument) -> Iterator[Thing]:
    """Heights for which there is no tile."""
    height = elevation_property(document)
    levels = [cell.properties.get(height, 0) for cell in document.cells.values()]
    n = sum(type(one) is not int or not 0 <= one < HEIGHT_STEPS for one in levels)
    yield from _counted(
        "heights",
        n,
        say_count(
            "the height of {n} cell outside 0 to 9", "the heights of {n} cells outside 0 to 9", n=n
        ),
    )


def _figures(document: MapDocument) -> Iterator[Thing]:
    height = elevation_property(document)
    n = sum(bool(cell.properties.keys() - {height}) for cell in document.cells.values())
    yield from _counted(
        "figures",
        n,
        say_count("figures and words of {n} cell", "figures and words of {n} cells", n=n),
    )


def _labels(found: list[Feature]) -> Iterator[Thing]:
    n = len(found)
    yield from _counted(
        "labels",
        n,
        say_count("{n} name or sign on the sheet", "{n} names and signs on the sheet", n=n),
    )


def _zones(document: MapDocument) -> Iterator[Thing]:
    n = sum(feature.kind == ZONE for feature in document.features)
    yield from _counted("zones", n, say_count("{n} zone", "{n} zones", n=n))


def _others(document: MapDocument) -> Iterator[Thing]:
    known = {LABEL, ZONE, *document.palette.lines}
    n = sum(feature.kind not in known for feature in document.features)
    yield from _counted(
        "others", n, say_count("{n} other drawn shape", "{n} other drawn shapes", n=n)
    )


def _reasons(document: MapDocument) -> Iterator[Thing]:
    """Who is whose neighbour is told everywhere, why somebody wanted it so is not."""
    n = len(document.overrides)
    yield from _counted(
        "reasons",
        n,
        say_count(
            "why {n} pair was joined or parted by hand",
            "why {n} pairs were joined or parted by hand",
            n=n,
        ),
    )


def _neighbours(document: MapDocument) -> Iterator[Thing]:
    n = len(document.overrides)
    yield from _counted(
        "reasons",
        n,
        say_count(
            "{n} pair joined or parted by hand",
            "{n} pairs joined or parted by hand",
            n=n,
        ),
    )


def _kept(document: MapDocument) -> Iterator[Thing]:
    n = len(document.kept)
    yield from _counted(
        "kept",
        n,
        say_count(
            "{n} pair that somebody confirmed",
            "{n} pairs that somebody confirmed",
            n=n,
        ),
    )


def _kinds(document: MapDocument) -> Iterator[Thing]:
    palette = document.palette
    if palette.terrain or palette.borders or palette.lines:
        yield Thing("kinds", say("what kinds are called"))


def _rules(document: MapDocument) -> Iterator[Thing]:
    palette = document.palette
    groups = (palette.terrain, palette.borders, palette.lines)
    if any(kind.properties for kinds in groups for kind in kinds.values()):
        yield Thing("costs", say("costs and figures of kinds"))
    if palette.sight:
        yield Thing("sight", say("sight rules"))


def _look(document: MapDocument) -> Iterator[Thing]:
    if document.look != PLAIN_LOOK or document.styles:
        yield Thing("look", say("the look of the sheet"))


def _origin(document: MapDocument) -> Iterator[Thing]:
    if document.provenance:
        yield Thing("origin", say("the note where the map comes from"))
