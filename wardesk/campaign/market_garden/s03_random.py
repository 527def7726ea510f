"""Special rule 3: the event chits, drawn from a side's cup, and what they do between the tables.

Most events are played at the table at once; the desk draws the chit, keeps what lasts, and enters
what changes a unit, the road or a pool. Which chits lie in a cup is a table of ours.
"""

from __future__ import annotations

from typing import NamedTuple

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.ledger.kinds.units import StepsLost, StepsRecovered, UnitArrived, UnitFlagged
from wardesk.campaign.ledger.proposal import FACES, Proposal, check_roll, judged
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.ch04_club_route import attack
from wardesk.campaign.market_garden.common import CLUB, dispatch_of, event, slot
from wardesk.campaign.market_garden.s03_events import losses
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.dice import odds_of
from wardesk.campaign.operation.places import IN_PLAY, Place
from wardesk.campaign.operation.state import State
from wardesk.words import say, say_count

SIDES = ("allied", "german")
LOST_82, LOST_POOL, FOR_LOST_82 = "101.lost", "lost82", "101"
REINF_STEPS = 2
BONUS_DISPATCH = 2
HEROIC = "heroic"


class Chit(NamedTuple):
    """An event: its name, what is done with it, and whether it lies until the next one is drawn."""

    id: str
    name: str
    words: str
    sides: tuple[str, ...] = SIDES
    stays: bool = False


CHITS: tuple[Chit, ...] = (
    Chit("air-strike", say("Air Strike"),
         say("half a die of Typhoons; none at night or in bad weather"),
         ("allied",)),
    Chit("rout", "Rout",
         say("the enemy names a formation with losses in a fire zone")),
    Chit("heroic", "Heroic",
         say("one unit: quality one more, defence one less"), stays=True),
    Chit("intelligence", "Intelligence",
         say("6 command and 2 dispatch points for one parent")),
    Chit("rally", "Rally",
         say("4 suppressions or cohesion hits come off one formation")),
    Chit("lost", "Lost",
         say("the enemy moves one stack, which is then suppressed")),
    Chit("dutch", "Dutch",
         say("nobody leaves a town or city hex by a movement action"), ("allied",),
         stays=True),
    Chit("explosion", "Explosion",
         say("the enemy attacks an artillery unit or park with 3 white")),
    Chit("minefield", "Minefield",
         say("a minefield within 3 hexes; on Club Route it closes the road")),
    Chit("reinf", "Reinf",
         say("two lost steps come back to a unit of one formation")),
    Chit("ambush", "Ambush",
         say("the enemy attacks a unit within 3 hexes with 6 white")),
)  # fmt: skip


def cup(side: str) -> tuple[Chit, ...]:
    """The chits in a side's cup, one of each: ours, the printed mix is not known."""
    return tuple(chit for chit in CHITS if side in chit.sides)


def pending(state: State, side: str) -> str:
    """The chit of a side that was drawn and not dealt with yet, empty for none."""
    return str(state.facts.get(f"event.{side}", ""))


def propose_draw(design: Design, state: State, side: str) -> Proposal:
    """One of ten draws: the die points at a chit of the cup, and again for the eleventh (S3.0)."""
    require(side in SIDES, say("The cups are those of the Allies and the Germans."), "S3.0")
    waits = pending(state, side)
    allow(not waits, say("{waits} was drawn and waits to be dealt with.", waits=waits), "S3.0")
    return Proposal(
        kind=f"event:{side}",
        prompt=say("Event of the {what}", what=next(s.name for s in design.sides if s.id == side)),
        cite="S3.0",
        odds=odds_of(_faces(side)),
        reconstruction=say(
            "Which chits lie in a cup is not known: ten lines of ours, without Rally for the"
            " Allies. Or draw from a real cup and enter the chit."
        ),
    )


def _faces(side: str) -> list[str]:
    """A chit for each face of the die; where eleven are too many, Rally is drawn by hand only."""
    chits = [chit.id for chit in cup(side)]
    faces = [chit for chit in chits if chit != "rally"] if len(chits) > 10 else chits
    return [faces[k % len(faces)] for k in range(10)]


def draw(design: Design, state: State, side: str, roll: int) -> list[EventDraft]:
    """The chit that the die points at is drawn (S3.0)."""
    proposal = propose_draw(design, state, side)
    check_roll(roll)
    chit = _faces(side)[roll]
    return [judged(proposal, roll, chit), *_drawn(state, side, chit, before=1)]


def drawn_by_hand(design: Design, state: State, side: str, chit: str) -> list[EventDraft]:
    """A chit drawn from a real cup (S3.0)."""
    propose_draw(design, state, side)
    known = [each.id for each in cup(side)]
    require(chit in known, say("That cup has {known}.", known=", ".join(known)), "S3.1")
    return _drawn(state, side, chit, before=0)


