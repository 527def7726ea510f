"""Chapters 2 and 5: turns, chits, replay, exhaustion, the general chit."""

import pytest
from field import HANNUT, acting, fresh, lay, turn

from wardesk.documents.maps.store import load_board
from wardesk.documents.packs.store import find_scenario
from wardesk.engine.kernel import Stamp, edit
from wardesk.engine.types import Cells, SetPiece
from wardesk.games.registry import make_rules

SOMUA, CUIR = "1-cuir-somua-1", {"1-cuir-hq": "0604", "1-cuir-somua-1": "0604"}
FAR = {
    "I-5-pzr-hq": "1903",
    "I-5-pzr-pz-iv-1": "1903",
    "12-cuir-hq": "0404",
    "12-cuir-p178-1": "0403",
}
BOTH = {**CUIR, **FAR}


def drawn(chit: str, units=None, **more):
    """A position in which *chit* has just been drawn."""
    return lay(units or BOTH, *turn("cancel", chit), **more)


@pytest.mark.rule("BK N20", "BK 2.0", "BK 2.0-A", "BK 1.4", "BK 0.1", "BK 3.5")
def test_administration_turns_markers_back():
    units = {
        **BOTH,
        SOMUA: {"at": "0604", "out": True, "opp": True},
        "1-cuir-somua-2": {"at": "0601", "out": False},
    }
    table = lay(units, *turn("start"), marks={"1-cuir/normal": True, "1-cuir/replay": True})

    assert table.state.tracks["turn"] == 4
    assert not table.unit(SOMUA).out
    assert not table.unit(SOMUA).opp
    assert table.unit("1-cuir-somua-2").out
    assert "1-cuir/normal" not in table.state.marks


@pytest.mark.rule("BK 2.0-B1", "BK 5.1", "BK 5.6")
def test_the_owner_of_a_chit_activates_or_passes_and_two_passes_end_the_phase():
    table = drawn(
        "french/1-cuir",
        cups={"cup": ("german/I-5-pzr", "german/replay", "french/replay")},
        tracks={"turn": 1},
    )
    assert table.ask.who == "french"
    assert table.buttons() == ["activate", "pass"]
    table.press("pass")
    assert table.state.cups["french_skipped"] == ("french/1-cuir",)
    table.draw("german/I-5-pzr")
    assert table.ask.who == "german"
    table.press("pass")
    assert table.state.tracks["turn"] == 2


@pytest.mark.rule("BK 5.6", "BK N6")
def test_the_last_chit_is_the_first_of_the_next_turn():
    cups = {
        "cup": ("german/I-5-pzr",),
        "german_hand": ("german/replay",),
        "roster": ("german/I-5-pzr", "french/1-cuir", "german/replay"),
    }
    table = lay(BOTH, *turn("draw"), cups=cups, tracks={"turn": 1})

    assert table.state.tracks["turn"] == 2
    assert table.ask.kind == "activate"
    assert table.ask.who == "german"
    assert table.state.cups["cup"] == ("french/1-cuir",)


@pytest.mark.rule("BK 5.2", "BK 5.3-G", "BK N5")
def test_a_second_activation_exhausts():
    table = drawn("french/1-cuir", marks={"1-cuir/replay": True})
    table.press("activate", "end")

    assert table.state.marks["1-cuir/normal"]
    assert table.state.marks["1-cuir/exhausted"]


@pytest.mark.rule("BK 5.2")
def test_a_first_activation_does_not():
    table = drawn("french/1-cuir")
    table.press("activate", "end")

    assert "1-cuir/exhausted" not in table.state.marks
    assert table.state.cups["french_done"] == ("french/1-cuir",)


@pytest.mark.rule("BK 5.3", "BK 5.3-F")
def test_a_replay_is_held_or_played_and_not_on_whom_it_cannot_help():
    marks = {"12-cuir/demoralised": True}
    table = drawn("french/replay", marks=marks)
    assert table.buttons() == ["1-cuir", "hold"]
    table.press("1-cuir", "end")
    assert table.state.marks["1-cuir/replay"]

    again = drawn("french/replay", marks={"1-cuir/replay": True, **marks})
    assert again.buttons() == ["hold"]
    down = drawn(
        "french/replay", {**BOTH, "1-cuir-hq": {"at": "0604", "neutralised": True}}, marks=marks
    )
    assert down.buttons() == ["hold"]
    both = drawn("french/replay", marks={"1-cuir/normal": True, "1-cuir/exhausted": True, **marks})
    assert both.buttons() == ["1-cuir", "hold"]


