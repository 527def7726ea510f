"""Games that an earlier WarDesk wrote, of a game that ships: they open, and can be gone on with."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from wardesk.engine.dice import SeededDice
from wardesk.engine.types import Roll
from wardesk.services.play.session import PlaySession

MUSEUM = Path(__file__).parents[1] / "museum"
GAMES = {
    "eben-v1.wdgame": (1, 104, "The Germans held 19 victory points"),
    "eben-v2.wdgame": (2, 145, "The Germans held 16 victory points"),
}
"""A game between two programs: its version, its events, how it ended."""


@pytest.mark.parametrize("name", GAMES)
def test_an_old_game_stands_as_it_ended_and_is_gone_on_with(name, tmp_path):
    _, events, ending = GAMES[name]
    copy = tmp_path / name
    shutil.copy(MUSEUM / name, copy)
    with PlaySession.open(copy) as session:
        assert len(session.journal.events) == events
        assert session.state.result.text == ending
        assert all(line.text for line in session.log_lines())
        session.go(events // 2, "what if")
        assert session.ask is not None
        session.set_player("german", "random")
        session.run()
        assert session.state.result is not None
        played = len(session.journal.events)
        assert played > events
        working = session.path
    with PlaySession.open(working) as session:
        assert len(session.journal.events) == played


@pytest.mark.parametrize("name", GAMES)
def test_it_is_of_its_version(name):
    data = (MUSEUM / name).read_bytes()
    lines = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    assert json.loads(lines.splitlines()[0])["version"] == GAMES[name][0]


PRINTED = {5: 7, 10: 2, 11: 7, 23: 2, 24: 0, 28: 7, 32: 4, 56: 9, 70: 7, 75: 1, 76: 6, 77: 6,
           97: 9, 101: 2}  # fmt: skip
"""Of a game whose dice of ten were recorded as 1 to 10, less 1: by event what was rolled."""


def test_a_die_of_ten_shows_what_it_showed(tmp_path):
    copy = tmp_path / "old.wdgame"
    shutil.copy(MUSEUM / "dice-v4.wdgame", copy)
    with PlaySession.open(copy) as session:
        line = session.journal.line()
        tens = [e for e in line if isinstance(e.answer, Roll) and e.asked.dice == (10,)]
        assert {e.id: e.answer.dice for e in tens} == {e: (die,) for e, die in PRINTED.items()}
        assert all(e.asked.total(e.answer.dice) == PRINTED[e.id] for e in tens)
        told = {row.event: row for row in session.log_lines() if row.kind == "roll"}
        assert told[24].text == "Rolled 0"
        # the dice of its seed are the same, and the next is typed as it is printed
        seeded, chances = SeededDice(session.header.seed), {e.id: e.chances for e in line}
        for event in tens:
            if event.dice_by == "seeded":
                fell = seeded.answer(event.asked, 0, chances[event.parent])
                assert fell.dice == event.answer.dice
        assert session.ask.printed() == (range(10),)
        session.answer(Roll((0,)))
        working = session.path
    with PlaySession.open(working) as session:
        assert session.journal.event.answer == Roll((0,))
        assert session.journal.events[56].answer == Roll((9,))
