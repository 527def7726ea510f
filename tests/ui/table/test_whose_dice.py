"""Dice wait for the person whose they are; a bot's fall by themselves, whoever was asked last."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from whole_games import played

from wardesk.engine.types import CHANCE
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.runner import Runner

CASES = {
    "hannut-stonne/first-contact": ("fire", "check-opportunity", "check-panic"),
    "market-garden/the-best-laid-plans": ("fire-fire", "command-points", "roll-hit"),
    "may-1940/proving-ground": ("assault",),
}


def owner(session: PlaySession) -> str:
    """The side of the first unit that rolls, else the one in whose activation dice are rolled."""
    state = session.state
    assert state.ask is not None
    about = [state.pieces[one].side for one in state.ask.about if one in state.pieces]
    inner = [frame.side for frame in state.stack if getattr(frame, "side", "")]
    return about[0] if about else inner[-1]


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name, kinds in CASES.items() for kind in kinds]
)
def test_dice_wait_for_their_owner_alone(name, kind, qapp):
    session, parent = played(name), QObject()
    line = [event.id for event in session.journal.line()]
    found = set()
    for event in line:
        ask = session.journal.state(event).ask
        if ask is None or ask.who != CHANCE or ask.kind != kind:
            continue
        session.go(event)
        mine = owner(session)
        for human in session.players:
            for side in session.players:
                session.set_player(side, "human" if side == human else "policy")
            runner = Runner(session, parent)
            runner.set_pace(2)
            assert runner.waits_for_hand == (human == mine), (kind, event, human, mine)
            runner.stop()
        found.add(mine)
        if len(found) == 2:
            break
    assert found
    session.go(line[-1])
