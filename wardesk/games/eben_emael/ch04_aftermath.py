"""Chapter 4, after the dice: retreat, losses and advance (4.3, EE N18)."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import (
    Cells,
    Choice,
    Choose,
    Pieces,
)
from wardesk.games.eben_emael.ch03_movement import enter, room
from wardesk.games.eben_emael.ch05_artillery import victims
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.garrison import withdraw
from wardesk.games.eben_emael.position import (
    ground,
    soldiers_at,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    ENEMY,
    Battle,
    Losses,
)
from wardesk.games.eben_emael.steps import steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.words import count

RETREAT = Question("retreat", "Do the defenders retreat?", "EE N18", "retreated")
STAND = Choice("stand", "Stand fast", "EE N18")
ADVANCE = Question("advance", "Which units enter the sector?", "EE 4.3", "advanced")
STAY = Choice("stay", "Nobody enters", "EE 4.3")

# ---- retreat, losses, advance -------------------------------------------------------------------


def retreats(d: Draft[Setting], frame: Battle) -> tuple[str, ...]:
    """Sectors that the defenders could leave for: free of the enemy, with room (EE N18)."""
    side = ENEMY[frame.side]
    units = soldiers_at(d.pieces, side, frame.target)
    if not units or any(u.inside for u in units):
        return ()
    enemy = ground(d.pieces, frame.side)
    men = sum(u.men for u in units)
    return tuple(
        cell
        for cell in d.setting.fort.neighbours[frame.target]
        if cell not in enemy and not room(d.setting, d.pieces, side, cell, men)
    )


@steps(Battle, "retreat")
def retreat(d: Draft[Setting], frame: Battle, _: None) -> None:
    """The defender may give up the sector for one point less (EE N18)."""
    cells = retreats(d, frame) if frame.defender_loss > 0 else ()
    if not cells:
        return d.goto("losses")
    cost = f"{count(frame.defender_loss, 'point')} lost, one less in retreat"
    about, side = (frame.target,), ENEMY[frame.side]
    return ask.pick_cell(d, side, RETREAT, cells, cost, choices=(STAND,), about=about)


@steps(Battle, "retreated")
def retreated(d: Draft[Setting], frame: Battle, answer: Cells | Choose) -> None:
    """Carry the retreat out."""
    if isinstance(answer, Choose):
        return d.goto("losses")
    side, goal = ENEMY[frame.side], answer.cells[0]
    units = tuple(u.id for u in soldiers_at(d.pieces, side, frame.target))
    loss = Losses(step="share", side=side, pieces=units, points=frame.defender_loss - 1)
    for unit in units:
        enter(d, unit, goal)
    d.say(f"The defenders fell back to {d.setting.fort.name(goal)}", "EE N18", goal)
    settle(d)
    d.goto("attacker_losses", defender_loss=0, open_ground=True)
    return d.call(loss, "attacker_losses")


@steps(Battle, "losses")
def losses(d: Draft[Setting], frame: Battle, _: None) -> None:
    """The defender loses first: if both lose their last man, his loss decides (EE N48)."""
    d.call(_defenders_loss(d, frame), "attacker_losses")


@steps(Battle, "attacker_losses")
def attacker_losses(d: Draft[Setting], frame: Battle, _: None) -> None:
    """Losses of the attacker (4.2)."""
    loss = Losses(step="share", side=frame.side, pieces=frame.units, points=frame.attacker_loss)
    d.call(loss, "advance")


@steps(Battle, "defender_losses")
def defender_losses(d: Draft[Setting], frame: Battle, _: None) -> None:
    """In a game begun when attackers still fell first: only the defender is left to lose."""
    d.call(_defenders_loss(d, frame), "advance")


def _defenders_loss(d: Draft[Setting], frame: Battle) -> Losses:
    """The weapons of a manned work fall before the men (EE N10)."""
    side = ENEMY[frame.side]
    units = victims(d.setting, d.state, side, frame.target)
    return Losses(step="share", side=side, pieces=tuple(units), points=frame.defender_loss)


@steps(Battle, "advance")
def advance(d: Draft[Setting], frame: Battle, _: None) -> None:
    """Attackers may enter a sector that its defenders have left (4.3)."""
    empty = not soldiers_at(d.pieces, ENEMY[frame.side], frame.target)
    able = tuple(u for u in frame.units if u in d.pieces and d.pieces[u].at is not None)
    if not empty or not able:
        return d.goto("leave")
    about, place = (frame.target,), d.setting.fort.name(frame.target)
    return ask.pick_pieces(
        d, frame.side, ADVANCE, able, place, most=len(able), choices=(STAY,), about=about
    )


@steps(Battle, "advanced")
def advanced(d: Draft[Setting], frame: Battle, answer: Pieces | Choose) -> None:
    """Move them in."""
    if isinstance(answer, Pieces):
        for unit in answer.pieces:
            enter(d, unit, frame.target)
        names = ", ".join(d.pieces[u].name for u in answer.pieces)
        d.say(f"{names} entered {d.setting.fort.name(frame.target)}", "EE 4.3", frame.target)
        settle(d)
    d.goto("leave")


@steps(Battle, "leave")
def leave(d: Draft[Setting], frame: Battle, _: None) -> None:
    """A sally that has fought goes back into the fort (6.0, EE N29, EE N59)."""
    for unit in frame.units:
        counter = d.pieces.get(unit)
        if counter is None or counter.at is None:
            continue
        marched = (
            d.setting.options.solitaire == "yes"
            and counter.kind == "garrison"
            and not counter.inside
        )
        if counter.kind == "sally" or marched:
            withdraw(d, counter)
    d.done()
