"""The text held against the program sentence by sentence: what was found not to agree."""

from random import Random

import pytest
from field import HANNUT, LESSON, STONNE, Field, acting, fresh, lay, rules, turn

from wardesk.engine.kernel import begin
from wardesk.engine.types import replace
from wardesk.games.blitzkrieg.position import combatants, fighters_at
from wardesk.games.blitzkrieg.state import Activation, Turn

SOMUA, PAK = "1-cuir-somua-1", "kg-pak-1"
HIDDEN = rules(hidden_guns="yes")
COMPANY, CARRIER = "I-12-schr-rifles-1", "I-12-schr-half-tracks-1"
FRENCH = {
    "1-cuir-hq": "1202",
    SOMUA: "1202",
    "12-cuir-hq": "1203",
    "12-cuir-p178-1": "1203",
    "2-cuir-hq": "1409",
    "2-cuir-somua-1": "1409",
}


@pytest.mark.rule("BK 13.1")
def test_a_hidden_gun_that_fires_in_its_own_activation_shows_itself():
    units = {"1-cuir-hq": "0604", SOMUA: "1810", PAK: {"at": "1808", "hidden": True}}
    more = {"kg-hq": "1808", "kg-pioneers-1": "1908"}
    table = lay({**units, **more}, *acting("german", "kg"), its_rules=HIDDEN)
    table.press("fire").pick(PAK)
    assert table.unit(PAK).hidden  # looking for a target tells nothing
    table.pick(SOMUA)
    assert not table.unit(PAK).hidden
    assert HIDDEN.view(table.state, "french").pieces[PAK].at == "1808"
    table.roll(7)
    assert (table.ask.kind, table.ask.pieces) == ("return", ())
    assert table.ask.who == "french"


@pytest.mark.rule("BK 10.3", "BK 12.2-G", "BK N15")
def test_the_gun_of_the_205th_goes_with_a_battalion_of_its_regiment():
    event, state = begin(STONNE, umpire=False)
    table = Field(STONNE, state, event)
    while table.ask.kind.startswith("deploy"):
        table.press("proposed")
    assert table.ask.kind == "attach"
    assert table.buttons() == ["I-205", "II-205", "III-205"]
    table.press("II-205")
    assert "6-grdi" in table.buttons()  # the gun of the 67th may go with anybody (10.3)


# ---- chapter 5 ----------------------------------------------------------------------------------


@pytest.mark.rule("BK 5.5-C")
def test_of_more_than_two_exhausted_formations_the_owner_chooses():
    names = ("1-cuir", "2-cuir", "12-cuir")
    table = lay(
        FRENCH,
        *turn("play", "french/1-cuir"),
        marks={f"{name}/exhausted": True for name in names},
        cups={"french_hand": ("french/general",)},
    )
    table.press("general-rest")
    assert (table.ask.kind, table.ask.who) == ("rest-two", "french")
    assert set(table.buttons()) == set(names)
    table.press("2-cuir")
    assert set(table.buttons()) == {"1-cuir", "12-cuir"}
    table.press("12-cuir")
    assert table.ask.kind == "activate"
    assert [n for n in names if f"{n}/exhausted" in table.state.marks] == ["1-cuir"]
    assert table.state.cups["french_hand"] == ()


@pytest.mark.rule("BK 3.3", "BK 5.6")
def test_guns_that_fire_break_a_row_of_passes():
    cups = {"cup": ("german/artillery", "german/kg", "french/replay", "german/replay")}
    units = {**FRENCH, "kg-hq": "1608", "kg-pioneers-1": "1608"}
    table = lay(units, *turn("play", "french/1-cuir"), cups=cups)
    table.press("pass")
    assert table.state.marks["turn/pass"] == "french"
    table.draw("german/artillery")
    assert table.ask.kind == "barrage"
    assert "turn/pass" not in table.state.marks
    table.press("end").draw("german/kg").press("pass")
    assert table.state.marks["turn/pass"] == "german"
    assert "turn/over" not in table.state.marks


@pytest.mark.rule("BK 5.5-A")
@pytest.mark.parametrize("answer", ["activate", "pass"])
def test_who_waits_for_the_next_formation_waits_for_no_other(answer):
    cups = {
        "french_hand": ("french/general",),
        "french_aside": ("french/1-cuir",),
        "cup": ("french/2-cuir", "french/replay", "german/replay"),
    }
    table = lay(FRENCH, *turn("play", "french/12-cuir"), cups=cups)
    assert "both" in table.buttons()
    table.press(answer)
    if answer == "activate":
        table.press("end")
    assert table.state.cups["french_aside"] == ()
    assert "french/1-cuir" in table.state.cups["french_skipped"]
    assert table.state.cups["french_hand"] == ("french/general",)
    table.draw("french/2-cuir")
    assert "both" not in table.buttons()
    assert "wait" in table.buttons()


