"""Looking for mistakes in a design: names that lead nowhere, gates that never open, torn zones."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product

from wardesk.campaign.ledger.findings import Finding, error, missing, twice
from wardesk.campaign.operation.conditions import (
    All,
    Between,
    Compare,
    Condition,
    FactType,
    Known,
    Scalar,
    facts_in,
    holds,
    parts,
    type_troubles,
)
from wardesk.campaign.operation.consequences import check
from wardesk.campaign.operation.corridor import HexNumbers, adjacent, hex_xy
from wardesk.campaign.operation.design import Design, OperationTable
from wardesk.campaign.operation.dice import DICE
from wardesk.campaign.operation.effects import effect
from wardesk.campaign.operation.facts import fact_types
from wardesk.campaign.operation.names import name_among
from wardesk.errors import UserError
from wardesk.words import say

_MOST_CASES = 20_000
_FAR = 30
"""By so much modifiers may take a roll off the die."""


def lint(design: Design) -> list[Finding]:
    """Every finding, errors first. A design with errors cannot be opened."""
    checks = (
        _forces,
        _identities,
        schedules,
        places,
        _graph,
        _tables,
        _effects,
        _conditions,
        _unknown,
    )
    found = [finding for check in checks for finding in check(design)]
    return sorted(found, key=lambda f: ("error", "warning", "note").index(f.level))


# ---- forces -------------------------------------------------------------------------------------


def _forces(design: Design) -> Iterator[Finding]:
    sides = {side.id for side in design.sides}
    yield from twice(say("formations"), (f.id for f in design.formations))
    yield from twice(say("units"), (u.id for u in design.units))
    yield from twice(say("counters"), ((a.game, a.counter) for a in design.appearances))
    for formation in design.formations:
        place = say("formation {formation!s}", formation=formation.id)
        yield from missing(place, [formation.parent], design.formation, say("formation"))
        yield from missing(place, [formation.side], sides, say("side"))
        yield from missing(place, formation.games, design.games, say("game"))
        above = design.above(formation.id)
        top = design.formation[above[-1]]
        if top.parent is not None and top.parent in design.formation:
            yield error(place, say("It stands under itself."))
        if top.side != formation.side:
            yield error(
                place,
                say(
                    "It fights for {side!s}, its root for {root_side!s}.",
                    side=formation.side,
                    root_side=top.side,
                ),
            )
    roots = Counter(f.side for f in design.formations if f.parent is None)
    for side in sides:
        if roots[side] != 1:
            yield error(
                say("side {side!s}", side=side),
                say("It has {count} roots; one tree a side is needed.", count=roots[side]),
            )
    for unit in design.units:
        yield from missing(
            say("unit {key!s}", key=unit.id), [unit.formation], design.formation, say("formation")
        )
    for each in design.appearances:
        place = say("counter {counter!s} in {game!s}", counter=each.counter, game=each.game)
        yield from missing(place, [each.unit], design.unit, say("unit"))
        yield from missing(place, [each.game], design.games, say("game"))
        yield from missing(place, [each.formation], design.formation, say("formation"))
    yield from _colours(design)


def _colours(design: Design) -> Iterator[Finding]:
    coloured = [f for f in design.formations if f.colour and not f.umbrella]
    yield from twice(say("formation codes"), (f.colour.code for f in coloured if f.colour))
    looks = Counter((f.colour.fill, f.colour.pattern) for f in coloured if f.colour)
    for (fill, pattern), times in looks.items():
        if times > 1:
            text = say(
                "{times} formations look the same: {fill!s} with {pattern!s}.",
                times=times,
                fill=fill,
                pattern=pattern,
            )
            yield Finding(
                "warning", say("formation colours"), text, say("Give one another pattern.")
            )


def _identities(design: Design) -> Iterator[Finding]:
    yield from twice(say("identity groups"), (g.id for g in design.identity_groups))
    for group in design.identity_groups:
        place = say("identity {group!s}", group=group.id)
        members: list[str] = []
        for option in group.options:
            yield from missing(place, [option.formation], design.formation, say("formation"))
            yield from missing(place, option.units, design.unit, say("unit"))
            members += [*option.units, *design.members.get(option.formation or "", ())]
        yield from twice(place, members)
        if len(group.options) < 2:
            yield error(place, say("A choice needs two options."))
    for pool in design.pools:
        yield from missing(say("pool {key!s}", key=pool.id), pool.units, design.unit, say("unit"))
        yield from missing(
            say("pool {key!s}", key=pool.id), [pool.owner], design.formation, say("formation")
        )
    for each in design.attachments:
        names = (each.formation, each.normal, each.option)
        place = say("attachment {id!s}", id=each.id)
        yield from missing(place, names, design.formation, say("formation"))
    for alias in design.aliases:
        yield from missing(say("aliases"), [alias.formation], design.formation, say("formation"))
    for seat in (*design.seats, *design.spare_seats):
        place = say("seat {seat!s}", seat=seat.id)
        yield from missing(place, [seat.side], {s.id for s in design.sides}, say("side"))
        yield from missing(place, seat.formations, design.formation, say("formation"))
    if not any(seat.role == "umpire" for seat in design.seats):
        yield error(say("seats"), say("There is no umpire."))


# ---- graph, tables, conditions ------------------------------------------------------------------


def _graph(design: Design) -> Iterator[Finding]:
    yield from twice(say("scenarios"), (node.id for node in design.nodes))
    for link in design.links:
        yield from missing(say("links"), (link.start, link.end), design.node, say("scenario"))
    ways = {node.id: [link.end for link in design.links if link.start == node.id]
            for node in design.nodes}  # fmt: skip
    entered = {link.end for link in design.links}
    starts = [node.id for node in design.nodes if node.id not in entered]
    reached, todo = set[str](), deque(starts)
    while todo:
        at = todo.popleft()
        if at not in reached:
            reached.add(at)
            todo += ways.get(at, [])
    for node in design.nodes:
        if node.id not in reached:
            yield error(
                say("scenario {node!s}", node=node.id),
                say("It lies in a circle; no beginning leads to it."),
            )
        if _in_circle(node.id, ways):
            yield error(
                say("scenario {node!s}", node=node.id), say("A way leads from it back to itself.")
            )
    yield from _never_taken(design)
    yield from _dead_ends(design)
    yield from _results(design, entered)


def _dead_ends(design: Design) -> Iterator[Finding]:
    """Outcomes of a scenario after which none of its ways can be open, whatever else comes."""
    types = fact_types(design)
    for node in design.nodes:
        conditions = [each.condition for each in design.links if each.start == node.id]
        sound = [each for each in conditions if each and not type_troubles(each, types)]
        sound = [each for each in sound if not never_holds(each, types)]
        for outcome in node.outcomes if sound and len(sound) == len(conditions) else ():
            won = Compare(f"scenario.{node.id}.winner", "=", outcome)
            if all(never_holds(All((won, each)), types) for each in sound):
                text = (
                    say("No way leads on from {name} where it ends in a draw.", name=node.name)
                    if outcome == "draw"
                    else say("No way leads on from {name} where {side} wins.", name=node.name,
                             side=name_among(design.sides, outcome))
                )  # fmt: skip
                yield Finding(
                    "warning", say("scenario {node!s}", node=node.id), text,
                    say("Give this outcome a way, or mean it to be the end."),
                )  # fmt: skip


def _results(design: Design, entered: Collection[str]) -> Iterator[Finding]:
    """What outcomes change, and battles that hang together with nothing."""
    days = any(node.kind == "calendar" for node in design.nodes)
    starts = {link.start for link in design.links}
    for node in design.nodes:
        place = say("scenario {node!s}", node=node.id)
        told = [row.winner for row in node.results]
        yield from missing(place, told, node.outcomes, say("outcome"))
        yield from twice(place, told)
        for row in node.results:
            for text in (*row.then, *row.itself):
                try:
                    check(design, text)
                except UserError as wrong:
                    yield error(place, wrong.message, wrong.advice)
        if node.kind != "battle" or not days or node.id in starts:
            continue
        if node.id not in entered:
            yield Finding(
                "warning",
                place,
                say("No way leads to {name}.", name=node.name),
                say("Give it a link from the days in which it is fought."),
            )
        for outcome in node.outcomes:
            if outcome not in told:
                text = (
                    say("Nothing follows where {name} ends in a draw.", name=node.name)
                    if outcome == "draw"
                    else say(
                        "Nothing follows where {side} wins {name}.",
                        name=node.name,
                        side=name_among(design.sides, outcome),
                    )
                )
                yield Finding("warning", place, text, say("Say in its results what it changes."))


def _never_taken(design: Design) -> Iterator[Finding]:
    for node in design.nodes:
        always = None
        rows = [each for each in design.links if each.start == node.id]
        for link in sorted(rows, key=lambda each: each.priority):
            if always is not None and link.priority > always.priority:
                text = say(
                    "The link to {end!s} is never taken: {first!s} comes first.",
                    end=link.end,
                    first=always.end,
                )
                yield Finding("warning", say("scenario {node!s}", node=node.id), text)
            if link.condition is None and always is None:
                always = link


def _in_circle(start: str, ways: Mapping[str, list[str]]) -> bool:
    seen, todo = set[str](), list(ways.get(start, ()))
    while todo:
        at = todo.pop()
        if at == start:
            return True
        if at not in seen:
            seen.add(at)
            todo += ways.get(at, ())
    return False


def _tables(design: Design) -> Iterator[Finding]:
    yield from twice(say("tables"), (table.id for table in design.tables))
    for table in design.tables:
        yield from table_findings(table)


def _effects(design: Design) -> Iterator[Finding]:
    """What the lines of tables do, and the tables that checklists name."""
    yield from twice(say("flags"), (flag.id for flag in design.flags))
    for table in design.tables:
        for row in table.rows:
            for text in row.then:
                try:
                    effect(design, text, "")
                except UserError as wrong:
                    place = say("table {table!s}", table=table.id)
                    yield error(place, wrong.message, wrong.advice)
    tables = {table.id for table in design.tables}
    for step in design.checklist:
        place = say("checklist {step!s}", step=step.id)
        yield from missing(place, [step.table or None], tables, say("table"))


def table_findings(table: OperationTable) -> Iterator[Finding]:
    """Rolls that no line or more than one line covers."""
    place = say("table {table!s}", table=table.id)
    faces = DICE[table.die]
    low, high = faces[0], faces[-1]
    if table.modified:
        low, high = low - _FAR, high + _FAR
    for roll in range(low, high + 1):
        lines = sum(
            (row.low is None or roll >= row.low) and (row.high is None or roll <= row.high)
            for row in table.rows
        )
        if lines != 1:
            text = (
                say("{n} lines cover the roll {roll}.", n=lines, roll=roll)
                if lines
                else say("No line covers the roll {roll}.", roll=roll)
            )
            yield error(place, text, say("Mend its ranges."))
            return


def _conditions(design: Design) -> Iterator[Finding]:
    types = fact_types(design)
    gates: list[tuple[str, Condition | None]] = [
        *(
            (say("arrival of {subject!s}", subject=each.subject), each.gate)
            for each in design.arrivals
        ),
        *(
            (say("link {start!s} → {end!s}", start=link.start, end=link.end), link.condition)
            for link in design.links
        ),
        *(
            (say("table {table!s}", table=table.id), each.condition)
            for table in design.tables
            for each in table.modifiers
        ),
    ]
    for place, condition in gates:
        troubles = type_troubles(condition, types)
        for text in troubles:
            yield error(place, text)
        if condition is not None and not troubles and never_holds(condition, types):
            yield error(place, say("This can never be true."), say("Mend its condition."))


def never_holds(condition: Condition, types: Mapping[str, FactType]) -> bool:
    """Whether no combination of values makes it true. False where there are too many to try."""
    names = sorted(facts_in(condition))
    values = [_worth_trying(name, condition, types[name]) for name in names]
    cases = 1
    for each in values:
        cases *= len(each)
    if cases > _MOST_CASES:
        return False
    for case in product(*values):
        facts = {n: v for n, v in zip(names, case, strict=True) if v is not None}
        if holds(condition, facts) is True:
            return False
    return True


def _worth_trying(name: str, condition: Condition, kind: FactType) -> list[Scalar | None]:
    """Values between which a fact's comparisons differ; None where it may be asked if known."""
    found: set[Scalar] = set(kind.words)
    asked = False
    for part in parts(condition):
        if isinstance(part, Compare) and part.fact == name:
            value = part.value
            near = (value,) if isinstance(value, (bool, str)) else (value - 1, value, value + 1)
            found.update(near)
        elif isinstance(part, Between) and name == "turn":
            found.update((part.first - 1, part.first, part.last, part.last + 1))
        elif isinstance(part, Known) and part.fact == name:
            asked = True
    if kind.kind == "bool":
        found = {True, False}
    elif kind.kind == "str":
        found = set(kind.words) or {*found, "\0 something else"}
    else:
        low = -(1 << 30) if kind.low is None else kind.low
        high = 1 << 30 if kind.high is None else kind.high
        found = {v for v in found if isinstance(v, int) and low <= v <= high} or {low}
    tried: list[Scalar | None] = sorted(found, key=str)
    return [*tried, None] if asked else tried


