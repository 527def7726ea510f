"""What the line of a table does, as an organiser writes it: ``flag bridges = 2``, ``points red 3``.

An effect is one line of plain words. The linter reads each before a campaign is opened, so none
fails in play.
"""

from __future__ import annotations

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds.calendar import FactSet, Noted, WeatherSet
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.operation.conditions import Scalar
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.facts import WEATHER, flag_fact
from wardesk.errors import UserError
from wardesk.words import say

EXAMPLES = "flag bridges = 2; points red 3; pool trucks -1; weather rain; note …"


def effect(design: Design, text: str, cause: str) -> Payload:
    """What an effect writes. UserError with what is wrong with its words."""
    verb, _, rest = text.strip().partition(" ")
    words = rest.split()
    match verb, words:
        case "flag", [name, "=", value]:
            return FactSet(fact=flag_fact(name), value=flag_value(design, name, value))
        case "points", [side, count]:
            design.found(design.sides, side, "side")
            return Points(side=side, points=number(text, count), cause=cause)
        case "pool", [pool, count]:
            design.found(design.pools, pool, "pool")
            return PoolChanged(pool=pool, change=number(text, count), cause=cause)
        case "weather", [kind]:
            return weather(kind)
        case "note", [_, *_]:
            return Noted(words=rest.strip())
        case _:
            raise UserError(
                say("WarDesk cannot read the effect {text!r}.", text=text),
                say("Write for example: {examples}", examples=EXAMPLES),
            )


def effects(design: Design, texts: tuple[str, ...], cause: str) -> list[EventDraft]:
    """The events of several effects; each follows from the event before them."""
    return [
        EventDraft(payload=effect(design, text, cause), source="engine", caused_by=-number)
        for number, text in enumerate(texts, 1)
    ]


def weather(kind: str) -> WeatherSet:
    """The weather from now on. UserError for none that there is."""
    if kind not in WEATHER:
        raise UserError(
            say("There is no weather {kind!r}.", kind=kind),
            say("There are: {known}.", known=", ".join(WEATHER)),
        )
    return WeatherSet(weather=kind, fog=9 if kind == "fog" else None)  # pyright: ignore[reportArgumentType]


def flag_value(design: Design, name: str, text: str) -> Scalar:
    """The value that *text* gives a flag of the design. UserError for one that it cannot have."""
    flag = design.found(design.flags, name, "flag")
    if flag.kind == "str":
        if text not in flag.words:
            raise UserError(
                say("{flag} is never {text!r}.", flag=flag.name, text=text),
                say("It is one of {words}.", words=", ".join(flag.words)),
            )
        return text
    if flag.kind == "bool":
        if text.lower() not in ("yes", "no", "true", "false"):
            raise UserError(say("{flag} is yes or no, not {text!r}.", flag=flag.name, text=text))
        return text.lower() in ("yes", "true")
    return number(flag.name, text)


def number(what: str, text: str) -> int:
    """A whole number. UserError for what is none."""
    if not text.lstrip("+-").isdigit():
        raise UserError(say("{what}: {text!r} is no number.", what=what, text=text))
    return int(text)