def _drawn(state: State, side: str, chit: str, before: int) -> list[EventDraft]:
    """What lay from the side's last event goes back into the cup first (S3.1).

    All hangs on the first event of the deed, which lies *before* events before these.
    """
    payloads: list[Payload] = [
        UnitFlagged(unit=key, flag=_heroic(side), on=False)
        for key, now in state.units.items()
        if _heroic(side) in now.flags
    ]
    if state.facts.get(f"dutch.{side}"):
        payloads.append(FactSet(fact=f"dutch.{side}", value=""))
    payloads.append(FactSet(fact=f"event.{side}", value=chit))
    return [event(each, caused_by=-n or None) for n, each in enumerate(payloads, before)]


def _heroic(side: str) -> str:
    return f"{HEROIC} ({side})"


def heroic_bonus(state: State, unit: str) -> int:
    """What the Heroic chit adds to the troop quality of the unit that it lies on (S3.1)."""
    return int(any(_heroic(side) in state.units[unit].flags for side in SIDES))


# ---- what each does -----------------------------------------------------------------------------


def resolve(
    design: Design,
    state: State,
    side: str,
    *,
    unit: str = "",
    steps: int = 0,
    hex_: str = "",
    division: str = "",
    formation: str = "",
    on_route: bool = False,
) -> list[EventDraft]:
    """Deal with the drawn chit: what lasts is kept, what changed is entered, the chit is free.

    *unit* and *steps* are who lost, or got back, steps; *hex_* where a marker lies; *formation*
    is the one that lost men of the 82nd join; *on_route* says that a minefield lies on Club Route.
    """
    chit = pending(state, side)
    require(chit, say("No event of that side waits."), "S3.0")
    doer = {
        "heroic": _make_hero, "intelligence": _tell, "dutch": _dutch, "minefield": _mine,
        "reinf": _reinforce, "explosion": _attack, "ambush": _attack, "air-strike": _air_strike,
    }.get(chit)  # fmt: skip
    done = event(FactSet(fact=f"event.{side}", value=""))
    if doer is None:
        return [done]
    values = _Values(side, unit, steps, hex_, division, formation, on_route)
    return [done, *doer(design, state, values)]


class _Values(NamedTuple):
    side: str
    unit: str
    steps: int
    hex: str
    division: str
    formation: str
    on_route: bool


def _make_hero(design: Design, state: State, v: _Values) -> list[EventDraft]:
    require(v.unit in design.unit, say("Name the unit that is heroic."), "S3.1")
    mine = design.side_of(v.unit) == v.side and state.units[v.unit].place.kind in IN_PLAY
    allow(mine, say("It must be a unit of that side in play."), "S3.1")
    return [event(UnitFlagged(unit=v.unit, flag=_heroic(v.side)), caused_by=-1)]


def _tell(design: Design, state: State, v: _Values) -> list[EventDraft]:
    require(v.division in design.formation, say("Name the parent formation."), "S3.1")
    mine = design.formation[v.division].side == v.side
    allow(mine, say("It must be a formation of that side."), "S3.1")
    points = (dispatch_of(state, v.division) or 0) + BONUS_DISPATCH
    return [event(FactSet(fact=f"dispatch.{v.division}", value=points), caused_by=-1)]


def _dutch(design: Design, state: State, v: _Values) -> list[EventDraft]:
    del design, state
    require(v.hex, say("Name the town or city hex."), "S3.1")
    return [event(FactSet(fact=f"dutch.{v.side}", value=v.hex), caused_by=-1)]


def _mine(design: Design, state: State, v: _Values) -> list[EventDraft]:
    require(v.hex, say("Name the hex of the minefield."), "S3.1")
    drafts = [event(FactSet(fact=f"minefield.{v.hex}", value=True), caused_by=-1)]
    turn, _attacked, had_closed = state.routes[CLUB].laid
    # a second closed marker of a turn is ignored (4.3.3); the mines lie all the same
    if v.on_route and not (turn == state.ordinal and had_closed):
        closed = attack(design, state, closed=True, cause=say("a minefield in {hex}", hex=v.hex))
        drafts += [event(each.payload, caused_by=-2 - n) for n, each in enumerate(closed)]
    return drafts


def clear_mines(design: Design, state: State, hex_: str) -> list[EventDraft]:
    """Engineers have taken a minefield up (S3.1)."""
    del design
    fact = f"minefield.{hex_}"
    require(state.facts.get(fact), say("No minefield lies in {hex}.", hex=hex_), "S3.1")
    return [event(FactSet(fact=fact, value=False))]


def _attack(design: Design, state: State, v: _Values) -> list[EventDraft]:
    """What an attack of the enemy on one of the drawing side's own cost, if anything (S3.1)."""
    own = v.unit not in design.unit or design.side_of(v.unit) == v.side
    allow(own, say("The enemy attacks a unit of that side."), "S3.1")
    return _losses(design, state, v)


def _losses(design: Design, state: State, v: _Values) -> list[EventDraft]:
    """What an attack at the table cost, if anything."""
    if not v.unit and not v.steps:
        return []
    require(
        v.unit in design.unit and v.steps > 0, say("Name the unit and the steps it lost."), "S3.1"
    )
    have = state.units[v.unit].steps
    require(
        v.steps <= have,
        say("{unit} has {have} steps.", unit=design.unit[v.unit].name, have=have),
        "S3.1",
    )
    return [event(StepsLost(unit=v.unit, steps=v.steps, cause=say("an event")), caused_by=-1)]


