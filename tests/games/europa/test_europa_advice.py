"""Which attack is worth what: ranked lists from exact chances."""

from itertools import product

import pytest
from front import GROUND, lay, work
from test_europa_play import SOVIETS

from wardesk.engine.types import Cells, Choose
from wardesk.services.play.weighing import is_it

MAIN = GROUND.setting.tables.main


def advice(table):
    return GROUND.thinking.advice(table.state)


def counted(attack, letters):
    """Per cent of two dice that come to one of these results, dice by dice."""
    sums = [sum(dice) + attack.shift for dice in product(range(1, 7), repeat=2)]
    return 100 * sum(str(MAIN.cell(total, attack.column)) in letters for total in sums) / 36


def test_targets_are_ranked_and_doing_nothing_is_one_of_them():
    table = lay({**SOVIETS, "tk-1": "0707", "ge-id-1": "0405", "ge-bau": "0706"},
                works=(work("fort", "0405"),))  # fmt: skip
    found = advice(table)

    assert [one.cells or one.choice for one in found] == [("0706",), "done", ("0405",)] or [
        one.cells or one.choice for one in found
    ] == [("0706",), ("0405",), "done"]
    assert [one.value for one in found] == sorted((o.value for o in found), reverse=True)
    nothing = next(one for one in found if one.choice)
    assert nothing.value == 0
    assert is_it(nothing, Choose("done"))
    assert is_it(found[0], Cells(("0706",)))


@pytest.mark.parametrize(("kind", "harm"), [("", {"AE", "AR", "CA"}), ("fort", {"AE", "AR"})])
def test_an_attack_is_worth_what_its_dice_say(kind, harm):
    """In a fort the defender makes ME of CA, so that does the attacker no harm."""
    table = lay({**SOVIETS, "ge-id-1": "0405"}, works=(work(kind, "0405"),) if kind else ())
    found = next(one for one in advice(table) if one.cells)
    table.at("0405").pick("sk-1", "sk-2").press("0", "pay")
    attack = table.planned()

    falls = counted(attack, {"DR", "DLX", "DE", "OR1", "OR2", "OR3"})
    assert found.value == pytest.approx(falls - counted(attack, harm))
    assert f"{round(falls)} % that the hex falls" in found.text


def test_a_defender_who_ignores_retreats_holds_the_hex():
    units = {**SOVIETS, "sk-3": "0406", "ge-id-1": "0405"}
    table = lay(units, works=(work("ouvrage", "0405"),))
    (found, _) = sorted(advice(table), key=lambda one: one.choice)
    table.at("0405").pick("sk-1", "sk-2", "sk-3").press("0", "pay")

    falls = counted(table.planned(), {"DE", "OR1", "OR2", "OR3"})
    assert found.value == pytest.approx(falls - counted(table.planned(), {"AE", "AR"}))


def test_support_and_payment_are_weighed():
    table = lay({**SOVIETS, "ge-id-1": "0405"}, tracks={"allies_sp": 20})
    table.at("0405").pick("sk-1", "sk-2")
    assert table.ask.kind == "support"
    values = {one.choice: one.value for one in advice(table)}
    assert set(values) == {str(n) for n in range(7)}
    assert values["6"] >= values["0"]
    table.press("0")
    paid = {one.choice: one.value for one in advice(table)}
    assert paid["pay"] > paid["save"]
    poor = lay({**SOVIETS, "ge-id-1": "0405"}, tracks={"allies_sp": 1})
    assert "more than there are" in next(one for one in advice(poor) if one.cells).hint
    poor.at("0405").pick("sk-1", "sk-2").press("0")
    assert [one.choice for one in advice(poor)] == ["save"]


def test_other_questions_compare_nothing():
    assert advice(lay({"sk-1": "0406"}, "move")) == ()
