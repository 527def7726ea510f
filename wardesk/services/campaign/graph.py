"""The graph of scenarios as facts: where each node lies by day and game, how it stands, and why."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wardesk.campaign.operation.calendar import weekday_and_day
from wardesk.campaign.operation.conditions import holds, settled
from wardesk.campaign.operation.consequences import consequences, lines_of
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.duties import Duty
from wardesk.campaign.operation.facts import facts_of, final_facts
from wardesk.campaign.operation.graph import CarryRule, Link, Node
from wardesk.campaign.operation.names import in_words, winner_name
from wardesk.campaign.operation.scenarios import CITE, PLAYED, shut_nodes
from wardesk.campaign.operation.state import State
from wardesk.services.campaign.conditions import condition_words
from wardesk.words import join, say, say_count

NodeStanding = Literal["waiting", "open", "running", "finished", "shut"]
"""``shut``: it cannot be reached any more."""
BEFORE = -1
"""The column of what lies before the calendar, or on no day of it."""


class NodeFact(Struct, frozen=True, kw_only=True):
    """A node with its place: *column* is the day, *lane* the game, *row* its place in the cell."""

    id: str
    name: str
    kind: str
    game: str
    lane: int
    column: int
    last: int
    """The last day that it spans."""
    row: int
    state: NodeStanding
    reason: str
    when: str
    decides: str
    units: int = 0
    sheet: bool = False
    """Whether results can be entered for it now."""
    cite: str = ""
    note: str = ""
    what_if: tuple[str, ...] = ()
    """What each outcome would change now, a sentence each."""


class LinkFact(Struct, frozen=True, kw_only=True):
    """A way between two nodes: its condition in words, and whether it holds."""

    start: str
    end: str
    words: str
    holds: bool | None
    never: bool
    carry: str
    note: str


class GraphFacts(Struct, frozen=True, kw_only=True):
    """The whole graph as of one moment."""

    turn: str
    today: int
    days: tuple[str, ...]
    lanes: tuple[str, ...]
    heights: tuple[int, ...]
    """How many rows each lane needs."""
    nodes: tuple[NodeFact, ...]
    links: tuple[LinkFact, ...]


def graph_facts(design: Design, state: State) -> GraphFacts:
    """The graph of a design when the campaign stands like this."""
    calendar = design.calendar
    turn = calendar.turn(max(state.ordinal, calendar.first_ordinal))
    judge = _Judge(design, state)
    games = list(dict.fromkeys([*(node.game for node in design.nodes), *design.games]))
    nodes: list[NodeFact] = []
    taken: dict[tuple[int, int], set[int]] = {}
    # what spans many days takes the first rows of its lane
    order = sorted(design.nodes, key=lambda node: (node.kind != "calendar", node.start or -1))
    for node in order:
        column, last = _days(design, node)
        lane = games.index(node.game) if node.game in games else 0
        span = range(column, last + 1)
        row = next(
            row
            for row in range(1000)
            if all(row not in taken.get((lane, day), set()) for day in span)
        )
        for day in span:
            taken.setdefault((lane, day), set()).add(row)
        nodes.append(_node(design, state, judge, node, (lane, column, last, row)))
    heights = tuple(
        max((node.row + 1 for node in nodes if node.lane == lane), default=1)
        for lane in range(len(games))
    )
    links = tuple(
        LinkFact(
            start=link.start,
            end=link.end,
            words=condition_words(design, link.condition),
            holds=holds(link.condition, judge.facts),
            never=judge.never(link),
            carry="; ".join(_carried(design, rule) for rule in link.carry),
            note=in_words(link.note),
        )
        for link in design.links
    )
    firsts = [calendar.turn(day * len(calendar.slots)).day for day in range(calendar.days)]
    return GraphFacts(
        turn=turn.label,
        today=turn.day_number,
        days=tuple(weekday_and_day(day) for day in firsts),
        lanes=tuple(in_words(design.games.get(game, game)) for game in games),
        heights=heights,
        nodes=tuple(nodes),
        links=links,
    )


def shut_ways(design: Design, state: State) -> list[Duty]:
    """Scenarios that are over, and from which nothing that follows can be reached any more.

    On the last turn of all that counts as shut, too, what only might have opened later.
    """
    judge, found = _Judge(design, state), list[Duty]()
    never = ("shut", "waiting") if state.ordinal + 1 >= design.calendar.turns else ("shut",)
    for node in design.nodes:
        standing = state.nodes.get(node.id)
        ends = [link.end for link in design.links if link.start == node.id]
        told = [judge.standing(each) for each in ends if each in design.node]
        over = standing is not None and standing.over
        if not over or not told or any(each not in never for each, _why in told):
            continue
        played = [each for each in ends if design.node[each].kind in PLAYED]
        found.append(
            Duty(
                id=f"shut.{node.id}", title=say("No way leads on from {name}", name=node.name),
                why=join(" ", list(dict.fromkeys(why for _, why in told))), seat="umpire",
                cite=CITE, opens=state.ordinal, action="begin-scenario" if played else "",
                choices={"node": tuple((each, design.node[each].name) for each in played)}
                if played else {},
                by_leave=True,
                hint=say("Let what follows begin by the umpire's leave, take the result back, or"
                         " leave it with a reason."),
            )
        )  # fmt: skip
    return found


def _days(design: Design, node: Node) -> tuple[int, int]:
    slots = len(design.calendar.slots)
    if node.kind == "end":
        return design.calendar.days - 1, design.calendar.days - 1
    if node.start is None:
        return BEFORE, BEFORE
    first = node.start // slots
    last = node.end // slots if node.end is not None and node.kind == "calendar" else first
    return first, max(first, last)


def _node(
    design: Design, state: State, judge: _Judge, node: Node, place: tuple[int, int, int, int]
) -> NodeFact:
    lane, column, last, row = place
    standing, reason = judge.standing(node.id)
    entered = state.nodes.get(node.id)
    return NodeFact(
        id=node.id,
        name=in_words(node.name),
        kind=node.kind,
        game=design.games.get(node.game, node.game),
        lane=lane,
        column=column,
        last=last,
        row=row,
        state=standing,
        reason=reason,
        when=_when(design, node),
        decides=in_words(node.decides),
        units=len(entered.units) if entered is not None else 0,
        sheet=entered is not None and not entered.over,
        cite=node.cite,
        note=in_words(node.note),
        what_if=() if entered is not None and entered.over else what_if(design, state, node),
    )


def what_if(design: Design, state: State, node: Node) -> tuple[str, ...]:
    """What each outcome of a scenario would change as the campaign stands, a sentence each."""
    found: list[str] = []
    for winner in node.outcomes if node.results else ():
        told = told_after(design, state, node, winner)
        more = told_after(design, state, node, winner, itself=True)[len(told) :]
        changes = join("; ", told or [say("nothing changes")])
        if more:
            changes = say("{changes}; as printed also: {more}", changes=changes,
                          more=join("; ", more))  # fmt: skip
        found.append(
            say("In a draw: {changes}.", changes=changes)
            if winner == "draw"
            else say("If {side} win: {changes}.", side=winner_name(design, winner), changes=changes)
        )
    return tuple(found)


def told_after(
    design: Design, state: State, node: Node, winner: str, *, itself: bool = False
) -> list[str]:
    """What an outcome changes now, in words; with *itself* also what it does as printed."""
    lines = lines_of(node, winner, itself=itself)
    drafts = consequences(design, state, lines, say("results of {node}", node=node.name))
    return [draft.payload.told(design) for draft in drafts]


def _when(design: Design, node: Node) -> str:
    calendar = design.calendar
    if node.start is None:
        return ""
    first = calendar.turn(node.start).label
    if node.end is None or node.end == node.start:
        return first
    return say("{start} to {end}", start=first, end=calendar.turn(node.end).label)


def _carried(design: Design, rule: CarryRule) -> str:
    formation = design.formation.get(rule.select)
    unit = design.unit.get(rule.select)
    who = formation.name if formation else unit.name if unit else say("everybody")
    percent = say("{percent} per cent of the losses come back", percent=rule.percent)
    words = {
        "keep": say("as it is"),
        "restore": say_count("{n} step comes back", "{n} steps come back", n=rule.steps or 0),
        "percent": percent,
        "drop": say("does not go on"),
        "convert": say("becomes {unit}", unit=rule.to),
    }[rule.transform]
    if rule.back:
        words = say("{what}, also to those that were lost ({why})", what=words, why=rule.back)
    return say("{who!c}: {what}", who=who, what=words)


class _Judge:
    """How nodes stand in one state. Nodes form no ring, so asking for a source ends."""

    def __init__(self, design: Design, state: State) -> None:
        self._design, self._state = design, state
        self.facts = facts_of(design, state)
        self._final = final_facts(design, state)
        self._shut = shut_nodes(design, state)
        self._known: dict[str, tuple[NodeStanding, str]] = {}
        self._into: dict[str, list[Link]] = {}
        for link in design.links:
            self._into.setdefault(link.end, []).append(link)

    def never(self, link: Link) -> bool:
        """Whether nothing can come over a link any more."""
        if settled(link.condition, self._final) is False:
            return True
        return link.start in self._shut

    def standing(self, key: str) -> tuple[NodeStanding, str]:
        """How a node stands, and why."""
        if key not in self._known:
            # a ring in a broken design must not hang the page
            self._known[key] = "waiting", ""
            self._known[key] = self._stand(self._design.node[key])
        return self._known[key]

    def _stand(self, node: Node) -> tuple[NodeStanding, str]:
        design, state = self._design, self._state
        entered = state.nodes.get(node.id)
        if entered is not None:
            if not entered.over:
                return "running", say_count(
                    "It is being played with {n} unit.",
                    "It is being played with {n} units.",
                    n=len(entered.units),
                )
            if entered.winner == "draw":
                return "finished", say("It ended in a draw.")
            who = winner_name(design, entered.winner) if entered.winner else ""
            return "finished", say("Won by {side}.", side=who) if who else say("It is over.")
        into = self._into.get(node.id, [])
        if node.id in self._shut:
            return "shut", self._why_shut(into)
        if node.kind == "calendar":
            return self._by_calendar(node)
        return self._by_links(node, into)

    def _why_shut(self, into: list[Link]) -> str:
        link = into[0]
        if settled(link.condition, self._final) is False:
            words = condition_words(self._design, link.condition)
            return say("This can no longer be: {condition}.", condition=words)
        return say("{scenario} cannot be reached.", scenario=self._design.node[link.start].name)

    def _by_calendar(self, node: Node) -> tuple[NodeStanding, str]:
        calendar, now = self._design.calendar, self._state.ordinal
        if node.start is not None and now < node.start:
            return "waiting", say("It begins on {turn}.", turn=calendar.turn(node.start).label)
        if node.end is not None and now > node.end:
            return "finished", say("Its days are over.")
        if self._state.ordinal + 1 >= calendar.turns and not self._left_to_do():
            return "finished", say("The calendar is over.")
        turn = calendar.turn(max(now, 0)).label
        return "running", say("The calendar stands at {turn}.", turn=turn)

    def _left_to_do(self) -> bool:
        return any(step.id not in self._state.closed_steps for step in self._design.checklist)

    def _alone(self, node: Node) -> tuple[NodeStanding, str]:
        """A node that no link leads to."""
        now = self._state.ordinal
        if node.start is not None and now < node.start:
            turn = self._design.calendar.turn(node.start).label
            return "waiting", say("From {turn}; nothing leads to it.", turn=turn)
        if node.end is not None and now > node.end:
            text = say("It is played by itself. Its turns are past; it may still be played.")
            return "open", text
        return "open", say("It is played by itself.")

    def _by_links(self, node: Node, into: list[Link]) -> tuple[NodeStanding, str]:
        design = self._design
        if not into:
            return self._alone(node)
        told: list[str] = []
        for link in into:
            if self.never(link):
                continue
            source = design.node[link.start]
            standing, _ = self.standing(link.start)
            truth = holds(link.condition, self.facts)
            words = condition_words(design, link.condition)
            if standing not in ("finished", "running"):
                told.append(say("{scenario} comes first", scenario=source.name))
            elif truth or (truth is None and link.on_unknown == "default"):
                led = source.kind == "calendar" and link.condition is not None
                if standing == "finished" or led:
                    if words:
                        text = say(
                            "{scenario} leads here: {condition}.",
                            scenario=source.name, condition=words,
                        )  # fmt: skip
                        return "open", text
                    return "open", say("{scenario} leads here.", scenario=source.name)
                told.append(say("{scenario} is still going on", scenario=source.name))
            elif truth is None:
                told.append(say("Not yet known: {condition}", condition=words))
            else:
                told.append(say("Not yet so: {condition}", condition=words))
        return "waiting", join("", (join("; ", list(dict.fromkeys(told))), "."))
