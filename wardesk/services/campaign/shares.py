"""What several tables of one turn share: points of a formation, and the one chit that is held over.

A table gets its part of a formation's points, as large as its part of the formation's units on the
map; what cannot be divided goes to the table with the first of them, so that all parts together are
the whole. What a table spends or gains is added to what the ledger says by then, so that no table
hinders another; more than a formation may keep is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.operation.conditions import Scalar
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import ruleset_of
from wardesk.model.moment import MomentPart

_ON_THE_MAP = frozenset({"hex", "marker", "drop"})


def shares(design: Design, state: State, units: Collection[str]) -> dict[str, int]:
    """The part of every shared number that a table with *units* gets."""
    found: dict[str, int] = {}
    for fact, value in state.facts.items():
        owner = _owner(design, fact)
        if owner is None or isinstance(value, bool) or not isinstance(value, int):
            continue
        there = [u for u in design.members[owner] if state.units[u].place.kind in _ON_THE_MAP]
        part = part_of(there, units)
        less = value * part.here // part.all
        more = value - value * (part.all - part.here) // part.all
        found[fact] = value if part.here == len(there) else more if part.first else less
    return found


def on_the_map(design: Design, state: State) -> list[str]:
    """Every unit that is on the map, in the order of the design."""
    return [u.id for u in design.units if state.units[u.id].place.kind in _ON_THE_MAP]


def part_of(there: Sequence[str], units: Collection[str]) -> MomentPart:
    """A table's part of a formation whose units on the map are *there*."""
    here = sum(unit in units for unit in there)
    return MomentPart(here=here, all=max(1, len(there)), first=bool(there) and there[0] in units)


def is_shared(design: Design, fact: str) -> bool:
    """Whether several tables of a turn may change a fact without hindering each other."""
    return fact in ruleset_of(design).kept_once or _owner(design, fact) is not None


def _owner(design: Design, fact: str) -> str | None:
    for head in ruleset_of(design).shared:
        key = fact.removeprefix(head)
        if key != fact and key in design.formation:
            return key
    return None


def _most(design: Design, fact: str) -> int | None:
    """The most that a formation keeps of a shared number."""
    if _owner(design, fact) is None:
        return None
    return next(most for head, most in ruleset_of(design).shared.items() if fact.startswith(head))


def given_back(
    design: Design, then: State, units: Collection[str], facts: Mapping[str, Scalar]
) -> dict[str, Scalar]:
    """What a table told at its end, as what the whole formation would have had then."""
    part, found = shares(design, then, units), dict(facts)
    for fact, value in facts.items():
        before = then.facts.get(fact)
        if fact in part and isinstance(value, int) and isinstance(before, int):
            found[fact] = before + value - part[fact]
    return found


def rebased(ledger: Ledger, sheet: ResultsSheet) -> ResultsSheet:
    """A table's sheet with what is shared brought up to what the ledger says now.

    Points add up. Of what the campaign has only once, the first table that told of it is right.
    """
    if not sheet.opened_for or not 0 < sheet.opened_at <= ledger.head:
        return sheet
    then, now = ledger.state_at(sheet.opened_at).facts, ledger.state.facts
    once, found = ruleset_of(ledger.design).kept_once, dict(sheet.facts)
    for fact, value in sheet.facts.items():
        was, here = then.get(fact), now.get(fact)
        if was == here:
            continue
        if fact in once:
            del found[fact]
        elif _owner(ledger.design, fact) is not None and isinstance(value, int):
            found[fact] = max(0, int(here or 0) + value - int(was or 0))
    for fact, value in found.items():
        if isinstance(value, int) and (most := _most(ledger.design, fact)) is not None:
            found[fact] = min(value, max(most, int(now.get(fact) or 0)))
    return replace(sheet, facts=found)
