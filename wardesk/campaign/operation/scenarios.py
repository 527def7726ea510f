"""Scenarios of the graph in play: which can begin, who takes part, and what is due about them."""

from __future__ import annotations

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered
from wardesk.campaign.ledger.kinds.units import UnitArrived, UnitTransferred
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.operation.carry import carry_drafts, preview_carry
from wardesk.campaign.operation.condition_text import words as in_text
from wardesk.campaign.operation.conditions import holds, settled
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.duties import Duty
from wardesk.campaign.operation.facts import facts_of, final_facts
from wardesk.campaign.operation.graph import Link, Node
from wardesk.campaign.operation.names import in_words
from wardesk.campaign.operation.places import GONE, IN_PLAY, Place
from wardesk.campaign.operation.state import State
from wardesk.words import say

CITE = "graph"
"""What stands behind the order of scenarios: the campaign's own graph."""
PLAYED = ("battle", "choice", "off-board")
"""The kinds of node that begin once and end with a result."""


ARRIVALS = "reinforcements"
"""The line of the checklist that brings those who are due."""


def taking_part(design: Design, state: State, node: Node) -> list[str]:
    """Who takes part unless somebody is named: of its formations, else who is in play in its game.

    Who fights in another scenario, or is on the way, is left out.
    """
    busy = {
        unit for other in state.nodes.values() if not other.over for unit in other.units
    }  # fmt: skip
    members = [unit for each in node.formations for unit in design.members[each]]
    found = members or [
        unit.id
        for unit in design.units
        if state.units[unit.id].game == node.game and state.units[unit.id].place.kind in IN_PLAY
    ]
    return [unit for unit in found if unit not in busy and fits(state, unit)]


def fighting(design: Design, state: State, node: str, then: State | None = None) -> tuple[str, ...]:
    """Who is in a scenario; in days of a campaign also those of the other games beside it.

    All games of a campaign are played over one country, and a table may show units of several.
    With *then* of the others those alone who were in the same days at that time.
    """
    days = [node]
    if node in design.node and design.node[node].kind == "calendar":
        days += [
            key
            for key, other in state.nodes.items()
            if key != node and not other.over and design.node[key].kind == "calendar"
        ]
    found: list[str] = []
    for key in days:
        units = state.nodes[key].units if key in state.nodes else ()
        if then is not None and key != node:
            before = then.nodes[key].units if key in then.nodes else ()
            units = tuple(unit for unit in units if unit in before)
        found += units
    return tuple(dict.fromkeys(found))


def fits(state: State, unit: str) -> bool:
    """Whether a unit can stand on a table: it is not lost, and not between two games."""
    return state.units[unit].place.kind not in GONE | {"transit"}


def way_to(design: Design, state: State, node: str) -> tuple[Link | None, bool | None]:
    """The link by which a scenario can begin, and whether it is open; None: not yet known.

    A scenario to which no link leads is open from the start. Out of days that go on a link leads
    as soon as its condition holds.
    """
    links = sorted((x for x in design.links if x.end == node), key=lambda each: each.priority)
    if not links:
        return None, True
    facts = facts_of(design, state)
    best: tuple[Link | None, bool | None] = (None, False)
    for link in links:
        if not _left(design, state, link):
            continue
        answer = holds(link.condition, facts)
        if answer is True or (answer is None and link.on_unknown == "default"):
            return link, True
        if best[0] is None or answer is None:
            best = (link, answer)
    return best


def _left(design: Design, state: State, link: Link) -> bool:
    """Whether what a link starts from is over, or days out of which it leads into a battle."""
    if from_days(design, link):
        return link.start not in shut_nodes(design, state)
    start = state.nodes.get(link.start)
    return start is not None and start.over


