"""Random doings at a free table through the session: undone and redone, the same to the byte."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wardesk import paths
from wardesk.engine.types import CHANCE, Choose, Path
from wardesk.services.packs.new_table import TablePlan, make_planned
from wardesk.services.play.session import PlaySession
from wardesk.words import encode


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    hexes = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"
    sides = [
        {"id": "n", "name": "North"},
        {"id": "s", "name": "South"},
        {"id": "e", "name": "East"},
    ]
    rows = [
        {"name": "Ant", "side": "n", "steps": "3", "count": "3", "place": "0101"},
        {"name": "Bee", "side": "s", "steps": "2", "count": "3"},
        {"name": "Cat", "side": "e", "place": "0202"},
    ]
    folder = tmp_path_factory.mktemp("free") / "table"
    return make_planned(TablePlan(map=hexes, sides=sides, counters=rows), folder).scenario


ASKED = {
    "dice": lambda rng: (rng.choice(("2d6+1", "d100", "1d10-1d4")),),
    "text": lambda rng: (rng.choice(("A note", "Brücke gesprengt", "=1+1")),),
    "counter": lambda rng: (f"name=New {rng.randint(1, 9)}", f"side={rng.choice('nse')}"),
    "marker": lambda rng: (f"Mark {rng.randint(1, 3)}", "Mk", "#123456", "square"),
    "sheet": lambda rng: tuple(
        json.dumps({"name": f"Cut {k}", "side": rng.choice("nse")})
        for k in range(rng.randint(1, 3))
    ),
}


def act(session: PlaySession, rng: Random) -> None:
    """One doing of whoever is asked: mostly a deed, sometimes a move."""
    ask, state, rules = session.ask, session.state, session.rules
    if ask.who == CHANCE:
        session.roll()
        return
    if not ask.worded:
        session.answer(rules.sample(state, rng))
        return
    picked = rng.sample(ask.pieces, min(len(ask.pieces), rng.randint(1, 3))) if ask.pieces else []
    cell = rng.choice(list(rules.board.cells)[:40])
    if picked and rng.random() < 0.3:
        answer = Path(tuple(picked), (cell,))
    elif rng.random() < 0.85:
        open_ = [deed for deed in rules.showing.deeds(state, picked, cell) if not deed.refused]
        deed = rng.choice(open_)
        more = ASKED[deed.asks](rng) if deed.asks else ()
        if deed.key == "edit":
            more = (f"name=Changed {rng.randint(1, 99)}",)
        answer = Choose(deed.key, (*deed.words, *more))
    else:
        open_ = [c.key for c in ask.choices if not c.refused and c.key != "end"]
        answer = Choose(rng.choice(open_))
    if not rules.check(state, answer):
        session.answer(answer)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**6))
def test_whatever_is_done_can_be_undone_and_redone_to_the_byte(scenario, seed):
    rng = Random(seed)
    with PlaySession.new(scenario, seed=seed, keep=False, players={}) as session:
        states = {session.journal.head: encode(session.state)}
        for _ in range(40):
            act(session, rng)
            states[session.journal.head] = encode(session.state)
        last = session.journal.head
        while session.can_undo():
            session.undo("again", session.journal.event.parent)
            assert encode(session.state) == states[session.journal.head]
        assert session.journal.head == session.journal.root
        while session.can_redo():
            session.redo()
            assert encode(session.state) == states[session.journal.head]
        assert session.journal.head == last


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**6))
def test_a_game_of_deeds_opens_again_as_it_was_left(scenario, seed, tmp_path_factory):
    rng = Random(seed)
    file = tmp_path_factory.mktemp("log") / "game.wdgame"
    with PlaySession.new(scenario, seed=seed, keep=False) as session:
        for _ in range(25):
            act(session, rng)
        session.save_as(file)
        before = encode(session.state)
    with PlaySession.open(file, keep=False) as again:
        assert encode(again.state) == before


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**6))
def test_no_side_ever_sees_the_name_of_a_counter_that_lies_face_down(scenario, seed):
    rng = Random(seed)
    with PlaySession.new(scenario, seed=seed, keep=False) as session:
        for _ in range(40):
            act(session, rng)
            if session.ask.who != CHANCE and rng.random() < 0.4:
                own = [p for p, c in session.state.pieces.items() if c.side == session.ask.who]
                if own and session.ask.worded:
                    session.answer(Choose("hide", ("down all", rng.choice(own))))
            for side in session.rules.sides:
                view = session.rules.view(session.state, side)
                hidden = [c for c in session.state.pieces.values() if not c.seen_by(side)]
                told = encode(view)
                for counter in hidden:
                    assert f'"{counter.id}"'.encode() not in told
                backs = [c for c in session.look(side=side).counters if c.face_down]
                assert {look.title for look in backs} <= {"Face down"}