# ---- what is not known --------------------------------------------------------------------------


def _unknown(design: Design) -> Iterator[Finding]:
    for query in design.queries:
        if query.proposed not in query.options:
            text = say(
                "The proposed answer {proposed!r} is not one of its options.",
                proposed=query.proposed,
            )
            yield error(say("question {query!s}", query=query.id), text)
    yield from twice(say("questions"), (query.id for query in design.queries))
    yield from _unknown_numbers(design)


def _unknown_numbers(design: Design) -> Iterator[Finding]:
    for entry in design.queue:
        if entry.mode == "roll" and entry.number is None:
            text = say("Its number is not known{proposal}.", proposal=_proposal(entry.proposed))
            yield Finding("note", say("queue {key!s}", key=entry.key), text)
    for pool in design.pools:
        if pool.count is None:
            text = say(
                "How many there are is not known{proposal}.", proposal=_proposal(pool.proposed)
            )
            yield Finding("note", say("pool {key!s}", key=pool.id), text)
    for rule in design.points:
        if rule.points is None:
            text = say("Its value is not known{proposal}.", proposal=_proposal(rule.proposed))
            yield Finding("note", say("points for {rule!s}", rule=rule.id), text)
    for edge in design.box_edges:
        if edge.arrow is None and any(edge.start in corps.track for corps in design.corps):
            text = say(
                "The number on its arrow is not known{proposal}.", proposal=_proposal(edge.proposed)
            )
            yield Finding(
                "note", say("way {start!s} → {end!s}", start=edge.start, end=edge.end), text
            )


