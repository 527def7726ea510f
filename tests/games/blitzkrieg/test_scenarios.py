"""Chapters 11 to 13: set-up, victory, hidden guns, and games to their end."""

from random import Random

import pytest
from field import HANNUT, LESSON, STONNE, acting, fresh, lay, rules, turn

from wardesk.documents.packs.store import find_scenario
from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.types import Path, replace
from wardesk.errors import UserError
from wardesk.games.blitzkrieg.ch11_victory import points
from wardesk.games.blitzkrieg.forces import read_scenario
from wardesk.games.blitzkrieg.position import combatants
from wardesk.words import decode, encode

GUN, SOMUA, PAK = "I-5-pzr-pz-iv-1", "1-cuir-somua-1", "kg-pak-1"


# ---- 12 set-up ----------------------------------------------------------------------------------


@pytest.mark.rule("BK 12.0", "BK 12.1", "BK 12.2", "BK N33")
@pytest.mark.parametrize("its_rules", [HANNUT, STONNE, LESSON], ids=["hannut", "stonne", "lesson"])
def test_every_proposal_lies_within_its_area_and_leaves_no_stack_too_high(its_rules):
    table = fresh(its_rules)
    setting = table.setting
    for group in setting.groups:
        area = set(setting.area(group))
        assert set(group.cells) <= area
        for unit in table.state.pieces.values():
            if setting.home_of[unit.id] in group.formations:
                assert unit.at in area, unit.id
    for cell in setting.board.cells:
        for side in ("german", "french"):
            here = [u for u in combatants(setting, table.state, side) if u.at == cell]
            assert len(here) <= 3, cell


@pytest.mark.rule("BK 12.1-F", "BK 12.1-G")
@pytest.mark.parametrize(
    ("formation", "inside", "outside"),
    [
        ("12-cuir", {"1202", "1402"}, {"1502", "1205"}),
        ("III-11-rdp", {"1205", "1207"}, {"1202"}),
        ("2-cuir", {"1408", "1411", "1309"}, {"1412", "1607"}),
        ("II-11-rdp", {"1712", "1512"}, {"1412"}),
        ("I-11-rdp", {"1416", "1216"}, {"1116"}),
        ("I-5-pzr", {"1601", "1610"}, {"1611", "1701"}),
        ("I-35-pzr", {"1710", "1716"}, {"1709", "1717"}),
        ("1-cuir", {"1501", "0118"}, {"1601"}),
    ],
)
def test_areas_of_hannut(formation, inside, outside):
    group = next(g for g in HANNUT.setting.groups if formation in g.formations)
    area = set(HANNUT.setting.area(group))

    assert inside <= area
    assert not outside & area


@pytest.mark.rule("BK 12.1-F")
def test_the_first_cuirassiers_come_after_all_germans_and_works_where_men_are():
    order = [group.formations for group in HANNUT.setting.groups]
    assert order[-1] == ("1-cuir",)
    table = fresh(HANNUT)
    works = [key for key in table.state.marks if key.endswith("/works")]
    assert len(works) == 5


@pytest.mark.rule("BK 12.1-F", "BK N25")
def test_works_lie_with_infantry_only_and_east_of_15xx_too():
    table = fresh(HANNUT, proposed=False)
    while table.ask.kind != "deploy-mark":
        if "II-11-rdp-dragoons-1" in table.ask.pieces:
            table.go("II-11-rdp-dragoons-1", "1712")
        else:
            table.press("proposed")
    men = {
        u.at
        for u in table.state.pieces.values()
        if u.side == "french" and not u.hq and u.id not in HANNUT.setting.machines
    }
    assert set(table.ask.cells) <= men
    assert "1712" in table.ask.cells


@pytest.mark.rule("BK 12.1-F")
def test_the_second_cuirassiers_have_lost_four_steps_and_are_not_yet_to_be_tested():
    from wardesk.games.blitzkrieg.ch08_results import full_steps, must_test, steps_left

    table = fresh(HANNUT)
    assert full_steps(table.state, "2-cuir") - steps_left(table.state, "2-cuir") == 4
    assert not must_test(table.state, "2-cuir")


@pytest.mark.rule("BK 12.2-F", "BK 12.2-G", "BK N15", "BK N16")
@pytest.mark.parametrize(
    ("formation", "inside", "outside"),
    [
        ("I-205", {"0708", "0609"}, {"0706", "0607"}),
        ("III-205", {"0301", "1317"}, {"0217"}),
        ("I-gd", {"0112", "0111"}, {"0110"}),
        ("II-gd", {"0114", "0214"}, {"0112"}),
        ("III-gd", {"0108", "0208"}, {"0110"}),
        ("II-8-pzr", {"0401", "0501"}, {"0601"}),
    ],
)
def test_areas_of_stonne(formation, inside, outside):
    group = next(g for g in STONNE.setting.groups if formation in g.formations)
    area = set(STONNE.setting.area(group))

    assert inside <= area
    assert not outside & area
    assert STONNE.setting.formations["205-at"].side == "french"


