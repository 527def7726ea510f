"""What each row of a results sheet means for its unit: shown before and after, then entered."""

from __future__ import annotations

import every_kind as k
import pytest
from msgspec.structs import replace
from small_campaign import NOW, Desk, small_design

from wardesk.campaign.operation.corridor import Bridge, PrintedMap
from wardesk.campaign.operation.design import Flag
from wardesk.campaign.operation.forces import Pool, Unit
from wardesk.campaign.operation.implausible_results import FAR, doubts, hex_trouble
from wardesk.campaign.operation.names import place_words
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.results import blank_sheet, preview_results, results_drafts
from wardesk.campaign.operation.sheets import BridgeResult, ResultRow, ResultsSheet
from wardesk.errors import UserError

HERE = Place("hex", "42.228", "S", "ONE")
THERE = Place("hex", "43.228", "S", "ONE")


def design():
    """A truck column without steps, and two engineers that wait in a pool."""
    made = small_design()

    def unit(key, steps):
        return Unit(id=key, name=key.upper(), formation="first", type="x", echelon="x",
                    symbol="x", steps_full=steps, steps_basis="guess", movement="leg",
                    basis="guess")  # fmt: skip

    engineers = Pool(id="engineers", name="Engineers", kind="x", count=2, units=("e1", "e2"),
                     owner="first", basis="guess")  # fmt: skip
    carts = Pool(id="carts", name="Carts", kind="x", units=("e3",), basis="guess")
    kept = Bridge(id="kept", name="Kept bridge", game="ONE", kind="river", no_wire=True,
                  no_destroy=True, basis="guess")  # fmt: skip
    return small_design(
        units=(*made.units, unit("t1", 0), unit("e1", 1), unit("e2", 1), unit("e3", 1)),
        pools=(*made.pools, engineers, carts),
        bridges=(*made.bridges, kept),
        flags=(Flag(id="mud", name="Mud"),),
        options={"proposals": False},
    )


@pytest.fixture
def desk():
    made = Desk(design())
    made.arrive("r1", "r2", "b1", "t1")
    made.do(k.StepsLost(unit="r2", steps=1))
    return made


def sheet(*rows, **more):
    return ResultsSheet(rows=rows, **({"game": "ONE"} | more))


def row(unit="r1", **more):
    return ResultRow(unit=unit, **more)


def entered(desk, *rows, **more):
    drafts = results_drafts(desk.design, desk.state, sheet(*rows, **more))
    desk.ledger.append(drafts, actor="umpire", now=NOW)
    return [each.payload for each in drafts]


def looked(desk, *rows, **more):
    return preview_results(desk.design, desk.state, sheet(*rows, **more))


# ---- blank sheets -------------------------------------------------------------------------------


def test_a_blank_sheet_says_how_each_unit_of_the_game_stands_now(desk):
    desk.arrive("r3", game="TWO")
    found = blank_sheet(desk.design, desk.state, game="ONE")
    assert (found.game, found.node) == ("ONE", "")
    assert [(each.unit, each.steps, each.hex, each.sheet) for each in found.rows] == [
        ("r1", 2, "42.228", "S"), ("r2", 2, "42.228", "S"), ("b1", 2, "42.228", "S"),
        ("t1", 0, "42.228", "S"),
    ]  # fmt: skip


def test_a_blank_sheet_of_a_scenario_has_its_units_wherever_they_are(desk):
    desk.do(k.NodeEntered(node="drive", units=("r1", "b2")))
    found = blank_sheet(desk.design, desk.state, node="drive")
    assert [(each.unit, each.hex) for each in found.rows] == [("r1", "42.228"), ("b2", None)]
    assert found.node == "drive"
    assert blank_sheet(desk.design, desk.state).rows == ()


def test_a_lost_unit_is_on_no_blank_sheet(desk):
    desk.do(k.UnitEliminated(unit="r1"))
    found = blank_sheet(desk.design, desk.state, game="ONE")
    assert [each.unit for each in found.rows] == ["r2", "b1", "t1"]


