"""What formations, units, bridges and places are called in a sentence; an unknown key, itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import Place
from wardesk.words import Text, join, say


class _Named(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def in_words(text: str) -> Text:
    """Words of a design or of a state that the catalogues know: a step's title, a weather."""
    return Text(text, {})


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
    return _under(unit.name, formation.name) if formation else unit.name


@lru_cache(4096)
def _under(unit: str, formation: str) -> Text:
    """Said again and again: each packet names hundreds of units."""
    return join(", ", (unit, formation))


def bridge_name(design: Design, key: str) -> str:
    """A bridge's name."""
    return design.bridge[key].name if key in design.bridge else key


def node_name(design: Design, key: str) -> str:
    """A scenario's name."""
    return design.node[key].name if key in design.node else key


CARRIED = "carry-over {start} → {end}"
"""What is told of who goes on from one scenario to the next."""


def cause_words(design: Design, cause: str) -> str:
    """Why something happened: old ledgers have the ids of scenarios in it, which are named here."""
    if not isinstance(cause, Text):
        return cause
    if cause.template == CARRIED:
        named = {name: node_name(design, str(key)) for name, key in cause.values.items()}
        return cause.having(**named)
    inner = {k: cause_words(design, v) for k, v in cause.values.items() if isinstance(v, Text)}
    return cause.having(**inner) if inner else cause


def winner_name(design: Design, key: str) -> str:
    """Who won: a side, nobody, or somebody of whom the campaign knows the word alone."""
    if key == "draw":
        return say("nobody: a draw")
    known = {side.id: side.name for side in design.sides}
    return known.get(key) or in_words(key.replace("-", " ").capitalize())


def identity_names(design: Design, group: str) -> dict[str, str]:
    """The sets of a choice by their ids: what their formation is called, or their units."""
    options = [x for each in design.identity_groups if each.id == group for x in each.options]
    return {
        option.id: formation_name(design, option.formation)
        if option.formation
        else ", ".join(design.unit[unit].name for unit in option.units)
        for option in options
    }


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
        case "node":
            words = say("off the map of {scenario}", scenario=node_name(design, place.at))
            if place.sheet:
                words = join(": ", (words, place.sheet))
        case "drop":
            words = say("drop {zone}", zone=place.at)
        case kind:
            words = _NOWHERE.get(kind, kind)
    if not words:  # it is there, and nobody has said where
        return say("somewhere in {game}", game=game) if game else say("in play")
    return say("{place} ({game})", place=words, game=game) if game else words


_NOWHERE = {
    "not-yet": say("not yet in play"), "queue": say("in the queue"), "pool": say("in store"),
    "eliminated": say("lost"), "removed": say("out of the campaign"),
}  # fmt: skip
_FACTS = {
    "dispatch": say("dispatch points"), "chits": say("chits that were bought"),
    "chit": say("chit"), "minefield": say("mines"), "rout": say("routed until"),
    "number": say("number"), "raid": say("air raid"), "flag": say("noted"),
    "event": say("event that waits"), "dutch": say("Dutch event in"), "replanned": say("new zones"),
    "men-at-work": say("men at work"), "bulldozer-lost": say("bulldozer lost"),
    "improved": say("carries vehicles"), "park": say("artillery park"),
    "roadblock": say("road block"), "roadblocks": say("road blocks left"),
    "rearguard": say("rearguard"), "rearguards": say("rearguards left"),
}  # fmt: skip
"""What the names of facts begin with."""


def secret_name(design: Design, key: str) -> str:
    """What a secret is about, as far as its key tells."""
    head, _, rest = key.partition(":")
    if head in ("drop", "assignment"):
        return say("the drop of {division}", division=formation_name(design, rest.split(":")[0]))
    number = head.removeprefix("secret ")
    if number != head:
        return say("secret {number}", number=number)
    return _SECRETS.get(head, head)


_SECRETS = {"raid": say("the night of the air raid"), "dice": say("the seed of all dice")}


def fact_name(design: Design, fact: str) -> str:
    """What a fact is about, with the names of a flag or of a formation in it."""
    head, _, rest = fact.partition(".")
    if head == "flag":
        return name_among(design.flags, rest)
    if head == "number":
        return _number_name(design, rest)
    about = _about(design, rest)
    return join(": ", [each for each in (_FACTS.get(head, head.replace("_", " ")), about) if each])


def unknown_numbers(design: Design) -> Mapping[str, str]:
    """The published numbers that we do not have, by the key under which one can be set."""
    found = {
        f"release.{e.key}": say("the number on the marker of {what}", what=e.name)
        for e in design.queue
        if e.mode == "roll" and e.number is None
    }
    found |= {
        f"arrow.{e.start}.{e.end}": say(
            "the number on the arrow from {start} to {end}",
            start=name_among(design.boxes, e.start),
            end=name_among(design.boxes, e.end),
        )
        for e in design.box_edges
        if e.arrow is None
    }
    return found | {
        f"points.{r.id}": say("victory points: {r}", r=r.title)
        for r in design.points
        if r.points is None
    }


def _number_name(design: Design, key: str) -> str:
    """A number that the umpire gives, or where he has it from."""
    known, number = unknown_numbers(design), key.removesuffix(".from")
    name = known.get(number) or join(": ", (_FACTS["number"], number))
    return say("{number} (source)", number=name) if number != key else name


def _about(design: Design, key: str) -> str:
    """The formation, bridge or side that a fact is about, whatever number stands behind it."""
    first, _, number = key.rpartition(".")
    if number.isdigit() and first in design.formation:
        return formation_name(design, first)
    if key in design.bridge:
        return bridge_name(design, key)
    named = formation_name(design, key)
    return named if named != key else name_among(design.sides, key).replace("-", " ")


def fact_value(design: Design, value: bool | float | str) -> str:
    """The value of a fact in words: yes and no, formations by their names, nothing as a dash."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if not isinstance(value, str):
        return say("{value}", value=value)
    parts = [formation_name(design, each.strip()) for each in value.split(",") if each.strip()]
    return join(", ", [in_words(each) for each in parts]) if parts else say("none")


def bridge_state(state: str) -> Text:
    """The state of a bridge in words."""
    return in_words(state.replace("-", " "))
