"""The printed combat example, played headless: move, opportunity fire, fire, return fire before the
N, road column, close combat. And once more with an umpire who overrules inside the return fire."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest
from two_somuas import TwoSomuas, steps_open
from two_somuas_table import FIELDS, RESULTS, Action, Company, Fire, Frames, distance

from wardesk.engine.draft import Draft
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import Illegal, begin, fold
from wardesk.engine.replay import readjudicate
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Answer,
    Cells,
    Choose,
    Event,
    Frame,
    GameState,
    Outcome,
    Roll,
    replace,
)
from wardesk.words import decode, encode

RULES = TwoSomuas()
AnyFrame = TypeVar("AnyFrame", bound=Frame)


class Table:
    """One game at a table, with the words of the example."""

    def __init__(self, *, umpire: bool = False) -> None:
        self.umpire = umpire
        self.journal: Journal[Company, Frames] = Journal(RULES, *begin(RULES, umpire=umpire))

    @property
    def state(self) -> GameState[Company, Frames]:
        return self.journal.state()

    @property
    def ask(self) -> Any:
        return self.state.ask

    @property
    def depth(self) -> list[str]:
        return [type(frame).__name__ for frame in self.state.stack]

    def frame(self, kind: type[AnyFrame]) -> AnyFrame:
        """The innermost procedure of *kind* in progress."""
        return next(f for f in reversed(self.state.stack) if isinstance(f, kind))

    def unit(self, name: str) -> Company:
        return self.state.pieces[name]

    def give(self, answer: Answer, reason: str = "") -> Event[Company, Frames]:
        return self.journal.answer(answer, umpire=self.umpire, author="Ann", reason=reason)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.give(Choose(key))

    def enter(self, cell: str) -> None:
        self.give(Cells((cell,)))

    def roll(self, total: int) -> Event[Company, Frames]:
        """Two dice that show *total*; under an umpire the result is still to be ruled on."""
        return self.give(Roll((total - 1, 1) if total <= 7 else (6, total - 6)))

    def accept(self) -> None:
        """The umpire lets the proposed outcome stand; in play there is nothing to do."""
        if self.umpire:
            assert self.ask.who == UMPIRE
            self.give(Outcome(self.ask.proposed))

    def sums(self) -> dict[str, int]:
        """The modifiers of the pending roll by name."""
        return {factor.id: factor.value for factor in self.ask.factors}


def to_first_shot(table: Table) -> None:
    """Somua 1 drives to 1809; the Pz IV's opportunity fire there misses."""
    table.press("Somua 1")
    table.enter("1808")
    table.press("pass")
    table.enter("1809")
    table.press("Pz IV")
    table.roll(7)
    table.accept()
    table.roll(6)
    table.accept()
    table.press("pass")


def to_return_fire(table: Table) -> None:
    """Somua 1 fires, rolls 10 and gets an N; the Pz IV wants to fire back."""
    to_first_shot(table)
    table.press("fire Pz IV")
    table.roll(10)
    table.accept()
    table.press("fire")


def to_second_somua(table: Table) -> None:
    """The return fire fails its check; the N is taken."""
    to_return_fire(table)
    table.roll(9)
    table.accept()
    table.press("N", "pass")


def to_village(table: Table) -> None:
    """Somua 2 drives in column to 1708, is missed by the rifles and stands before the village."""
    to_second_somua(table)
    table.press("Somua 2", "column")
    table.enter("1707")
    table.enter("1708")
    table.press("Rifles")
    table.roll(8)
    table.accept()
    table.roll(6)
    table.accept()


both = pytest.mark.parametrize("umpire", [False, True], ids=["play", "adjudicate"])


# ---- the premises -------------------------------------------------------------------------------


def test_results_table_agrees_with_every_worked_result():
    # The printed "= 5" of the first Somua's fire should read 4; a 10 gives N in both columns.
    worked = {
        (3, 6): "r",
        (4, 10): "N",
        (5, 10): "N",
        (5, 9): "r",
        (6, 11): "1",
        (4, 11): "N",
        (2, 5): "N",
        (1, 6): "-",
    }

    assert {key: RESULTS[key[1]][key[0] + 1] for key in worked} == worked
    assert {len(row) for row in RESULTS.values()} == {10}


def test_hexes_of_the_example_touch_as_printed():
    assert distance("1809", "1708") == distance("1809", "1709") == 1
    assert distance("0502", "0304") == 3
    assert distance("1809", "1909") == 1


# ---- the first Somua ----------------------------------------------------------------------------


def test_first_somua_spends_two_points_a_hex():
    table = Table()
    table.press("Somua 1")
    table.enter("1808")
    table.press("pass")

    table.enter("1809")

    assert table.unit("Somua 1").at == "1809"
    assert table.frame(Action).spent == 4
    assert table.depth == ["Activation", "Action", "Window"]