def _air_strike(design: Design, state: State, v: _Values) -> list[EventDraft]:
    """What Typhoons cost the enemy; at night and in bad weather nobody has flown."""
    flown = not v.unit or _can_fly(design, state)
    allow(flown, _NO_FLYING, "S3.1")
    enemy = v.unit not in design.unit or design.side_of(v.unit) != v.side
    allow(enemy, say("Typhoons attack the enemy."), "S3.1")
    return _losses(design, state, v)


def _reinforce(design: Design, state: State, v: _Values) -> list[EventDraft]:
    """Two steps come back; what the 101st does not need comes as lost men of the 82nd (S3.1)."""
    if not v.unit:
        return []
    require(v.unit in design.unit, say("There is no unit {unit!r}.", unit=v.unit), "S3.1")
    unit, now = design.unit[v.unit], state.units[v.unit]
    allow(design.side_of(v.unit) == v.side, say("It must be a unit of that side."), "S3.1")
    if unit.formation == LOST_82:
        return _lost_82(design, state, v)
    steps = v.steps or REINF_STEPS
    allow(0 < steps <= REINF_STEPS, say("Two steps are the most."), "S3.1")
    missing = unit.steps_full - now.steps
    require(
        steps <= missing,
        say_count("{unit} lacks {n} step.", "{unit} lacks {n} steps.", n=missing, unit=unit.name),
        "S3.1",
    )
    gone = now.place.kind == "eliminated"
    require(not gone or v.hex, say("Say in which hex {unit} comes back.", unit=unit.name), "S3.1")
    games = [each.game for each in design.seen_as.get(v.unit, ())]
    back = Place("hex", v.hex, game=games[0] if games else "") if gone else None
    payload = StepsRecovered(unit=v.unit, steps=steps, place=back, cause=say("event Reinf"))
    return [event(payload, caused_by=-1)]


def _lost_82(design: Design, state: State, v: _Values) -> list[EventDraft]:
    unit, now = design.unit[v.unit], state.units[v.unit]
    require(
        now.place.kind == "pool",
        say("{unit} is not in its pool: {place}.", unit=unit.name, place=now.place),
        "S3.1",
    )
    require(v.hex, say("Say in which hex its leader stands."), "S3.1")
    require(v.formation, say("Name the formation of the 101st that they join."), "S3.1")
    joined = design.found(design.formations, v.formation, "formation")
    mine = FOR_LOST_82 in design.above(joined.id)
    allow(mine, say("{name} is not of the 101st.", name=joined.name), "S3.1")
    lacking = [
        each
        for each in design.members[joined.id]
        if state.units[each].steps < design.unit[each].steps_full
    ]
    lost = losses(design, state, joined.id)
    allow(
        unit.steps_full + lost <= REINF_STEPS,
        say_count(
            "{name} has lost {n} step, which comes back first.",
            "{name} has lost {n} steps, which come back first.",
            n=lost, name=joined.name,
        ),
        "S3.1",
    )  # fmt: skip
    left = state.pools.get(LOST_POOL)
    require(
        left is None or left >= unit.steps_full,
        say("Only {left} such steps are left.", left=left),
        "S3.1",
    )
    arrived = UnitArrived(unit=v.unit, place=Place("hex", v.hex, game="WED"))
    drafts = [event(arrived, caused_by=-1)]
    if left is not None:
        spent = PoolChanged(pool=LOST_POOL, change=-unit.steps_full, cause=say("event Reinf"))
        drafts.append(event(spent, caused_by=-2))
    if lost == 1 and state.units[lacking[0]].place.kind in IN_PLAY:
        # its one lost step comes back with them
        back = StepsRecovered(unit=lacking[0], steps=1, cause=say("event Reinf"))
        drafts.append(event(back, caused_by=-len(drafts) - 1))
    return drafts


# ---- Typhoons -----------------------------------------------------------------------------------


def propose_typhoons(design: Design, state: State) -> Proposal:
    """Half a die of strikes; none at night, in fog or under clouds (S3.1)."""
    allow(pending(state, "allied") == "air-strike", say("No Air Strike was drawn."), "S3.1")
    allow(_can_fly(design, state), _NO_FLYING, "S3.1")
    odds = odds_of(_strikes(roll // 2) for roll in range(FACES))
    return Proposal(kind="typhoons", prompt="Typhoons", cite="S3.1", odds=odds)


def typhoons(design: Design, state: State, roll: int) -> list[EventDraft]:
    """So many strikes are flown at the table; their losses come with the event (S3.1)."""
    proposal = propose_typhoons(design, state)
    check_roll(roll)
    return [judged(proposal, roll, _strikes(roll // 2))]


_NO_FLYING = say("At night and in bad weather it is no event: deal with it as done.")


def _can_fly(design: Design, state: State) -> bool:
    return slot(design, state) != "Night" and state.weather.kind in ("clear", "")


def _strikes(count: int) -> str:
    return say_count("{n} strike", "{n} strikes", n=count)