# ---- one row ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "before", "after", "place", "changed"),
    [
        ({}, 2, 2, "hex 42.228 (Game one)", False),
        ({"steps": 2}, 2, 2, "hex 42.228 (Game one)", False),
        ({"steps": 1}, 2, 1, "hex 42.228 (Game one)", True),
        ({"steps": 0}, 2, 0, "lost", True),
        ({"hex": "42.228", "sheet": "S"}, 2, 2, "hex 42.228 (Game one)", False),
        ({"hex": "42.228", "sheet": "T"}, 2, 2, "hex 42.228 (Game one)", True),
        ({"hex": "43.228", "sheet": "S"}, 2, 2, "hex 43.228 (Game one)", True),
        ({"sheet": "T"}, 2, 2, "hex 42.228 (Game one)", False),
        ({"flags": ("hero",)}, 2, 2, "hex 42.228 (Game one)", True),
        ({"flags_off": ("hero",)}, 2, 2, "hex 42.228 (Game one)", False),
        ({"lost": True}, 2, 0, "lost", True),
        ({"lost": True, "steps": 2}, 2, 0, "lost", True),
        ({"lost": True, "hex": "43.228", "sheet": "S"}, 2, 0, "lost", True),
    ],
)
def test_a_row_is_shown_before_and_after(desk, values, before, after, place, changed):
    (line,) = looked(desk, row(**values)).lines
    assert (line.before, line.after, line.changed) == (before, after, changed)
    assert (str(line.place_before), str(line.place_after)) == ("hex 42.228 (Game one)", place)
    assert (line.unit, line.name, line.formation, line.steps_full) == ("r1", "R1", "first", 2)
    assert line.at == "42.228"


def test_the_balance_counts_losses_and_what_came_back_apart(desk):
    found = looked(desk, row(steps=0), row("r2", steps=3), row("b1", steps=1))
    assert (found.lost, found.recovered) == (3, 1)
    assert found.line == "6 steps before − 3 lost + 1 back = 4 after"


KINDS = [
    (row(steps=1), [k.StepsLost(unit="r1", steps=1, cause="results of ONE")]),
    (row(steps=1, note="a gun"), [k.StepsLost(unit="r1", steps=1, cause="a gun")]),
    (row("r2", steps=3), [k.StepsRecovered(unit="r2", steps=1, cause="results of ONE")]),
    (row(hex="43.228", sheet="S"), [k.UnitMoved(unit="r1", place=THERE)]),
    (row(hex="43.228", sheet="S", steps=1),
     [k.UnitMoved(unit="r1", place=THERE), k.StepsLost(unit="r1", steps=1,
                                                       cause="results of ONE")]),
    (row(hex="43.228", sheet="S", steps=0),
     [k.StepsLost(unit="r1", steps=2, cause="results of ONE")]),
    (row(lost=True), [k.StepsLost(unit="r1", steps=2, cause="results of ONE")]),
    (row(lost=True, steps=2, hex="43.228", sheet="S"),
     [k.StepsLost(unit="r1", steps=2, cause="results of ONE")]),
    (row("t1", hex="43.228", sheet="S"), [k.UnitMoved(unit="t1", place=THERE)]),
    (row("t1", hex="43.228", sheet="S", lost=True),
     [k.UnitEliminated(unit="t1", cause="results of ONE")]),
    (row("t1", lost=True), [k.UnitEliminated(unit="t1", cause="results of ONE")]),
    (row(flags=("hero", "dug in"), flags_off=("tired",)),
     [k.UnitFlagged(unit="r1", flag="hero"), k.UnitFlagged(unit="r1", flag="dug in")]),
    (row("b1", flags=("hero",), flags_off=("hero",)),
     [k.UnitFlagged(unit="b1", flag="hero", on=False)]),
    (row(off="the north edge"),
     [k.UnitMoved(unit="r1", place=Place("node", "", "the north edge", "ONE"))]),
    (row("e1", hex="43.228", sheet="S"),
     [k.UnitArrived(unit="e1", place=THERE),
      k.PoolChanged(pool="engineers", change=-1, cause="results of ONE")]),
    (row("e1", steps=0),
     [k.PoolChanged(pool="engineers", change=-1, cause="results of ONE"),
      k.StepsLost(unit="e1", steps=1, cause="results of ONE")]),
    (row("e3", hex="43.228", sheet="S"), [k.UnitArrived(unit="e3", place=THERE)]),
    (row("r3", flags=("hero",)), [k.UnitFlagged(unit="r3", flag="hero")]),
]  # fmt: skip


@pytest.mark.parametrize(("one", "payloads"), KINDS)
def test_a_row_becomes_the_events_that_it_says_and_no_others(desk, one, payloads):
    desk.do(k.UnitFlagged(unit="b1", flag="hero"))
    drafts = results_drafts(desk.design, desk.state, sheet(one), "import")
    assert [each.payload for each in drafts] == payloads
    assert {each.source for each in drafts} == {"import"}
    desk.ledger.append(drafts, actor="umpire", now=NOW)


