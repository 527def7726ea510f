"""Conditions in words, for whoever looks at the graph."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.campaign.operation.calendar import day_and_month
from wardesk.campaign.operation.conditions import (
    All,
    AnyOf,
    AtLeast,
    Between,
    Compare,
    Condition,
    Known,
    Not,
)
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import bridge_name, name_among, node_name, winner_name
from wardesk.services.campaign.shelf import option_name
from wardesk.words import join, say


def condition_words(design: Design, condition: Condition | None) -> str:
    """A condition as part of a sentence; empty for none."""
    match condition:
        case None:
            return ""
        case Compare():
            return _compared(design, condition)
        case Known(fact):
            return say("it is known: {fact}", fact=fact_name(design, fact))
        case Between(first, last):
            calendar = design.calendar
            start, end = calendar.turn(first).label, calendar.turn(last).label
            return say("from {start} to {end}", start=start, end=end)
        case Not(of):
            return say("not so: {condition}", condition=condition_words(design, of))
        case All(of):
            return _chained(design, of, say(" and ")) if of else say("always")
        case AnyOf(of):
            return _chained(design, of, say(" or ")) if of else say("never")
        case AtLeast(number, of):
            parts = join("; ", [_inner(design, one) for one in of])
            return say("at least {number} of: {conditions}", number=number, conditions=parts)


def _chained(design: Design, of: Sequence[Condition], joint: str) -> str:
    """Conditions one after another, each in its own right."""
    words = _inner(design, of[0])
    for one in of[1:]:
        words = join("", (words, joint, _inner(design, one)))
    return words


def _inner(design: Design, condition: Condition) -> str:
    words = condition_words(design, condition)
    alone = not isinstance(condition, (All, AnyOf, AtLeast))
    return words if alone else join("", ("(", words, ")"))


def _compared(design: Design, part: Compare) -> str:
    kind, _, rest = part.fact.partition(".")
    key, _, what = rest.rpartition(".")
    yes = part.value is True if part.op == "=" else part.value is False
    if (kind, what) == ("scenario", "winner"):
        won, who = node_name(design, key), str(part.value)
        if who == "draw" and part.op == "=":
            return say("{scenario} ended in a draw", scenario=won)
        if who == "draw":
            return say("{scenario} did not end in a draw", scenario=won)
        return _won(won, winner_name(design, who), part.op)
    if (kind, what) in _BOOLS:
        return _either((kind, what), design, key, yes=yes)
    if kind == "option":
        name = say("the option “{option}”", option=option_name(rest))
        value = (say("on") if yes else say("off")) if isinstance(part.value, bool) else part.value
        return _related("=", name, value)
    if part.fact == "day" and isinstance(part.value, int):
        day = design.calendar.turn(
            min(max(part.value, 0), design.calendar.days - 1) * len(design.calendar.slots)
        ).day
        return _related(part.op, say("the day"), day_and_month(day))
    if isinstance(part.value, bool):
        return join(": ", (fact_name(design, part.fact), say("yes") if yes else say("no")))
    return _related(part.op, fact_name(design, part.fact), part.value)


def _won(scenario: str, side: str, op: str) -> str:
    if op == "=":
        return say("{side} won {scenario}", side=side, scenario=scenario)
    return say("{side} did not win {scenario}", side=side, scenario=scenario)


_BOOLS = {("scenario", "over"), ("route", "left"), ("route", "cut"), ("bridge", "usable")}


def _either(fact: tuple[str, str], design: Design, key: str, *, yes: bool) -> str:
    """A fact that is so or not so, by one of `_BOOLS`."""
    match fact:
        case "scenario", _:
            name = node_name(design, key)
            both = (
                say("{scenario} is over", scenario=name),
                say("{scenario} is not over", scenario=name),
            )
        case "route", "left":
            name = _route(design, key)
            both = (
                say("{route} has left the first map", route=name),
                say("{route} has not left the first map", route=name),
            )
        case "route", _:
            name = _route(design, key)
            both = say("{route} is cut", route=name), say("{route} is open", route=name)
        case _:
            name = bridge_name(design, key)
            both = (
                say("{bridge} can be used", bridge=name),
                say("{bridge} can not be used", bridge=name),
            )
    return both[0 if yes else 1]


def _related(op: str, what: str, value: object) -> str:
    """That a fact and a value stand so to each other."""
    match op:
        case "!=":
            return say("{fact} is not {value}", fact=what, value=value)
        case "<":
            return say("{fact} is below {value}", fact=what, value=value)
        case "<=":
            return say("{fact} is at most {value}", fact=what, value=value)
        case ">":
            return say("{fact} is above {value}", fact=what, value=value)
        case ">=":
            return say("{fact} is at least {value}", fact=what, value=value)
        case _:
            return say("{fact} is {value}", fact=what, value=value)


def _route(design: Design, key: str) -> str:
    return name_among(design.routes, key)


def fact_name(design: Design, fact: str) -> str:
    """A fact's name with the names of what it is about."""
    kind, _, rest = fact.partition(".")
    if kind == "route":
        key, _, what = rest.partition(".")
        return join(", ", (_route(design, key), what.replace(".", " ")))
    if kind == "bridge":
        key, _, what = rest.rpartition(".")
        return join(", ", (bridge_name(design, key), what))
    if kind == "scenario":
        key, _, what = rest.rpartition(".")
        words = {"winner": say("who won"), "over": say("is it over?")}.get(what, what)
        return join(": ", (node_name(design, key), words))
    if kind == "flag":
        return name_among(design.flags, rest)
    named = {
        "turn": say("the turn’s number"), "day": say("the day"), "slot": say("the turn"),
        "weather": say("the weather"),
    }  # fmt: skip
    return named.get(fact, fact.replace(".", " "))
