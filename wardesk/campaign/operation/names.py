"""What formations, units, bridges and places are called in a sentence; an unknown key, itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import Place
from wardesk.words import join, say


class _Named(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def name_among(rows: Iterable[_Named], key: str) -> str:
    """The name of the row called *key*."""
    return next((each.name for each in rows if each.id == key), key)


def formation_name(design: Design, key: str) -> str:
    """A formation's name."""
    return design.formation[key].name if key in design.formation else key


def unit_name(design: Design, key: str) -> str:
    """A unit's name, with that of its formation."""
    unit = design.unit.get(key)
    if unit is None:
        return key
    formation = design.formation.get(unit.formation)
    return join(", ", (unit.name, formation.name)) if formation else unit.name


def bridge_name(design: Design, key: str) -> str:
    """A bridge's name."""
    return design.bridge[key].name if key in design.bridge else key


def node_name(design: Design, key: str) -> str:
    """A scenario's name."""
    return design.node[key].name if key in design.node else key


def place_words(design: Design, place: Place) -> str:
    """Where that is, with the names of boxes, routes and games."""
    game = design.games.get(place.game, place.game)
    match place.kind:
        case "hex":
            words = say("hex {at}", at=place.at) if place.at[:1].isdigit() else place.at
        case "marker":
            name = name_among(design.routes, place.at)
            words = say("with the marker of {route}", route=name)
        case "box" | "display":
            box = design.box.get(place.at)
            words = box.name if box else place.at
            if place.kind == "display":
                words = say("{box}, in the display", box=words)
            game = ""
        case "transit":
            words = say("on the way")
        case "not-yet":
            words = say("not yet in play")
        case "queue":
            words = say("in the queue")
        case "node":
            words = say("off the map of {scenario}", scenario=node_name(design, place.at))
            if place.sheet:
                words = join(": ", (words, place.sheet))
        case kind:
            words = f"{kind} {place.at}".strip()
    return say("{place} ({game})", place=words, game=game) if game else words
