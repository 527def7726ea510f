"""A game carries the pictures of counters that were made at its table."""

from __future__ import annotations

import shutil

import pytest
from pictures import png

from wardesk.documents.files.pictures import find_picture, keep_bytes
from wardesk.documents.games.gamelog import Picture
from wardesk.documents.games.log_writer import save_copy
from wardesk.engine.types import Choose
from wardesk.services.play.session import PlaySession


@pytest.fixture
def at_home(tmp_path, monkeypatch):
    def go(name):
        monkeypatch.setenv("WARDESK_HOME", str(tmp_path / name))

    go("mine")
    return go


def with_pictures(path):
    """A game with a counter made at the table; the names of its two pictures."""
    front, back = keep_bytes(png(4, 4, 10), "f.png"), keep_bytes(png(4, 4, 90), "b.png")
    with PlaySession.new("freeform/hannut-table", seed=1, path=path) as session:
        row = (f"picture={front}", f"back={back}", "symbol=none", "name=Post", "side=blue")
        session.answer(Choose("add", row))
        session.answer(Choose("copy", ("Post",)))
    return front, back


@pytest.mark.parametrize("packed", [False, True])
def test_a_game_that_is_given_away_shows_its_pictures(tmp_path, at_home, packed):
    path, given = tmp_path / "a.wdgame", tmp_path / "given.wdgame"
    names = with_pictures(path)
    if packed:
        with PlaySession.open(path) as session:
            session.save_as(given)
    else:
        shutil.copy(path, given)

    at_home("theirs")
    assert find_picture(names[0]) is None
    with PlaySession.open(given) as session:
        assert session.notices == ()
        assert session.state.pieces["Post"].back == names[1]
        session.undo()
        session.answer(Choose("flip", ("Post",)))
    assert find_picture(names[0]).read_bytes() == png(4, 4, 10)
    assert find_picture(names[1]).read_bytes() == png(4, 4, 90)


def test_each_picture_is_stored_once(tmp_path, at_home):
    path = tmp_path / "a.wdgame"
    with_pictures(path)
    assert path.read_bytes().count(b'{"picture":{"name"') == 2


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a" * 32 + ".png", b"hello", "no picture"),
        ("a" * 32 + ".png", png(4, 4, 1), "another picture"),
        ("../../x.png", png(4, 4, 1), "another picture"),
        ("a" * 32 + ".png", png(4, 4, 1)[:16] + (90_000).to_bytes(4, "big") * 2, "no picture"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_told_and_the_game_opens(
    tmp_path, at_home, name, data, says
):
    path, bad = tmp_path / "a.wdgame", tmp_path / "bad.wdgame"
    with_pictures(path)
    with PlaySession.open(path) as session:
        records = session._record.file.whole()
        save_copy(bad, session.header, [records[0], Picture(name=name, data=data), *records[1:]])

    with PlaySession.open(bad) as session:
        assert len(session.notices) == 1
        assert says in str(session.notices[0])
        assert "Post" in session.state.pieces
    assert not (tmp_path / "x.png").exists()