def test_a_lost_unit_that_really_comes_back_stands_in_its_hex(desk):
    desk.do(k.StepsLost(unit="r1", steps=2))
    assert entered(desk, row(steps=1, hex="43.228", sheet="S", back=True)) == [
        k.StepsRecovered(unit="r1", steps=1, cause="results of ONE",
                         place=Place("hex", "43.228", "S", "ONE"))
    ]  # fmt: skip
    assert desk.state.units["r1"].place == THERE


def test_a_unit_leaves_a_map_for_the_scenario_that_it_was_set_up_for(desk):
    (moved,) = entered(desk, row(off="east"), opened_for="drive")
    assert moved.place == Place("node", "drive", "east", "ONE")


def test_who_has_not_come_is_not_moved_by_a_sheet_and_its_preview_says_so(desk):
    strange = row("r3", hex="43.228", sheet="S")
    assert [str(each) for each in looked(desk, strange).troubles] == ["R3 is not in play: not yet."]
    with pytest.raises(UserError, match="not in play: not yet"):
        entered(desk, strange)


@pytest.mark.parametrize("steps", [None, 0, 1, 2])
@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("off", ["", "the north edge"])
@pytest.mark.parametrize("label", [None, "43.228"])
@pytest.mark.parametrize("unit", ["r1", "t1", "e1", "e3", "r3"])
def test_the_preview_of_a_row_is_what_the_ledger_says_afterwards(
    desk, unit, label, off, lost, steps
):
    given = row(unit, steps=steps, hex=label, sheet="S", off=off, lost=lost)
    before, found = desk.state.units[unit], looked(desk, given)
    if found.troubles:
        return
    (line,) = found.lines
    if line.changed:
        entered(desk, given)
    now = desk.state.units[unit]
    assert (line.after, line.place_after) == (now.steps, place_words(desk.design, now.place))
    assert line.changed == (now != before)
    assert desk.state.units[unit].place.kind != "eliminated" or lost or steps == 0


@pytest.mark.parametrize(
    ("rows", "more", "troubles"),
    [
        ([row(steps=3)], {}, ["R1 has 2 steps at most, not 3."]),
        ([row(steps=2), row(steps=2)], {}, ["R1, First is in 2 rows."]),
        ([row(), row("x9")], {}, ["Row 2: there is no unit 'x9'."]),
        ([row("b2", steps=1)], {}, ["B2 is out of the campaign."]),
        ([row("b2", steps=2)], {}, []),
        ([row("h1", steps=0)], {}, []),
        ([row("h1", steps=1, hex="42.228")], {},
         ['H1 was eliminated: leave its row out. Only "back": true in its row brings it back.']),
        ([row("h1", steps=1, back=True)], {},
         ["H1 was eliminated: say in which hex it comes back."]),
        ([row("h1", steps=1, hex="42.228", back=True)], {}, []),
        ([row()], {"game": "TWO"}, ["R1 is in ONE, not in TWO."]),
        ([row("r3", steps=1)], {"game": "TWO"}, []),
        ([row()], {"game": ""}, []),
        ([row("r3", off="east")], {},
         ["R3 is not in play (not yet in play) and cannot leave a map."]),
        ([], {"game": "SIX"}, ["There is no game 'SIX'."]),
        ([], {"opened_for": "x"}, ["There is no scenario 'x'."]),
        ([], {"node": "x"}, ["There is no scenario 'x'."]),
        ([], {"node": "drive"}, ["The drive is not open.",
                                 "Who won The drive? One of red, blue, draw."]),
        ([], {"node": "drive", "winner": "blue"}, ["The drive is not open."]),
        ([], {"node": "main", "winner": "blue"}, []),
        ([], {"node": "main"}, []),
        ([], {"pools": {"trucks": -3}}, ["Only 2 Trucks are left."]),
        ([], {"pools": {"trucks": -2}}, []),
        ([], {"pools": {"x": 1}}, ["There is no pool 'x'."]),
        ([], {"pools": {"carts": 1}}, ["How many Carts there are is not known."]),
        ([], {"bridges": (BridgeResult(bridge="x"),)}, ["There is no bridge 'x'."]),
        ([], {"bridges": (BridgeResult(bridge="brook", state="wired"),)},
         ["Brook bridge is unchecked and cannot become wired."]),
        ([], {"bridges": (BridgeResult(bridge="brook", state="unchecked"),)}, []),
        ([], {"bridges": (BridgeResult(bridge="kept", state="wired", by="red"),)},
         ["Kept bridge may never become wired."]),
        ([], {"bridges": (BridgeResult(bridge="kept", state="blown", by="red"),)},
         ["Kept bridge may never become blown."]),
        ([], {"bridges": (BridgeResult(bridge="weir", control="x", by="x"),)},
         ["There is no side 'x'."]),
        ([], {"bridges": (BridgeResult(bridge="weir", control="red", by="blue"),)}, []),
        ([], {"bridges": (BridgeResult(bridge="weir", unit="x"),)}, ["There is no unit 'x'."]),
        ([], {"bridges": (BridgeResult(bridge="weir", state="bailey-placed", by="red"),)},
         ["Say which unit bridges Weir bridge."]),
        ([], {"bridges": (BridgeResult(bridge="weir", state="bailey-placed", by="red",
                                    unit="e1"),)}, []),
    ],
)  # fmt: skip
def test_every_trouble_of_a_sheet_is_a_sentence(desk, rows, more, troubles):
    desk.do(k.UnitRemoved(unit="b2"), k.UnitEliminated(unit="h1"), k.NodeEntered(node="main"))
    found = looked(desk, *rows, **more)
    assert [str(each) for each in found.troubles] == troubles


