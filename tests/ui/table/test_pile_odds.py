"""In an open pile the chances stand beside whom one aims at."""

from __future__ import annotations

import random

import pytest

from wardesk.services.play.session import PlaySession


def to_a_target(name: str) -> PlaySession:
    """A game of two people at the first question at whom is fired."""
    session = PlaySession.new(name, seed=7, keep=False)
    for side in session.players:
        session.set_player(side, "human")
    for _ in range(600):
        ask = session.ask
        assert ask is not None
        if ask.kind == "target":
            return session
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, random.Random(1)))
    raise AssertionError("nobody fires")


@pytest.mark.parametrize(
    "name", ["hannut-stonne/first-contact", "market-garden/the-best-laid-plans"]
)
def test_the_chances_stand_beside_a_target(tables, name):
    table = tables(to_a_target(name))
    piece = table.session.ask.pieces[0]
    told = [fact.text for fact in table.view.explain(piece)]
    case = table.model.rules.showing.case(table.model.seen(), None)
    assert case is None, "nothing is picked yet"
    assert "%" in told[0], told
    other = next(p for p in table.session.state.pieces if p not in table.session.ask.pieces)
    assert not any("%" in fact.text for fact in table.view.explain(other))
