"""The operational map as facts: which formations stand where, routes, bridges, boxes. No Qt."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.operation.atlas import Point
from wardesk.campaign.operation.corridor import IMPASSABLE, Route
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Formation
from wardesk.campaign.operation.meeting import meetings
from wardesk.campaign.operation.names import place_words
from wardesk.campaign.operation.places import IN_PLAY, Place
from wardesk.campaign.operation.state import SeenTroops, State
from wardesk.services.campaign.places import Gazetteer, MapSpot

_APART = 200.0
"""Units (2 km) within which parts of one formation count as one place."""
_MARKS = {
    "regiment": "regiment", "brigade": "brigade", "division": "division", "battalion": "battalion",
    "corps": "corps", "army": "army", "group": "battalion",
}  # fmt: skip
Bounds = tuple[Iterable[str] | None, Sequence[str]]
"""What a seat may see: its sides (None: all), and the formations it commands (none: all)."""
ALL: Bounds = (None, ())


class Token(Struct, frozen=True, kw_only=True):
    """A formation, or the part of one that is in one place."""

    id: str
    name: str
    code: str
    side: str
    division: str
    """The highest formation over it with the same colour, for the legend."""
    symbol: str
    echelon: str
    fill: str
    ink: str
    pattern: str
    steps: int
    steps_full: int
    units: int
    whole: bool = True
    """Whether all its units in play are here."""
    sure: bool = True
    where: str = ""
    age: int | None = None
    """How many turns ago it was seen, for a seat that plays by fog; None: it is known."""
    about: tuple[int, int] = (0, 0)
    """Its steps as they were made out: at least and at most; 0 and 0 is not known."""


Placed = list[tuple[Point, Token]]


class SharedPlace(Struct, frozen=True):
    """Tokens that share one place of the map; the largest is first."""

    point: Point
    tokens: tuple[Token, ...]


class RouteFact(Struct, frozen=True, kw_only=True):
    """A route: how it runs, how far its marker has come, and where nothing passes."""

    id: str
    name: str
    line: tuple[Point, ...]
    reached: float
    """Units along the line up to the marker."""
    marker: Point | None
    at: str
    """The marker's stop in words."""
    cut: bool
    attacked: int = 0
    closed: int = 0
    cuts: tuple[tuple[Point, str], ...] = ()
    """Places on it over which nothing passes, and why."""
    spur: str = ""
    """Which of the spurs is not used, once one was chosen."""


class BridgeFact(Struct, frozen=True, kw_only=True):
    """A bridge on the map; *shape* is how it is drawn: intact, wired, blown, bailey, unknown."""

    id: str
    name: str
    point: Point
    rail: bool
    state: str
    shape: str
    control: str
    side: str


class BoxFact(Struct, frozen=True, kw_only=True):
    """An off-map box as it lies on the map, with who is in it."""

    id: str
    name: str
    frame: tuple[Point, ...]
    tokens: tuple[Token, ...]


class Elsewhere(Struct, frozen=True):
    """Formations in play that this map has no place for, under the words for where they are."""

    words: str
    tokens: tuple[Token, ...]


class FightFact(Struct, frozen=True, kw_only=True):
    """An area where both sides meet, as it lies on the map."""

    id: str
    """The hex in its middle, by which it is laid on a table."""
    name: str
    """The nearest place that has a name."""
    point: Point
    reach: float
    """Units from its middle to its rim."""
    sides: tuple[tuple[str, int], ...]
    """Names of the sides, and how many units each has there."""