def _proposal(proposed: int | None) -> str:
    return (
        say("; the umpire is asked")
        if proposed is None
        else say("; {proposed} is our proposal", proposed=proposed)
    )


# ---- places --------------------------------------------------------------------------------------


def schedules(design: Design) -> Iterator[Finding]:
    """Queue, arrivals and checklist."""
    stops = {stop.id for route in design.routes for stop in route.stops}
    yield from twice(say("queue"), (entry.key for entry in design.queue))
    positions = sorted(entry.position for entry in design.queue)
    if positions != list(range(1, len(positions) + 1)):
        yield error(
            say("queue"),
            say("Its positions are {positions!s}; they must count from 1.", positions=positions),
        )
    for entry in design.queue:
        place = say("queue {key!s}", key=entry.key)
        yield from missing(place, entry.formations, design.formation, say("formation"))
        yield from missing(place, entry.gates, stops, say("stop"))
        yield from missing(place, [entry.game], design.games, say("game"))
    keys = {entry.key for entry in design.queue}
    for each in design.arrivals:
        place = say("arrival of {subject!s} in {game!s}", subject=each.subject, game=each.game)
        known = design.formation if each.subject_kind == "formation" else design.unit
        yield from missing(place, [each.subject], known, each.subject_kind)
        yield from missing(place, [each.queue], keys, say("line of the queue"))
        if each.at is not None and not 0 <= each.at < design.calendar.turns:
            yield error(place, say("Turn {turn} lies outside the calendar.", turn=each.at))
    slots = design.calendar.slots
    for step in design.checklist:
        yield from missing(say("checklist {step!s}", step=step.id), step.slots, slots, say("turn"))
    yield from twice(say("checklist"), (step.id for step in design.checklist))


