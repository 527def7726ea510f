"""Adjudicate mode: outcomes pass the umpire before anything is done; edits are on the record."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from bridge_dash import BridgeDash, Fire, State, Unit, asked, opened, played, result

from wardesk.engine.kernel import Illegal, Stamp, advance
from wardesk.engine.types import (
    OWN,
    UMPIRE,
    Answer,
    Choose,
    CreatePiece,
    Effect,
    Factor,
    Outcome,
    Piece,
    Reason,
    RemovePiece,
    Roll,
    SetCup,
    SetMark,
    SetPiece,
    SetResult,
    SetTrack,
    Value,
    replace,
)
from wardesk.words import encode

FIRST_SHOT = ("advance", "G1", 1)
TO_SECOND_SHOT = (*FIRST_SHOT, "advance", "advance", "G2")


def test_outcome_is_asked_before_anything_is_done():
    journal = played(opened(umpire=True), "advance", "G1", umpire=True)

    event = journal.answer(Roll((1,)), umpire=True)

    assert event.effects == ()
    assert asked(journal).who == UMPIRE
    assert asked(journal).proposed == {"hits": 1}
    assert journal.state().pieces["P"].steps == 2


def test_accepted_outcome_does_what_play_would_have_done():
    umpired = played(opened(umpire=True), *FIRST_SHOT, umpire=True)
    free = played(opened(), *FIRST_SHOT)

    assert umpired.event.effects == free.event.effects
    assert umpired.state().pieces == free.state().pieces


def test_unit_that_the_umpire_saves_goes_on_with_its_move():
    journal = played(opened(umpire=True), *TO_SECOND_SHOT, umpire=True)
    journal.answer(Roll((2,)), umpire=True)
    assert asked(journal).proposed == {"hits": 1}

    event = journal.answer(
        Outcome({"hits": 0}), umpire=True, author="Ann", reason="Smoke pots, house rule 3"
    )

    assert journal.state().pieces["P"].steps == 1
    assert asked(journal).kind == "move"
    assert (event.proposed, event.author, event.reason) == (
        {"hits": 1},
        "Ann",
        "Smoke pots, house rule 3",
    )


def test_unit_that_the_umpire_destroys_ends_the_game():
    journal = played(opened(umpire=True), "advance", "G1", umpire=True)
    journal.answer(Roll((10,)), umpire=True)

    journal.answer(Outcome({"hits": 2}), umpire=True, reason="It drove over its own mine")

    assert journal.state().ask is None
    assert result(journal).winner == "axis"


@pytest.mark.parametrize("reason", ["", "   "])
def test_overruling_needs_a_reason(reason: str):
    journal = played(opened(umpire=True), "advance", "G1", umpire=True)
    journal.answer(Roll((1,)), umpire=True)

    with pytest.raises(Illegal, match="needs a reason"):
        journal.answer(Outcome({"hits": 0}), umpire=True, reason=reason)

    assert asked(journal).who == UMPIRE


def test_accepting_needs_no_reason_and_records_no_overruling():
    journal = played(opened(umpire=True), *FIRST_SHOT, umpire=True)

    assert journal.event.proposed is None
    assert journal.event.reason == ""


@pytest.mark.parametrize(
    "value", [{"hits": 3}, {"hits": -1}, {"hits": True}, {"hits": "1"}, {}, {"hits": 1, "x": 1}]
)
def test_outcome_that_no_step_could_read_is_refused(value: dict[str, Value]):
    journal = played(opened(umpire=True), "advance", "G1", umpire=True)
    journal.answer(Roll((1,)), umpire=True)

    with pytest.raises(Illegal):
        journal.answer(Outcome(value), umpire=True, reason="Try")


def test_modifier_switched_off_by_the_umpire_changes_the_resolution():
    journal = opened(BridgeDash(smoke=True), umpire=True)
    played(journal, "advance", "pass", "advance", "pass", "advance", "G1", umpire=True)
    off = (Factor("smoke", "Smoke", -6, "BD 7.1", on=False),)

    event = journal.answer(Roll((6,), factors=off), umpire=True)

    assert asked(journal).proposed == {"hits": 1}
    assert [(w.level, w.text) for w in event.warnings] == [
        ("note", "Modifiers changed by the umpire")
    ]


def test_modifier_that_was_never_asked_is_unreadable():
    journal = played(opened(umpire=True), "advance", "G1", umpire=True)

    with pytest.raises(Illegal, match="does not have"):
        journal.answer(
            Roll((6,), factors=(Factor("luck", "Luck", 9, ""),)), umpire=True, reason="Please"
        )


# ---- what an umpire adds to a roll, and what he changes it to rest on ----------------------------

FOG = Factor(f"{OWN}1", "Fog", 3, "", why="seen on the ground")


def at_the_shot(*, umpire: bool = True):
    return played(opened(umpire=umpire), "advance", "G1", umpire=umpire)


def test_a_modifier_of_the_umpires_own_counts_and_is_on_the_record():
    journal = at_the_shot()

    event = journal.answer(Roll((9,), factors=(FOG,)), umpire=True)

    assert asked(journal).proposed == {"hits": 1}
    assert event.answer.own() == (FOG,)
    assert [(w.level, w.text) for w in event.warnings] == [
        ("note", "Modifiers changed by the umpire")
    ]


@pytest.mark.parametrize(
    ("factor", "why"),
    [
        (Factor(f"{OWN}1", "Fog", 3, ""), "needs a name and a reason"),
        (Factor(f"{OWN}1", " ", 3, "", why="seen"), "needs a name and a reason"),
        (Factor(f"{OWN}1", "Fog", 100, "", why="seen"), "between -99 and 99"),
        (Factor("fog", "Fog", 3, "", why="seen"), "does not have"),
    ],
)
def test_a_modifier_that_cannot_stand_is_refused(factor: Factor, why: str):
    with pytest.raises(Illegal, match=why):
        at_the_shot().answer(Roll((9,), factors=(factor,)), umpire=True, reason="Please")


def test_the_same_modifier_twice_is_refused():
    with pytest.raises(Illegal, match="named twice"):
        at_the_shot().answer(Roll((9,), factors=(FOG, FOG)), umpire=True)


def test_a_changed_input_decides_and_keeps_what_the_rules_said():
    journal = at_the_shot()

    event = journal.answer(Roll((9,), inputs={"need": 9}), umpire=True, reason="Point blank")

    assert asked(journal).proposed == {"hits": 1}
    assert event.proposed == {"need": 6}
    assert event.answer.changed(event.asked) == {"need": 9}
    assert [w.text for w in event.warnings] == ["Inputs changed by the umpire"]


def test_a_changed_input_needs_a_reason():
    with pytest.raises(Illegal, match="needs a reason"):
        at_the_shot().answer(Roll((9,), inputs={"need": 9}), umpire=True)


@pytest.mark.parametrize("inputs", [{"need": 11}, {"need": "6"}, {"need": True}, {"luck": 1}])
def test_an_input_that_no_step_could_read_is_refused(inputs: dict[str, Value]):
    with pytest.raises(Illegal):
        at_the_shot().answer(Roll((9,), inputs=inputs), umpire=True, reason="Try")


def test_inputs_as_they_were_change_nothing():
    journal = at_the_shot()

    event = journal.answer(Roll((9,), inputs={"need": 6}), umpire=True)

    assert event.proposed is None
    assert event.warnings == ()
    assert asked(journal).proposed == {"hits": 0}


def test_in_play_nobody_sets_inputs_or_adds_modifiers():
    journal = at_the_shot(umpire=False)
    assert asked(journal).fields == ()
    assert asked(journal).proposed == {}
    for roll in (Roll((9,), inputs={"need": 9}), Roll((9,), factors=(FOG,))):
        with pytest.raises(Illegal):
            journal.answer(roll, umpire=False)


def test_a_changed_roll_is_written_and_read_back():
    roll = Roll((9,), (FOG,), {"need": 9})
    plain = msgspec.json.encode(Roll((9,)))

    assert msgspec.json.decode(msgspec.json.encode(roll), type=Roll) == roll
    assert b"inputs" not in plain
    assert msgspec.json.decode(b'{"type":"roll","dice":[4],"factors":null}', type=Roll) == Roll(
        (4,)
    )


class Curfew(BridgeDash):
    """Bridge dash where going on past hex 0 is against a rule."""

    def check(self, state: State, answer: Answer) -> Sequence[Reason]:
        if answer == Choose("advance"):
            return (Reason("Nobody moves in a curfew", "BD 5.1"),)
        return ()


def test_illegal_answer_is_refused_in_play_with_its_cited_reason():
    journal = opened(Curfew())

    with pytest.raises(Illegal) as refused:
        journal.answer(Choose("advance"), umpire=False, reason="An umpire is not playing")

    assert refused.value.reasons == (Reason("Nobody moves in a curfew", "BD 5.1"),)


def test_illegal_answer_is_recorded_as_a_warning_under_an_umpire():
    journal = opened(Curfew(), umpire=True)

    event = journal.answer(Choose("advance"), umpire=True, author="Ann", reason="Medical case")

    assert event.warnings == (Reason("Nobody moves in a curfew", "BD 5.1"),)
    assert journal.state().pieces["P"].at == "1"


def test_illegal_answer_under_an_umpire_needs_a_reason():
    journal = opened(Curfew(), umpire=True)

    with pytest.raises(Illegal) as refused:
        journal.answer(Choose("advance"), umpire=True)

    assert refused.value.reasons[0] == Reason("Nobody moves in a curfew", "BD 5.1")


def test_pending_ruling_can_be_accepted_after_the_umpire_has_left():
    journal = played(opened(umpire=True), "advance", "G1", umpire=True)
    journal.answer(Roll((1,)), umpire=True)

    with pytest.raises(Illegal):
        journal.answer(Outcome({"hits": 0}), umpire=False, reason="No umpire any more")
    journal.answer(Outcome({"hits": 1}), umpire=False)

    assert journal.state().pieces["P"].steps == 1


# ---- free edits ---------------------------------------------------------------------------------


def test_edit_puts_the_pending_question_again():
    journal = played(opened(), "advance")
    before = journal.state().ask

    event = journal.edit((SetTrack("hexes", 9),), umpire=False, author="Ann", reason="Miscounted")

    assert event.ask == before
    assert (event.mode, event.asked, event.answer) == ("edit", None, None)
    assert journal.state().tracks["hexes"] == 9


def test_edit_changes_the_question_where_the_facts_did():
    journal = played(opened(), "advance")
    assert [c.key for c in asked(journal).choices] == ["pass", "G1"]

    journal.edit((SetPiece("P", "at", "3"),), umpire=False, author="Ann", reason="Wrong hex")

    assert [c.key for c in asked(journal).choices] == ["pass", "G1", "G2"]


def test_edit_in_the_middle_of_a_reaction_keeps_the_procedures():
    journal = played(opened(), "advance", "G1")

    journal.edit((SetMark("1/smoke", True),), umpire=False, author="Ann", reason="Forgotten")

    assert isinstance(journal.state().stack[-1], Fire)
    assert [f.id for f in asked(journal).factors] == ["smoke"]


def test_procedure_without_its_subject_is_dropped_with_a_note():
    journal = played(opened(), "advance", "G1")

    event = journal.edit((RemovePiece("G1"),), umpire=False, author="Ann", reason="Never there")

    assert [line.text for line in event.story] == ["Fire dropped: its subject is gone"]
    assert asked(journal).kind == "move"


def test_edit_that_removes_every_subject_leaves_nothing_asked():
    journal = opened()

    journal.edit((RemovePiece("P"),), umpire=False, author="Ann", reason="Start over")

    assert journal.state().ask is None


def test_edit_may_create_a_piece_and_change_it_at_once():
    journal = opened()
    effects = (CreatePiece(Unit(id="G3", side="axis", at="4")), SetPiece("G3", "steps", 1))

    journal.edit(effects, umpire=False, author="Ann", reason="A third gun")

    assert journal.state().pieces["G3"] == Unit(id="G3", side="axis", at="4", steps=1)


def test_edit_that_sets_a_result_ends_the_game():
    journal = opened()
    by_hand = SetResult("allies", "", "Axis gave in", "BD 8.1")

    journal.edit((by_hand,), umpire=False, author="Ann", reason="Agreed by both")

    assert result(journal).text == "Axis gave in"
    assert journal.state().ask is None


NONSENSE: dict[str, tuple[Effect, ...]] = {
    "unknown piece": (SetPiece("X", "at", "1"),),
    "removed twice": (RemovePiece("G1"), RemovePiece("G1")),
    "set after removal": (RemovePiece("G1"), SetPiece("G1", "at", "1")),
    "created twice": (CreatePiece(Unit(id="P", side="allies")),),
    "piece of another game": (CreatePiece(Piece(id="X", side="axis")),),
    "unknown field": (SetPiece("P", "morale", 7),),
    "renamed": (SetPiece("P", "id", "Q"),),
    "word for a number": (SetPiece("P", "steps", "two"),),
    "nothing for a number": (SetPiece("P", "steps", None),),
    "number for a yes": (SetPiece("P", "fired", 1),),
    "yes for a number": (SetPiece("P", "steps", True),),
    "word on a track": (SetTrack("hexes", "nine"),),  # type: ignore[arg-type]
    "numbers in a cup": (SetCup("chits", (1, 2)),),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("effects", NONSENSE.values(), ids=NONSENSE.keys())
def test_edit_that_could_not_be_read_back_is_refused(effects: tuple[Effect, ...]):
    journal = opened()
    before = encode(journal.state())

    with pytest.raises(Illegal):
        journal.edit(effects, umpire=True, author="Ann", reason="Nonsense")

    assert encode(journal.state()) == before
    assert len(journal.events) == 1


def test_place_of_a_piece_may_be_cleared_and_set_again():
    journal = opened()

    journal.edit((SetPiece("G1", "at", None),), umpire=True, author="Ann", reason="Off")
    journal.edit((SetPiece("G1", "at", "2"),), umpire=True, author="Ann", reason="And on")

    assert journal.state().pieces["G1"].at == "2"


def test_edit_needs_a_reason():
    journal = opened()

    with pytest.raises(Illegal, match="needs a reason"):
        journal.edit((SetTrack("hexes", 1),), umpire=True, author="Ann", reason=" ")


def test_options_of_a_ruling_hold_the_proposed_outcome():
    journal = played(opened(umpire=True), "advance", "G1", umpire=True)
    journal.answer(Roll((1,)), umpire=True)

    assert BridgeDash().options(journal.state(), 9, Random(0)) == [Outcome({"hits": 1})]


def test_state_without_a_question_is_refused_politely():
    state = replace(opened().state(), ask=None)

    with pytest.raises(Illegal, match="nothing is asked"):
        advance(BridgeDash(), state, Choose("advance"), Stamp(id=1, parent=0), umpire=True)