def test_whoever_wired_a_bridge_may_blow_it_on_a_sheet_and_nobody_else(desk):
    desk.do(k.BridgeChanged(bridge="weir", state="wired", by="red"))
    for by, troubles in (("red", ()), ("blue", ("Only red, who wired Weir bridge, may blow it.",))):
        blown = BridgeResult(bridge="weir", state="blown", by=by)
        assert looked(desk, bridges=(blown,)).troubles == troubles


# ---- beside the units ---------------------------------------------------------------------------


def test_what_a_sheet_says_beside_units_is_told_and_entered(desk):
    more = {
        "bridges": (BridgeResult(bridge="weir", state="bailey-working", by="blue", control="blue",
                              unit="e1"),
                    BridgeResult(bridge="kept", control="")),
        "facts": {"flag.mud": True, "dispatch.reds": 4},
        "markers": {"attacked": 2, "closed": 0},
        "pools": {"trucks": -1, "engineers": 0},
    }  # fmt: skip
    found = looked(desk, **more)
    assert [str(each) for each in found.also] == [
        "Weir bridge: intact → bailey working", "Weir bridge is held by Blue",
        "Mud: – → True", "dispatch points: Reds: – → 4", "Laid on the route: attacked 2",
        "Trucks: 2 → 1",
    ]  # fmt: skip
    payloads = entered(desk, **more)
    assert [type(each).__name__ for each in payloads] == [
        "BridgeChanged", "BridgeChanged", "BridgeChanged", "BridgeControl", "FactSet", "FactSet",
        "PoolChanged",
    ]  # fmt: skip
    assert [(each.state, each.by, each.unit) for each in payloads[:3]] == [
        ("blown", "blue", ""), ("bailey-placed", "blue", "e1"), ("bailey-working", "blue", ""),
    ]  # fmt: skip
    assert desk.state.bridges["weir"].control == "blue"
    assert desk.state.pools["trucks"] == 1
    assert desk.state.facts == {"flag.mud": True, "dispatch.reds": 4}


def test_what_is_known_already_is_not_told_again(desk):
    desk.do(k.BridgeControl(bridge="weir", side="red"), k.FactSet(fact="flag.mud", value=True))
    more = {"bridges": (BridgeResult(bridge="weir", state="intact", control="red"),),
            "facts": {"flag.mud": True}, "pools": {"trucks": 0}}  # fmt: skip
    assert looked(desk, **more).also == ()
    with pytest.raises(UserError, match="changes nothing"):
        entered(desk, **more)


def test_a_sheet_of_a_scenario_ends_it(desk):
    desk.do(k.NodeEntered(node="drive", units=("r1",)))
    payloads = entered(desk, row(steps=1), game="", node="drive", winner="blue",
                       score={"blue": 3}, note="at dusk")  # fmt: skip
    assert payloads == [
        k.StepsLost(unit="r1", steps=1, cause="results of drive"),
        k.NodeLeft(node="drive", winner="blue", score={"blue": 3}, note="at dusk"),
    ]
    assert looked(desk, node="drive", winner="blue").troubles == ("The drive is not open.",)