def places(design: Design) -> Iterator[Finding]:
    """Bridges, routes, zones and boxes."""
    bridges = design.bridge
    for bridge in design.bridges:
        place = say("bridge {bridge!s}", bridge=bridge.id)
        yield from _hexes(place, bridge.hexes)
        apart = len(bridge.hexes) == 2 and _can_read(bridge.hexes)
        numbers = design.numbers(bridge.game)
        if apart and not adjacent(bridge.hexes[0], bridge.hexes[1], numbers):
            yield error(
                place,
                say(
                    "{one!s} and {other!s} share no side.",
                    one=bridge.hexes[0],
                    other=bridge.hexes[1],
                ),
            )
        yield from missing(place, [bridge.decided_by], design.node, say("scenario"))
    for route in design.routes:
        place = say("route {route!s}", route=route.id)
        yield from twice(place, (stop.id for stop in route.stops))
        for stop in route.stops:
            yield from _hexes(place, [stop.hex] if stop.hex else [])
            yield from missing(place, [stop.spur], route.spurs, say("spur"))
            yield from missing(place, stop.over, bridges, say("bridge"))
            yield from missing(place, [stop.game], design.games, say("game"))
        spurs = {stop.spur for stop in route.stops if stop.spur}
        yield from missing(place, route.spurs, spurs, say("stop on the spur"))
    for zone in design.zones:
        yield from _zone(design, zone.id)
    yield from _boxes(design)


