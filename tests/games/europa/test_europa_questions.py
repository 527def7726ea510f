"""What a question of the game tells whoever looks at it: texts, odds, lines, notes, dice."""

from itertools import pairwise

import pytest
from front import GROUND, lay, work
from test_europa_edges_results import came
from test_europa_fine_print import STRONG, battle
from test_europa_play import SOVIETS

from wardesk.engine.types import Cells, Pieces
from wardesk.games.europa.cases import written

NAME = GROUND.setting.name
SHOWN = GROUND.showing


def shown(table, answer=None):
    return SHOWN.case(table.state, answer)


def told(reasons) -> set[tuple[str, str, str]]:
    return {(r.text, r.cite, r.level) for r in reasons}


# ---- an attack from its plan to its end ---------------------------------------------------------


def test_a_hex_is_weighed_as_an_attack_by_all_who_can_make_it():
    table = lay({**SOVIETS, "ge-id-1": "0405"}, works=(work("fort", "0405"),))
    planned, sheet = shown(table, Cells(("0405",))), SHOWN.sheet(table.state, Cells(("0405",)))
    assert shown(table) is None
    assert SHOWN.sheet(table.state) is None
    assert planned.place.startswith(NAME("0405"))
    assert SHOWN.chart_for(table.state) == "main"
    table.at("0405").pick(*SOVIETS).press("0", "pay")
    assert shown(table).sum_text == planned.sum_text
    assert sheet.values == written(table.planned()) == SHOWN.sheet(table.state).values


@pytest.mark.parametrize("hex_", ["0406", "0707"], ids=["our own", "out of reach"])
def test_a_hex_that_cannot_be_attacked_is_not_weighed_and_the_screen_says_so(hex_):
    table = lay({**SOVIETS, "ge-id-1": "0405", "ge-id-2": "0707"})
    assert shown(table, Cells((hex_,))) is None
    (reason,) = SHOWN.against(table.state, hex_)
    assert (reason.text, reason.cite, reason.at) == ("No unit can attack this hex", "EF N17", hex_)


def test_the_attackers_that_are_picked_are_weighed():
    table = lay({**SOVIETS, "ge-id-1": "0405"})
    table.at("0405")
    assert shown(table) is None
    one, both = (shown(table, Pieces(some)) for some in (("sk-1",), ("sk-1", "sk-2")))
    assert one.sum_text != both.sum_text
    assert both.place == NAME("0405")
    assert SHOWN.sheet(table.state, Pieces(("sk-1",))) is not None


def test_a_battle_is_named_and_lies_on_the_board_as_lines_from_where_it_is_made():
    table = lay({**SOVIETS, "ge-id-1": "0405"})

    def lines():
        return [o.line for o in SHOWN.overlays(table.state) if o.kind == "arc"]

    table.at("0405")
    assert lines() == []
    table.pick(*SOVIETS)
    for press in ("0", "pay"):
        assert lines() == [("0406", "0405"), ("0505", "0405")]
        assert table.ask.context == NAME("0405")
        assert table.ask.about == ("0405",)
        table.press(press)
    assert table.ask.context == NAME("0405")
    assert table.ask.about == ("0405", *SOVIETS)


def test_no_line_leads_to_a_hex_from_itself():
    landed = {"at": "0405", "landed": True}
    table = lay({"sk-1": "0406", "sk-ld": landed, "ge-id-1": "0405"})
    table.at("0405").pick(*table.ask.pieces)
    lines = [o.line for o in SHOWN.overlays(table.state) if o.kind == "arc"]
    assert lines == [("0406", "0405")]


def test_the_dice_carry_what_is_added_to_them_and_by_which_rule():
    table = lay({**SOVIETS, "ge-id-1": "0405"}, works=(work("fort", "0405"),))
    table.at("0405").pick(*SOVIETS).press("0", "pay")
    attack = table.planned()
    rows = [(line.label, line.value, line.cite) for line in attack.modifiers]
    assert [(f.name, f.value, f.cite) for f in table.ask.factors] == rows
    assert any(cite == "EF 40.D.2-1" for _, _, cite in rows)
    assert table.ask.column == GROUND.setting.tables.main.columns[attack.column]
    assert (table.ask.chart, table.ask.dice) == ("main", (6, 6))