@pytest.mark.parametrize(("total", "passes"), [(7, True), (8, True), (9, False)])
def test_pz_iv_checks_reaction_at_eight_or_less(total: int, passes: bool):
    table = Table()
    table.press("Somua 1")
    table.enter("1808")
    table.press("pass")
    table.enter("1809")
    table.press("Pz IV")
    assert (table.ask.cite, table.ask.context) == ("6.4", "8 or less")

    table.roll(total)

    assert (table.ask.kind == "fire") is passes


def test_opportunity_fire_is_seven_less_four_and_its_red_n_spares_armour():
    table = Table()
    table.press("Somua 1")
    table.enter("1808")
    table.press("pass")
    table.enter("1809")
    table.press("Pz IV")
    table.roll(7)
    assert table.sums() == {"attack": 7, "armour": -4}
    assert table.ask.column == "3"
    assert table.depth == ["Activation", "Action", "Window", "Reaction", "Fire"]

    event = table.roll(6)

    assert [line.text for line in event.story] == ["Pz IV fired at Somua 1: r"]
    assert table.unit("Somua 1") == replace(Table().unit("Somua 1"), at="1809", acted=True)
    assert table.unit("Pz IV").opportunity_used


@both
def test_pz_iv_gets_no_second_opportunity(umpire: bool):
    table = Table(umpire=umpire)

    to_first_shot(table)

    # Only the rifles could be asked, and they have passed.
    assert table.ask.kind == "move"
    assert table.unit("Pz IV").opportunity_used
    assert table.depth == ["Activation", "Action"]


def test_fire_after_half_the_movement_is_nine_less_two_less_three():
    table = Table()
    to_first_shot(table)

    table.press("fire Pz IV")

    assert table.sums() == {"attack": 9, "armour": -3, "moved": -2}
    # Printed as 5; see the module.
    assert table.ask.column == "4"


def test_return_fire_is_offered_before_the_n_is_applied():
    table = Table()
    to_first_shot(table)
    table.press("fire Pz IV")

    table.roll(10)

    assert (table.ask.who, table.ask.kind, table.ask.cite) == ("german", "return-fire", "6.3.2")
    assert table.frame(Fire).result == "N"
    assert not table.unit("Pz IV").neutralised
    assert table.depth == ["Activation", "Action", "Fire"]


def test_nine_is_no_return_fire_and_then_the_n_is_applied():
    table = Table()
    to_return_fire(table)
    assert table.depth == ["Activation", "Action", "Fire", "Reaction"]

    table.roll(9)
    assert (table.ask.kind, table.ask.who) == ("neutralised", "german")
    assert not table.unit("Pz IV").neutralised
    table.press("N")

    assert table.unit("Pz IV").neutralised
    assert table.unit("Somua 1").steps == 2


def test_owner_may_lose_a_step_instead_of_the_n():
    table = Table()
    to_return_fire(table)
    table.roll(9)

    table.press("step")

    assert (table.unit("Pz IV").steps, table.unit("Pz IV").neutralised) == (1, False)


# ---- the second Somua ---------------------------------------------------------------------------


def test_road_column_pays_two_points_for_two_road_hexes():
    table = Table()
    to_second_somua(table)
    table.press("Somua 2", "column")

    table.enter("1707")
    table.enter("1708")

    assert table.frame(Action).spent == 2
    assert table.unit("Somua 2").column


def test_only_the_rifles_can_fire_at_the_column():
    # The Pz IV has tried once already, and is neutralised.
    table = Table()
    to_second_somua(table)
    table.press("Somua 2", "column")
    table.enter("1707")

    table.enter("1708")

    assert [c.key for c in table.ask.choices] == ["Rifles", "pass"]


def test_fire_at_the_column_is_four_and_one_less_four():
    table = Table()
    to_second_somua(table)
    table.press("Somua 2", "column")
    table.enter("1707")
    table.enter("1708")
    table.press("Rifles")

    table.roll(8)
    assert table.sums() == {"attack": 4, "armour": -4, "column": 1}
    assert table.ask.column == "1"
    table.roll(6)

    assert table.unit("Somua 2").steps == 2
    assert table.ask.kind == "move"


def test_village_takes_four_points_and_close_combat_two_of_the_eight():
    table = Table()
    to_village(table)

    table.enter("1709")

    assert table.frame(Action).spent == 2 + 4 + 2 == table.unit("Somua 2").moves
    assert not table.unit("Somua 2").column
    assert table.depth == ["Activation", "Action", "Assault", "Fire"]


def test_village_is_out_of_reach_with_a_point_less():
    table = Table()
    to_village(table)
    action = replace(table.frame(Action), spent=3)

    state = replace(table.state, stack=(table.state.stack[0], action))
    assert "1709" not in steps_open(Draft(RULES, state, umpire=False), action)


def test_defender_fires_first_with_four_one_one_less_four():
    table = Table()
    to_village(table)

    table.enter("1709")

    assert table.ask.about == ("Rifles", "Somua 2")
    assert table.sums() == {"attack": 4, "armour": -4, "range": 1, "dispersed": 1}
    assert table.ask.column == "2"