@pytest.mark.rule("BK 5.3-F", "BK N7")
def test_a_second_replay_must_be_played_or_is_lost():
    hand = {"french_hand": ("french/replay",)}
    table = drawn("french/replay", cups=hand)
    assert "hold" not in table.buttons()

    nobody = {"1-cuir/demoralised": True, "12-cuir/demoralised": True}
    lost = drawn("french/replay", marks=nobody, cups=hand)
    assert lost.state.cups["french_done"] == ("french/replay",)


@pytest.mark.rule("BK 5.3-F")
def test_a_held_replay_is_played_before_the_formation_that_was_drawn():
    table = drawn("french/1-cuir", cups={"french_hand": ("french/replay",)})
    table.press("replay", "12-cuir", "end")

    assert table.state.marks["12-cuir/replay"]
    assert table.ask.kind == "activate"
    assert table.state.cups["french_hand"] == ()


@pytest.mark.rule("BK 5.3-E")
def test_by_replay_an_exhausted_formation_only_rests():
    table = drawn("french/replay", marks={"1-cuir/exhausted": True, "1-cuir/normal": True})
    table.press("1-cuir")

    assert "1-cuir/exhausted" not in table.state.marks
    assert table.state.marks["1-cuir/replay"]
    assert table.ask.kind != "act"


@pytest.mark.rule("BK 5.4-B", "BK N23")
def test_passing_ends_exhaustion():
    table = drawn("french/1-cuir", marks={"1-cuir/exhausted": True})
    table.press("rest")

    assert "1-cuir/exhausted" not in table.state.marks
    assert "turn/pass" not in table.state.marks


@pytest.mark.rule("BK 5.4")
@pytest.mark.parametrize(("dice", "sheds"), [(6, True), (7, False)])
def test_whoever_acts_exhausted_tries_to_shed_it(dice, sheds):
    table = drawn("french/1-cuir", marks={"1-cuir/exhausted": True})
    table.press("activate").roll(dice)

    assert ("1-cuir/exhausted" not in table.state.marks) == sheds
    assert table.ask.kind == ("act" if sheds else "chit")


@pytest.mark.rule("BK 5.4")
def test_exhausted_units_fire_worse():
    units = {**BOTH, SOMUA: "1803"}
    table = lay(units, *acting("french", "1-cuir"), marks={"1-cuir/exhausted": True})

    assert {f.id: f.value for f in table.shot(SOMUA, "I-5-pzr-pz-iv-1").factors}["exhausted"] == -1


@pytest.mark.rule("BK 5.5", "BK 5.5-A", "BK 5.5-F", "BK N8")
def test_a_general_lets_two_formations_act_together():
    cups = {"cup": ("french/12-cuir", "german/replay", "german/replay")}
    table = drawn("french/general", cups=cups)
    assert table.state.cups["french_hand"] == ("french/general",)
    table = drawn("french/1-cuir", cups={**cups, "french_hand": ("french/general",)})
    table.press("wait")
    assert table.state.cups["french_aside"] == ("french/1-cuir",)
    assert table.state.marks["turn/pass"] == "french"
    table.draw("french/12-cuir").press("both")

    assert table.top.formations == ("1-cuir", "12-cuir")
    assert table.state.cups["french_hand"] == ()


@pytest.mark.rule("BK 5.5-B")
def test_a_formation_that_waited_acts_along_with_guns():
    cups = {"french_hand": ("french/general",), "french_aside": ("french/1-cuir",)}
    table = drawn("french/artillery", cups=cups)
    table.press("both")
    while table.ask.kind == "barrage":
        table.press("end")

    assert table.ask.kind == "act"
    assert table.top.formations == ("1-cuir",)


@pytest.mark.rule("BK 5.5-C")
def test_a_general_removes_six_neutralised_markers_or_two_exhausted_ones():
    units = {
        **BOTH,
        **{f"1-cuir-hotchkiss-{n}": {"at": "0605", "neutralised": True} for n in range(1, 5)},
    }
    marks = {"1-cuir/exhausted": True, "12-cuir/exhausted": True, "II-11-rdp/exhausted": True}
    hand = {"french_hand": ("french/general",)}
    table = drawn("french/12-cuir", units, marks=marks, cups=hand)
    table.press("general-rally")
    assert not any(u.neutralised for u in table.state.pieces.values())
    rest = drawn("french/12-cuir", units, marks=marks, cups=hand)
    rest.press("general-rest", "1-cuir", "12-cuir")
    assert sum(key.endswith("/exhausted") for key in rest.state.marks) == 1


