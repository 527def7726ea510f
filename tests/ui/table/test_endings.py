"""Enter never ends a turn, or lets a chance pass by, while somebody can act."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whole_games import played

from wardesk.documents.packs.store import list_packs
from wardesk.engine.types import CHANCE, GameState
from wardesk.model.look import TableLook
from wardesk.ui.table.chance import interaction_for
from wardesk.ui.table.interactions import AskedMatter, Interaction

SCENARIOS = [name for pack in list_packs() for name in pack.scenarios]

LET_BE = frozenset(
    (
        "blitzkrieg cancel/let",
        "gts second-action/no",
        "gts hero/no",
        "europa support/0",
    )
)
"""Choices among buttons alone that let pass what could be done: game, kind of question, key."""


def questions(name: str) -> Iterator[tuple[GameState, Interaction]]:
    """Every question of a game that a side is asked, as it would be asked here."""
    session = played(name)
    for event in session.journal.line():
        state = session.journal.state(event.id)
        ask = state.ask
        if ask is None or ask.who == CHANCE or not ask.choices:
            continue
        look = TableLook(sides=(), counters=())
        matter = AskedMatter(ask, session.rules, state, look, lambda _answer: None)
        yield state, interaction_for(matter, umpire=False)


def can_act(found: Interaction) -> bool:
    """Whether something else can be answered than what the rules call an ending."""
    ask, endings = found.ask, found.matter.rules.showing.endings
    deeds = [c.key for c in ask.choices if not c.refused and f"{ask.kind}/{c.key}" not in endings]
    return bool(deeds or ask.pieces or ask.cells)


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_ending_is_filled_or_has_a_digit_while_somebody_can_act(name):
    seen = 0
    for _, found in questions(name):
        endings = found.matter.rules.showing.endings
        for offer in found.offers():
            if f"{found.ask.kind}/{offer.id}" in endings and can_act(found):
                seen += 1
                assert not offer.primary, (found.ask.kind, offer)
                assert not offer.key, (found.ask.kind, offer)
    assert seen or name.startswith("eben-emael/historical")


@pytest.mark.parametrize("name", SCENARIOS)
def test_beside_what_can_be_picked_no_choice_is_filled(name):
    """It would do without: no reaction, nobody, hold fire. Picking is what one does there."""
    for _, found in questions(name):
        if not (found.ask.pieces or found.ask.cells):
            continue
        keys = {choice.key for choice in found.ask.choices}
        filled = [offer for offer in found.offers() if offer.primary and offer.id in keys]
        assert not filled, (found.ask.kind, filled)


@pytest.mark.parametrize("name", SCENARIOS)
def test_to_let_a_chance_pass_by_is_not_filled_and_keeps_its_digit(name):
    for _, found in questions(name):
        ask, game = found.ask, played(name).rules.rulebook.game
        open_ = [choice.key for choice in ask.choices if not choice.refused]
        for offer in found.offers():
            if f"{game} {ask.kind}/{offer.id}" in LET_BE and open_ != [offer.id]:
                assert not offer.primary, (ask.kind, offer)
                assert offer.key or offer.refused, (ask.kind, offer)


@pytest.mark.parametrize("name", SCENARIOS)
def test_all_the_rest_has_one_key_and_no_other_button_is_filled_beside_it(name):
    for _, found in questions(name):
        rest = found.matter.rules.showing.the_rest
        offers = {offer.id: offer for offer in found.offers()}
        if rest and rest in offers:
            proposes = found.ask.kind in found.matter.rules.showing.proposes
            assert offers["=" if proposes else rest].key == "0"
            assert not any(offer.primary for offer in offers.values())
