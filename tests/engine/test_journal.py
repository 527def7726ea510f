"""The journal: undo, redo, branches, the barrier, writing before believing, reading records."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from bridge_dash import BridgeDash, Fire, Move, Unit, opened, played

from wardesk.engine import journal as journal_module
from wardesk.engine.dice import SeededDice
from wardesk.engine.journal import HeadMove, Journal
from wardesk.engine.kernel import Illegal, begin, fold
from wardesk.engine.types import (
    CHANCE,
    Choose,
    Event,
    GameState,
    Outcome,
    Roll,
    SetTrack,
    replace,
)
from wardesk.errors import UserError
from wardesk.words import decode, encode

Record = Event[Unit, Move | Fire] | HeadMove


class NotStored(UserError):
    """The disk said no."""


class Disk:
    """Keeps what is written; full after *room* records."""

    def __init__(self, room: int = 10_000) -> None:
        self.room = room
        self.records: list[Record] = []

    def write(self, record: Any) -> None:
        if len(self.records) >= self.room:
            raise NotStored("The disk is full") from OSError(28, "No space left on device")
        self.records.append(record)


def random_game(seed: int, *, umpire: bool = False, write: Any = None) -> Journal[Any, Any]:
    """A random game to its end, with undone answers on the way."""
    rules = BridgeDash(hidden=seed % 2 == 1)
    journal = opened(rules, umpire=umpire, **({"write": write} if write else {}))
    dice, rng = SeededDice(seed), Random(seed)
    while (ask := journal.state().ask) is not None:
        if rng.random() < 0.15 and journal.head != journal.root:
            journal.undo()
            continue
        if ask.who == CHANCE:
            answer = dice.answer(ask, journal.luck, journal.event.chances)
        else:
            answer = rules.sample(journal.state(), rng)
        journal.answer(answer, umpire=umpire)
    return journal


# ---- moving the head ----------------------------------------------------------------------------


def test_undo_brings_back_the_state_before():
    journal = opened()
    before = journal.state()

    played(journal, "advance")
    journal.undo()

    assert journal.state() == before
    assert journal.head == journal.root


def test_undo_reaches_back_over_many_events_at_once():
    journal = played(opened(), "advance", "G1", 3)

    assert journal.undo(to=1) == 1
    assert journal.head == 1


def test_undo_of_the_first_event_is_refused():
    journal = opened()

    with pytest.raises(UserError, match="nothing to undo"):
        journal.undo()


def test_undo_to_an_event_on_another_branch_is_refused():
    journal = played(opened(), "advance")
    journal.undo()
    played(journal, "halt")

    with pytest.raises(UserError, match="does not lie behind"):
        journal.undo(to=1)


def test_redo_follows_the_way_that_was_undone():
    journal = played(opened(), "advance", "G1", 3)
    end = journal.head
    journal.undo(to=0)

    while journal.can_redo():
        journal.redo()

    assert journal.head == end


def test_redo_follows_the_branch_that_was_left_last():
    # 0 - 1 - 2 and 0 - 3: going back and forth must not mix the branches up.
    journal = played(opened(), "advance", "pass")
    journal.undo(to=0)
    played(journal, "halt")
    journal.go(2)
    journal.undo(to=0)

    assert [journal.redo(), journal.redo()] == [1, 2]


def test_redo_of_nothing_is_refused():
    with pytest.raises(UserError, match="nothing to redo"):
        opened().redo()


def test_same_answer_after_undo_follows_the_old_event():
    journal = played(opened(), "advance", "G1")
    event = journal.event
    journal.undo()

    again = journal.answer(Choose("G1"), umpire=False)

    assert again is event
    assert len(journal.events) == 3


def test_same_answer_with_a_reason_is_a_new_event():
    journal = played(opened(), "advance")
    journal.undo()

    event = journal.answer(Choose("advance"), umpire=False, reason="Insisted")

    assert (event.id, event.branch) == (2, 1)


def test_same_answer_in_the_other_mode_is_a_new_event():
    journal = played(opened(), "advance", "G1", 1)
    journal.undo()

    event = journal.answer(Roll((1,)), umpire=True)

    assert event.mode == "adjudicate"
    assert event.id == 4


def test_different_answer_after_undo_starts_a_branch_and_keeps_the_old_one():
    journal = played(opened(), "advance", "G1", 3)
    journal.undo()

    event = journal.answer(Roll((9,)), umpire=False)

    assert (event.parent, event.branch) == (2, 1)
    assert journal.children[2] == [3, 4]
    assert journal.state(3).pieces["P"].steps == 1
    assert journal.state(4).pieces["P"].steps == 2


def test_every_branch_gets_its_own_number():
    journal = played(opened(), "advance", "G1")
    for die in (1, 2, 3):
        played(journal, die)
        journal.undo()

    assert [journal.events[e].branch for e in journal.children[2]] == [0, 1, 2]


def test_head_can_go_to_any_event():
    journal = played(opened(), "advance", "G1", 3)
    journal.undo(to=0)
    played(journal, "halt")

    journal.go(3)

    assert [event.id for event in journal.line()] == [0, 1, 2, 3]


def test_going_to_an_unknown_event_is_refused():
    with pytest.raises(UserError, match="no event 7"):
        opened().go(7)


def test_barrier_is_the_last_roll_on_this_line():
    journal = opened()
    assert journal.barrier() == journal.root

    played(journal, "advance", "G1", 3, "advance")
    assert journal.barrier() == 3

    journal.undo(to=2)
    assert journal.barrier() == journal.root


def test_barrier_is_also_what_one_side_alone_has_seen():
    journal = played(opened(), "advance")
    seen = replace(journal.event, id=2, parent=1, visible_to=("axis",))

    journal.load(seen)

    assert journal.barrier() == 2


# ---- writing first ------------------------------------------------------------------------------


def snapshot(journal: Journal[Any, Any]) -> tuple[Any, ...]:
    """Everything a reader of the journal could see."""
    return (
        journal.head,
        dict(journal.events),
        {key: list(value) for key, value in journal.children.items()},
        journal.luck,
        journal.can_redo(),
        encode(journal.state()),
    )


WRITES: dict[str, Callable[[Journal[Any, Any]], object]] = {
    "answer": lambda j: j.answer(Choose("advance"), umpire=False),
    "branch": lambda j: j.answer(Choose("halt"), umpire=False),
    "edit": lambda j: j.edit((SetTrack("hexes", 1),), umpire=False, author="A", reason="B"),
    "undo": lambda j: j.undo(),
    "redo": lambda j: j.redo(),
    "go": lambda j: j.go(4),
}


@pytest.mark.parametrize("act", WRITES.values(), ids=WRITES.keys())
def test_record_that_cannot_be_stored_changes_nothing(act: Callable[[Journal[Any, Any]], object]):
    disk = Disk()
    journal = opened(write=disk.write)
    played(journal, "advance", "pass", "advance", "pass")
    journal.undo(to=2)
    before = snapshot(journal)
    disk.room = 0

    with pytest.raises(NotStored):
        act(journal)

    assert snapshot(journal) == before


def test_every_event_and_move_of_the_head_is_stored_once_and_in_order():
    disk = Disk()
    journal = opened(write=disk.write)

    played(journal, "advance")
    journal.undo(author="Ann", reason="Misclick")
    journal.redo()

    assert disk.records == [
        journal.events[1],
        HeadMove(head=0, author="Ann", reason="Misclick"),
        HeadMove(head=1),
    ]


def test_refused_answer_is_not_stored():
    disk = Disk()
    journal = opened(write=disk.write)

    with pytest.raises(Illegal):
        journal.answer(Choose("fly"), umpire=False)

    assert disk.records == []


# ---- reading ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_loaded_records_give_the_same_journal(seed: int):
    disk = Disk()
    journal = random_game(seed, umpire=seed % 4 > 1, write=disk.write)
    stored = [(type(r), encode(r)) for r in disk.records]

    first = journal.events[journal.root]
    loaded = Journal(journal.rules, first)
    for kind, line in stored:
        type_: Any = HeadMove if kind is HeadMove else journal.rules.event_type
        loaded.load(decode(line, type_))

    assert snapshot(loaded) == snapshot(journal)


def test_loading_runs_no_rules():
    class Broken(BridgeDash):
        steps = {}

    journal = played(opened(), "advance", "G1", 3)

    loaded = Journal(Broken(), journal.events[0])
    for event in journal.line()[1:]:
        loaded.load(event)

    assert loaded.state() == journal.state()


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (Event(id=1, parent=0), "there twice"),
        (Event(id=0, parent=-1), "there twice"),
        (Event(id=-1, parent=0), "there twice"),
        (Event(id=9, parent=7), "follows event 7"),
        (Event(id=9, parent=9), "follows event 9"),
        (HeadMove(head=9), "not there"),
    ],
)
def test_record_that_does_not_fit_is_refused(record: Record, said: str):
    journal = played(opened(), "advance")
    before = snapshot(journal)

    with pytest.raises(UserError, match=said):
        journal.load(record)

    assert snapshot(journal) == before


def test_states_beyond_the_kept_ones_are_folded_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(journal_module, "KEPT_STATES", 5)
    journal = opened()
    live = {0: journal.state()}
    for n in range(1, 40):
        journal.edit((SetTrack("hexes", n),), umpire=False, author="A", reason="Counting")
        live[n] = journal.state()

    order = list(live)
    Random(1).shuffle(order)

    for event in order:
        assert journal.state(event) == live[event]
    assert len(journal._states) <= 5
    assert journal.root in journal._waypoints


# ---- facts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("umpire", [False, True], ids=["play", "adjudicate"])
@pytest.mark.parametrize("seed", range(20))
def test_fold_equals_live(seed: int, umpire: bool):
    journal = random_game(seed, umpire=umpire)

    state: GameState[Any, Any] = GameState(pieces={})
    for event in journal.line():
        state = fold(state, event)

        assert state == journal.state(event.id)
        assert encode(state) == encode(journal.state(event.id))


@pytest.mark.parametrize("umpire", [False, True], ids=["play", "adjudicate"])
@pytest.mark.parametrize("seed", range(20))
def test_every_state_and_event_survives_a_round_trip(seed: int, umpire: bool):
    journal = random_game(seed, umpire=umpire)
    rules = journal.rules

    for event in journal.events.values():
        state = journal.state(event.id)
        assert decode(encode(event), rules.event_type) == event
        assert decode(encode(state), rules.state_type) == state


def test_game_goes_on_from_a_decoded_state_in_the_middle_of_a_reaction():
    rules = BridgeDash()
    journal = opened(umpire=True)
    played(journal, "advance", "G1", umpire=True)
    journal.answer(Roll((1,)), umpire=True)

    decoded = decode(encode(journal.state()), rules.state_type)
    elsewhere = Journal(rules, journal.event, state=decoded)
    for each in (journal, elsewhere):
        each.answer(Outcome({"hits": 1}), umpire=True)

    assert elsewhere.state() == journal.state()


def test_journal_may_begin_with_a_set_up_alone():
    rules = BridgeDash()
    first, state = begin(rules, umpire=False)

    assert Journal(rules, first).state() == state
