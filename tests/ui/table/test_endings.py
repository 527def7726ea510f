"""What ends a turn, a phase or an activation is never what Enter presses while somebody can act."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whole_games import played

from wardesk.documents.packs.store import list_packs
from wardesk.engine.kernel import Stamp, advance
from wardesk.engine.types import CHANCE, Choose, GameState, SetTrack
from wardesk.model.look import TableLook
from wardesk.ui.table.chance import interaction_for
from wardesk.ui.table.interactions import Interaction, Matter

SCENARIOS = [name for pack in list_packs() for name in pack.scenarios]

REPLIES = frozenset(("return-fire/hold",))
"""To let the other side's deed be; its phase goes on, or is over."""


def questions(name: str) -> Iterator[tuple[GameState, Interaction]]:
    """Every question of a game that a side is asked, as it would be asked here."""
    session = played(name)
    for event in session.journal.line():
        state = session.journal.state(event.id)
        ask = state.ask
        if ask is None or ask.who == CHANCE or not ask.choices:
            continue
        look = TableLook(sides=(), counters=())
        matter = Matter(ask, session.rules, state, look, lambda _answer: None)
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
def test_what_is_filled_lets_no_phase_pass_by(name):
    """Beside what can be picked: after it another phase has come, and nothing was done."""
    session = played(name)
    moment = session.rules.showing.moment
    for state, found in questions(name):
        filled = [offer.id for offer in found.offers() if offer.primary]
        keys = [c.key for c in found.ask.choices]
        if not filled or filled[0] not in keys or not (found.ask.pieces or found.ask.cells):
            continue
        if f"{found.ask.kind}/{filled[0]}" in REPLIES:
            continue
        event, after = advance(
            session.rules, state, Choose(filled[0]), Stamp(id=1, parent=0), umpire=False
        )
        done = [one for one in event.effects if not isinstance(one, SetTrack)]
        if not done and after.ask is not None:
            assert moment(state) == moment(after), (found.ask.kind, filled)


@pytest.mark.parametrize("name", SCENARIOS)
def test_all_the_rest_has_one_key_and_no_other_button_is_filled_beside_it(name):
    for _, found in questions(name):
        rest = found.matter.rules.showing.the_rest
        offers = {offer.id: offer for offer in found.offers()}
        if rest and rest in offers:
            assert offers[rest].key == "0"
            assert not any(offer.primary for offer in offers.values())
