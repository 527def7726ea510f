"""Losses: weapons before soldiers, shared out by the owner, counted on the tracks (EE N10, 4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Allocate, Decision, replace
from wardesk.games.eben_emael.asked import EbenQuestion
from wardesk.games.eben_emael.control import end_if_lost, settle
from wardesk.games.eben_emael.position import Pieces
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import SOLDIERS, Losses, steps
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


@steps.asks(Losses, "share", "shared")
class ShareLosses(EbenQuestion[Losses]):
    """The owner names the pieces that suffer; where nothing is to choose it happens at once."""

    kind, cite, shape = "losses", "EE N10", "allocate"

    @cached_property
    def shares(self) -> tuple[str, dict[str, int]]:
        """What takes the next points, and the most that each piece can take."""
        return shares(self.state.pieces, self.frame)

    @property
    def at_once(self) -> dict[str, int] | None:
        """How the points fall where nobody has a choice."""
        return settled(self.shares[1], self.frame.points)

    def asks(self) -> bool:
        return self.at_once is None

    def passed(self, d: Draft[Setting]) -> None:
        if self.at_once:
            _take(d, self.frame, self.shares[0], self.at_once)
        else:
            d.done()

    def prompt(self) -> str:
        points = self.frame.points
        if self.shares[0] == "equipment":
            return say_count("Who loses {n} weapon?", "Who loses {n} weapons?", n=points)
        return say_count("Who loses {n} man?", "Who loses {n} men?", n=points)

    def context(self) -> str:
        return say("Heavy machine guns, guns and mortars fall before soldiers")

    def pieces(self) -> tuple[str, ...]:
        return tuple(self.shares[1])

    def about(self) -> tuple[str, ...]:
        return self.pieces()

    def most(self) -> int:
        return self.frame.points

    def open(self, then: str) -> Decision:
        return replace(super().open(then), limits=self.shares[1], least=self.frame.points)

    def picked(self, d: Draft[Setting], answer: Allocate) -> None:
        """The owner's choice."""
        what, limits = self.shares
        _take(d, self.frame, what, capped(limits, answer.amounts))

    def script(self, rng: Random) -> Allocate:
        """Squads without charges suffer first, and none is wiped out while another can bleed."""
        asked, pieces = self.asked, self.state.pieces
        left, amounts = asked.most, dict[str, int]()
        order = sorted(asked.pieces, key=lambda p: (pieces[p].charges, -asked.limits[p]))
        for spare in (1, 0):
            for piece in order:
                free = asked.limits[piece] - amounts.get(piece, 0) - spare
                take = max(0, min(left, free))
                if take:
                    amounts[piece] = amounts.get(piece, 0) + take
                    left -= take
        return Allocate(amounts)

    def prescribed(self) -> Allocate:
        """The largest share first, ties by id."""
        left, limits, amounts = self.asked.most, self.asked.limits, dict[str, int]()
        for piece in sorted(self.asked.pieces, key=lambda p: (-limits[p], p)):
            amounts[piece] = min(left, limits[piece])
            left -= amounts[piece]
        return Allocate({piece: points for piece, points in amounts.items() if points})


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
