"""What the umpire books by hand between the tables: dispatch points, pools, points, attachments."""

from __future__ import annotations

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.forces import Attached, PoolChanged
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.common import dispatch_of, event, paid, slot
from wardesk.campaign.market_garden.s06_allied import carried_chit_is_lost, price_of_chits
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import IN_PLAY
from wardesk.campaign.operation.state import State
from wardesk.words import say

MOST_POINTS = 99


def give_dispatch(design: Design, state: State, division: str, points: int) -> list[EventDraft]:
    """A division's dispatch points as its roll gave them; below zero takes some away (1900-6)."""
    design.found(design.formations, division, "formation")
    total = (dispatch_of(state, division) or 0) + points
    require(0 <= total <= MOST_POINTS, say("That would be {total} points.", total=total), "1900-6")
    return [event(FactSet(fact=f"dispatch.{division}", value=total))]


def buy_chits(
    design: Design, state: State, division: str, formations: tuple[str, ...]
) -> list[EventDraft]:
    """Activation chits bought together, at the price of S6.2 and not against S6.4 (1900-6).

    Each once a turn, for formations that have a unit in play.
    """
    require(formations, say("Name the formations."), "1900-6")
    bought = chits_bought(state, division)
    for each in formations:
        name = design.found(design.formations, each, "formation").name
        require(
            each not in bought,
            say("The chit of {name} is bought for this turn.", name=name),
            "1900-6",
        )
        fights = any(state.units[u].place.kind in IN_PLAY for u in design.members[each])
        allow(fights, say("Nothing of {name} is in play.", name=name), "1900-6")
    price = price_of_chits(design, state, division, list(formations))
    left = dispatch_of(state, division)
    require(
        left is None or price <= left,
        say("They cost {price}, {left} are left.", price=price, left=left),
        "1900-6",
    )
    listed = FactSet(fact=_chits(state, division), value=",".join((*bought, *formations)))
    return [event(listed), *paid(state, division, price, before=1)]


def chits_bought(state: State, division: str) -> tuple[str, ...]:
    """The formations whose chits a division has bought for this turn."""
    kept = str(state.facts.get(_chits(state, division), ""))
    return tuple(each for each in kept.split(",") if each)


def all_chits_bought(state: State) -> tuple[str, ...]:
    """The formations whose chits are bought for this turn, of whatever division."""
    kept = [
        str(value)
        for fact, value in state.facts.items()
        if fact.startswith("chits.") and fact.endswith(f".{state.ordinal}")
    ]
    return tuple(each for row in kept for each in row.split(",") if each)


def _chits(state: State, division: str) -> str:
    """The fact that keeps them; each turn has its own, so that a new one begins with none."""
    return f"chits.{division}.{state.ordinal}"


def carry_chit(design: Design, state: State, formation: str) -> list[EventDraft]:
    """The last chit of 1900 is kept for the night, or wasted: S6.4."""
    found = design.found(design.formations, formation, "formation")
    allow(slot(design, state) == "1900", say("This is the last chit of the 1900 turn."), "S6.4")
    lost = carried_chit_is_lost(design, state, formation)
    fate = "wasted" if lost else "carried into the night"  # a fact, so a plain text
    value = f"{found.name}: {fate}"
    return [event(FactSet(fact="chit.carried", value=value))]


def change_pool(
    design: Design, state: State, pool: str, change: int, cause: str
) -> list[EventDraft]:
    """Goods that were used up, or came back: trucks, jeeps, rearguards (S5.3, S6.3)."""
    found = design.found(design.pools, pool, "pool")
    held = state.pools.get(pool)
    require(
        held is not None, say("How many {pool} there are is not known.", pool=found.name), "S5.3"
    )
    assert held is not None
    require(
        held + change >= 0,
        say("Only {held} {pool} are left.", held=held, pool=found.name),
        "S5.3",
    )
    require(change, say("Say how many."), "S5.3")
    return [event(PoolChanged(pool=pool, change=change, cause=cause))]


def award(design: Design, state: State, side: str, points: int, cause: str) -> list[EventDraft]:
    """Victory points that no rule here gives, with their cause."""
    del state
    design.found(design.sides, side, "side")
    require(points and cause.strip(), say("Say how many, and what for."), "points")
    payload = Points(side=side, points=points, cause=cause.strip())
    return [EventDraft(payload=payload, source="hand")]


def attach(design: Design, state: State, attachment: str) -> list[EventDraft]:
    """A formation comes under another one, or back where it belongs."""
    found = design.found(design.attachments, attachment, "attachment")
    now = state.attached.get(found.formation, found.normal)
    to = found.normal if now == found.option else found.option
    return [event(Attached(formation=found.formation, to=to))]
