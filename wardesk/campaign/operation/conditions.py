"""Conditions as typed trees with three truth values: true, false, and not yet known (None)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from wardesk.words import say

Scalar: TypeAlias = bool | int | str
FactKind = Literal["bool", "int", "str"]
_TIME = ("turn", "day")
MOST_NODES = 200
DEEPEST = 20


class FactType(Struct, frozen=True, kw_only=True):
    """What a fact can be: its kind, and for words the ones that it may take."""

    kind: FactKind
    words: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


class Compare(Struct, frozen=True, forbid_unknown_fields=True, tag="compare"):
    """``fact op value``; unknown while the fact is."""

    fact: str
    op: Literal["=", "!=", "<", "<=", ">", ">="]
    value: Scalar


class Known(Struct, frozen=True, forbid_unknown_fields=True, tag="known"):
    """Whether a fact is known at all. Never unknown itself."""

    fact: str


class Between(Struct, frozen=True, forbid_unknown_fields=True, tag="between"):
    """Whether the turn's ordinal lies in ``first..last``, both included."""

    first: Annotated[int, Meta(ge=0)]
    last: Annotated[int, Meta(ge=0)]


class All(Struct, frozen=True, forbid_unknown_fields=True, tag="all"):
    """Every part; an empty one is true."""

    of: tuple[Condition, ...]


class AnyOf(Struct, frozen=True, forbid_unknown_fields=True, tag="any"):
    """At least one part; an empty one is false."""

    of: tuple[Condition, ...]


class AtLeast(Struct, frozen=True, forbid_unknown_fields=True, tag="at-least"):
    """At least *number* of the parts."""

    number: Annotated[int, Meta(ge=0)]
    of: tuple[Condition, ...]


class Not(Struct, frozen=True, forbid_unknown_fields=True, tag="not"):
    """The other way round; unknown stays unknown."""

    of: Condition


Condition: TypeAlias = Compare | Known | Between | All | AnyOf | AtLeast | Not

_ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def holds(condition: Condition | None, facts: Mapping[str, Scalar]) -> bool | None:
    """Whether *condition* holds; None while that is not yet known. No condition always holds.

    A fact that is missing from *facts* is not yet known, which is not the same as false.
    """
    match condition:
        case None:
            return True
        case Compare():
            return _compare(condition, facts)
        case Known(fact):
            return fact in facts
        case Between(first, last):
            turn = facts.get("turn")
            return first <= turn <= last if isinstance(turn, int) else None
        case Not(of):
            inner = holds(of, facts)
            return None if inner is None else not inner
        case All(of):
            return _at_least(len(of), of, facts)
        case AnyOf(of):
            return _at_least(1, of, facts)
        case AtLeast(number, of):
            return _at_least(number, of, facts)


def _compare(condition: Compare, facts: Mapping[str, Scalar]) -> bool | None:
    found = facts.get(condition.fact)
    if found is None:
        return None
    if condition.op in ("=", "!="):
        # True == 1 in Python, but a flag is not a number
        same = found == condition.value and type(found) is type(condition.value)
        return same == (condition.op == "=")
    if isinstance(found, str) or isinstance(condition.value, str):
        return None  # the linter refuses this; an unordered comparison decides nothing
    return _ORDER[condition.op](found, condition.value)


def _at_least(
    number: int, parts: tuple[Condition, ...], facts: Mapping[str, Scalar]
) -> bool | None:
    return _enough([holds(part, facts) for part in parts], number)


def _enough(answers: list[bool | None], number: int) -> bool | None:
    if answers.count(True) >= number:
        return True
    return None if answers.count(True) + answers.count(None) >= number else False