@pytest.mark.rule("BK 12.2-F")
def test_mines_lie_west_of_les_huttes():
    group = next(g for g in STONNE.setting.groups if g.mines)
    assert group.mines == 4
    assert set(STONNE.setting.area(group)) == {
        c for c in STONNE.board.cells if int(c[:2]) >= 4 and int(c[2:]) >= 12
    }


@pytest.mark.rule("BK 12.0")
def test_units_may_be_laid_out_one_by_one_within_the_area_only():
    table = fresh(LESSON, proposed=False)
    unit, other = table.ask.pieces[:2]
    assert table.against(unit, "0101") == ["BK 12.0"]
    assert table.against((unit, other), "1708") == ["BK 12.0"]
    assert table.against(unit, "1708", "1709") == ["BK 12.0"]
    table.go(unit, "1708")
    assert table.unit(unit).at == "1708"
    assert unit not in table.ask.pieces


@pytest.mark.rule("BK N14")
def test_ii_11_rdp_may_begin_at_1212_instead():
    other = rules(second_battalion="1212").setting
    group = next(g for g in other.groups if g.formations == ("II-11-rdp",))

    assert group.near == group.cells == ("1212",)
    assert "1712" in next(g for g in HANNUT.setting.groups if g.formations == ("II-11-rdp",)).near


@pytest.mark.rule("BK N33")
def test_where_an_area_is_full_the_nearest_hexes_are_open():
    from wardesk.games.blitzkrieg.ch12_scenarios import allowed

    units = {}
    names = [
        u for f in ("1-cuir", "2-cuir", "12-cuir") for u in HANNUT.setting.formations[f].unit_ids
    ]
    units = {name: f"17{10 + n % 7}" for n, name in enumerate(names[:7])}
    units |= {f"{name}-hq": "1714" for name in ("1-cuir",)}
    table = lay(units, *acting("french", "1-cuir"))
    group = next(g for g in HANNUT.setting.groups if g.formations == ("I-35-pzr",))
    cells = allowed(table.setting, table.state, group, table.unit(GUN.replace("I-5", "I-35")))

    assert cells
    assert {min(table.setting.distance(c, f"17{n}") for n in range(10, 17)) for c in cells} == {1}
    three = dict.fromkeys((f"II-12-schr-rifles-{n}" for n in (1, 2, 3)), cells[0])
    full = lay({**units, **three}, *acting("french", "1-cuir"))
    gun = full.unit(GUN.replace("I-5", "I-35"))
    assert allowed(full.setting, full.state, group, gun) == cells[1:]


# ---- 11 and 12 victory --------------------------------------------------------------------------


@pytest.mark.rule("BK 11.0", "BK N32")
def test_whoever_came_through_last_holds_a_village():
    table = lay({GUN: "1404", "I-5-pzr-hq": "1404"}, *acting("german", "I-5-pzr"))
    before = points(table.setting, table.state)
    table.go(GUN, "1403")
    assert points(table.setting, table.state) == before + 2
    half = lay({GUN: "1204", "I-5-pzr-hq": "1204"}, *acting("german", "I-5-pzr"))
    half.go(GUN, "1205")
    assert half.state.marks["1205/held"] == "german"
    assert points(half.setting, half.state) == before


def held_for(total: int) -> dict[str, str]:
    """Marks with which the Germans hold exactly *total* points: the biggest villages first."""
    marks: dict[str, str] = {}
    for place in sorted(HANNUT.setting.scenario.place, key=lambda p: -p.value):
        mine = place.value <= total
        total -= place.value if mine else 0
        marks |= {f"{cell}/held": "german" if mine else "french" for cell in place.cells}
    assert not total
    return marks


@pytest.mark.rule("BK 12.1-W")
@pytest.mark.parametrize(
    ("turns", "held", "winner"),
    [
        (1, 7, "french"), (1, 8, None), (1, 12, None), (1, 13, "german"), (2, 13, "french"),
        (2, 14, None), (2, 21, "german"), (3, 15, "french"), (3, 16, None), (3, 25, "german"),
        (4, 20, None), (4, 29, "german"), (5, 25, "french"), (5, 26, None), (6, 31, "french"),
        (6, 32, ""), (6, 42, ""), (6, 43, "german"),
    ],
)  # fmt: skip
def test_points_within_the_band_of_the_turn_go_on(turns, held, winner):
    units, marks = {GUN: "2001", SOMUA: "0101"}, held_for(held)
    table = lay(units, *turn("end"), tracks={"turn": turns, "lost/french": 9}, marks=marks)
    result = table.state.result

    assert (result.winner if result else None) == winner
    assert table.state.tracks["points"] == held


