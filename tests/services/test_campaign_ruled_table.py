"""Any moment of a campaign on a table with rules: laid out, played by bots, brought back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from ruled_desk import AMERICANS, ELSEWHERE, GERMANS, add, best_desk, edit, faults, lay

from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import FactSet, TurnBegun, WeatherSet
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced, RouteStatus
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitFlagged
from wardesk.campaign.market_garden.kinds import SpurChosen
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.sheets import BridgeResult, ResultRow, ResultsSheet
from wardesk.engine.types import SetMark, SetPiece, SetTrack
from wardesk.errors import UserError
from wardesk.games.gts.ch08_checks import quality
from wardesk.services.campaign.moves import place_units
from wardesk.services.campaign.rights import Allowed
from wardesk.services.campaign.table import open_table
from wardesk.services.campaign.table_back import bring_back
from wardesk.services.play.session import PlaySession


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


@pytest.fixture
def desk(tmp_path):
    with best_desk(tmp_path) as made:
        yield made


def sheet_row(back, unit):
    return next(row for row in back.sheet.rows if row.unit == unit)


# ---- laying out ---------------------------------------------------------------------------------


@pytest.mark.parametrize("opened", [True, False])
def test_a_road_that_the_table_has_opened_is_open_in_the_ledger(desk, opened):
    add(desk, RouteStatus(route="club", cut=True))
    game = lay(desk).game
    edit(game, SetPiece("101.502.h", "steps", 1), SetMark("route/cut", None if opened else True))

    desk.enter_results(bring_back(desk, "wed", game).sheet)

    assert desk.state.routes["club"].cut is not opened


def test_the_raid_of_the_ledger_burns_on_at_the_table_and_what_it_did_comes_back(desk):
    add(
        desk,
        TurnBegun(ordinal=desk.design.calendar.ordinal("19 Sep Night")),
        FactSet(fact="raid.running", value=True),
        FactSet(fact="raid.dispatch_paid", value=1),
    )
    game = lay(desk).game
    with PlaySession.open(game, keep=False) as session:
        assert (session.state.marks["raid"], session.state.tracks["raid"]) == (True, 1)
    # three chits of the 101st and the Guards were drawn, then the last of the four points was paid
    edit(game, SetTrack("route/closed", 4), SetTrack("route/raid", 3), SetTrack("raid", 4))

    desk.enter_results(bring_back(desk, "wed", game).sheet)

    assert desk.state.routes["club"].closed == 1 + 3
    assert desk.state.facts["raid.dispatch_paid"] == 4
    assert desk.state.facts["raid.running"] is False


def test_a_battle_as_its_scenario_has_it_tells_how_many_units_stand_on_its_map(tmp_path):
    with best_desk(tmp_path, placed={}) as desk:
        opened = open_table(desk, "hells-highway", seed=1)

    with PlaySession.open(opened.game, keep=False) as session:
        standing = [u for u in session.state.pieces.values() if u.at in session.rules.board.cells]
    assert opened.units == len(standing) == 37


@pytest.mark.parametrize(("turn", "turns", "better"), [
    ("19 Sep Night", 1, False), ("19 Sep Night", 2, True), ("20 Sep 0700", 1, True),
    ("22 Sep 1300", 1, True),
])  # fmt: skip
def test_the_table_knows_the_date_and_reorganises_the_germans_once(desk, turn, turns, better):
    add(desk, TurnBegun(ordinal=desk.design.calendar.ordinal(turn)))

    with PlaySession.open(lay(desk, turns=turns).game, keep=False) as session:
        setting, state = session.rules.setting, session.state
        state = replace(state, tracks={**state.tracks, "turn": turns})
        unit = state.pieces["59.dew.i1"]
        assert setting.counters[unit.id].tq == desk.design.unit[unit.id].quality
        factors = {factor.id: factor.value for factor in quality(setting, state, unit)}
        assert factors.get("reorganised", 0) == int(better)


@pytest.mark.parametrize("cut", [True, False])
def test_a_cut_road_makes_the_guards_of_the_table_worse_once_and_until_it_opens(desk, cut):
    guard = "gds.irish.i1"
    place_units(desk, [guard], Place("hex", "56.154", "wed-eindhoven", "WED"))
    add(desk, RouteStatus(route="club", cut=cut))

    with PlaySession.open(lay(desk).game, keep=False) as session:
        setting, state = session.rules.setting, session.state
        assert setting.counters[guard].tq == desk.design.unit[guard].quality
        factors = {f.id: f.value for f in quality(setting, state, state.pieces[guard])}
        assert factors.get("cut", 0) == (-2 if cut else 0)


def test_the_ledger_stands_on_the_table_with_rules(desk):
    add(
        desk,
        StepsLost(unit="101.502.h", steps=1),
        UnitFlagged(unit="101.502.g", flag="in column"),
        UnitFlagged(unit="59.dew.i1", flag="suppressed"),
        UnitFlagged(unit="59.dew.i1", flag="one cohesion hit"),
        UnitFlagged(unit="59.dew.i2", flag="entrenched"),
        FactSet(fact="command.101", value=7),
        FactSet(fact="dispatch.101", value=3),
        FactSet(fact="mug.held", value="german/division/59"),
        WeatherSet(weather="fog", fog=5),
        BridgeChanged(bridge="best-road", state="wired", by="german"),
        BridgeChanged(bridge="son", state="blown"),
    )

    opened = lay(desk)

    assert opened.units == len(AMERICANS | GERMANS)
    with PlaySession.open(opened.game, keep=False) as session:
        state = session.journal.state(session.journal.line()[0].id)
        assert session.rules.id == "gts"
        assert {unit: state.pieces[unit].at for unit in AMERICANS | GERMANS} == AMERICANS | GERMANS
        assert state.pieces["101.502.h"].steps == 1
        assert state.pieces["101.502.g"].column
        german = state.pieces["59.dew.i1"]
        assert (german.suppressed, german.cohesion) == (True, 1)
        assert state.pieces["59.dew.i2"].dug == "entrenched"
        assert (state.tracks["cp/101"], state.tracks["dp/101"]) == (7, 3)
        assert state.marks["bridge/best-road"] == "wired:german"
        assert state.marks["bridge/son"] == "destroyed"
        setting = session.rules.setting
        assert (setting.scenario.weather, setting.scenario.fog) == ("fog", 5)
        assert setting.scenario.slots == ("0700",)
        assert setting.scenario.first == "german/division/59"
        assert "formation/101.502" in setting.scenario.chits["allied"]
        assert "formation/chi.flak" not in setting.scenario.chits["german"]
        assert "42.229" not in setting.in_play
    assert set(desk.state.nodes["wed"].units) == set(AMERICANS | GERMANS)


def test_the_road_that_the_marker_has_taken_can_be_attacked(desk):
    add(desk, SpurChosen(route="club", spur="Best"), MarkerAdvanced(route="club", stop="best"))

    with PlaySession.open(lay(desk).game, keep=False) as session:
        road = session.rules.setting.route
    assert {"51.159", "47.157"} <= road
    assert "54.151" not in road  # beyond Best the marker has not been


def test_a_window_of_the_country_is_laid_with_a_rim_and_no_more(desk):
    add(desk, SpurChosen(route="club", spur="Best"), MarkerAdvanced(route="club", stop="best"))

    with PlaySession.open(lay(desk).game, keep=False) as session:
        setting = session.rules.setting
        cells = setting.board.cells
    assert len(setting.in_play) < len(cells) < 1500
    assert "42.229" not in cells
    assert set(setting.scenario.route) <= cells.keys()
    assert setting.bridges.keys() >= {"best-road", "best-rail"}
    assert "grave" not in setting.bridges


def test_units_that_are_named_come_with_the_ground_around_them(desk):
    opened = lay(desk, window=(), units=list(ELSEWHERE))

    assert opened.units == 1
    with PlaySession.open(opened.game, keep=False) as session:
        setting = session.rules.setting
        assert "42.229" in setting.in_play
        assert "51.159" not in setting.in_play
        assert len(setting.in_play) > 100


def test_the_days_go_on_with_a_second_table_of_other_units(desk):
    first = lay(desk)
    second = lay(desk, window=(), units=list(ELSEWHERE))

    assert set(desk.state.nodes["wed"].units) == {*AMERICANS, *GERMANS, *ELSEWHERE}
    edit(first.game, SetPiece("101.502.h", "steps", 1))
    desk.enter_results(bring_back(desk, "wed", first.game).sheet)
    back = bring_back(desk, "wed", second.game)  # the other table knows nothing of it
    assert [row.unit for row in back.sheet.rows] == list(ELSEWHERE)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"window": ("44.152", "1.1", "68.152")}, "no window"),
        ({"window": ("44.152", "44.164")}, "no window"),
        ({"units": ["nobody"]}, "no unit 'nobody'"),
        ({"units": ["82.504.a"]}, "Nobody stands in a hex"),
    ],
)
def test_what_cannot_be_laid_out_is_refused_and_nothing_is_written(desk, more, why):
    head = desk.ledger.head

    with pytest.raises(UserError, match=why):
        lay(desk, **more)

    assert desk.ledger.head == head


def test_both_sides_in_a_hex_are_named_and_nothing_is_written(desk):
    by_umpire = Allowed(by="umpire", reason="an assault goes on")
    place_units(desk, ["59.dew.i3"], Place("hex", "54.157", "", "WED"), allowed=by_umpire)
    head = desk.ledger.head

    with pytest.raises(UserError, match=r"both sides stand in 54\.157"):
        lay(desk)

    assert desk.ledger.head == head


# ---- and back -----------------------------------------------------------------------------------


def test_steps_places_marks_bridges_points_and_markers_come_back_on_one_sheet(desk):
    add(
        desk, UnitFlagged(unit="59.dew.i2", flag="entrenched"),
        UnitFlagged(unit="59.dew.i2", flag="a hero"),
        BridgeChanged(bridge="best-road", state="wired", by="german"),
        FactSet(fact="command.101", value=7),
    )  # fmt: skip
    game = lay(desk).game
    edit(
        game,
        SetPiece("101.502.h", "steps", 1), SetPiece("101.502.h", "at", "53.157"),
        SetPiece("101.502.h", "suppressed", True),
        SetPiece("59.dew.i1", "at", None), SetPiece("59.dew.ldr", "at", None),
        SetPiece("59.dew.i2", "dug", ""),
        SetMark("bridge/best-road", "destroyed"), SetTrack("cp/101", 2),
        SetTrack("route/closed", 1),
    )  # fmt: skip
    head = desk.ledger.head

    back = bring_back(desk, "wed", game)

    assert desk.ledger.head == head
    row = sheet_row(back, "101.502.h")
    assert (row.steps, row.hex, row.flags) == (1, "53.157", ("suppressed",))
    assert sheet_row(back, "59.dew.i2").flags_off == ("entrenched",)
    assert back.sheet.bridges == (BridgeResult(bridge="best-road", state="blown", by="german"),)
    assert back.sheet.facts == {"command.101": 2}
    assert back.sheet.markers == {"closed": 1}
    preview = desk.preview(back.sheet)
    assert preview.line == "13 steps before − 3 lost + 0 back = 10 after"
    assert "Best road bridge: wired → blown" in preview.also

    desk.enter_results(back.sheet)

    state = desk.state
    assert state.units["101.502.h"].place.at == "53.157"
    assert {state.units[u].place.kind for u in ("59.dew.i1", "59.dew.ldr")} == {"eliminated"}
    assert state.units["59.dew.i2"].flags == ("a hero",)
    assert state.bridges["best-road"].state == "blown"
    assert (state.facts["command.101"], state.routes["club"].closed) == (2, 1)
    assert state.points("german") == 2
    assert faults(desk) == []


def test_a_bridge_that_was_blown_since_is_told_and_nothing_is_written(desk):
    game = lay(desk).game
    edit(game, SetMark("bridge/best-road", "wired:german"))
    sheet = bring_back(desk, "wed", game).sheet
    add(desk, BridgeChanged(bridge="best-road", state="blown"))
    head = desk.ledger.head

    with pytest.raises(UserError, match="Best road bridge was intact and is blown"):
        desk.enter_results(sheet)

    assert desk.ledger.head == head


def test_pieces_that_do_not_fit_the_ledger_are_all_named_and_nothing_is_written(desk):
    game = lay(desk).game
    edit(game, SetPiece("101.502.h", "steps", 5), SetPiece("59.dew.i1", "side", "allied"))
    head = desk.ledger.head

    with pytest.raises(UserError, match=r"H/502 has 5 steps there.*; .*has changed sides there"):
        bring_back(desk, "wed", game)

    assert desk.ledger.head == head


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"bridges": (BridgeResult(bridge="walk", state="blown"),)}, "no bridge 'walk'"),
        ({"bridges": (BridgeResult(bridge="best-rail", state="blown"),)}, "may never become blown"),
        ({"bridges": (BridgeResult(bridge="son", state="stable"),)}, "cannot become stable"),
        ({"bridges": (BridgeResult(bridge="son", control="red"),)}, "no side 'red'"),
        ({"rows": (ResultRow(unit="101.502.a", steps=7),)}, "has 2 steps at most"),
    ],
)
def test_a_sheet_with_wrong_bridges_or_steps_is_refused(desk, change, why):
    head = desk.ledger.head

    with pytest.raises(UserError, match=why):
        desk.enter_results(replace(ResultsSheet(rows=(), game="WED"), **change))

    assert desk.ledger.head == head


def test_bots_play_a_moment_of_the_campaign_and_it_is_brought_back_clean(desk):
    game = lay(desk, turns=1).game
    with PlaySession.open(game) as session:
        for side in session.rules.sides:
            session.set_player(side, "policy")
        session.run()
        assert session.ask is None
        assert not session.failed

    back = bring_back(desk, "wed", game)
    assert back.over
    assert back.sheet.facts["mug.held"] in {
        *(f"allied/{chit}" for chit in ("division/101", "division/gds", "formation/101.502",
                                        "direct")),
        *(f"german/{chit}" for chit in ("division/59", "division/chi", "formation/59.dew",
                                        "direct")),
    }  # fmt: skip
    desk.enter_results(back.sheet)

    with PlaySession.open(game, keep=False) as session:
        for unit, piece in session.state.pieces.items():
            now = desk.state.units[unit]
            assert (now.place.kind == "eliminated") == (piece.at is None), unit
            if piece.at is not None:
                assert (now.place.at, now.steps) == (piece.at, piece.steps), unit
    assert faults(desk) == []
    lay(desk)  # and the next table stands as this one ended


def test_a_battle_before_the_calendar_is_laid_as_its_scenario_has_it(desk):
    """Nobody of the ledger stands there; only who wins comes back, and what hangs on it."""
    game = open_table(desk, "drive", seed=3).game
    with PlaySession.open(game) as session:
        for side in session.rules.sides:
            session.set_player(side, "policy")
        session.run()
        winner = session.state.result.winner or "draw"

    back = bring_back(desk, "drive", game)
    assert (back.sheet.rows, back.sheet.winner) == ((), winner)
    desk.enter_results(back.sheet)

    assert desk.state.bridges["dommel"].state == ("stable" if winner == "allied" else "unstable")
    assert faults(desk) == []


# ---- what lies on the map beside units -----------------------------------------------------------


def pieces_of(game):
    with PlaySession.open(game, keep=False) as session:
        return session.state


def test_blocks_rearguards_mines_parks_and_bulldozers_travel_to_the_table_and_back(desk):
    facts = {
        "roadblock.52.156": "german", "roadblocks.german": 2, "rearguards.59.dew": 1,
        "rearguard.59.dew": "50.157", "minefield.55.155": True, "park.59": "46.156",
        "park.59.value": 2,
    }  # fmt: skip
    add(desk, *(FactSet(fact=fact, value=value) for fact, value in facts.items()))
    game = lay(desk).game
    state = pieces_of(game)
    assert state.marks["52.156/block"] == "german"
    assert state.marks["55.155/mines"]
    assert state.marks["park/59"] == "46.156"
    assert state.tracks["blocks/german"] == 2
    places = {f"59.dew.rear{n}": state.pieces[f"59.dew.rear{n}"].at for n in (1, 2)}
    assert places == {"59.dew.rear1": "50.157", "59.dew.rear2": "reserve"}

    edit(
        game, SetMark("52.156/block", None), SetMark("53.156/block", "german"),
        SetTrack("blocks/german", 1), SetPiece("59.dew.rear1", "at", None),
        SetPiece("59.dew.rear2", "at", "51.158"), SetMark("55.155/mines", None),
        SetMark("park/59", None),
    )  # fmt: skip
    desk.enter_results(bring_back(desk, "wed", game).sheet)

    assert {key: desk.state.facts[key] for key in facts} == {
        "roadblock.52.156": "", "roadblocks.german": 1, "rearguards.59.dew": 0,
        "rearguard.59.dew": "51.158", "minefield.55.155": False, "park.59": "",
        "park.59.value": 2,
    }  # fmt: skip
    assert faults(desk) == []
    again = pieces_of(lay(desk).game)
    assert again.marks["53.156/block"] == "german"
    assert again.pieces["59.dew.rear1"].at == "51.158"


def shaky(desk):
    """The bridge over the Tongelreep is unstable, and there are two bulldozers."""
    if desk.state.bridges["tongelreep"].state != "unstable":
        add(desk, BridgeChanged(bridge="tongelreep", state="unstable", by="allied"))
        place_units(desk, ["gds.gren.i3"], Place("hex", "62.188", "wed-eindhoven", "WED"))
    return lay(desk, window=("58.178", "58.196", "70.190", "70.176")).game


def test_a_bulldozer_travels_to_the_ledger_and_to_the_next_table(desk):
    game = shaky(desk)
    before = pieces_of(game).tracks["dozers"]
    edit(game, SetMark("dozer/tongelreep", "men"), SetMark("dozed/tongelreep", 1),
         SetTrack("dozers", before - 1))  # fmt: skip
    desk.enter_results(bring_back(desk, "wed", game).sheet)
    assert desk.state.bridges["tongelreep"].bulldozer_at is not None
    assert desk.state.pools["bulldozers"] == before - 1
    assert desk.state.facts["men-at-work.tongelreep"] is True

    again = shaky(desk)
    state = pieces_of(again)
    assert (state.marks["dozer/tongelreep"], state.tracks["dozers"]) == ("men", before - 1)
    edit(again, SetMark("dozer/tongelreep", None), SetMark("bridge/tongelreep", "stable"),
         SetTrack("dozers", before))  # fmt: skip
    desk.enter_results(bring_back(desk, "wed", again).sheet)
    assert desk.state.bridges["tongelreep"].state == "stable"
    assert desk.state.pools["bulldozers"] == before
    assert faults(desk) == []


def test_a_bulldozer_that_was_lost_at_a_table_does_not_come_to_the_next(desk):
    game = shaky(desk)
    before = pieces_of(game).tracks["dozers"]
    edit(game, SetMark("dozer/tongelreep", "new"), SetMark("dozed/tongelreep", 1),
         SetTrack("dozers", before - 1))  # fmt: skip
    desk.enter_results(bring_back(desk, "wed", game).sheet)
    again = shaky(desk)
    edit(again, SetMark("dozer/tongelreep", None))
    desk.enter_results(bring_back(desk, "wed", again).sheet)
    third = pieces_of(shaky(desk))
    assert "dozer/tongelreep" not in third.marks
    assert third.tracks["dozers"] == before - 1
    assert faults(desk) == []


def test_who_routs_at_the_table_leaves_the_map_and_its_formation_is_put_in_a_box(desk):
    gun = "chi.flak.424"
    game = lay(desk).game
    edit(game, SetPiece(gun, "at", "routed"), SetPiece(gun, "steps", 1))

    desk.enter_results(bring_back(desk, "wed", game).sheet)

    now = desk.state.units[gun]
    assert (now.place.kind, now.place.sheet, now.steps) == ("node", "routed", 1)
    desk.act("rout", {"formation": "chi.flak", "box": "east-1", "stuck": ""})
    assert desk.state.units[gun].place.kind == "display"
    assert faults(desk) == []