@pytest.mark.rule("BK 3.2")
@pytest.mark.parametrize("marks", [{}, {"12-cuir/demoralised": True}])
def test_an_overrun_hq_is_back_when_its_chit_is_drawn_whatever_becomes_of_it(marks):
    units = {"12-cuir-hq": "overrun", "12-cuir-p178-1": "1203", "12-cuir-p178-2": "1204"}
    tracks = {"12-cuir-hq/back": 3}
    table = lay(units, *turn("play", "french/12-cuir"), tracks=tracks, marks=marks)
    assert (table.ask.kind, table.ask.cells) == ("hq-back", ("1203", "1204"))
    table.at("1204")
    assert table.unit("12-cuir-hq").at == "1204"
    assert table.ask.kind == ("check-recover" if marks else "activate")
    assert not [factor for factor in table.ask.factors if factor.id == "hq_away"]


@pytest.mark.rule("BK 3.2")
def test_a_game_saved_while_the_hq_was_asked_for_after_the_decision_goes_on():
    units = {"12-cuir-hq": "overrun", "12-cuir-p178-1": "1203", "12-cuir-p178-2": "1204"}
    tracks = {"12-cuir-hq/back": 3}
    table = lay(units, *turn("play", "french/12-cuir"), tracks=tracks)
    chit = Turn(step="used", chit="french/12-cuir")
    saved = Activation(step="finish", side="french", formations=("12-cuir",))
    asked = replace(table.ask, then="returned")
    table.state = replace(table.state, stack=(chit, saved), ask=asked)
    table.at("1203")
    assert table.unit("12-cuir-hq").at == "1203"
    assert (table.ask.kind, table.top.formations) == ("act", ("12-cuir",))


# ---- chapters 6, 7 and 12: half-tracks and HQs --------------------------------------------------


@pytest.mark.rule("BK 12.1-C")
def test_companies_ride_on_half_tracks_of_their_own_formation():
    other = "I-33-schr-half-tracks-1"
    units = {COMPANY: "1806", other: "1806", "I-12-schr-hq": "1806", "I-33-schr-hq": "1806"}
    table = lay(units, *acting("german", "I-12-schr", "I-33-schr"))
    assert "mount" not in table.buttons()
    table = lay({**units, CARRIER: "1806"}, *acting("german", "I-33-schr", "I-12-schr"))
    table.press("mount").pick(COMPANY)
    assert table.unit(COMPANY).aboard == CARRIER


@pytest.mark.rule("BK 12.1-C", "BK 8.4")
@pytest.mark.parametrize(
    "changes",
    [{"spent": 1}, {"neutralised": True}, {"acted": True}, {"fired": True}, {"at": "1807"}],
)
def test_nobody_gets_on_what_has_moved_or_is_down_or_elsewhere(changes):
    units = {COMPANY: "1806", CARRIER: {"at": "1806", **changes}, "I-12-schr-hq": "1806"}
    assert "mount" not in lay(units, *acting("german", "I-12-schr")).buttons()


@pytest.mark.rule("BK 12.1-C")
def test_a_carrier_takes_one_company():
    other = {"I-12-schr-rifles-2": {"at": "1806", "aboard": CARRIER}}
    units = {COMPANY: "1806", CARRIER: "1806", "I-12-schr-hq": "1806", **other}
    assert "mount" not in lay(units, *acting("german", "I-12-schr")).buttons()


@pytest.mark.rule("BK 7.3", "BK 12.1-C")
def test_nobody_gets_off_where_there_is_no_room():
    mates = {"I-12-schr-rifles-2": "1806", "I-12-schr-rifles-3": "1806", "I-12-schr-hq": "1806"}
    units = {COMPANY: {"at": "1806", "aboard": CARRIER}, CARRIER: "1806", **mates}
    table = lay(units, *acting("german", "I-12-schr"))
    assert "dismount" not in table.buttons()
    table.go("I-12-schr-rifles-2", "1807")
    table.press("dismount").pick(COMPANY).press("end")
    assert len(fighters_at(table.state, "1806", "german")) == 3