# ---- doubts -------------------------------------------------------------------------------------


SHEETS = tuple(
    PrintedMap(id=key, name=key, game="ONE", numbering="oblique", basis="guess") for key in "SN"
)


def moved(desk, stacking=0, **places):
    found = doubts(desk.design, desk.state, places, stacking)
    return [(each.key, each.units) for each in found]


def test_both_sides_in_one_hex_and_a_crowd_are_doubted_where_somebody_came():
    desk = Desk()
    desk.arrive("r1", "r2", "b1")
    assert moved(desk, stacking=1) == []  # nobody moved there
    desk.do(k.UnitMoved(unit="b1", place=THERE))
    assert moved(desk, r3=HERE) == []
    assert moved(desk, stacking=3, r3=HERE) == []
    assert moved(desk, stacking=2, r3=HERE) == [("stack:42.228", ("r1", "r2", "r3"))]
    assert moved(desk, b1=HERE) == [("sides:42.228", ("r1", "r2", "b1"))]
    assert moved(desk, r1=THERE) == [("sides:43.228", ("r1", "b1"))]
    assert moved(desk, r1=THERE, b1=HERE) == [("sides:42.228", ("r2", "b1"))]
    assert moved(desk, r1=HERE) == []  # it stays where it is
    assert moved(desk, b1=Place("box", "42.228", "S", "ONE")) == []


def test_units_without_steps_crowd_nobody():
    desk = Desk(design())
    desk.arrive("r1", "r2")
    assert moved(desk, stacking=2, t1=HERE) == []
    assert moved(desk, stacking=2, r3=HERE) == [("stack:42.228", ("r1", "r2", "r3"))]


@pytest.mark.parametrize(
    ("label", "sheet", "why"),
    [
        ("41.230", "S", ""), ("41.230", "", ""), ("41.230", "M", "no sheet 'M' in ONE; there are"),
        (f"{41 + FAR}.230", "S", ""), (f"{41 + FAR + 1}.230", "S", "far off every hex of ONE"),
        (f"41.{230 - FAR}", "S", ""), (f"41.{230 - FAR - 1}", "S", "far off every hex"),
        ("forty", "S", "'forty' is no hex number"),
    ],
)  # fmt: skip
def test_a_hex_far_off_all_that_a_design_names_is_no_hex_of_the_map(label, sheet, why):
    found = hex_trouble(small_design(sheets=SHEETS), "ONE", sheet, label)
    assert why in found
    assert bool(found) == bool(why)
    assert hex_trouble(small_design(), "ONE", sheet, label) == ""  # nobody knows its sheets
    assert hex_trouble(small_design(sheets=SHEETS), "TWO", sheet, label) == ""


def test_a_doubt_waits_for_a_reason_and_goes_on_the_record_with_it():
    desk = Desk(small_design(sheets=SHEETS))
    desk.arrive("r1", "b1")
    desk.do(k.UnitMoved(unit="b1", place=THERE))
    given = sheet(row(hex="43.228", sheet="S"), row("b1", steps=1))
    (doubt,) = preview_results(desk.design, desk.state, given).doubts
    for reason in ("", " "):
        unsure = replace(given, confirmed={doubt.key: reason})
        with pytest.raises(UserError, match="Both sides stand in"):
            results_drafts(desk.design, desk.state, unsure)
    sure = replace(given, confirmed={doubt.key: "an assault"})
    assert preview_results(desk.design, desk.state, sure).doubts == ()
    note, *_ = results_drafts(desk.design, desk.state, sure)
    assert note.payload.words == "Both sides stand in 43.228: R1, B1. It is so: an assault"
    assert note.seen_by == ("umpire",)
    # the rules of a table know who may stand with whom
    assert preview_results(desk.design, desk.state, replace(given, opened_for="main")).doubts == ()


@pytest.mark.parametrize(
    ("typed", "meant"), [("4l.23O", "41.230"), ("4I,23o", "41.230"), ("41.230x", ""),
                         ("S1.2B0", "51.280")]
)  # fmt: skip
def test_letters_that_look_like_digits_are_read_as_those(typed, meant):
    desk = Desk(small_design(sheets=SHEETS))
    desk.arrive("r1")
    (found,) = doubts(desk.design, desk.state, {"r1": replace(HERE, at=typed)}, 0)
    assert found.mend == meant
    assert str(found.words).startswith("R1: ")
