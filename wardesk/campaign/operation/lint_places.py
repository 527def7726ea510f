"""Looking for mistakes in schedules and on the map: queues, bridges, zones, boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wardesk.campaign.ledger.findings import Finding, error, missing, twice
from wardesk.campaign.operation.corridor import adjacent, hex_xy
from wardesk.campaign.operation.design import Design
from wardesk.errors import UserError
from wardesk.words import say


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
        if len(bridge.hexes) == 2 and _can_read(bridge.hexes) and not adjacent(*bridge.hexes):
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
        found = pieces(zone.hexes)
        if len(found) > 1:
            listed = " | ".join(" ".join(sorted(piece)) for piece in found)
            text = say("It lies in {count} pieces: {listed!s}.", count=len(found), listed=listed)
            yield Finding("warning", place, text, say("Check the map, or rule on it."))


def pieces(hexes: Iterable[str]) -> list[set[str]]:
    """The connected parts of some hexes, the largest first."""
    left, found = set(hexes), list[set[str]]()
    while left:
        piece, todo = set[str](), [min(left)]
        while todo:
            at = todo.pop()
            if at in piece:
                continue
            piece.add(at)
            todo += [other for other in left - piece if adjacent(at, other)]
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
