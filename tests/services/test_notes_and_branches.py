"""Notes, bookmarks and named branches: on the record, taken away again, back after reopening."""

from __future__ import annotations

import json

import pytest
from log_bytes import chained
from toy_game import load_toy

from wardesk.documents.games.gamelog import DamagedLog
from wardesk.engine.replay import readjudicate
from wardesk.engine.types import Choose
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession

ADVANCE, HALT = Choose("advance"), Choose("halt")


def new(**changes):
    return PlaySession.new("toy/dash", **{"seed": 7, "loader": load_toy, **changes})


def reopen(session):
    session.close()
    return PlaySession.open(session.path, loader=load_toy)


def forked(**changes):
    """A main line of two events and a branch from its start."""
    session = new(**changes)
    session.answer(ADVANCE)
    session.answer(Choose("pass"))
    session.go(0)
    session.answer(HALT)
    return session


def test_names_and_bookmarks_come_back_with_their_branches():
    session = forked()
    branch = session.branches()[1]
    session.annotate(branch.first, "branch-name", "What if we wait?")
    session.annotate(2, "bookmark")
    session.annotate(2, "note", "The gun held\nits fire")

    with reopen(session) as again:
        assert [b.name for b in again.branches()] == ["", "What if we wait?"]
        assert [(n.event, n.kind, n.text) for n in again.notes("note")] == [
            (2, "note", "The gun held\nits fire")
        ]
        assert again.note_on(2, "bookmark") is not None
        assert again.journal.head == session.journal.head


def test_a_branch_says_where_it_forked_and_how_long_it_is():
    session = forked(keep=False)

    main, other = session.branches()

    assert (main.fork, main.head, main.length, main.current) == (-1, 2, 3, False)
    assert (other.fork, other.parent, other.head, other.length) == (0, 0, 3, 1)
    assert other.current


def test_trying_something_else_keeps_the_main_line():
    session = forked(keep=False)

    session.go(2)

    assert session.state.pieces["P"].at == "1"
    assert session.branches()[0].current
    assert len(session.journal.events) == 4


def test_a_note_is_taken_away_by_a_later_record():
    session = new()
    session.annotate(0, "note", "First")
    session.annotate(0, "note", "Second")
    session.remove_note(0, "note")

    with reopen(session) as again:
        assert again.notes() == ()
        told = [line.text for line in again.log_lines() if line.kind == "note"]
        assert told == ["Note: First", "Note: Second", "Note taken away"]


def test_the_same_note_twice_is_one_record():
    session = new(keep=False)
    session.annotate(0, "bookmark", "Start")
    session.annotate(0, "bookmark", "Start")

    assert sum(line.kind == "note" for line in session.log_lines()) == 1


def test_listeners_hear_of_a_note():
    session, heard = new(keep=False), []
    session.listen(lambda change: heard.append(change.kind))

    session.annotate(0, "bookmark")

    assert heard == ["note"]


@pytest.mark.parametrize(
    ("event", "kind", "text"),
    [(99, "note", "x"), (0, "scribble", "x"), (0, "note", "  "), (0, "note", "x" * 2001)],
)
def test_nonsense_is_refused(event, kind, text):
    session = new(keep=False)

    with pytest.raises(UserError):
        session.annotate(event, kind, text)
    assert session.notes() == ()


@pytest.mark.parametrize(
    "note", [{"event": 40, "kind": "note"}, {"event": True, "kind": "note"}, {"kind": "note"}]
)
def test_a_note_on_no_event_is_damage(note):
    session = new()
    session.close()
    line = json.dumps({"note": note}).encode() + b"\n"
    session.path.write_bytes(chained(session.path.read_bytes() + line))

    with pytest.raises(DamagedLog, match="not there"):
        PlaySession.open(session.path, loader=load_toy)


def test_notes_change_nothing_for_the_rules():
    session = forked(keep=False)
    before = session.state
    session.annotate(3, "note", "<b>bold</b>")

    assert session.state is before
    assert readjudicate(session.rules, session.journal.line()) is None
