"""Every worked result of the rule text, played on the shipped map with the shipped charts."""

import pytest
from field import STONNE, acting, lay

from wardesk.engine.types import Cells, Choose
from wardesk.games.blitzkrieg.ch08_indirect import factor_on
from wardesk.games.blitzkrieg.state import Barrage, Turn
from wardesk.games.blitzkrieg.tables import MINES, TABLES, column

SOMUA_1, SOMUA_2 = "1-cuir-somua-1", "1-cuir-somua-2"
PANZER, RIFLES = "I-5-pzr-pz-iv-1", "II-12-schr-rifles-1"

WORKED = {
    (3, 6): "r",
    (4, 10): "N",
    (5, 10): "N",
    (5, 9): "r",
    (6, 11): "1",
    (4, 11): "N",
    (2, 5): "N",
    (1, 6): "-",
}
"""Final factor and dice -> printed result."""


@pytest.mark.rule("BK 8.2.5", "BK N37")
@pytest.mark.parametrize(("case", "result"), WORKED.items())
def test_the_chart_gives_every_worked_result(case, result):
    factor, dice = case

    assert TABLES.combat.cell(dice, column(factor)) == result


def test_every_row_of_the_chart_rises_with_the_column():
    worth = ["-", "r", "N", "1"]
    for cells in TABLES.combat.cells:
        ranks = [worth.index(str(cell)) for cell in cells[:MINES]]
        assert ranks == sorted(ranks)


def the_field():
    """Two Somuas before Wansin, a Pz IV and a rifle company, as in the combat example."""
    units = {
        SOMUA_1: "1807",
        SOMUA_2: "1807",
        "1-cuir-hq": "1807",
        PANZER: "1909",
        RIFLES: "1709",
        "I-5-pzr-hq": "1909",
        "II-12-schr-hq": "1709",
    }
    return lay(units, *acting("french", "1-cuir"))


@pytest.mark.rule("BK 6.3", "BK 6.3.1", "BK 6.3.2", "BK 6.4", "BK N9", "BK N11", "BK 2.0-B2")
def test_the_first_somua_drives_up_is_missed_and_fires():
    table = the_field()
    table.go(SOMUA_1, "1808", "1809")
    assert table.ask.kind == "react"
    table.press("pass")
    assert table.unit(SOMUA_1).at == "1809"
    assert table.unit(SOMUA_1).spent == 4

    table.pick(PANZER).press(f"fire:{SOMUA_1}")
    assert table.ask.kind == "check-opportunity"
    table.roll(7)
    assert table.shot(PANZER, SOMUA_1, mode="opportunity").final == 3
    table.roll(6)
    assert table.unit(PANZER).opp
    assert not table.unit(SOMUA_1).neutralised
    table.press("pass")

    table.press("fire").pick(SOMUA_1).pick(PANZER)
    assert table.factors() == {"moved": -2}
    assert table.shot(SOMUA_1, PANZER, moved=True).final == 4
    table.roll(10)
    assert table.ask.kind == "return"
    assert not table.unit(PANZER).neutralised
    table.press("fire").roll(9)
    assert table.ask.kind == "neutralised"
    table.press("N")
    assert table.unit(PANZER).neutralised
    assert table.unit(PANZER).opp


@pytest.mark.rule("BK 7.2.1", "BK 7.2.2", "BK 9.0", "BK 9.1.1", "BK 9.1.2", "BK 8.2")
def test_the_second_somua_goes_in_column_and_fails_in_the_village():
    table = the_field()
    table.go(SOMUA_2, "1707", "1708")
    while table.unit(SOMUA_2).at != "1708":
        table.press("pass")
    assert table.unit(SOMUA_2).column
    assert table.unit(SOMUA_2).spent == 2
    table.pick(RIFLES).press(f"fire:{SOMUA_2}")
    table.roll(8)
    assert table.factors() == {"column": 1}
    assert table.shot(RIFLES, SOMUA_2, mode="opportunity").final == 1
    table.roll(6)
    assert not table.unit(SOMUA_2).neutralised
    table.press("pass")

    table.go(SOMUA_2, "1709")
    assert table.unit(SOMUA_2).spent == 8
    assert not table.unit(SOMUA_2).column
    assert table.factors() == {"same_hex": 1, "dispersed": 1}
    assert table.shot(RIFLES, SOMUA_2, mode="assault").final == 2
    table.roll(5).press("N")
    assert table.unit(SOMUA_2).at == "1708"
    assert table.unit(SOMUA_2).neutralised


