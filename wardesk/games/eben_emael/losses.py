"""Losses: weapons before soldiers, shared out by the owner, counted on the tracks (EE N10, 4.2)."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.draft import Draft
from wardesk.engine.types import Allocate
from wardesk.games.eben_emael.control import end_if_lost, settle
from wardesk.games.eben_emael.position import Pieces
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import SOLDIERS, Losses, steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.steps_lost import capped, lose, settled
from wardesk.words import say, say_count


def shares(pieces: Pieces, frame: Losses) -> tuple[str, dict[str, int]]:
    """What takes the next points, equipment or men, and the most that each piece can take."""
    hit = [pieces[p] for p in frame.pieces if p in pieces and pieces[p].at is not None]
    if not frame.men_only:
        # Light machine guns go with the men who carry them (EE N10).
        weapons = {c.id: c.equipment for c in hit if c.kind not in SOLDIERS and c.equipment > 0}
        if weapons:
            return "equipment", weapons
    return "men", {c.id: c.men for c in hit if c.men > 0}


@steps(Losses, "share")
def share(d: Draft[Setting], frame: Losses, _: None) -> None:
    """The owner names the pieces that suffer; where nothing is to choose it happens at once."""
    what, limits = shares(d.pieces, frame)
    amounts, points = settled(limits, frame.points), frame.points
    if amounts is not None:
        return _take(d, frame, what, amounts) if amounts else d.done()
    prompt = say_count("Who loses {n} man?", "Who loses {n} men?", n=points)
    if what == "equipment":
        prompt = say_count("Who loses {n} weapon?", "Who loses {n} weapons?", n=points)
    order = say("Heavy machine guns, guns and mortars fall before soldiers")
    question = AskedQuestion("losses", prompt, "EE N10", "shared")
    return ask.allocate(d, frame.side, question, limits, points, order)


@steps(Losses, "shared")
def shared(d: Draft[Setting], frame: Losses, answer: Allocate) -> None:
    """Apply the owner's choice."""
    what, limits = shares(d.pieces, frame)
    _take(d, frame, what, capped(limits, answer.amounts))


def _take(d: Draft[Setting], frame: Losses, what: str, amounts: Mapping[str, int]) -> None:
    total = sum(amounts.values())
    for piece, lost in amounts.items():
        counter = d.pieces[piece]
        lose(d, piece, what, lost)
        text = say_count("{unit}: −{n} man", "{unit}: −{n} men", n=lost, unit=counter.name)
        if what == "equipment":
            text = say_count("{unit}: −{n} gun", "{unit}: −{n} guns", n=lost, unit=counter.name)
        d.say(text, "EE N10", counter.at, d.setting.fort.brief.get(counter.at or "", ""))
        _clear_away(d, piece)
    if what == "men" and total:
        d.count(f"{frame.side}_losses", total)
    settle(d)
    if not end_if_lost(d):
        d.goto("share", points=frame.points - total if total else 0)


def _clear_away(d: Draft[Setting], piece: str) -> None:
    """A counter without soldiers and weapons leaves the map."""
    counter = d.pieces[piece]
    if counter.men == 0 and (counter.full_men or counter.equipment == 0):
        d.set(piece, at=None)