@pytest.mark.rule("BK 5.5-C")
def test_of_more_than_six_the_owner_chooses():
    down = {
        f"1-cuir-{kind}-{n}": {"at": "0605", "neutralised": True}
        for kind in ("somua", "hotchkiss")
        for n in range(1, 5)
    }
    table = drawn("french/12-cuir", {**BOTH, **down}, cups={"french_hand": ("french/general",)})
    table.press("general-rally")
    assert table.ask.most == 6
    table.pick(*list(down)[:6])

    assert sum(u.neutralised for u in table.state.pieces.values()) == 2


@pytest.mark.rule("BK 5.5-D")
def test_a_general_gives_another_replay_chit():
    table = drawn("french/1-cuir", cups={"french_hand": ("french/general",)})
    table.press("general-replay")
    assert table.state.cups["french_hand"] == ("french/replay+",)
    table.press("replay", "12-cuir", "end")
    assert "french/replay+" not in table.state.cups["french_done"]


@pytest.mark.rule("BK 5.5-E")
@pytest.mark.parametrize(("face", "cancelled"), [(3, True), (4, False)])
def test_a_general_may_cancel_any_enemy_chit(face, cancelled):
    table = drawn("german/stuka", cups={"french_hand": ("french/general",)})
    assert table.ask.who == "french"
    table.press("cancel").die(face)

    assert table.state.cups["french_hand"] == ()
    assert (table.state.cups["german_skipped"] == ("german/stuka",)) == cancelled
    assert (table.ask.kind == "barrage") != cancelled


@pytest.mark.rule("BK 5.5-F")
def test_a_second_general_must_be_used_at_once():
    table = drawn("french/general", cups={"french_hand": ("french/general",)})
    assert table.buttons() == ["general-replay"]
    table.press("general-replay")

    assert sorted(table.state.cups["french_hand"]) == ["french/general", "french/replay+"]


@pytest.mark.rule("BK 12.1-A")
def test_the_germans_open_hannut_with_three_chits_of_theirs():
    table = fresh(HANNUT)
    assert table.ask.kind == "opening"
    table.press("german/kg")
    assert sorted(table.buttons()) == ["german/artillery", "german/kg", "german/stuka"]
    table.press("german/kg", "activate", "end")
    assert sorted(table.buttons()) == ["german/artillery", "german/stuka"]
    table.press("german/stuka", "end", "german/artillery")
    if table.ask.kind == "barrage":
        table.press("end")
    assert table.ask.kind == "chit"
    assert len(table.ask.faces) == 27 - 3


@pytest.mark.rule("BK 2.0-B1")
def test_the_cup_of_hannut_holds_every_chit():
    table = fresh(HANNUT)

    assert len(table.state.cups["roster"]) == 6 + 4 + 8 + 9


@pytest.mark.rule("BK 8.4", "BK 2.0", "BK N34")
@pytest.mark.parametrize(("dice", "up"), [(7, True), (8, False)])
def test_neutralised_units_try_to_rally_on_activation_and_once_more_as_their_action(dice, up):
    units = {**BOTH, SOMUA: {"at": "0604", "neutralised": True}}
    table = drawn("french/1-cuir", units)
    table.press("activate")
    assert table.factors() == {"attempt": 1}
    table.roll(dice)
    assert table.unit(SOMUA).neutralised != up
    assert ("rally" in table.buttons()) != up
    if not up:
        table.press("rally").pick(SOMUA).roll(5)
        assert not table.unit(SOMUA).neutralised
        assert table.unit(SOMUA).acted


@pytest.mark.rule("BK 6.1")
def test_who_goes_back_from_the_rally_acts_otherwise():
    units = {**BOTH, SOMUA: {"at": "0604", "neutralised": True}}
    table = drawn("french/1-cuir", units)
    table.press("activate").roll(8)
    asked = table.buttons()
    table.press("rally").press("back")
    assert table.buttons() == asked
    assert not table.unit(SOMUA).acted


@pytest.mark.rule("BK N28")
def test_a_formation_whose_hq_is_down_is_one_worse():
    units = {**BOTH, "1-cuir-hq": {"at": "0604", "neutralised": True}}
    table = drawn("french/1-cuir", units)
    table.press("activate")

    assert table.factors() == {"attempt": 1, "hq_neutralised": 1}


