"""What a screen weighs before anything is rolled: shots, the front, ways back, room, dice."""

import pytest
from rhine import RULES, lay

from wardesk.games.remagen.ch09_fire import shot_lines
from wardesk.games.remagen.ch12_combat import battle_line
from wardesk.games.remagen.room import room_note, room_word

SETTING = RULES.setting


def case(game, answer=None):
    found = game.rules.showing.case(game.state, answer)
    assert found is not None
    return found


# ---- shots --------------------------------------------------------------------------------------


def test_every_shot_is_an_arrow_with_divisor_and_expected_hits():
    game = lay("us_fire", "us medium_tank D4", "us machine_gun D4", "german infantry D6",
               "german infantry D7")  # fmt: skip
    both = game.rules.showing.lines(game.state, ("us-medium_tank-1", "us-machine_gun-1"))
    assert {one.line: one.label for one in both} == {
        ("D4", "D6"): "÷3: 4.3", ("D4", "D7"): "÷4: 1.4"}  # fmt: skip
    one = game.rules.showing.lines(game.state, ("us-machine_gun-1",))
    assert [arrow.line for arrow in one] == [("D4", "D6")]  # the other is out of range
    assert game.rules.showing.lines(game.state, ("nobody",)) == ()
    still = lay("us_move", "us medium_tank D4", "german infantry D6")
    assert still.rules.showing.lines(still.state, ("us-medium_tank-1",)) == ()


def test_shots_are_listed_with_the_most_hits_first():
    game = lay("us_fire", "us machine_gun D4", "us howitzer D1", "german infantry D6",
               "german infantry E3")  # fmt: skip
    lines = shot_lines(SETTING, game.state, list(game.state.pieces.values())[:2])
    assert [(one.label, one.text, one.figure, one.cell) for one in lines] == [
        ("D1 at E3", "4 dice ÷ 3, men under cover", "4.3 hits", "E3"),
        ("D4 at E3", "2 dice ÷ 2, men under cover", "3.2 hits", "E3"),
        ("D1 at D6", "4 dice ÷ 5", "2.4 hits", "D6"),
        ("D4 at D6", "2 dice ÷ 3", "2.0 hits", "D6"),
    ]


def test_at_most_ten_shots_are_listed():
    foes = [f"german infantry {row}{column}" for row in "BD" for column in range(1, 9)]
    game = lay("us_fire", "us howitzer C4", *foes)
    lines = shot_lines(SETTING, game.state, [game.unit("us-howitzer-1")])
    assert len(lines) == 10
    assert {one.figure for one in lines[:6]} == {"6.8 hits"}


def test_only_sectors_of_the_battle_are_arrows_of_a_contact():
    rows = ("us infantry D5", "german infantry C6", "german infantry E6", "german infantry H5",
            "us machine_gun G6")  # fmt: skip
    game = lay("us_combat", *rows)
    while game.ask.kind == "front":
        game.go(game.ask.pieces[0], "C6" if "C6" not in dict(map(reversed, game.frame.links))
                else "E6")  # fmt: skip
        if "ready" in game.keys:
            game.choose("ready")
    if game.ask.kind == "battle":
        label = next(c.key for c in game.ask.choices if "C6" in c.label)
        game.choose(label)
    assert game.ask.column == "1:2"
    game.roll(2)  # FC
    assert (game.ask.kind, game.ask.cells) == ("contact", ("C6", "E6"))
    arrows = game.rules.showing.lines(game.state, ())
    assert sorted(one.line for one in arrows) == [("D5", "C6"), ("D5", "E6")]


# ---- the front ----------------------------------------------------------------------------------


def test_the_front_lists_who_is_left_out_and_every_battle():
    game = lay("us_combat", "us medium_tank D5", "us infantry E5", "german infantry D6",
               "german heavy_tank F6")  # fmt: skip
    lines = case(game).lines
    assert [(one.label, one.figure, one.tone) for one in lines] == [
        ("D6 must be attacked too", "!", "bad"), ("E5 at F6", "1–7", "bad")]  # fmt: skip
    game.go("us-medium_tank-1", "D6")
    after = case(game).lines
    assert [(one.label, one.text, one.figure, one.tone, one.cell) for one in after] == [
        ("E5 at F6", "1 against 7, lost without a roll", "1–7", "bad", "F6"),
        ("D5 at D6", "5 against 1", "5–1", "good", "D6"),
    ]
    weak = lay("us_combat", "us infantry D5", "german machine_gun D6")
    soak = battle_line(SETTING, weak.state, "us", (("D5",), ("D6",)))
    assert (soak.text, soak.tone) == ("1 against 2, a soak-off", "mixed")
    even = lay("us_combat", "us infantry D5", "german infantry D6")
    assert battle_line(SETTING, even.state, "us", (("D5",), ("D6",))).tone == "good"