class MapFacts(Struct, frozen=True, kw_only=True):
    """All that changes on the operational map, as of one moment."""

    count: int
    """After so many events."""
    turn: str
    weather: str
    standings: tuple[SharedPlace, ...]
    routes: tuple[RouteFact, ...]
    bridges: tuple[BridgeFact, ...]
    boxes: tuple[BoxFact, ...]
    elsewhere: tuple[Elsewhere, ...]
    fights: tuple[FightFact, ...] = ()
    """Where both sides meet; for who sees both alone."""

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Every token on the sheet, in the order of its standings."""
        return tuple(token for one in self.standings for token in one.tokens)


def map_facts(gazetteer: Gazetteer, state: State, count: int, bounds: Bounds = ALL) -> MapFacts:
    """What the operational map shows after *count* events, whose sum is *state*."""
    design = gazetteer.design
    turn = design.calendar.turn(max(state.ordinal, design.calendar.first_ordinal))
    placed, boxed, elsewhere = _tokens(gazetteer, state, bounds)
    standings: dict[Point, list[Token]] = {}
    for point, token in placed:
        standings.setdefault(point, []).append(token)
    return MapFacts(
        count=count,
        turn=turn.label,
        weather=state.weather.kind,
        standings=tuple(
            SharedPlace(point, tuple(sorted(tokens, key=_weight)))
            for point, tokens in standings.items()
        ),
        routes=tuple(_route(gazetteer, route, state) for route in design.routes),
        bridges=tuple(_bridges(gazetteer, state)),
        boxes=tuple(_boxes(gazetteer, boxed, state)),
        elsewhere=tuple(
            Elsewhere(words, tuple(sorted(tokens, key=_weight)))
            for words, tokens in sorted(elsewhere.items())
        ),
    )


_RIM = 60.0
"""Units around the hexes of a fight that belong to it."""


def fight_facts(gazetteer: Gazetteer, state: State) -> tuple[FightFact, ...]:
    """Where both sides meet, with the names of the nearest places; for the umpire alone."""
    design, found = gazetteer.design, list[FightFact]()
    names = {side.id: side.name for side in design.sides}
    towns = [shape for shape in gazetteer.atlas.of_kind("town") if shape.name]
    for area in meetings(design, state):
        game = state.units[area.units[0]].game
        spots = [spot.point for cell in area.cells if (spot := gazetteer.hex(game, cell))]
        if not spots:
            continue
        middle = (
            sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
        )  # fmt: skip
        town = min(towns, key=lambda each: math.dist(each.middle, middle), default=None)
        found.append(
            FightFact(
                id=area.id, name=town.name if town is not None else area.id, point=middle,
                reach=max(math.dist(middle, each) for each in spots) + _RIM,
                sides=tuple((names[side], count) for side, count in area.sides),
            )
        )  # fmt: skip
    return tuple(found)


def seat_map(gazetteer: Gazetteer, state: State, count: int = 0) -> MapFacts:
    """The map as a seat sees it, in its packet and in every preview of it.

    *state* holds what the seat was told and nothing else, so that all of it is shown. By fog the
    other side stands where it was sighted last.
    """
    seat = next((state.seats[key] for key in state.fog if key in state.seats), None)
    if seat is None:
        return map_facts(gazetteer, state, count)
    own: Bounds = ((seat.side or "",), ())
    facts = map_facts(gazetteer, state, count, own)
    placed, elsewhere = sighted_tokens(gazetteer, state, seat.id)
    standings = {one.point: one.tokens for one in facts.standings}
    for point, token in placed:
        standings[point] = (*standings.get(point, ()), token)
    return replace(
        facts,
        standings=tuple(SharedPlace(point, tokens) for point, tokens in standings.items()),
        elsewhere=(*facts.elsewhere, *elsewhere),
    )


def sighted_tokens(gazetteer: Gazetteer, state: State, seat: str) -> tuple[Placed, list[Elsewhere]]:
    """What a seat has sighted, a counter for each formation and place, with the age of the news."""
    design = gazetteer.design
    placed: Placed = []
    elsewhere: dict[str, list[Token]] = {}
    own = state.seats[seat].side or ""
    for seen in state.sightings.get(seat, {}).values():
        for row in seen.rows:
            token = _sighted(design, own, row, state.ordinal - seen.ordinal)
            spot = gazetteer.spot(row.place, state)
            if spot is not None:
                placed.append((spot.point, replace(token, sure=spot.sure)))
            else:
                elsewhere.setdefault(token.where, []).append(token)
    return placed, [Elsewhere(words, tuple(tokens)) for words, tokens in sorted(elsewhere.items())]


def _sighted(design: Design, own: str, row: SeenTroops, age: int) -> Token:
    where = place_words(design, row.place)
    if row.formation in design.formation:
        units = [design.unit[unit] for unit in design.members[row.formation]]
        usual = Counter(unit.symbol for unit in units).most_common(1)
        found = formation_token(design, row.formation, usual[0][0] if usual else "")
        return replace(found, units=row.units, where=where, age=age, about=row.steps)
    other = next((side.id for side in design.sides if side.id != own), "")
    return Token(
        id=row.subject, name=row.what, code="?", side=other, division="", symbol="unknown",
        echelon="", fill="", ink="", pattern="", steps=0, steps_full=0, units=row.units,
        where=where, age=age, about=row.steps,
    )  # fmt: skip


def _weight(token: Token) -> tuple[str, int, str]:
    return token.side, -token.steps, token.name


def shown(design: Design, formation: str, bounds: Bounds) -> bool:
    """Whether a seat with these bounds is shown a formation's units."""
    sides, own = bounds
    if sides is not None and design.formation[formation].side not in set(sides):
        return False
    return not own or bool(set(design.above(formation)) & set(own))


