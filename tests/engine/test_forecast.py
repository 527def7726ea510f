"""What a deed is told to cost, draw and come to: before it is done, and from a view alone."""

from __future__ import annotations

from random import Random

import pytest

from wardesk.engine.deeds import deeds
from wardesk.engine.forecast import Tried, forecast
from wardesk.engine.types import CHANCE, Path, replace
from wardesk.services.play.session import PlaySession

BEST, HANNUT = "market-garden/the-best-laid-plans", "hannut-stonne/hannut"


def played(scenario, kind, after, options=None):
    """A game played by scripts to the first question of *kind* from an event on."""
    session = PlaySession.new(scenario, seed=7, keep=False, options=options)
    rng = Random(3)
    while session.waiting == "dice" or session.journal.head < after or session.ask.kind != kind:
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    return session


def every_deed(rules, view, most):
    """Deeds of the first *most* pieces that may act, at each cell."""
    for piece in view.ask.pieces[:most]:
        for cell in rules.board.cells:
            for deed in deeds(rules, view, (piece,), cell):
                yield deed, cell


@pytest.mark.parametrize(("scenario", "kind", "after"), [(BEST, "unit", 502), (HANNUT, "act", 87)])
def test_the_enemy_does_on_a_way_what_was_told(scenario, kind, after):
    session = played(scenario, kind, after)
    rules, view = session.rules, session.seen_by(session.ask.who)
    deed, told = next(
        (deed, told) for deed, _ in every_deed(rules, view, 12)
        if isinstance(deed.answers[-1], Path) and (told := forecast(rules, deed)).windows
    )  # fmt: skip
    session.carry(deed.answers, deed.asked)
    asked = session.ask
    assert asked.who != view.ask.who, "the first chance of the enemy came"
    assert {one.piece for one in told.windows[0].able} <= {*asked.pieces}
    at = {session.state.pieces[piece].at for piece in deed.goers}
    assert told.windows[0].cell in at


def test_a_fight_that_has_no_chart_is_tried_and_its_chances_add_up():
    session = played(HANNUT, "act", 87)
    rules, view = session.rules, session.seen_by(session.ask.who)
    deed, cell = next(
        (deed, cell) for deed, cell in every_deed(rules, view, 12)
        if isinstance(deed.answers[-1], Path)
        and (case := forecast(rules, deed).case) and case.lines
    )  # fmt: skip
    assert forecast(rules, deed).open
    tried = Tried(rules, deed, cell)
    assert tried.go_on(lambda: False, most=40)
    odds = tried.odds()
    assert sum(line.ways for line in odds) == 40
    assert {str(line.label) for line in odds} <= {"it falls", "fights on", "thrown back"}
    assert len({line.of for line in odds}) == 1


def test_a_forecast_draws_no_dice_of_the_game():
    told, plain = (played(HANNUT, "act", 87) for _ in range(2))
    view = told.seen_by(told.ask.who)
    for deed, cell in list(every_deed(told.rules, view, 2))[:30]:
        forecast(told.rules, deed)
        Tried(told.rules, deed, cell).go_on(lambda: False, most=2)
    rng = Random(5), Random(5)
    for _ in range(40):
        for session, own in zip((told, plain), rng, strict=True):
            if session.waiting == "dice":
                session.roll()
            else:
                session.answer(session.rules.thinking.policy(session.state, own))
    assert told.state == plain.state


def test_equal_views_are_told_the_same():
    session = played(HANNUT, "act", 87, {"hidden_guns": "yes"})
    rules, side = session.rules, session.ask.who
    state = session.state
    guns = [p for p in state.pieces.values() if p.side != side and p.at in rules.board.cells]
    gun, elsewhere = guns[0], guns[-1].at
    worlds = [
        replace(state, pieces={**state.pieces, gun.id: replace(gun, hidden=True, at=at)})
        for at in (gun.at, elsewhere)
    ]
    assert worlds[0] != worlds[1]
    views = [rules.view(world, side) for world in worlds]
    assert views[0] == views[1]
    told = []
    for view in views:
        found = list(every_deed(rules, view, 3))
        assert found
        first = [(forecast(rules, deed), cell) for deed, cell in found]
        tries = []
        for deed, cell in found[:6]:
            tried = Tried(rules, deed, cell)
            tried.go_on(lambda: False, most=5)
            tries.append(tried.odds())
        told.append((first, tries))
    assert told[0] == told[1]


def test_what_the_rules_ask_before_the_dice_is_declined_and_not_guessed():
    session = played(HANNUT, "act", 87)
    rules, view = session.rules, session.seen_by(session.ask.who)
    for deed, _ in list(every_deed(rules, view, 6)):
        for window in forecast(rules, deed).windows:
            assert all(view.pieces[one.piece].side != view.ask.who for one in window.able)
            assert CHANCE not in {one.piece for one in window.able}