@pytest.mark.rule("BK 8.6", "BK 8.6.1", "BK N17")
def test_a_stuka_11_on_orp_le_petit():
    units = {"I-11-rdp-dragoons-1": "1403", SOMUA_1: "1403", "I-11-rdp-h35-1": "1403"}
    rest = dict.fromkeys(("I-11-rdp-dragoons-2", "I-11-rdp-machine-guns-1"), "0101")
    table = lay(
        {**units, **rest},
        Turn(step="used", chit="german/stuka"),
        Barrage(step="target", side="german", left={"stuka": 2}),
    )
    table.give(Cells(("1403",))).give(Choose("1stuka"))
    factors = {u: factor_on(table.setting, table.state, "stuka", table.unit(u)) for u in units}
    # infantry 8 - 2; armour 3: 8 - 3 + 1; armour 4 instead of the printed 5: one column more
    assert factors == {"I-11-rdp-dragoons-1": 6, "I-11-rdp-h35-1": 6, SOMUA_1: 5}
    table.roll(11)
    assert table.unit("I-11-rdp-dragoons-1").steps == 1
    assert table.unit("I-11-rdp-h35-1").steps == 1
    assert table.ask.kind == "neutralised"
    assert table.ask.about == (SOMUA_1,)
    table.press("N")
    assert table.unit(SOMUA_1).neutralised


@pytest.mark.rule("BK 3.3", "BK N13")
def test_french_artillery_fails_with_a_9_and_needs_no_check_beside_its_hq():
    units = {
        "12-cuir-hq": "1202",
        "kg-pioneers-1": "1204",
        "II-12-schr-rifles-1": "1203",
        "12-cuir-p178-1": "1202",
    }
    table = lay(units, *turn_of_artillery())
    assert table.top.left == {"medium": 2, "light": 2}
    table.at("1204").press("1medium")
    assert table.ask.kind == "check-observe"
    table.roll(9)
    assert table.top.left == {"medium": 1, "light": 2}
    assert not table.unit("kg-pioneers-1").neutralised
    table.at("1203").press("1medium")
    assert table.ask.kind == "barrage"
    assert table.ask.column == "5"
    table.roll(9)
    assert table.ask.kind == "neutralised"
    table.press("N")
    assert table.unit("II-12-schr-rifles-1").neutralised
    table.press("pass")  # it may fall back from the barrage (6.3.3)
    assert table.top.left == {"medium": 0, "light": 2}


def turn_of_artillery():
    return (Turn(step="play", chit="french/artillery"),)


@pytest.mark.rule("BK 0.0", "BK 8.2.4")
def test_range_from_0502_to_0304_is_two_less():
    units = {"II-8-pzr-pz-iv-1": "0502", "I-205-reservists-1": "0304"}
    table = lay(units, *acting("german", "II-8-pzr"), its_rules=STONNE)

    shot = table.shot("II-8-pzr-pz-iv-1", "I-205-reservists-1")
    assert {f.id: f.value for f in shot.factors}["range"] == -2
    assert table.setting.distance("0502", "0304") == 3


@pytest.mark.rule("BK 4.3", "BK 4.3.1", "BK 4.3.2")
def test_the_blind_hexes_of_0706():
    table = the_field()
    printed = [
        "0702",
        "1304",
        "1305",
        "1107",
        "0810",
        "0709",
        "0610",
        "0309",
        "0209",
        "0205",
        "0304",
        "0303",
        "0403",
        "0501",
    ]
    board, origin = table.setting.board, "0706"
    seen = table.setting.seen(origin, "")
    hidden = {
        cell
        for cell in board.cells
        if cell not in seen and table.setting.distance(origin, cell) <= 8
    }
    assert hidden == set(printed)