# ---- formations ---------------------------------------------------------------------------------


def _tokens(
    gazetteer: Gazetteer, state: State, bounds: Bounds
) -> tuple[Placed, dict[str, list[Token]], dict[str, list[Token]]]:
    design = gazetteer.design
    placed: Placed = []
    boxed: dict[str, list[Token]] = {}
    elsewhere: dict[str, list[Token]] = {}
    spots: dict[Place, MapSpot | None] = {}
    for formation, units in in_play(design, state, bounds).items():
        groups: list[tuple[MapSpot | None, Place, list[str]]] = []
        for unit in units:
            place = state.units[unit].place
            if place not in spots:
                spots[place] = gazetteer.spot(place, state)
            _join(groups, spots[place], place, unit)
        for spot, place, members in groups:
            token = make_token(
                design, state, formation, members,
                whole=len(groups) == 1,
                sure=spot is None or spot.sure,
                where=place_words(design, place),
            )  # fmt: skip
            if place.kind in ("box", "display") and gazetteer.box(place.at) is not None:
                boxed.setdefault(place.at, []).append(token)
            elif spot is not None:
                placed.append((spot.point, token))
            else:
                elsewhere.setdefault(token.where, []).append(token)
    return placed, boxed, elsewhere


def in_play(design: Design, state: State, bounds: Bounds) -> dict[str, list[str]]:
    """The units in play of every formation that is shown, by their home."""
    found: dict[str, list[str]] = {}
    seen: dict[str, bool] = {}
    for unit in design.units:
        if state.units[unit.id].place.kind not in IN_PLAY:
            continue
        if unit.formation not in seen:
            seen[unit.formation] = shown(design, unit.formation, bounds)
        if seen[unit.formation]:
            found.setdefault(unit.formation, []).append(unit.id)
    return found


def _join(
    groups: list[tuple[MapSpot | None, Place, list[str]]],
    spot: MapSpot | None,
    place: Place,
    unit: str,
) -> None:
    """Put a unit to the part of its formation that is where it is, or near by."""
    boxed = place.kind in ("box", "display")
    for near, other, members in groups:
        if place == other:
            members.append(unit)
            return
        if boxed or other.kind in ("box", "display"):
            continue
        if spot is not None and near is not None and math.dist(spot.point, near.point) <= _APART:
            members.append(unit)
            return
    groups.append((spot, place, [unit]))


def make_token(
    design: Design,
    state: State,
    formation: str,
    units: Sequence[str],
    *,
    whole: bool = True,
    sure: bool = True,
    where: str = "",
) -> Token:
    """A formation's counter for some of its units."""
    usual = Counter(design.unit[unit].symbol for unit in units).most_common(1)
    return replace(
        formation_token(design, formation, usual[0][0] if usual else ""),
        steps=sum(state.units[unit].steps for unit in units),
        steps_full=sum(design.unit[unit].steps_full for unit in units),
        units=len(units), whole=whole, sure=sure, where=where,
    )  # fmt: skip


