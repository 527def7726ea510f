"""Long random use of a session, on every game: what is reopened is what was left."""

from __future__ import annotations

from random import Random

import pytest
from toy_game import load_toy

from wardesk.engine.types import Outcome
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_table

GAMES = [("toy/dash", load_toy), ("eben-emael/historical", load_table)]


def one_thing(session, rng):
    """Do anything that a person may do; refusals are fine."""
    sides = session.rules.sides
    match rng.randrange(16):
        case 0:
            session.undo(rng.choice(["", "agreed"]))
        case 1:
            session.redo()
        case 2:
            session.go(rng.choice(sorted(session.journal.events)), rng.choice(["", "look back"]))
        case 3:
            session.set_mode(rng.choice(["play", "adjudicate"]))
        case 4:
            session.set_player(rng.choice(sides), rng.choice(["human", "policy", "random"]))
        case 5:
            session.set_stop_filter(rng.choice(["all", "changes", "none", frozenset({"hit"})]))
        case 6:
            session.set_dice(rng.choice(["seeded", "typed"]))
        case 7:
            session.edit((), "Ann", "nothing much")
        case 8 | 9:
            session.run(limit=rng.randrange(8))
        case _:
            person_acts(session, rng)


def person_acts(session, rng):
    ask = session.ask
    if ask is None:
        session.go(0, "again")
    elif ask.shape == "roll" and rng.random() < 0.5:
        session.roll()
    elif ask.shape == "outcome":
        value = dict(ask.proposed)
        for field in ask.fields:
            if not field.choices and rng.random() < 0.3:
                value[field.name] = rng.randint(field.least, min(field.most, field.least + 2))
        session.answer(Outcome(value), reason=rng.choice(["", "ruled"]))
    else:
        session.answer(session.rules.sample(session.state, rng), author="Ann")


@pytest.mark.parametrize(("scenario", "loader"), GAMES, ids=[name for name, _ in GAMES])
@pytest.mark.parametrize("seed", range(6))
def test_a_game_used_at_random_opens_as_it_was_left(scenario, loader, seed, tmp_path):
    rng = Random(seed)
    session = PlaySession.new(scenario, seed=seed, path=tmp_path / "a.wdgame", loader=loader)
    for turn in range(150):
        try:
            one_thing(session, rng)
        except UserError:
            continue
        assert not session.failed, session.failed
        session.log_lines()  # followed as the game goes; below it must equal what is read anew
        if turn % 50 == 49:
            was = session
            was.close()
            session = PlaySession.open(tmp_path / "a.wdgame", loader=loader)
            assert session.state == was.state
            assert session.journal.events == was.journal.events
            assert session.journal.head == was.journal.head
            assert session._record.settings == was._record.settings
            assert session.log_lines() == was.log_lines()
            assert session.can_redo() == was.can_redo()
    session.save_as(tmp_path / "copy.wdgame")
    with PlaySession.open(tmp_path / "copy.wdgame", loader=loader, keep=False) as copy:
        assert copy.state == session.state
        assert copy.look(0)
    session.close()