def test_the_front_as_it_is_dragged():
    game = lay("us_combat", "us medium_tank D5", "us infantry E5", "german infantry D6",
               "german heavy_tank F6")  # fmt: skip
    front = game.rules.showing.assignments(game.state)
    assert (front.links, front.fixed) == ((("E5", "F6"),), (("E5", "F6"),))
    assert front.words == (("F6", "1–7"),)
    assert front.missing == ("D6",)
    reach = game.rules.showing.reach(game.state, ("us-infantry-1",))
    assert {c: [r.text for r in found] for c, found in reach.items()} == {
        "D6": ["1–8, 1 against 8"]}  # fmt: skip
    game.go("us-medium_tank-1", "D6")
    assert game.rules.showing.assignments(game.state).missing == ()
    note = game.rules.showing.reach(game.state, ("us-medium_tank-1",))["D6"]
    assert [r.text for r in note] == ["take this attack back"]
    done = lay("us_move", "us infantry D5")
    assert done.rules.showing.assignments(done.state) is None


# ---- ways back and room -------------------------------------------------------------------------


@pytest.mark.rule("RB 13.8", "RB 13.11")
def test_every_closed_way_back_has_its_reason():
    rows = ("us medium_tank D5", "us infantry A8", "german machine_gun D6", "german infantry F8 x6")
    game = lay("us_combat", *rows, turn=2).roll(1)  # 2–1: DR2
    assert game.ask.kind == "rout"

    def why(cell):
        return [(r.text, r.cite) for r in game.rules.showing.against(game.state, cell)]

    assert why("D7") == [("D7 is 1 sector away, the way back is 2", "RB 13.10")]
    assert why("B4") == [("No way leads to B4 that goes on farther at each step", "RB 13.10")]
    assert why("B7") == [("B7 lies in a hostile zone of control", "RB 13.10")]
    assert why("F8") == [("F8 lies in the river", "RB 13.10")]
    down = lay("us_combat", "us medium_tank D3", "german machine_gun D4", "german infantry B4 x6",
               turn=2).roll(1)  # fmt: skip
    texts = [r.text for r in down.rules.showing.against(down.state, "B4")]
    assert texts == ["There is no room left at B4"]
    arrows = {one.line for one in down.rules.showing.lines(down.state, ())}
    assert arrows == {("D4", way[0], way[1]) for _, *way in arrows}
    assert {line[-1] for line in arrows} == set(down.ask.cells)


def test_room_is_told_with_its_kind():
    game = lay("us_move", "us infantry B4 x2", "us infantry I7", "us truck K8")
    assert [room_word(SETTING, game.state, cell) for cell in ("B4", "I7", "K8")] == [
        "2 of 6 points taken, open ground", "1 of 4 points taken, houses, on foot only",
        "3 of 6 points taken, bridge, vehicles in single file"]  # fmt: skip
    coming = [game.unit("us-infantry-3"), game.unit("us-infantry-1")]
    assert room_note(SETTING, game.state, coming, "B4") == (
        "3 of 6 points taken then, open ground")  # fmt: skip


# ---- what counted dice come to ------------------------------------------------------------------


@pytest.mark.rule("RB 11.5", "RB 14.2")
def test_labour_is_told_before_the_dice():
    seen = {"B8/visited": True, "B11/visited": True}
    rows = ("us engineers B8 x3", "us infantry A1")
    crew = ("us-engineers-1", "us-engineers-2", "us-engineers-3")
    day = case(lay("labour", *rows, marks=seen, turn=4).pick(*crew))
    assert day.sum_text == "10.5 labour units expected"
    assert [(one.label, one.ways) for one in day.odds] == [
        ("17 to 18", 4), ("15 to 16", 16), ("13 to 14", 36), ("11 to 12", 52), ("9 to 10", 52),
        ("7 to 8", 36), ("5 to 6", 16), ("3 to 4", 4)]  # fmt: skip
    assert {one.of for one in day.odds} == {216}
    alone = case(lay("labour", *rows, marks=seen, turn=4).pick(crew[0]))
    assert [(one.label, one.ways) for one in alone.odds] == [
        (f"{n} labour unit{'s' if n > 1 else ''}", 1) for n in range(6, 0, -1)]  # fmt: skip
    night = case(lay("labour", *rows, marks=seen, turn=3).pick(crew[0]))
    assert night.sum_text == "1.5 labour units expected"
    assert [(one.label, one.ways, one.tone) for one in night.odds] == [
        ("3 labour units", 1, "good"), ("2 labour units", 2, "good"),
        ("1 labour unit", 2, "good"), ("0 labour units", 1, "none")]  # fmt: skip


@pytest.mark.rule("RB 10.5", "RB 10.7")
def test_men_who_fall_are_told_before_the_dice():
    game = lay("us_fire", "us medium_tank D5", "german infantry D6").go("us-medium_tank-1", "D6")
    found = case(game.roll(1, 3))  # two hits
    assert [line.value for line in found.inputs] == ["2", "1", "3"]
    assert [(one.label, one.ways) for one in found.odds] == [("3 men", 35), ("2 men", 1)]
    hidden = lay("us_fire", "us medium_tank E4", "german infantry E3 x2").go("us-medium_tank-1",
                                                                           "E3")  # fmt: skip
    found = case(hidden.roll(1, 1))
    assert [line.value for line in found.inputs] == ["1", "2", "6"]
    assert [(one.label, one.ways) for one in found.odds] == [
        ("3 men", 1), ("2 men", 2), ("1 man", 2), ("0 men", 1)]  # fmt: skip