@pytest.mark.rule("BK 12.1-W")
def test_behind_the_german_line_lies_the_least_of_turn_1():
    assert points(HANNUT.setting, fresh().state) == HANNUT.setting.scenario.victory.bands[0][0]


@pytest.mark.rule("BK 12.2-W")
@pytest.mark.parametrize("holder", ["german", "french"])
def test_who_holds_stonne_at_the_end_has_won(holder):
    units = {"I-gd-guards-1": "0112", "I-205-reservists-1": "1301"}
    marks = {"0708/held": holder}
    table = lay(units, *turn("end"), its_rules=STONNE, tracks={"turn": 10}, marks=marks)
    assert table.state.result.winner == holder
    going_on = lay(units, *turn("end"), its_rules=STONNE, tracks={"turn": 9}, marks=marks)
    assert going_on.state.result is None


# ---- 13.1 hidden guns ---------------------------------------------------------------------------

HIDDEN = rules(hidden_guns="yes")


@pytest.mark.rule("BK 13.1")
def test_a_hidden_gun_is_nowhere_for_the_enemy_and_seen_by_its_owner():
    table = fresh(HIDDEN)
    assert table.unit(PAK).hidden
    assert table.unit(PAK).at == "1609" or table.unit(PAK).at == "1610"
    assert HIDDEN.view(table.state, "french").pieces[PAK].at is None
    assert HIDDEN.view(table.state, "german").pieces[PAK].at == table.unit(PAK).at


@pytest.mark.rule("BK 13.1")
def test_a_hidden_gun_shows_itself_by_a_try_to_fire_and_the_enemy_is_not_told_who_is_asked():
    units = {"1-cuir-hq": "0604", SOMUA: "1806", PAK: {"at": "1808", "hidden": True}}
    table = lay(units, *acting("french", "1-cuir"), its_rules=HIDDEN)
    table.go(SOMUA, "1807")
    assert table.ask.who == "german"
    assert HIDDEN.view(table.state, "french").ask.kind == "hidden"
    table.pick(PAK).press(f"fire:{SOMUA}")
    assert not table.unit(PAK).hidden
    far = lay(
        {**units, PAK: {"at": "2001", "hidden": True}},
        *acting("french", "1-cuir"),
        its_rules=HIDDEN,
    )
    far.go(SOMUA, "1807")
    assert far.ask.who == "german"
    assert HIDDEN.view(far.state, "french") == HIDDEN.view(
        lay({**units}, *acting("french", "1-cuir"), its_rules=HIDDEN).go(SOMUA, "1807").state,
        "french",
    )


@pytest.mark.rule("BK 13.1")
def test_whoever_runs_into_a_hidden_gun_finds_it_and_a_gun_that_moves_shows_itself():
    units = {"1-cuir-hq": "0604", SOMUA: "1806", PAK: {"at": "1808", "hidden": True}}
    table = lay(units, *acting("french", "1-cuir"), its_rules=HIDDEN)
    table.go(SOMUA, "1807", "1808").press("pass")
    assert not table.unit(PAK).hidden
    assert table.unit(SOMUA).at == "1807"
    own = lay(
        {PAK: {"at": "1808", "hidden": True}, "kg-hq": "1808"},
        *acting("german", "kg"),
        its_rules=HIDDEN,
    )
    own.go(PAK, "1809")
    assert not own.unit(PAK).hidden


@pytest.mark.rule("BK 13.1", "BK 6.3.3")
def test_nobody_falls_back_into_the_hex_of_an_enemy_gun_or_hq():
    units = {
        "1-cuir-hq": "0604",
        SOMUA: "1806",
        "II-12-schr-rifles-1": "1808",
        "II-12-schr-hq": "1909",
        "11-rdp-at-at-47-1": {"at": "1809", "hidden": True},
        "12-cuir-hq": "1908",
    }
    table = lay(units, *acting("french", "1-cuir"), its_rules=HIDDEN)
    table.go(SOMUA, "1807").pick("II-12-schr-rifles-1").press("withdraw")
    assert "1908" not in table.ask.cells
    table.at("1809")
    assert not table.unit("11-rdp-at-at-47-1").hidden
    assert table.unit("II-12-schr-rifles-1").at == "1808"
    assert table.ask.kind == "retreat"
    assert "1809" not in table.ask.cells


def test_a_hidden_gun_is_no_target():
    from wardesk.games.blitzkrieg.ch08_fire import targets_of

    table = lay(
        {"1-cuir-hq": "0604", SOMUA: "1806", PAK: {"at": "1807", "hidden": True}},
        *acting("french", "1-cuir"),
        its_rules=HIDDEN,
    )
    assert targets_of(table.setting, table.state, table.unit(SOMUA)) == ()
    assert table.against(SOMUA, "1805") == []