@pytest.mark.rule("BK 3.2", "BK 1.3")
def test_an_overrun_hq_comes_back_next_turn_to_a_unit_of_its_formation():
    units = {"1-cuir-hq": "1703", "1-cuir-somua-1": "0604", **FAR}
    table = lay(units, *acting("german", "I-5-pzr"))
    table.go("I-5-pzr-pz-iv-1", "1803", "1703").press("quiet")
    assert table.unit("1-cuir-hq").at == "overrun"
    assert table.unit(SOMUA).out

    later = drawn("french/1-cuir", {**units, "1-cuir-hq": "overrun"}, tracks={"1-cuir-hq/back": 3})
    assert later.ask.kind == "hq-back"
    later.give(Cells(("0604",)))
    assert later.unit("1-cuir-hq").at == "0604"

    away = {"1-cuir-somua-2": {"at": "0304", "out": True}}
    lost = {**units, "1-cuir-hq": "overrun", SOMUA: {"at": "0604", "out": True}, **away}
    found = drawn("french/1-cuir", lost, tracks={"1-cuir-hq/back": 3})
    found.give(Cells(("0604",)))
    assert not found.unit(SOMUA).out
    assert found.unit("1-cuir-somua-2").out

    soon = drawn("french/1-cuir", {**units, "1-cuir-hq": "overrun"}, tracks={"1-cuir-hq/back": 4})
    soon.press("activate")
    assert soon.ask.kind == "act"


@pytest.mark.rule("BK 5.6")
def test_an_activation_breaks_a_row_of_passes():
    table = drawn("french/1-cuir", marks={"turn/pass": "german"})
    table.press("activate", "end")
    assert "turn/pass" not in table.state.marks
    replayed = drawn("french/replay", marks={"turn/pass": "german"})
    replayed.press("1-cuir")
    assert "turn/pass" not in replayed.state.marks


@pytest.mark.rule("BK 5.6")
def test_two_passes_of_one_side_do_not_end_the_phase():
    table = drawn("french/1-cuir", marks={"turn/pass": "french"})
    table.press("pass")

    assert table.ask.kind == "chit"


@pytest.mark.rule("BK 2.0", "BK 6.1")
def test_markers_of_the_last_activation_go_when_a_formation_is_activated():
    worn = {"opp": True, "acted": True, "fired": True, "handled": True, "spent": 4}
    units = {
        **BOTH,
        SOMUA: {"at": "0604", **worn},
        "I-5-pzr-pz-iv-1": {"at": "1903", "returned": True, "withdrew": True, "opp": True},
    }
    table = drawn("french/1-cuir", units)
    table.press("activate")
    mine, theirs = table.unit(SOMUA), table.unit("I-5-pzr-pz-iv-1")

    assert (mine.opp, mine.acted, mine.fired, mine.handled, mine.spent) == (False,) * 4 + (0,)
    assert (theirs.returned, theirs.withdrew, theirs.opp) == (False, False, True)


@pytest.mark.rule("BK 8.5.1", "BK 5.3")
def test_the_demoralised_are_not_activated_by_any_chit():
    table = drawn("french/replay", marks={"1-cuir/demoralised": True, "12-cuir/demoralised": True})
    assert table.buttons() == ["hold"]
    own = drawn("french/1-cuir", marks={"1-cuir/demoralised": True})
    assert own.ask.kind == "check-recover"
    gone = drawn("french/2-cuir")
    assert gone.state.cups["french_done"] == ("french/2-cuir",)


@pytest.mark.rule("BK 13.3", "BK 12.1-A")
def test_without_stukas_the_germans_open_with_two_chits():
    info = find_scenario("hannut-stonne/hannut")
    chits = {**info.setup["chits"], "german": {"artillery": 1, "replay": 2, "general": 2}}
    setup = {**info.setup, "chits": chits, "forces": info.forces}
    table = fresh(make_rules("blitzkrieg", load_board(info.map), setup, {}))
    table.press("german/kg")

    assert sorted(table.buttons()) == ["german/artillery", "german/kg"]


def test_a_free_edit_that_takes_a_unit_away_drops_what_was_done_with_it():
    units = {**BOTH, SOMUA: "1904"}
    table = lay(units, *acting("french", "1-cuir"))
    table.press("fire").pick(SOMUA).pick("I-5-pzr-pz-iv-1")
    assert type(table.top).__name__ == "Fire"
    stamp = Stamp(id=9, parent=8, author="test", reason="gone")
    effects = (SetPiece(SOMUA, "at", None),)
    event, state = edit(HANNUT, table.state, effects, stamp, umpire=True)

    assert type(state.stack[-1]).__name__ != "Fire"
    assert any("dropped" in line.text for line in event.story)


@pytest.mark.rule("BK 5.6", "BK N23")
def test_setting_aside_a_chit_that_cannot_be_used_is_no_pass():
    units = {**BOTH, "1-cuir-hq": {"at": "0604", "neutralised": True}}
    marks = {"1-cuir/replay": True, "turn/pass": "german"}
    table = drawn("french/1-cuir", units, marks=marks)
    assert table.buttons() == ["pass"]
    table.press("pass")

    assert "turn/over" not in table.state.marks