def test_neutralised_attacker_falls_back_with_its_marker():
    table = Table()
    to_village(table)
    table.enter("1709")

    table.roll(5)
    assert (table.ask.kind, table.ask.who) == ("neutralised", "french")
    table.press("N")

    assert table.unit("Somua 2").at == "1708"
    assert table.unit("Somua 2").neutralised
    assert table.unit("Rifles").steps == 2
    assert table.ask.kind == "unit"


def test_attacker_that_takes_a_step_loss_instead_fights_on():
    table = Table()
    to_village(table)
    table.enter("1709")
    table.roll(5)

    table.press("step")

    assert table.ask.about == ("Somua 2", "Rifles")
    assert table.depth == ["Activation", "Action", "Assault", "Fire"]


# ---- the umpire ---------------------------------------------------------------------------------


def overruled() -> Table:
    """The umpire says that the failed check of the return fire was passed."""
    table = Table(umpire=True)
    to_return_fire(table)
    table.roll(9)
    assert table.ask.proposed == {"check": "failed"}
    table.give(Outcome({"check": "passed"}), reason="The crew had been waiting for it")
    return table


def test_overruled_check_lets_the_tank_fire_back_at_full_strength():
    table = overruled()

    # No -2 for being neutralised: the N that provoked it is not applied yet.
    assert table.sums() == {"attack": 7, "armour": -4}
    assert table.depth == ["Activation", "Action", "Fire", "Reaction", "Fire"]
    assert not table.unit("Pz IV").neutralised


def test_return_fire_is_resolved_before_the_n_that_provoked_it():
    table = overruled()
    table.roll(2)
    table.accept()

    assert table.unit("Somua 1").steps == 1
    assert not table.unit("Pz IV").neutralised
    assert (table.ask.kind, table.ask.about) == ("neutralised", ("Pz IV",))
    table.press("N")

    assert table.unit("Pz IV").neutralised
    assert table.depth == ["Activation", "Action", "Window"]


def test_overruling_is_on_the_record():
    table = overruled()

    event = table.journal.event

    assert (event.proposed, event.answer, event.author, event.reason) == (
        {"check": "failed"},
        Outcome({"check": "passed"}),
        "Ann",
        "The crew had been waiting for it",
    )


def test_overruling_without_a_reason_is_refused():
    table = Table(umpire=True)
    to_return_fire(table)
    table.roll(9)

    with pytest.raises(Illegal, match="needs a reason"):
        table.give(Outcome({"check": "passed"}))


def test_nothing_has_happened_when_an_outcome_is_proposed():
    table = Table(umpire=True)
    to_first_shot(table)
    table.press("fire Pz IV")
    before = table.state.pieces

    table.roll(10)

    assert table.ask.proposed == {"result": "N"}
    assert table.state.pieces == before


def test_modifier_switched_off_in_the_roll_moves_the_column():
    table = Table(umpire=True)
    to_first_shot(table)
    table.press("fire Pz IV")
    factors = tuple(replace(f, on=f.id != "moved") for f in table.ask.factors)

    table.give(Roll((6, 4), factors=factors))

    assert table.ask.column == "6"


# ---- the whole example --------------------------------------------------------------------------


def whole(*, umpire: bool) -> Table:
    table = Table(umpire=umpire)
    to_village(table)
    table.enter("1709")
    table.roll(5)
    table.accept()
    table.press("N", "end")
    return table


def test_whole_example_ends_alike_with_and_without_an_umpire():
    free, umpired = whole(umpire=False), whole(umpire=True)

    assert umpired.state.pieces == free.state.pieces
    assert umpired.state.result == free.state.result
    assert [e for event in umpired.journal.line() for e in event.effects] == [
        e for event in free.journal.line() for e in event.effects
    ]


@both
def test_whole_example_survives_a_round_trip_at_every_event(umpire: bool):
    table = whole(umpire=umpire)

    state: GameState[Any, Any] = GameState(pieces={})
    for event in table.journal.line():
        state = fold(state, event)

        assert state == table.journal.state(event.id)
        assert decode(encode(state), RULES.state_type) == state
        assert decode(encode(event), RULES.event_type) == event


@both
def test_whole_example_is_adjudicated_again_without_a_difference(umpire: bool):
    assert readjudicate(RULES, whole(umpire=umpire).journal.line()) is None


def test_overruled_example_is_adjudicated_again_without_a_difference():
    assert readjudicate(RULES, overruled().journal.line()) is None


def test_example_rolled_seven_times_in_play():
    rolls = [
        sum(event.answer.dice)
        for event in whole(umpire=False).journal.line()
        if event.asked is not None and event.asked.who == CHANCE and isinstance(event.answer, Roll)
    ]

    assert rolls == [7, 6, 10, 9, 8, 6, 5]


def test_every_field_of_the_example_is_on_one_map():
    assert all(any(distance(a, b) == 1 for b in FIELDS) for a in FIELDS)
