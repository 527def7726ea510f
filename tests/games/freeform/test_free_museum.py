"""A game at a table without rules that an older WarDesk kept: it opens as it was."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec

from wardesk.engine.types import Choose
from wardesk.services.play.session import PlaySession

MUSEUM = Path(__file__).parents[2] / "museum"


def test_an_old_game_stands_as_it_stood_and_goes_on(tmp_path):
    golden = json.loads((MUSEUM / "freeform-v1.golden.json").read_text("utf-8"))
    copy = tmp_path / "old.wdgame"
    shutil.copy(MUSEUM / "freeform-v1.wdgame", copy)

    with PlaySession.open(copy) as session:
        # the battlefield that it borrows was mended since: five hexes lie lower
        assert all("what happened stands" in notice for notice in session.notices)
        found = session.state
        assert list(found.pieces) != []
        for name, counter in golden["pieces"].items():
            now = msgspec.to_builtins(found.pieces[name])
            assert {key: now[key] for key in counter} == counter
        assert {**found.marks} == golden["marks"]
        assert {**found.tracks} == golden["tracks"]
        assert {name: list(items) for name, items in found.cups.items()} == golden["cups"]
        session.answer(Choose("pass"))
        assert not session.failed
