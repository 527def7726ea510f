"""A question as a class: what the kernel, a screen and a program get from it."""

from __future__ import annotations

from functools import cached_property
from random import Random

import pytest

from wardesk.engine.kernel import Illegal, Stamp, advance, begin, fold
from wardesk.engine.question import Dice, DiceOutcome, Question, Throw
from wardesk.engine.rules import Rules, Showing, Steps, Thinking
from wardesk.engine.types import (
    Choice,
    Choose,
    CreatePiece,
    Event,
    Frame,
    GameState,
    Outcome,
    OutcomeField,
    Path,
    Piece,
    Reason,
    Roll,
)
from wardesk.model.look import CaseLook, Overlay, TableLook
from wardesk.model.rulebook import Rulebook

LINE = ("a", "b", "c", "d")


class Raft(Piece, frozen=True, kw_only=True):
    """It drifts."""


class Day(Frame, frozen=True, kw_only=True):
    """One raft after the other, then the river."""

    ready: tuple[str, ...] = ()
    wind: int = 0


steps = Steps()


@steps(Day, "dawn")
def dawn(d, _, __):
    d.goto("row", ready=tuple(d.pieces))


@steps.asks(Day, "row", "rowed")
class Row(Question[None, GameState[Raft, Day], Day]):
    """Who rows where?"""

    kind, text, cite, shape, chart = "row", "Who rows where?", "1.1", "path", "currents"
    choices = (Choice("rest", "Rest"),)
    looked: list[str] = []

    def who(self):
        return "us"

    @cached_property
    def ready(self):
        self.looked.append("ready")
        return tuple(p for p in self.frame.ready if self.state.pieces[p].at != "d")

    def pieces(self):
        return self.ready

    def most(self):
        return 2

    def passed(self, d):
        d.end("us", "won", "All are home", "1.9")

    def goals(self, units):
        here = LINE.index(units[0].at)
        full = (Reason("It is full", "1.2"),)
        return {c: (LINE[here + 1 : n + 1], full if c == "c" else ())
                for n, c in enumerate(LINE) if n > here}  # fmt: skip

    def note(self, units, cell):
        return (Reason(f"{len(units)} to {cell}", "1.1", "note"),)

    def arrows(self):
        return (Overlay("arc", line=("a", "d")),)

    def script(self, rng):
        return Path(self.asked.pieces[:1], ("c",))

    def ideas(self, n):
        return [Choose("rest")][:n]

    def case(self, answer):
        return CaseLook(title=f"towards {answer.cells[-1]}" if answer else "still")

    def pressed(self, d, key):
        d.goto("blow")

    def picked(self, d, answer):
        for piece in answer.pieces:
            d.set(piece, at=answer.cells[-1])
        d.goto("row")


@steps.throws(Day, "blow", "blown", "drift", "drifted")
class Wind(Throw[None, GameState[Raft, Day], Day]):
    """How hard does it blow?"""

    kind, text, cite, chart = "wind", "How hard does it blow?", "2.1", "winds"

    def dice(self):
        limit = (OutcomeField("limit", "Limit", 1, 6),)
        return Dice(context="One die", fields=limit, inputs={"limit": 6})

    def kept(self, roll):
        return {"wind": min(roll.dice[0] + roll.modifier, roll.input("limit", 6))}

    def outcome(self):
        fields = (OutcomeField("wind", "Wind", 0, 9),)
        return DiceOutcome({"wind": self.frame.wind}, f"Wind {self.frame.wind}", fields, ("a",))

    def case(self, answer):
        text = "fallen" if self.fallen else f"at most {self.set_by('limit')}, {self.plus():+}"
        return CaseLook(title=text)

    def answered(self, d, answer):
        d.say(f"It blew {answer.value['wind']}", "2.1")
        d.goto("row")


class River(Rules[Raft, Day], Showing[Raft, Day], Thinking[Raft, Day]):
    id, title, sides = "river", "River", ("us",)
    piece_type, state_type, event_type = Raft, GameState[Raft, Day], Event[Raft, Day]
    steps = steps.table
    rulebook = Rulebook(game="river", title="River", prefix="R", source="tests", rules=())
    digest, board = "", None

    def setup(self):
        rafts = [CreatePiece(Raft(id=f"raft-{n}", side="us", at="a")) for n in (1, 2)]
        return rafts, (Day(step="dawn"),)

    def look(self, state):
        return TableLook(sides=(), counters=())

    def score(self, state, side):
        return 0.5


RULES = River()


def give(state, answer, *, umpire=False, reason=""):
    stamp = Stamp(id=state.seq + 1, parent=state.seq, reason=reason)
    event, after = advance(RULES, state, answer, stamp, umpire=umpire)
    assert fold(state, event) == after
    return after