def shut_nodes(design: Design, state: State) -> frozenset[str]:
    """What has not begun, and cannot be reached any more: every way to it is shut for good."""
    final = final_facts(design, state)
    ways: dict[str, list[str]] = {}
    for link in design.links:
        if link.end not in state.nodes:
            shut = settled(link.condition, final) is False
            ways.setdefault(link.end, []).extend(() if shut else (link.start,))
    found: frozenset[str] = frozenset()
    while True:
        more = frozenset(end for end, starts in ways.items() if found.issuperset(starts))
        if more == found:
            return found
        found = more


def from_days(design: Design, link: Link) -> bool:
    """Whether a battle is fought in the days of a campaign, which go on beside it."""
    start, end = design.node[link.start], design.node[link.end]
    return start.kind == "calendar" and end.kind in PLAYED and link.condition is not None


def begin(design: Design, state: State, node: str) -> list[EventDraft]:
    """A scenario begins: who comes over its link with what the link does to them, and who is there.

    `Refused` while its way is not open, `Impossible` for one that has begun or that nobody plays.
    """
    found = design.found(design.nodes, node, "scenario")
    require(node not in state.nodes, say("{name} has begun already.", name=found.name), CITE)
    link, answer = way_to(design, state, node)
    condition = link.condition if link is not None else None
    why = in_text(condition) if condition is not None else say("what comes before it is over")
    allow(answer, say("{name} begins when: {why}", name=found.name, why=why), CITE)
    drafts: list[EventDraft] = []
    units = taking_part(design, state, found)
    if link is not None and not from_days(design, link):
        preview = preview_carry(design, state, link)
        drafts = carry_drafts(design, state, preview)
        over = [
            row.becomes or row.unit
            for row in preview.rows
            if row.steps_out and _has_counter(design, row.becomes or row.unit, found.game)
        ]
        drafts += _goes_over(design, state, over, found.game)
        units = list(dict.fromkeys((*over, *units)))
    require(units, say("Nobody is there for {name}.", name=found.name), CITE)
    drafts.append(EventDraft(payload=NodeEntered(node=node, units=tuple(units)), source="engine"))
    return drafts


def _goes_over(design: Design, state: State, units: list[str], game: str) -> list[EventDraft]:
    """Who fought in another game leaves it and arrives in this one."""
    drafts: list[EventDraft] = []
    for unit in units:
        now = state.units[unit]
        if now.place.kind in IN_PLAY and now.game and now.game != game and unit in design.seen_as:
            gone = UnitTransferred(unit=unit, from_game=now.game, to_game=game)
            there = UnitArrived(unit=unit, place=Place("hex", "", game=game))
            drafts += [
                EventDraft(payload=gone, source="engine"),
                EventDraft(payload=there, source="engine"),
            ]
    return drafts


def _has_counter(design: Design, unit: str, game: str) -> bool:
    seen = design.seen_as.get(unit, ())
    return not seen or any(each.game == game for each in seen)


def scenario_duties(design: Design, state: State) -> list[Duty]:
    """Scenarios that can begin, and those that are being played and have no result yet."""
    found: list[Duty] = []
    first = design.calendar.first_ordinal
    for node in design.nodes:
        if node.kind not in PLAYED:
            continue
        standing = state.nodes.get(node.id)
        opens = first if node.start is None else node.start
        if standing is not None and not standing.over:
            found.append(
                Duty(
                    id=f"play.{node.id}", title=say("Play {name} at the table", name=node.name),
                    why=say("its results sheet ends it"), seat="umpire", cite=node.cite or CITE,
                    opens=opens,
                    hint=say("Lay it on the table, play it, and enter its results."),
                )
            )  # fmt: skip
        if standing is not None:
            continue
        link, answer = way_to(design, state, node.id)
        if answer is False:
            continue
        why = in_words(node.decides)
        if answer is None and link is not None and link.condition is not None:
            why = say("not yet known: {condition}", condition=in_text(link.condition))
        found.append(
            Duty(
                id=f"begin.{node.id}", title=say("Begin {name}", name=node.name), why=why,
                seat="umpire", cite=node.cite or CITE, opens=opens,
                action="begin-scenario", words={"node": node.id},
                after=ARRIVALS,
            )
        )  # fmt: skip
    return found