# ---- files and whole games ----------------------------------------------------------------------


def test_a_scenario_that_names_an_unknown_formation_says_so():
    info = find_scenario("hannut-stonne/first-contact")
    wrong = {**info.setup, "attach": {"nobody": "kg"}, "forces": info.forces}

    with pytest.raises(UserError, match="nobody"):
        read_scenario(wrong)


def test_a_map_without_the_hexes_of_a_scenario_is_refused():
    from wardesk.documents.maps.store import load_board
    from wardesk.games.registry import make_rules

    info = find_scenario("hannut-stonne/hannut")
    stonne = find_scenario("hannut-stonne/stonne")
    with pytest.raises(UserError, match="no hex"):
        make_rules("blitzkrieg", load_board(stonne.map), {**info.setup, "forces": info.forces}, {})


def test_states_round_trip_in_the_middle_of_every_kind_of_procedure():
    met = set()
    for its_rules, seed in (*((LESSON, n) for n in range(3, 9)), (HIDDEN, 3)):
        rng, dice = Random(seed), SeededDice(seed)
        event, state = begin(its_rules, umpire=False)
        for _ in range(900):
            if state.ask is None:
                break
            kinds = tuple(type(f).__name__ for f in state.stack)
            if kinds not in met:
                met.add(kinds)
                assert decode(encode(state), its_rules.state_type) == state
            ask = state.ask
            answer = (
                dice.answer(ask, 0, event.chances)
                if ask.who == "chance"
                else its_rules.sample(state, rng)
            )
            stamp = Stamp(id=event.id + 1, parent=event.id, chances=event.chances)
            event, state = advance(its_rules, state, answer, stamp, umpire=False)
            if isinstance(answer, Path):
                met.add("path")
    assert {"Fire", "Hit", "ReactionWindow", "Assault", "Retreat", "Check"} <= {
        n for k in met if k != "path" for n in k
    }


@pytest.mark.rule("BK 13.1", "BK 9.1.1")
def test_a_hidden_gun_that_assaults_shows_itself():
    units = {PAK: {"at": "1808", "hidden": True}, "kg-hq": "1808", SOMUA: "1807"}
    table = lay(units, *acting("german", "kg"), its_rules=HIDDEN)
    table.go(PAK, "1807")
    assert table.unit(PAK).fought
    assert not table.unit(PAK).hidden


@pytest.mark.rule("BK 13.1")
def test_what_changes_of_a_gun_while_it_is_hidden_is_what_a_home_by_mail_may_tell():
    """All of `sealed_fields`, and nothing else: of what is not in it no letter can tell."""
    gun = {PAK: {"at": "1808", "hidden": True}, SOMUA: "1807"}
    looked = lay({**gun, "kg-hq": "1808"}, *acting("german", "kg"), its_rules=HIDDEN)
    before = looked.unit(PAK)
    looked.press("fire").pick(PAK).press("back", "end")
    assert looked.unit(PAK) == replace(before, acted=True)
    alone = lay({**gun, "kg-hq": "0604"}, *turn("start"), its_rules=HIDDEN)
    assert alone.unit(PAK) == replace(before, out=True)
    for its_rules in (HIDDEN, rules("stonne", hidden_guns="yes")):
        for seed in range(12):
            assert _changed_unseen(its_rules, seed) <= its_rules.sealed_fields == {"acted", "out"}


def _changed_unseen(its_rules, seed):
    """What changed of hidden guns after the set-up in a game of random answers."""
    changed = set()
    rng, dice = Random(seed), SeededDice(seed)
    event, state = begin(its_rules, umpire=False)
    while state.ask is not None:
        answer = (
            dice.answer(state.ask, 0, event.chances)
            if state.ask.who == "chance"
            else its_rules.sample(state, rng)
        )
        before, laid_out = state.pieces, type(state.stack[0]).__name__ != "Deploy"
        stamp = Stamp(id=event.id + 1, parent=event.id, chances=event.chances)
        event, state = advance(its_rules, state, answer, stamp, umpire=False)
        for name, unit in state.pieces.items():
            was = before[name]
            if laid_out and unit.hidden and was.hidden:
                fields = unit.__struct_fields__
                changed |= {f for f in fields if getattr(unit, f) != getattr(was, f)}
    return changed


@pytest.mark.rule("BK 13.1")
def test_where_a_hidden_gun_is_laid_out_is_in_no_log_of_the_enemy():
    table = fresh(rules("first-contact", hidden_guns="yes"), proposed=False)
    others = [unit for unit in table.ask.pieces if unit != PAK]
    table.go(others[0], "1708")
    assert table.event.visible_to == ()
    table.go(PAK, "1709")
    assert table.event.visible_to == ("german",)
