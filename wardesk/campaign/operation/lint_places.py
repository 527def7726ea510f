"""Looking for mistakes in schedules and on the map: queues, bridges, zones, boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wardesk.campaign.ledger.findings import Finding, error, missing, twice
from wardesk.campaign.operation.corridor import adjacent, hex_xy
from wardesk.campaign.operation.design import Design
from wardesk.errors import UserError


def schedules(design: Design) -> Iterator[Finding]:
    """Queue, arrivals and checklist."""
    stops = {stop.id for route in design.routes for stop in route.stops}
    yield from twice("queue", (entry.key for entry in design.queue))
    positions = sorted(entry.position for entry in design.queue)
    if positions != list(range(1, len(positions) + 1)):
        yield error("queue", f"Its positions are {positions}; they must count from 1.")
    for entry in design.queue:
        place = f"queue {entry.key}"
        yield from missing(place, entry.formations, design.formation, "formation")
        yield from missing(place, entry.gates, stops, "stop")
        yield from missing(place, [entry.game], design.games, "game")
    keys = {entry.key for entry in design.queue}
    for each in design.arrivals:
        place = f"arrival of {each.subject} in {each.game}"
        known = design.formation if each.subject_kind == "formation" else design.unit
        yield from missing(place, [each.subject], known, each.subject_kind)
        yield from missing(place, [each.queue], keys, "line of the queue")
        if each.at is not None and not 0 <= each.at < design.calendar.turns:
            yield error(place, f"Turn {each.at} lies outside the calendar.")
    slots = design.calendar.slots
    for step in design.checklist:
        yield from missing(f"checklist {step.id}", step.slots, slots, "turn")
    yield from twice("checklist", (step.id for step in design.checklist))


def places(design: Design) -> Iterator[Finding]:
    """Bridges, routes, zones and boxes."""
    bridges = design.bridge
    for bridge in design.bridges:
        place = f"bridge {bridge.id}"
        yield from _hexes(place, bridge.hexes)
        if len(bridge.hexes) == 2 and _can_read(bridge.hexes) and not adjacent(*bridge.hexes):
            yield error(place, f"{bridge.hexes[0]} and {bridge.hexes[1]} share no side.")
        yield from missing(place, [bridge.decided_by], design.node, "scenario")
    for route in design.routes:
        place = f"route {route.id}"
        yield from twice(place, (stop.id for stop in route.stops))
        for stop in route.stops:
            yield from _hexes(place, [stop.hex] if stop.hex else [])
            yield from missing(place, [stop.spur], route.spurs, "spur")
            yield from missing(place, stop.over, bridges, "bridge")
            yield from missing(place, [stop.game], design.games, "game")
        spurs = {stop.spur for stop in route.stops if stop.spur}
        yield from missing(place, route.spurs, spurs, "stop on the spur")
    for zone in design.zones:
        yield from _zone(design, zone.id)
    yield from _boxes(design)


def _zone(design: Design, key: str) -> Iterator[Finding]:
    zone = design.zone[key]
    place = f"zone {zone.name}"
    yield from _hexes(place, zone.hexes)
    yield from missing(place, zone.parts, design.zone, "zone")
    yield from missing(place, [zone.division], design.formation, "formation")
    if zone.hexes and _can_read(zone.hexes):
        found = pieces(zone.hexes)
        if len(found) > 1:
            listed = " | ".join(" ".join(sorted(piece)) for piece in found)
            text = f"It lies in {len(found)} pieces: {listed}."
            yield Finding("warning", place, text, "Check the map, or rule on it.")


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
            yield error(place, f"{label!r} is no hex number.")


def _boxes(design: Design) -> Iterator[Finding]:
    for edge in design.box_edges:
        yield from missing("box edges", (edge.start, edge.end), design.box, "box")
    edges = {(edge.start, edge.end) for edge in design.box_edges}
    for corps in design.corps:
        place = f"corps {corps.id}"
        yield from missing(place, corps.track, design.box, "box")
        for pair in zip(corps.track, corps.track[1:], strict=False):
            if pair not in edges:
                yield error(place, f"No arrow leads from {pair[0]} to {pair[1]}.")
    for entry in design.entries:
        place = f"entry {entry.id}"
        yield from missing(place, [entry.box], design.box, "box")
        yield from missing(place, [entry.owner], design.formation, "formation")
        yield from missing(place, [entry.shut_by], design.box, "box")