@pytest.fixture
def start():
    return begin(RULES, umpire=False)[1]


def test_it_is_put_with_all_that_it_says(start):
    ask = start.ask
    assert (ask.who, ask.kind, ask.shape, ask.prompt, ask.cite, ask.then) == (
        "us", "row", "path", "Who rows where?", "1.1", "rowed")  # fmt: skip
    assert (ask.pieces, ask.most, ask.chart) == (("raft-1", "raft-2"), 2, "")
    assert [c.key for c in ask.choices] == ["rest"]


def test_it_judges_answers_and_says_what_is_against_them(start):
    assert RULES.check(start, Path(("raft-1",), ("b",))) == ()
    assert [r.text for r in RULES.check(start, Path(("raft-1",), ("b", "c")))] == ["It is full"]
    assert [r.cite for r in RULES.check(start, Path(("raft-1",), ("a",)))] == ["1.1"]
    with pytest.raises(Illegal, match="It is full"):
        give(start, Path(("raft-1",), ("c",)))


def test_a_screen_gets_reach_ways_notes_arrows_case_and_chart(start):
    team = ("raft-1", "raft-2")
    found = {cell: [r.text for r in rs] for cell, rs in RULES.showing.reach(start, team).items()}
    assert found == {"b": ["2 to b"], "c": ["It is full"], "d": ["2 to d"]}
    assert RULES.showing.route(start, team, "d") == ("b", "c", "d")
    assert RULES.showing.route(start, team, "a") == ()
    assert RULES.showing.reach(start, ("nobody",)) == {}
    assert RULES.showing.chart_for(start) == "currents"
    assert RULES.showing.case(start, Path(team, ("b",))).title == "towards b"
    question = RULES.question(start)
    assert question is not None
    kinds = [(one.kind, one.cells or one.line) for one in question.overlays(LINE)]
    assert kinds == [("source", ("a",)), ("arc", ("a", "d"))]


def test_a_program_gets_legal_answers_its_script_and_ideas(start):
    options = RULES.options(start, 9, Random(1))
    assert Choose("rest") in options
    assert len(options) > 4
    assert not [a for a in options if RULES.check(start, a)]
    assert {len(a.pieces) for a in options if isinstance(a, Path)} == {1, 2}
    assert len(RULES.options(start, 2, Random(1))) == 2
    assert not RULES.check(start, RULES.thinking.policy(start, Random(1)))  # the script's is not
    assert RULES.thinking.ideas(start, 5, Random(1)) == [Choose("rest")]
    assert RULES.thinking.weighs(start, Choose("rest"))


def test_an_answer_is_carried_out_without_the_question_being_made_again(start):
    Row.looked.clear()
    after = give(start, Choose("rest"))
    assert after.ask.kind == "wind"
    assert Row.looked == []


def test_where_nothing_can_be_picked_it_is_passed_over(start):
    after = give(give(start, Path(("raft-1",), ("d",))), Path(("raft-2",), ("d",)))
    assert (after.ask, after.result.winner) == (None, "us")
    assert RULES.question(after) is None
    assert RULES.check(after, Choose("rest")) == ()
    with pytest.raises(ValueError, match="nothing is asked"):
        RULES.sample(after, Random(1))


def test_dice_go_on_to_their_outcome_at_once_in_play(start):
    asked = give(start, Choose("rest"))
    assert (asked.ask.shape, asked.ask.chart, asked.ask.fields) == ("roll", "winds", ())
    assert RULES.showing.chart_for(asked) == "winds"
    after = give(asked, Roll((5,)))
    assert (after.ask.kind, after.stack[-1].wind) == ("row", 5)


def test_an_umpire_sets_inputs_and_rules_on_the_outcome():
    state = give(begin(RULES, umpire=True)[1], Choose("rest"), umpire=True)
    assert state.ask.proposed == {"limit": 6}
    assert RULES.showing.case(state).title == "at most 6, +0"
    ruled = give(state, Roll((5,), None, {"limit": 2}), umpire=True, reason="A calm day")
    assert (ruled.ask.shape, ruled.ask.proposed, ruled.ask.summary) == (
        "outcome", {"wind": 2}, "Wind 2")  # fmt: skip
    assert (ruled.ask.prompt, ruled.ask.about) == ("Does the result stand?", ("a",))
    assert RULES.showing.case(ruled).title == "fallen"
    assert give(ruled, Outcome({"wind": 2}), umpire=True).ask.kind == "row"


def test_a_step_that_is_no_class_has_no_question(start):
    assert RULES.question(GameState(pieces=start.pieces, ask=start.ask)) is None
    with pytest.raises(ValueError, match="registered twice"):
        steps.asks(Day, "row", "elsewhere")(Row)