def settled(condition: Condition | None, facts: Mapping[str, Scalar]) -> bool | None:
    """Whether a condition is decided for good; None while it may still become otherwise.

    *facts* are those that cannot change any more (`final_facts`), with the turn and day of now:
    time only goes on.
    """
    match condition:
        case Between(_, last):
            now = facts.get("turn")
            return False if isinstance(now, int) and now > last else None
        case Compare(fact) if fact in _TIME:
            return _in_time(condition, facts)
        case Compare("slot"):
            return None
        case Known(fact):
            return True if fact in facts else None
        case Not(of):
            inner = settled(of, facts)
            return None if inner is None else not inner
        case All(of) | AnyOf(of) | AtLeast(of=of):
            number = len(of) if isinstance(condition, All) else getattr(condition, "number", 1)
            return _enough([settled(one, facts) for one in of], number)
        case _:
            return holds(condition, facts)


def _in_time(part: Compare, facts: Mapping[str, Scalar]) -> bool | None:
    """A comparison with the turn or the day: what is past stays past."""
    now, value = facts.get(part.fact), part.value
    if not isinstance(now, int) or not isinstance(value, int):
        return None
    if part.op in (">", ">="):
        return True if holds(part, facts) else None
    gone = now > value or (part.op == "<" and now >= value)
    return False if part.op in ("=", "<", "<=") and gone else None


def parts(condition: Condition) -> Iterator[Condition]:
    """The condition and everything in it."""
    yield condition
    match condition:
        case Not(of):
            yield from parts(of)
        case All(of) | AnyOf(of) | AtLeast(of=of):
            for part in of:
                yield from parts(part)
        case _:
            pass


def facts_in(condition: Condition | None) -> set[str]:
    """Names of the facts that a condition asks for."""
    if condition is None:
        return set()
    found = {p.fact for p in parts(condition) if isinstance(p, (Compare, Known))}
    if any(isinstance(p, Between) for p in parts(condition)):
        found.add("turn")
    return found


def type_troubles(condition: Condition | None, types: Mapping[str, FactType]) -> list[str]:
    """What is wrong with a condition's names and types, in sentences; empty when it is sound."""
    if condition is None:
        return []
    found: list[str] = []
    if depth(condition) > DEEPEST or sum(1 for _ in parts(condition)) > MOST_NODES:
        return [
            say(
                "The condition is too large: {parts} parts, {deep} deep at most.",
                parts=MOST_NODES,
                deep=DEEPEST,
            )
        ]
    for part in parts(condition):
        if isinstance(part, (Compare, Known)) and part.fact not in types:
            found.append(say("There is no fact called {fact!r}.", fact=part.fact))
        elif isinstance(part, Compare):
            found += _value_troubles(part, types[part.fact])
        elif isinstance(part, Between) and part.first > part.last:
            found.append(
                say("The turns {first}..{last} are empty.", first=part.first, last=part.last)
            )
        elif isinstance(part, AtLeast) and part.number > len(part.of):
            found.append(
                say(
                    "At least {number} of {count} can never hold.",
                    number=part.number,
                    count=len(part.of),
                )
            )
    return found


def _value_troubles(part: Compare, kind: FactType) -> list[str]:
    value: FactKind = (
        "bool" if isinstance(part.value, bool) else "int" if isinstance(part.value, int) else "str"
    )
    if value != kind.kind:
        return [
            say(
                "{fact!s} is {kind}, {value!r} is {other}.",
                fact=part.fact,
                kind=_called(kind.kind),
                value=part.value,
                other=_called(value),
            )
        ]
    if part.op not in ("=", "!=") and kind.kind != "int":
        return [
            say(
                "{fact!s} is {kind} and has no order: {op!s} cannot be used.",
                fact=part.fact,
                kind=_called(kind.kind),
                op=part.op,
            )
        ]
    if kind.words and part.value not in kind.words:
        return [
            say(
                "{fact!s} is never {value!r}; it is one of {choices!s}.",
                fact=part.fact,
                value=part.value,
                choices=", ".join(kind.words),
            )
        ]
    return []


def _called(kind: FactKind) -> str:
    return {"bool": say("a yes or no"), "int": say("a number"), "str": say("a word")}[kind]


def depth(condition: Condition) -> int:
    """How deep the tree is; 1 for a single comparison."""
    match condition:
        case Not(of):
            return 1 + depth(of)
        case All(of) | AnyOf(of) | AtLeast(of=of):
            return 1 + max((depth(part) for part in of), default=0)
        case _:
            return 1