def formation_token(design: Design, formation: str, symbol: str) -> Token:
    """A formation's counter, without its strength."""
    found = design.formation[formation]
    above = design.above(formation)
    coloured = next((key for key in above if design.formation[key].colour), "")
    colour = design.formation[coloured].colour if coloured else None
    division = next(
        (key for key in above[1:] if _fill(design, key) == (colour.fill if colour else "")),
        formation,
    )
    return Token(
        id=formation,
        name=found.name,
        code=colour.code if colour else found.id[:3].upper(),
        side=found.side,
        division=design.formation[_highest(design, division)].name,
        symbol=symbol,
        echelon=_MARKS.get(found.kind, ""),
        fill=colour.fill if colour else "",
        ink=colour.ink if colour else "",
        pattern=colour.pattern if colour else "",
        steps=0,
        steps_full=0,
        units=0,
    )


def _fill(design: Design, formation: str) -> str:
    colour = design.formation[formation].colour
    return colour.fill if colour else ""


def _highest(design: Design, formation: str) -> str:
    """The highest formation over this one that has its colour."""
    fill = _fill(design, formation)
    same = [key for key in design.above(formation) if fill and _fill(design, key) == fill]
    return same[-1] if same else formation


def corps_token(formation: Formation | None, name: str, side: str) -> Token:
    """A flank corps as a counter; it has no units of its own."""
    colour = formation.colour if formation else None
    return Token(
        id=formation.id if formation else name,
        name=name,
        code=name.split()[0] if name else "",
        side=side,
        division=name,
        symbol="infantry",
        echelon="corps",
        fill=colour.fill if colour else "",
        ink=colour.ink if colour else "",
        pattern=colour.pattern if colour else "",
        steps=0,
        steps_full=0,
        units=0,
    )


# ---- route, bridges, boxes ----------------------------------------------------------------------


def _route(gazetteer: Gazetteer, route: Route, state: State) -> RouteFact:
    now = state.routes[route.id]
    line = gazetteer.line(route, now.spur)
    marker = gazetteer.marker(route, state)
    cuts: list[tuple[Point, str]] = []
    for stop in route.stops:
        if stop.spur and now.spur and stop.spur != now.spur:
            continue
        for key in stop.over:
            at = gazetteer.bridge(key)
            if at is not None and state.bridges[key].state in IMPASSABLE:
                words = state.bridges[key].state.replace("-", " ")
                cuts.append((at, f"{gazetteer.design.bridge[key].name}: {words}"))
    unused = [spur for spur in route.spurs if now.spur and spur != now.spur]
    return RouteFact(
        id=route.id,
        name=route.name,
        line=line,
        reached=gazetteer.reached(route, now.spur, marker) if marker is not None else 0.0,
        marker=marker,
        at=route.stops[now.stop].name if now.stop >= 0 else "",
        cut=now.cut,
        attacked=now.attacked,
        closed=now.closed,
        cuts=tuple(cuts),
        spur=unused[0] if unused else "",
    )


_SHAPES = {
    "intact": "intact", "stable": "intact", "wired": "wired", "blown": "blown",
    "unstable": "blown", "unchecked": "unknown", "bailey-placed": "building",
    "bailey-working": "bailey", "bailey-suppressed": "building",
}  # fmt: skip


def _bridges(gazetteer: Gazetteer, state: State) -> Iterable[BridgeFact]:
    design = gazetteer.design
    names = {side.id: side.name for side in design.sides}
    for bridge in design.bridges:
        point = gazetteer.bridge(bridge.id)
        if point is None:
            continue
        now = state.bridges[bridge.id]
        yield BridgeFact(
            id=bridge.id,
            name=bridge.name,
            point=point,
            rail=bridge.kind == "rail",
            state=now.state.replace("-", " "),
            shape=_SHAPES.get(now.state, "intact"),
            control=names.get(now.control, ""),
            side=now.control,
        )


def _boxes(gazetteer: Gazetteer, boxed: dict[str, list[Token]], state: State) -> Iterable[BoxFact]:
    design = gazetteer.design
    for box in design.boxes:
        shape = gazetteer.box(box.id)
        if shape is None:
            continue
        tokens = sorted(boxed.get(box.id, []), key=_weight)
        for corps in design.corps:
            if corps.track[state.corps[corps.id].box] == box.id:
                home = next((f for f in design.formations if f.name == corps.name), None)
                tokens.insert(0, corps_token(home, corps.name, corps.side))
        yield BoxFact(id=box.id, name=box.name, frame=shape.points, tokens=tuple(tokens))