def _zone(design: Design, key: str) -> Iterator[Finding]:
    zone = design.zone[key]
    place = say("zone {name!s}", name=zone.name)
    yield from _hexes(place, zone.hexes)
    yield from missing(place, zone.parts, design.zone, say("zone"))
    yield from missing(place, [zone.division], design.formation, say("formation"))
    if zone.hexes and _can_read(zone.hexes):
        found = pieces(zone.hexes, design.numbers(zone.game))
        if len(found) > 1:
            listed = " | ".join(" ".join(sorted(piece)) for piece in found)
            text = say("It lies in {count} pieces: {listed!s}.", count=len(found), listed=listed)
            yield Finding("warning", place, text, say("Check the map, or rule on it."))


def pieces(hexes: Iterable[str], numbers: HexNumbers) -> list[set[str]]:
    """The connected parts of some hexes, the largest first."""
    left, found = set(hexes), list[set[str]]()
    while left:
        piece, todo = set[str](), [min(left)]
        while todo:
            at = todo.pop()
            if at in piece:
                continue
            piece.add(at)
            todo += [other for other in left - piece if adjacent(at, other, numbers)]
        left -= piece
        found.append(piece)
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))


def _can_read(hexes: Iterable[str]) -> bool:
    try:
        for label in hexes:
            hex_xy(label)
    except UserError:
        return False
    return True


def _hexes(place: str, hexes: Iterable[str]) -> Iterator[Finding]:
    for label in hexes:
        if not _can_read([label]):
            yield error(place, say("{label!r} is no hex number.", label=label))


def _boxes(design: Design) -> Iterator[Finding]:
    for edge in design.box_edges:
        yield from missing(say("box edges"), (edge.start, edge.end), design.box, say("box"))
    edges = {(edge.start, edge.end) for edge in design.box_edges}
    for corps in design.corps:
        place = say("corps {corps!s}", corps=corps.id)
        yield from missing(place, corps.track, design.box, say("box"))
        for pair in zip(corps.track, corps.track[1:], strict=False):
            if pair not in edges:
                yield error(place, say("No arrow leads from {a!s} to {b!s}.", a=pair[0], b=pair[1]))
    for entry in design.entries:
        place = say("entry {entry!s}", entry=entry.id)
        yield from missing(place, [entry.box], design.box, say("box"))
        yield from missing(place, [entry.owner], design.formation, say("formation"))
        yield from missing(place, [entry.shut_by], design.box, say("box"))