@pytest.mark.rule("BK 6.1", "BK 12.1-C")
def test_getting_on_or_off_comes_before_fire():
    units = {COMPANY: "1806", CARRIER: "1806", "I-12-schr-hq": "1806", SOMUA: "1807"}
    fired = {**units, CARRIER: {"at": "1806", "fired": True}}
    assert "mount" in lay(units, *acting("german", "I-12-schr")).buttons()
    assert "mount" not in lay(fired, *acting("german", "I-12-schr")).buttons()
    aboard = {"at": "1806", "aboard": CARRIER}
    on_board = {**units, COMPANY: aboard}
    assert "dismount" in lay(on_board, *acting("german", "I-12-schr")).buttons()
    assert (
        "dismount" not in lay({**fired, COMPANY: aboard}, *acting("german", "I-12-schr")).buttons()
    )


@pytest.mark.rule("BK 6.1", "BK 8.4")
def test_a_neutralised_hq_moves_or_rallies():
    units = {"kg-hq": {"at": "1806", "neutralised": True}, "kg-armoured-cars-1": "1806"}
    table = lay(units, *acting("german", "kg"))
    assert "rally" in table.buttons()
    table.go("kg-hq", "1807")
    assert "rally" not in table.buttons()


# ---- 6.3.3 falling back -------------------------------------------------------------------------


@pytest.mark.rule("BK 6.3.3", "BK 7.3")
def test_through_full_hexes_a_retreat_takes_the_shortest_way():
    ring = [cell for cell in HANNUT.setting.neighbours["1808"] if cell != "1807"]
    beyond = {c for cell in ring for c in HANNUT.setting.neighbours[cell]} - {"1808", *ring}
    free = max(beyond)
    names = ("I-5-pzr", "II-5-pzr", "I-35-pzr", "II-35-pzr", "II-12-schr")
    crowd = [unit for name in names for unit in HANNUT.setting.formations[name].unit_ids[:3]]
    units: dict[str, object] = {SOMUA: "1806", "kg-pioneers-1": "1808", "kg-hq": "1808"}
    units |= {unit: ring[n // 3] for n, unit in enumerate(crowd)}
    french = [u for u in HANNUT.setting.home_of if "-rdp-" in u and not u.endswith("hq")]
    units |= dict(zip(french, sorted(beyond - {free, "1807"}), strict=False))
    table = lay(units, *acting("french", "1-cuir"))
    table.go(SOMUA, "1807").pick("kg-pioneers-1").press("withdraw")
    near = {cell for cell in ring if free in HANNUT.setting.neighbours[cell]}
    assert set(table.ask.cells) == near
    assert len(near) < len(ring)
    table.at(table.ask.cells[0])
    assert table.ask.cells == (free,)


# ---- 7.3 ----------------------------------------------------------------------------------------


@pytest.mark.rule("BK 7.3")
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_happens_no_more_than_three_stand_together(seed):
    rng, table = Random(seed), fresh(LESSON)
    while table.ask is not None:
        if table.ask.kind in ("chit", "activate"):
            for side in ("german", "french"):
                cells = {unit.at for unit in combatants(table.setting, table.state, side)}
                assert all(len(fighters_at(table.state, cell, side)) <= 3 for cell in cells)
        table.give(table.rules.sample(table.state, rng))


# ---- 12.1 who begins mounted --------------------------------------------------------------------


@pytest.mark.rule("BK 12.1-C")
@pytest.mark.parametrize("chosen", ["proposed", "I-12-schr-machine-guns-1", "nobody"])
def test_the_german_chooses_which_company_begins_on_the_half_tracks(chosen):
    table = fresh(proposed=False)
    while table.ask.kind != "deploy-ride":
        table.press("proposed")
    assert table.ask.who == "german"
    companies = [f"I-12-schr-{u}" for u in ("rifles-2", "rifles-3", "machine-guns-1")]
    assert table.buttons() == ["proposed", *companies, "nobody"]
    table.press(chosen)
    mounted = {"proposed": "I-12-schr-rifles-1", "nobody": None}.get(chosen, chosen)
    aboard = {u.id: u.aboard for u in table.state.pieces.values() if u.aboard}
    assert aboard == ({mounted: "I-12-schr-half-tracks-1"} if mounted else {})
    assert table.ask.kind == "deploy"
    assert mounted not in table.ask.pieces
    assert set(table.ask.pieces) >= {"I-12-schr-rifles-1", *companies} - {mounted}
    table.press("proposed")
    carrier = table.unit("I-12-schr-half-tracks-1").at
    assert carrier in table.setting.neighbours
    assert mounted is None or table.unit(mounted).at == carrier