def test_the_red_die_is_weighed_at_the_odds_of_the_attack():
    table = lay({**SOVIETS, "ge-id-1": "0405"})
    table.attack("0405", 3, 4)
    assert table.ask.kind == "red"
    even = [line.label for line in shown(table).odds]
    poor = lay({"sk-1": {"at": "0406", "lost": 9}, "ge-id-1": "0405"})
    poor.attack("0405", 3, 4)
    assert poor.planned().odds < 1
    assert [line.label for line in shown(poor).odds] != even


def test_who_moves_in_and_goes_on_is_told():
    table = battle({**STRONG, "ge-bau": "0405", "ge-id-1": "0202"})
    table.dice(6, 6)
    table = came(table, "OR2")
    table.pick("sk-1")
    names, goal = GROUND.setting.rows, NAME("0405")
    assert f"{names['sk-1'].name} moved to {goal}" in [str(line.text) for line in table.event.story]
    table.go("sk-1", "0404")
    (line,) = [line for line in table.event.story if "moved" in line.text]
    assert (line.at, line.how) == ("0404", f"from {goal}")


def test_who_retreats_is_named():
    table = battle({**SOVIETS, "ge-id-1": "0405"})
    table.dice(6, 6)
    table = came(table, "DLX")
    assert table.ask.kind == "retreat"
    assert table.ask.context == GROUND.setting.rows["ge-id-1"].name
    assert table.ask.about == ("ge-id-1",)


def test_a_counter_attack_is_asked_for_by_its_rule():
    table = battle({**SOVIETS, "ge-id-1": "0405", "ge-id-2": "0405"})
    table.dice(6, 6)
    table = came(table, "CA")
    assert (table.ask.kind, table.ask.cite, table.ask.who) == ("counter", "EF N25", "axis")
    assert table.ask.cells == ("0406", "0505")


# ---- marches ------------------------------------------------------------------------------------


def test_reach_says_what_a_way_costs_and_what_it_risks():
    table = lay({"sk-1": "0409", "ge-id-1": "0405"}, "move")
    reach = SHOWN.reach(table.state, ("sk-1",))
    for cell, notes in reach.items():
        way = SHOWN.route(table.state, ("sk-1",), cell)
        costs = table.layout.costs("allies", mobile=False)
        spent = sum(costs[a][b] for a, b in pairwise(("0409", *way)))
        words = f"{spent} point" if spent == 1 else f"{spent} points"
        risk = {("in an enemy zone", "EF N16", "warning")}
        assert told(notes) == {(words, "EF N16", "note")} | (
            risk if cell in table.layout.zones["axis"] else set()
        )
    assert any(cell in table.layout.zones["axis"] for cell in reach)
    assert SHOWN.reach(table.state, ()) == {}


def test_a_march_is_told():
    table = lay({"sk-1": "0409"}, "move")
    goal = next(iter(SHOWN.reach(table.state, ("sk-1",))))
    table.go("sk-1", *SHOWN.route(table.state, ("sk-1",), goal))
    assert any(NAME(goal) in line.text and "moved" in line.text for line in table.event.story)


# ---- supply, building, losses -------------------------------------------------------------------


def test_replacements_are_counted_down_one_by_one():
    table = lay({"ge-id-1": {"at": "0404", "lost": 2}}, "replace", "axis",
                tracks={"axis_rp": 2})  # fmt: skip
    assert table.ask.context == "2 points left"
    table.pick("ge-id-1")
    assert (table.ask.kind, table.ask.context) == ("replace", "1 point left")
    table.pick("ge-id-1")
    assert table.ask.kind != "replace"
    assert table.unit("ge-id-1").lost == 0


def test_who_builds_one_of_several_works_is_named():
    table = lay({"ge-pi": "0404", "ge-id-1": "0303"}, "build", "axis")
    table.pick("ge-pi")
    assert [choice.key for choice in table.ask.choices] == ["entrenchment", "fort"]
    assert table.ask.about == ("ge-pi",)
    assert table.ask.context == GROUND.setting.rows["ge-pi"].name


# ---- where there is nothing to weigh ------------------------------------------------------------


def test_a_choice_of_what_to_build_is_not_weighed():
    table = lay({"ge-pi": "0404"}, "build", "axis")
    assert shown(table) is None
    assert SHOWN.chart_for(table.state) == ""
