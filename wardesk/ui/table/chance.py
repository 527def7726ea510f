"""Interactions with the dice and with a proposed outcome, and the choice of one per question."""

from __future__ import annotations

from wardesk.engine.types import Answer, Outcome, Roll
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.table.assigning import AssignmentInteraction
from wardesk.ui.table.interactions import AskedMatter, ButtonOffer, ChooseInteraction, Interaction
from wardesk.ui.table.picking import (
    CellsInteraction,
    PathInteraction,
    PiecesInteraction,
)
from wardesk.ui.table.sharing import AllocateInteraction
from wardesk.words import tr

ROLL, TYPE, SEND_BACK = "table.roll", "table.type", "table.send_back"
ACCEPT = "table.primary"
"""Buttons that are actions of the table, no answers."""


class RollInteraction(Interaction):
    """Dice are asked: the tray or the proposal card gives the answer, the bar points there."""

    def own_offers(self) -> list[ButtonOffer]:
        return [
            ButtonOffer(ROLL, tr("Draw", "chance") if self.ask.faces else tr("Roll"), primary=True),
            ButtonOffer(TYPE, tr("Type what you drew") if self.ask.faces else tr("Type dice")),
        ]

    def typed(self, dice: tuple[int, ...]) -> Answer:
        """Dice as they fell on a real table."""
        return Roll(dice)

    def marks(self) -> Marks:
        about = super().marks()
        return Marks(targets=about.sources, candidates=about.candidates)


class UmpiredRollInteraction(RollInteraction):
    """The proposal card owns the roll; two primary buttons for one thing would only puzzle."""

    def own_offers(self) -> list[ButtonOffer]:
        return [ButtonOffer(SEND_BACK, tr("Send back"), hint=tr("Back to the last decision"))]


def card_offers(interaction: Interaction | None) -> list[ButtonOffer]:
    """What the proposal card offers, for the list: a game can be umpired from there too."""
    if isinstance(interaction, UmpiredRollInteraction):
        words = tr("Draw", "chance") if interaction.ask.faces else tr("Roll")
        return [ButtonOffer(ROLL, words, primary=True)]
    if isinstance(interaction, OutcomeInteraction):
        summary = interaction.ask.summary
        words = tr("Accept: {0}").format(summary) if summary else tr("Accept")
        return [ButtonOffer(ACCEPT, words, primary=True)]
    return []


class OutcomeInteraction(Interaction):
    """A result lies before the umpire; the card accepts or overrules it."""

    def own_offers(self) -> list[ButtonOffer]:
        return [ButtonOffer(SEND_BACK, tr("Send back"), hint=tr("Back to the last decision"))]

    def planned(self) -> Answer | None:
        return Outcome(self.ask.proposed)

    def marks(self) -> Marks:
        about = super().marks()
        return Marks(targets=about.sources, candidates=about.candidates)


_SHAPES: dict[str, type[Interaction]] = {
    "choose": ChooseInteraction,
    "pieces": PiecesInteraction,
    "cells": CellsInteraction,
    "allocate": AllocateInteraction,
    "roll": RollInteraction,
    "outcome": OutcomeInteraction,
}


def interaction_for(matter: AskedMatter, *, umpire: bool) -> Interaction:
    """The interaction for a question; *umpire* when rulings are made."""
    if matter.ask.shape == "path":
        given = matter.rules.showing.assignments(matter.state)
        return PathInteraction(matter) if given is None else AssignmentInteraction(matter, given)
    if umpire and matter.ask.shape == "roll":
        return UmpiredRollInteraction(matter)
    return _SHAPES[matter.ask.shape](matter)
