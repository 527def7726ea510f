"""What of a map stays behind in a form for other programs, in words.

*Lost* is what does not come back from the file, *unseen* what only WarDesk finds in it. Each names
things that this very map has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import Struct

from wardesk.documents.exports.keeps import THINGS, Keeps, Narrower, Thing
from wardesk.documents.exports.tiled import HEIGHT_STEPS, is_label
from wardesk.documents.exports.triplea import area_names
from wardesk.documents.imports.areas import PART
from wardesk.drawing.compile import BACKDROP
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import IN_WORDS, LABEL, LAYERS, ZONE, Layer, elevation_property
from wardesk.drawing.shown import without_layers
from wardesk.drawing.underlays import is_image_part, stored_extras
from wardesk.model.board import NO_LENGTH
from wardesk.model.map_look import PLAIN_LOOK
from wardesk.words import Text, join, say, say_count

_FEW = 3
"""More kinds are counted and not named."""


class Named(Struct, frozen=True):
    """Something that a map has: which *part* of it, and how a sentence calls it."""

    part: Thing
    words: Text


class Left(Struct, frozen=True, kw_only=True):
    """What one form does with a map."""

    keeps: Keeps
    lost: tuple[Named, ...]
    unseen: tuple[Named, ...]
    painted: tuple[Named, ...]

    def sentences(self) -> tuple[Text, ...]:
        """All of it in words; none where nothing stays behind."""
        found: list[Text] = []
        if self.lost:
            found.append(say("Stays behind: {things}.", things=_words(self.lost)))
        if self.unseen:
            found.append(
                say(
                    "{program!s} does not know this, but it comes back: {things}.",
                    program=self.keeps.program, things=_words(self.unseen),
                )
            )  # fmt: skip
        if self.painted:
            found.append(
                say(
                    "{program!s} has this as a picture only, but it comes back: {things}.",
                    program=self.keeps.program, things=_words(self.painted),
                )
            )  # fmt: skip
        return (*found, *self.keeps.told)


class SeenMap(Struct, frozen=True):
    """A map, and how it looks without its *hidden* layers."""

    whole: MapDocument
    hidden: Collection[Layer]
    shown: MapDocument


Find = Callable[[SeenMap], Text | None]
"""How a sentence calls a thing; None if the map has none of it."""


def left_of(keeps: Keeps, document: MapDocument, hidden: Collection[Layer]) -> Left:
    """What a form leaves behind of a map whose *hidden* layers are not written."""
    away = () if "hidden" in keeps.things else hidden
    seen = SeenMap(document, away, without_layers(document, away))

    def found(things: Iterable[Thing]) -> tuple[Named, ...]:
        named: list[Named] = []
        for one in things:
            words = FINDS[keeps.only.get(one) or one](seen)
            if words is not None:
                named.append(Named(one, words))
        return tuple(named)

    return Left(
        keeps=keeps,
        lost=found(one for one in THINGS if one not in keeps.things),
        unseen=found(keeps.unseen),
        painted=found(keeps.painted),
    )


def _words(things: tuple[Named, ...]) -> tuple[Text, ...]:
    return tuple(one.words for one in things)


# ---- what a map has ------------------------------------------------------------------------------


def _underlay(seen: SeenMap) -> Text | None:
    return _underlays(len(seen.whole.underlays))


def _backdrop(seen: SeenMap) -> Text | None:
    """The pictures beside the one that the sheet shows."""
    base = seen.whole.styles.get(BACKDROP)
    return _underlays(sum(one.id != base for one in seen.whole.underlays))


def _underlays(n: int) -> Text | None:
    return say_count("{n} picture under the map", "{n} pictures under the map", n=n) if n else None


def _pictures(seen: SeenMap) -> Text | None:
    n = len(seen.whole.pictures)
    return say_count("{n} picture of its look", "{n} pictures of its look", n=n) if n else None


def _beside(seen: SeenMap) -> list[str]:
    return [name for name in stored_extras(seen.whole) if not is_image_part(name)]


def _review(seen: SeenMap) -> Text | None:
    return say("what the import noted for the review") if PART in _beside(seen) else None


def _parts(seen: SeenMap) -> Text | None:
    n = sum(name != PART for name in _beside(seen))
    return (
        say_count("{n} part of another program", "{n} parts of other programs", n=n) if n else None
    )


def _hidden(seen: SeenMap) -> Text | None:
    """Hidden layers with something on them; pictures under the map are told by themselves."""
    layers = tuple(
        IN_WORDS[one]
        for one in LAYERS
        if one in seen.hidden and without_layers(seen.whole, (one,)) != seen.whole
    )
    # some are lists with an "and" themselves
    return say("what is hidden ({layers})", layers=join("; ", layers)) if layers else None


def _grid(seen: SeenMap) -> Text | None:
    match seen.whole.kind:
        case "hex":
            return say("the grid of hexes and how they are numbered")
        case "square":
            return say("the grid of squares and how they are numbered")
        case _:
            return None


def _names(seen: SeenMap) -> Text | None:
    n = sum(cell.name not in ("", name) for name, cell in seen.shown.cells.items())
    return say_count("the name of {n} cell", "the names of {n} cells", n=n) if n else None


def _called(seen: SeenMap) -> Text | None:
    """TripleA knows areas by one word: the name, or the number where two are named alike."""
    names = area_names(seen.shown.cells)
    n = sum(names[one] != one for one in seen.shown.cells)
    if not n:
        return _names(seen)
    return say_count(
        "the number of {n} cell with a name", "the numbers of {n} cells with names", n=n
    )


def _unit(seen: SeenMap) -> Text | None:
    unit = seen.whole.unit
    measured = seen.whole.layout is None and unit not in (NO_LENGTH, "px")
    return say("the unit of length ({unit!s})", unit=unit) if measured else None


def _ground(seen: SeenMap) -> Text | None:
    used = _in_use(seen, "terrain", (cell.terrain for cell in seen.shown.cells.values()))
    return say("kinds of ground ({kinds})", kinds=_few(used)) if used else None


def _sides(seen: SeenMap) -> Text | None:
    kinds = [edge.kind for edge in seen.shown.edges.values()]
    kinds += [kind for row in seen.shown.sides.values() for kind in row]
    used = _in_use(seen, "borders", kinds)
    return say("what lies on sides ({kinds})", kinds=_few(used)) if used else None


def _high(seen: SeenMap) -> Text | None:
    n = len(seen.shown.high)
    return (
        say_count("which cell of {n} side is high", "which cells of {n} sides are high", n=n)
        if n
        else None
    )


def _lines(seen: SeenMap) -> Text | None:
    lines = (f.kind for f in seen.shown.features if f.kind in seen.shown.palette.lines)
    used = _in_use(seen, "lines", lines)
    return say("drawn lines ({kinds})", kinds=_few(used)) if used else None


def _in_use(seen: SeenMap, among: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """The names of kinds in the order of the palette; those that it lacks by their ids."""
    used, known = set(kinds), getattr(seen.shown.palette, among)
    names = [kind.name or kind.id for kind in known.values() if kind.id in used]
    return (*names, *sorted(used - known.keys()))


def _few(names: tuple[str, ...]) -> tuple[str, ...] | Text:
    """Some names, or how many there are where a list would be long."""
    return names if len(names) <= _FEW else say_count("{n} kind", "{n} kinds", n=len(names))


def _heights(seen: SeenMap) -> Text | None:
    height = elevation_property(seen.shown)
    n = sum(bool(cell.properties.get(height)) for cell in seen.shown.cells.values())
    return say_count("the height of {n} cell", "the heights of {n} cells", n=n) if n else None


def _tall(seen: SeenMap) -> Text | None:
    """Heights for which Tiled has no tile."""
    height = elevation_property(seen.shown)
    levels = [cell.properties.get(height, 0) for cell in seen.shown.cells.values()]
    n = sum(type(one) is not int or not 0 <= one < HEIGHT_STEPS for one in levels)
    return (
        say_count(
            "the height of {n} cell outside 0 to 9", "the heights of {n} cells outside 0 to 9", n=n
        )
        if n
        else None
    )


def _figures(seen: SeenMap) -> Text | None:
    height = elevation_property(seen.shown)
    n = sum(bool(cell.properties.keys() - {height}) for cell in seen.shown.cells.values())
    return (
        say_count("figures and words of {n} cell", "figures and words of {n} cells", n=n)
        if n
        else None
    )


def _labels(seen: SeenMap) -> Text | None:
    return _signs(sum(one.kind == LABEL for one in seen.shown.features))


def _curved(seen: SeenMap) -> Text | None:
    """Names for which Tiled has no form."""
    return _signs(sum(one.kind == LABEL and not is_label(one) for one in seen.shown.features))


def _signs(n: int) -> Text | None:
    return (
        say_count("{n} name or sign on the sheet", "{n} names and signs on the sheet", n=n)
        if n
        else None
    )


def _zones(seen: SeenMap) -> Text | None:
    n = sum(feature.kind == ZONE for feature in seen.shown.features)
    return say_count("{n} zone", "{n} zones", n=n) if n else None


def _others(seen: SeenMap) -> Text | None:
    known = {LABEL, ZONE, *seen.shown.palette.lines}
    n = sum(feature.kind not in known for feature in seen.shown.features)
    return say_count("{n} other drawn shape", "{n} other drawn shapes", n=n) if n else None


def _reasons(seen: SeenMap) -> Text | None:
    """Who is whose neighbour is told everywhere, why somebody wanted it so is not."""
    n = len(seen.shown.overrides)
    return (
        say_count(
            "why {n} pair was joined or parted by hand",
            "why {n} pairs were joined or parted by hand",
            n=n,
        )
        if n
        else None
    )


def _pairs(seen: SeenMap) -> Text | None:
    """Who is whose neighbour, where that is not told either."""
    n = len(seen.shown.overrides)
    return (
        say_count("{n} pair joined or parted by hand", "{n} pairs joined or parted by hand", n=n)
        if n
        else None
    )


def _kept(seen: SeenMap) -> Text | None:
    n = len(seen.shown.kept)
    return (
        say_count("{n} pair that somebody confirmed", "{n} pairs that somebody confirmed", n=n)
        if n
        else None
    )


def _kinds(seen: SeenMap) -> Text | None:
    palette = seen.shown.palette
    there = palette.terrain or palette.borders or palette.lines
    return say("what kinds are called") if there else None


def _costs(seen: SeenMap) -> Text | None:
    palette = seen.shown.palette
    groups = (palette.terrain, palette.borders, palette.lines)
    there = any(kind.properties for kinds in groups for kind in kinds.values())
    return say("costs and figures of kinds") if there else None


def _sight(seen: SeenMap) -> Text | None:
    return say("sight rules") if seen.shown.palette.sight else None


def _look(seen: SeenMap) -> Text | None:
    there = seen.shown.look != PLAIN_LOOK or seen.shown.styles
    return say("the look of the sheet") if there else None


def _origin(seen: SeenMap) -> Text | None:
    return say("the note where the map comes from") if seen.shown.provenance else None


FINDS: Mapping[Thing | Narrower, Find] = {
    "underlay": _underlay, "backdrop": _backdrop, "pictures": _pictures, "review": _review,
    "parts": _parts, "hidden": _hidden, "grid": _grid, "names": _names, "called": _called,
    "unit": _unit, "ground": _ground, "sides": _sides, "high": _high, "lines": _lines,
    "heights": _heights, "tall": _tall, "figures": _figures, "labels": _labels, "curved": _curved,
    "zones": _zones, "others": _others, "reasons": _reasons, "pairs": _pairs, "kept": _kept,
    "kinds": _kinds, "costs": _costs, "sight": _sight, "look": _look, "origin": _origin,
}  # fmt: skip
"""How each thing is found on a map and called."""
