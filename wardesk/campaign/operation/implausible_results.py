"""What a results sheet says that can hardly be: it needs a tick and a reason before it counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from wardesk.campaign.operation.corridor import hex_xy
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError
from wardesk.words import join, say


class Doubt(Struct, frozen=True, kw_only=True):
    """One thing that somebody has to confirm with a reason, or to mend."""

    key: str
    """``hex:…``, ``sides:…`` or ``stack:…``, with the hex."""
    words: str
    units: tuple[str, ...] = ()
    mend: str = ""
    """The hex that was probably meant."""


def doubts(design: Design, state: State, after: Mapping[str, Place], stacking: int) -> list[Doubt]:
    """The doubts about where the units of a sheet stand *after* it, by unit.

    *stacking* is how many units with steps one side may have in a hex; 0: nobody knows.
    """
    moved = {
        unit: place for unit, place in after.items()
        if place.kind == "hex" and place != state.units[unit].place
    }  # fmt: skip
    found = [*_off_the_map(design, moved)]
    for place in dict.fromkeys(moved.values()):
        found += _crowded(design, state, place, after, stacking)
    return found


def _off_the_map(design: Design, moved: Mapping[str, Place]) -> Iterable[Doubt]:
    for place in dict.fromkeys(moved.values()):
        wrong = hex_trouble(design, place.game, place.sheet, place.at)
        units = tuple(unit for unit, there in moved.items() if there == place)
        if wrong:
            names = ", ".join(design.unit[unit].name for unit in units)
            yield Doubt(
                key=f"hex:{place.at}", words=join(": ", (names, wrong)), units=units,
                mend=_meant(design, place),
            )  # fmt: skip


def _meant(design: Design, place: Place) -> str:
    """The hex with digits where letters were typed that look like them; empty if none is near."""
    other = place.at.translate(str.maketrans("lIoOsSB,", "1100558."))
    fits = other != place.at and not hex_trouble(design, place.game, place.sheet, other)
    return other if fits else ""


def _crowded(
    design: Design, state: State, place: Place, after: Mapping[str, Place], stacking: int
) -> Iterable[Doubt]:
    there = [
        unit for unit in design.units
        if _same_hex(after.get(unit.id, state.units[unit.id].place), place) and unit.steps_full
    ]  # fmt: skip
    by_side: dict[str, list[str]] = {}
    for unit in there:
        by_side.setdefault(design.formation[unit.formation].side, []).append(unit.name)
    units = tuple(unit.id for unit in there)
    if len(by_side) > 1:
        listed = ", ".join(name for names in by_side.values() for name in names)
        yield Doubt(
            key=f"sides:{place.at}", units=units,
            words=say("Both sides stand in {hex}: {units}.", hex=place.at, units=listed),
        )  # fmt: skip
    for names in by_side.values():
        if 0 < stacking < len(names):
            yield Doubt(
                key=f"stack:{place.at}", units=units,
                words=say("{count} units of one side stand in {hex}; {most} may: {units}.",
                          count=len(names), hex=place.at, most=stacking, units=", ".join(names)),
            )  # fmt: skip


def _same_hex(one: Place, other: Place) -> bool:
    """Whether two places are one hex; its sheet may be left out."""
    there = (one.kind, one.at, one.game) == (other.kind, other.at, other.game)
    return there and (one.sheet == other.sheet or not one.sheet or not other.sheet)


# ---- which hexes a game's maps can have, so that a slip of the keys is found --------------------


FAR = 60
"""So many columns or rows off every hex that a design names, no map of the game goes on."""


def known_hexes(design: Design, game: str) -> tuple[str, ...]:
    """The hexes of a game that its design names: of stops, bridges, zones, scenarios and seams."""
    found: list[str | None] = []
    for route in design.routes:
        stops = [stop for stop in route.stops if stop.game == game]
        if route.stops[:1] == tuple(stops[:1]):
            found.append(route.start)
        found += [label for stop in stops for label in (stop.hex, *stop.or_hexes)]
    for places in (design.bridges, design.zones):
        found += [label for each in places if each.game == game for label in each.hexes]
    found += [label for node in design.nodes if node.game == game for label in node.extent]
    found += [seam.from_hex for seam in design.seams if seam.from_game == game]
    found += [seam.to_hex for seam in design.seams if seam.to_game == game]
    return tuple(dict.fromkeys(label for label in found if label and _read(label) is not None))


def hex_trouble(design: Design, game: str, sheet: str, label: str) -> str:
    """Why a game's map cannot have this hex, as a sentence; empty where it can, or nobody knows."""
    sheets = [each.id for each in design.sheets if each.game == game]
    if not sheets:
        return ""
    if sheet and sheet not in sheets:
        return say(
            "There is no sheet {sheet!r} in {game}; there are {sheets}.",
            sheet=sheet,
            game=game,
            sheets=", ".join(sheets),
        )
    at = _read(design.cell(game, label))
    if at is None:
        return say("{label!r} is no hex number: write column, dot, row, like 41.64.", label=label)
    known = [_read(design.cell(game, each)) for each in known_hexes(design, game)]
    if known and not _near(at, (each for each in known if each is not None)):
        return say(
            "{label} lies far off every hex of {game} that is known.", label=label, game=game
        )
    return ""


def _near(at: tuple[int, int], known: Iterable[tuple[int, int]]) -> bool:
    return any(abs(at[0] - x) <= FAR and abs(at[1] - y) <= FAR for x, y in known)


def _read(label: str) -> tuple[int, int] | None:
    try:
        return hex_xy(label)
    except UserError:
        return None
