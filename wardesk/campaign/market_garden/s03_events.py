"""Special rule 3: what random events do to whole formations: routs, reinforcements."""

from __future__ import annotations

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.forces import BoxMoved
from wardesk.campaign.ledger.kinds.units import UnitEliminated, UnitMoved, UnitRemoved
from wardesk.campaign.ledger.proposal import Proposal, judged, roll_under, succeeds
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.ch05_off_map import eligible
from wardesk.campaign.market_garden.common import event, on, routed, slot
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import GONE, IN_PLAY, Place
from wardesk.campaign.operation.state import State
from wardesk.words import say

LATE = ("1700", "1900", "Night")
"""After a rout on one of these turns the first morning does not count."""


def losses(design: Design, state: State, formation: str) -> int:
    """Step losses of a formation up to now; removed units count with what they had lost."""
    return sum(
        design.unit[unit].steps_full - state.units[unit].steps for unit in design.members[formation]
    )


def propose_rout_59(design: Design, state: State, formation: str) -> Proposal:
    """A formation of the 59th routs if the die is at most its losses (S3.1)."""
    found = design.found(design.formations, formation, "formation")
    require(
        "59" in design.above(formation),
        say("{formation} is not of the 59th Division.", formation=found.name),
        "S3.1",
    )
    lost = losses(design, state, formation)
    require(lost, say("{formation} has lost nothing yet.", formation=found.name), "S3.1")
    return roll_under(
        f"rout:{formation}", say("Rout of {formation}", formation=found.name), "S3.1",
        min(lost, 9), (say("routs for good"), "stands"),
        context=say("{lost} steps lost", lost=lost),
    )  # fmt: skip


def rout_59(
    design: Design, state: State, formation: str, roll: int, near: tuple[str, ...] = ()
) -> list[EventDraft]:
    """A routed formation of the 59th never returns, nor do the independents near its leader (S3.1).

    *near* are those independent units; the table shows which.
    """
    proposal = propose_rout_59(design, state, formation)
    if not succeeds(proposal, roll):
        return [judged(proposal, roll, "stands")]
    for unit in near:
        kind = design.formation[design.unit[unit].formation].kind
        allow(
            kind == "independent",
            say("{unit} is no independent unit.", unit=design.unit[unit].name),
            "S3.1",
        )
    drafts = [judged(proposal, roll, say("routs for good"))]
    for unit in (*design.members[formation], *near):
        if state.units[unit].place.kind not in GONE:
            payload = UnitRemoved(unit=unit, cause=say("rout of the 59th"))
            drafts.append(event(payload, caused_by=-len(drafts)))
    return drafts


def rout(
    design: Design,
    state: State,
    formation: str,
    box: str,
    stuck: tuple[str, ...] = (),
) -> list[EventDraft]:
    """Another German formation goes off the map with its losses (S3.1).

    *stuck* units could not leave the enemy's fire zones and are eliminated. The others wait beside
    the display until `come_back`; *box* is where its owner means to put it then.
    """
    found = design.found(design.formations, formation, "formation")
    require(found.side == "german", say("Allied formations only step back at the table."), "S3.1")
    allow("59" not in design.above(formation), say("The 59th routs for good."), "S3.1")
    allow(
        losses(design, state, formation),
        say("{formation} has lost nothing yet.", formation=found.name),
        "S3.1",
    )
    allow(
        not routed(state, formation),
        say("{formation} has routed already.", formation=found.name),
        "S3.1",
    )
    design.found(design.boxes, box, "box")
    drafts = [event(BoxMoved(formation=formation, box=box, display=True))]
    for unit in design.members[formation]:
        place = state.units[unit].place
        if place.kind not in IN_PLAY:
            continue
        if unit in stuck:
            payload = UnitEliminated(unit=unit, cause=say("rout: no way out"))
        else:
            payload = UnitMoved(unit=unit, place=Place("display", box, game=place.game))
        drafts.append(event(payload, caused_by=-len(drafts)))
    fact = FactSet(fact=f"rout.{formation}", value=returns(design, state))
    return [*drafts, event(fact, caused_by=-len(drafts))]


def come_back(design: Design, state: State, formation: str, box: str) -> list[EventDraft]:
    """A routed formation is put into an off-map box again, at 0700 when its time has come (S3.1).

    It is a box on its own side of the map, and not one behind a flank corps.
    """
    on(design, state, "S3.1", "0700")
    found = design.found(design.formations, formation, "formation")
    due = routed(state, formation)
    require(due, say("{formation} has not routed.", formation=found.name), "S3.1")
    label = design.calendar.turn(min(due, design.calendar.turns - 1)).label
    allow(
        state.ordinal >= due,
        say("{formation} may be back from {label} on.", formation=found.name, label=label),
        "S3.1",
    )
    design.found(design.boxes, box, "box")
    eligible(design, state, formation, box)
    drafts = [event(BoxMoved(formation=formation, box=box))]
    for unit in design.members[formation]:
        here = state.units[unit].place
        if here.kind == "display":
            moved = UnitMoved(unit=unit, place=Place("box", box, game=here.game))
            drafts.append(event(moved, caused_by=-len(drafts)))
    fact = FactSet(fact=f"rout.{formation}", value=0)
    return [*drafts, event(fact, caused_by=-len(drafts))]


def returns(design: Design, state: State) -> int:
    """The turn on which a formation that routs now may be back off the map (S3.1)."""
    calendar = design.calendar
    turn = calendar.turn(state.ordinal)
    mornings = 2 if slot(design, state) in LATE else 1
    return (turn.day_number + mornings) * len(calendar.slots)
