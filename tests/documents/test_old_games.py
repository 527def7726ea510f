"""Games that an earlier WarDesk wrote, of a game that ships: they open, and can be gone on with."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

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
