"""The journal against a model: a plain list of nodes, each with its parent and its state."""

from __future__ import annotations

from typing import Any

from bridge_dash import BridgeDash, asked, opened
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from wardesk.engine.journal import HeadMove, Journal
from wardesk.engine.kernel import fold
from wardesk.engine.replay import readjudicate
from wardesk.engine.types import (
    CHANCE,
    Answer,
    Choose,
    GameState,
    Outcome,
    Roll,
    SetMark,
)
from wardesk.errors import UserError
from wardesk.words import decode, encode


class FullDisk(UserError):
    """Nothing more can be stored."""


class Node:
    """One event of the model: where it came from, what it answered, what came of it."""

    def __init__(self, parent: int, key: object, state: bytes, chances: int) -> None:
        self.parent = parent
        self.key = key
        self.state = state
        self.chances = chances


class JournalMachine(RuleBasedStateMachine):
    """Answers, undo, redo, jumps, edits and a failing disk, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.game = BridgeDash(hidden=True, smoke=True)
        self.disk: list[bytes] = []
        self.disk_full = False
        self.journal = opened(self.game, write=self.write)
        self.nodes = {0: Node(-1, None, self.encoded(), 0)}
        self.head = 0
        self.way: dict[int, int] = {}

    def write(self, record: Any) -> None:
        if self.disk_full:
            raise FullDisk("The disk is full") from OSError(28, "full")
        kind = b"M" if isinstance(record, HeadMove) else b"E"
        self.disk.append(kind + encode(record))

    def encoded(self) -> bytes:
        return encode(self.journal.state())

    def moved(self, head: int) -> None:
        """The model's head: redo leads along the line to where the head was last."""
        self.head = head
        at = head
        while at > 0:
            self.way[self.nodes[at].parent] = at
            at = self.nodes[at].parent

    def answered(self, answer: Answer, umpire: bool, reason: str = "") -> None:
        key = (encode(answer), umpire)
        known = [
            n for n, node in self.nodes.items() if node.parent == self.head and node.key == key
        ]
        rolled = asked(self.journal).who == CHANCE
        event = self.journal.answer(answer, umpire=umpire, reason=reason)
        if known and not reason:
            assert event.id == known[0]
        else:
            assert event.id == len(self.nodes)
            chances = self.nodes[self.head].chances + rolled
            self.nodes[event.id] = Node(self.head, key, self.encoded(), chances)
        self.moved(event.id)

    @precondition(lambda self: self.journal.state().ask is not None)
    @rule(data=st.data(), umpire=st.booleans(), reason=st.sampled_from(["", "", "Because"]))
    def answer(self, data: st.DataObject, umpire: bool, reason: str) -> None:
        ask = asked(self.journal)
        if ask.shape == "roll":
            self.answered(Roll((data.draw(st.sampled_from([1, 7])),)), umpire, reason)
        elif ask.shape == "choose":
            key = data.draw(st.sampled_from([c.key for c in ask.choices]))
            self.answered(Choose(key), umpire, reason)
        elif umpire:
            self.answered(Outcome({"hits": data.draw(st.integers(0, 2))}), True, reason or "So")
        else:
            self.answered(Outcome(ask.proposed), False, reason)

    @rule(wet=st.booleans())
    def edit(self, wet: bool) -> None:
        event = self.journal.edit(
            (SetMark("1/smoke", wet or None),), umpire=True, author="Ann", reason="Weather"
        )
        assert event.id == len(self.nodes)
        parent = self.nodes[self.head]
        self.nodes[event.id] = Node(self.head, None, self.encoded(), parent.chances)
        self.moved(event.id)

    @precondition(lambda self: self.head != 0)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        behind: list[int] = []
        at = self.nodes[self.head].parent
        while at >= 0:
            behind.append(at)
            at = self.nodes[at].parent
        target = data.draw(st.sampled_from(behind))
        self.journal.undo(to=None if target == behind[0] else target)
        self.moved(target)

    @rule()
    def redo(self) -> None:
        if self.head in self.way:
            ahead = self.way[self.head]
            assert self.journal.redo() == ahead
            self.moved(ahead)
        else:
            assert not self.journal.can_redo()

    @rule(data=st.data())
    def go(self, data: st.DataObject) -> None:
        target = data.draw(st.sampled_from(sorted(self.nodes)))
        self.journal.go(target)
        self.moved(target)

    @precondition(lambda self: self.journal.state().ask is not None)
    @rule()
    def fail_to_write(self) -> None:
        self.disk_full = True
        try:
            self.journal.edit((SetMark("x", 1),), umpire=True, author="Ann", reason="Try")
        except FullDisk:
            pass
        else:
            raise AssertionError("a write that failed was believed")
        finally:
            self.disk_full = False

    @invariant()
    def head_and_states_are_those_of_the_model(self) -> None:
        assert self.journal.head == self.head
        assert set(self.journal.events) == set(self.nodes)
        assert self.encoded() == self.nodes[self.head].state
        assert self.journal.event.chances == self.nodes[self.head].chances

    @invariant()
    def branches_of_siblings_differ(self) -> None:
        for children in self.journal.children.values():
            branches = [self.journal.events[c].branch for c in children]
            assert len(set(branches)) == len(branches)

    def teardown(self) -> None:
        """Nothing was lost: every state folds, the disk holds the journal, the rules agree."""
        for number, node in self.nodes.items():
            state: GameState[Any, Any] = GameState(pieces={})
            for event in self.journal.line(number):
                state = fold(state, event)
            assert encode(state) == node.state
        loaded = Journal(self.game, self.journal.events[0])
        for line in self.disk:
            type_: Any = HeadMove if line[:1] == b"M" else self.game.event_type
            loaded.load(decode(line[1:], type_))
        assert loaded.head == self.head
        assert loaded.events == self.journal.events
        assert loaded.children == self.journal.children
        assert loaded._redo == self.journal._redo
        assert readjudicate(self.game, self.journal.line()) is None


TestJournalMachine = JournalMachine.TestCase
TestJournalMachine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
