"""What is shown: counters, tracks, cases, odds and charts."""

import re

import pytest
from eben import RULES, fresh, garrison, lay, sally

from wardesk.engine.question import Answering
from wardesk.engine.types import Cells, Choose, Path, Pieces
from wardesk.errors import UserError


def test_a_squad_as_a_counter():
    game = lay("german_move", {"glider-4": "MN"}, changes={"glider-4": {"men": 6, "moved": False}})
    counter = next(c for c in RULES.showing.look(game.state).counters if c.piece == "glider-4")
    assert (counter.title, counter.left, counter.symbol) == ("4 Wenzel", "6", "airborne")
    assert counter.reduced
    assert [b.letter for b in counter.badges] == ["C1", "F1", "M1"]
    assert counter.text.endswith("light machine gun.")
    assert "Mi-Nord" in counter.text


@pytest.mark.plays
def test_looks_of_a_whole_game_are_well_formed():
    game = fresh()
    colours = re.compile(r"#[0-9a-f]{6}$")
    seen = set()
    for event in fresh().finish(3).events:
        seen.add(event.ask.kind if event.ask else "")
    game.finish(3)
    look = RULES.showing.look(game.state)
    assert look.headline.endswith("victory points")
    assert len(look.phases) == 10
    assert {t.id for t in look.tracks} >= {"turn", "victory_points", "german_losses"}
    assert all(colours.match(s.field) and colours.match(s.bar) for s in look.sides)
    assert {c.at for c in look.counters if c.at} <= set(RULES.setting.fort.cells)
    assert {"land", "landing", "draw", "move"} <= seen


@pytest.mark.plays
def test_every_question_is_short_and_cites_a_rule():
    for seed in range(10):
        for event in fresh(umpire=seed % 2 == 0).finish(seed).events:
            ask = event.ask
            if ask is None:
                continue
            assert len(ask.prompt.split()) <= 8
            # A draw is no choice: it says what to do.
            assert ask.prompt.endswith("?") == (ask.kind != "draw")
            cites = [ask.cite, *(c.cite for c in ask.choices), *(line.cite for line in event.story)]
            assert all(RULES.rulebook.summary(c) for c in cites if c), cites
            assert not any(line.text.endswith(".") for line in event.story)


@pytest.mark.plays
def test_odds_of_every_roll_add_up():
    from wardesk.engine.kernel import fold
    from wardesk.engine.types import GameState

    for seed in range(6):
        game = fresh(umpire=True).finish(seed)
        state = GameState(pieces={})
        for event in game.events:
            state = fold(state, event)
            case = RULES.showing.case(state)
            if state.ask is not None and state.ask.shape in ("roll", "outcome"):
                assert case is not None or state.ask.kind == "demolition"
            if case is not None and case.odds:
                assert sum(line.ways for line in case.odds) == case.odds[0].of


def test_a_planned_attack_shows_its_odds():
    germans = {"glider-1": "G5", "glider-3": "G5", "glider-6": "G5"}
    game = lay("german_attack", germans, (sally("a", "G9", 20),)).at("G9")
    case = RULES.showing.case(game.state, Pieces(("glider-1", "glider-3", "glider-6")))
    assert case.sum_text == "24 / 2 = 12; 12 : 20 → 1 : 2"
    assert case.chart.columns[case.chart.column] == "1:2"


def test_a_planned_shot_landing_and_flamethrower_show_their_odds():
    game = fresh()
    assert RULES.showing.case(game.state, Path(("glider-1",), ("MN",))).place == "Mi-Nord"
    crew = (garrison("c", "BL3"),)
    game = lay("belgian_artillery", {"glider-6": "D1", "glider-1": "G1"}, crew)
    game.pick("BL3.artillery")
    assert RULES.showing.case(game.state, Cells(("G1",))).inputs[1].value == "/ 2"
    game = lay("german_attack", {"glider-8": "G5"}, (sally("a", "G7", 8),))
    plain = RULES.showing.case(game.state, Cells(("G7",)))
    game.at("G7")
    assert RULES.showing.case(game.state, Choose("no")) == plain
    assert RULES.showing.case(game.state, Choose("yes")).odds != plain.odds


@pytest.mark.rule("EE N5")
def test_odds_of_the_worked_example_from_the_command_line():
    values = {"attackers": "27", "defenders": "20", "divisor": "2", "flamethrower": "yes"}
    case = RULES.showing.odds("combat", values)
    assert case.sum_text == "27 / 2 = 13.5 → 14; 14 : 20 → 1 : 2"
    assert sum(line.ways for line in case.odds) == 36


@pytest.mark.rule("EE N67", "EE N22")
def test_odds_with_a_flamethrower_and_the_counter_of_the_turn():
    values = {"attackers": "20", "defenders": "20"}
    shifted = [{"flamethrower": "yes"}, {"bonus": "yes"}]
    one, other = (RULES.showing.odds("combat", {**values, **more}) for more in shifted)
    assert one.odds == other.odds != RULES.showing.odds("combat", values).odds
    both = RULES.showing.odds("combat", {**values, **shifted[0], **shifted[1]})
    assert both.odds != one.odds


def test_odds_of_the_other_tables():
    assert sum(o.ways for o in RULES.showing.odds("mg", {"column": "3"}).odds) == 36
    artillery = RULES.showing.odds("artillery", {"strength": "16", "divisor": "3"})
    assert {o.label: o.ways for o in artillery.odds}["no effect"] == 1
    lost = {o.label: o.ways for o in RULES.showing.odds("landing", {}).odds}
    assert lost == {"lands": 27, "lands, 1 lost": 2, "lands, 2 lost": 3, "glider lost": 4}


@pytest.mark.parametrize(
    ("table", "values", "text"),
    [
        ("weather", {}, "combat, mg, artillery"),
        ("combat", {"attackers": "5"}, "defenders"),
        ("combat", {"attackers": "x", "defenders": "5"}, "whole number"),
        ("combat", {"attackers": "5", "defenders": "5", "divisor": "4"}, "1, 2 or 3"),
        ("combat", {"attackers": "5", "defenders": "5", "luck": "4"}, "attackers, defenders"),
        ("mg", {"column": "4"}, "3, 6, 9"),
        ("artillery", {"strength": "-1"}, "between"),
    ],
)
def test_odds_say_what_they_need(table, values, text):
    with pytest.raises(UserError, match=text):
        RULES.showing.odds(table, values)


def test_charts_are_rectangular_and_reconstructions_say_so():
    charts = RULES.showing.charts()
    assert [c.id for c in charts][:4] == ["landing", "machine_gun", "artillery", "combat"]
    for chart in charts:
        assert len(chart.cells) == len(chart.rows)
        assert all(len(row) == len(chart.columns) for row in chart.cells)
    rebuilt = [c.id for c in charts if c.reconstruction]
    assert rebuilt == ["charge", "demolition", "fields_of_fire"]


@pytest.mark.rule("EE N39")
@pytest.mark.parametrize(
    ("work", "crew", "ways", "of"), [("MN", "no", 3, 6), ("BL5", "yes", 30, 36)]
)
def test_the_odds_of_a_charge(work, crew, ways, of):
    case = RULES.showing.odds("demolition", {"work": work, "garrison": crew})
    stands = next(line for line in case.odds if line.label == "the work stands")
    assert (stands.ways, stands.of) == (ways, of)
    assert sum(line.ways for line in case.odds) == of


def test_overlays_light_the_question():
    game = lay("german_attack", {"glider-1": "G5"}, (sally("a", "G7"), sally("b", "G2")))
    overlays = {o.kind: o.cells for o in RULES.showing.look(game.state).overlays}
    assert set(overlays["target"]) == {"G7", "G2"}
    game.at("G7")
    arrows = [o.line for o in RULES.showing.look(game.state).overlays if o.kind == "arc"]
    assert arrows == [("G5", "G7")]


def test_the_odds_of_a_draw_say_whom_the_counter_helps():
    game = lay("start", {"glider-1": "MN"}, turn=0)
    case = RULES.showing.case(game.state)

    assert [(line.label, line.ways, line.of) for line in case.odds] == [
        ("helps the Germans", 13, 20),
        ("helps the Belgians", 7, 20),
    ]
    assert "Air attack 14" in case.sum_text
    assert "airstrike-14" not in case.sum_text


def test_every_question_of_a_person_has_the_chart_it_is_weighed_with():
    charts = {chart.id for chart in RULES.showing.charts()}
    game = lay("start", {"glider-1": "MN"}, turn=0)

    assert RULES.showing.chart_for(game.state) == "counters"
    named = {step.question.chart for step in RULES.steps.values() if isinstance(step, Answering)}
    assert len(named) > 3
    assert named - {""} <= charts


def test_an_answer_that_is_not_finished_leads_to_no_roll_yet():
    landing = fresh()
    assert landing.ask.kind == "land"
    for pieces, cells in ((("glider-1",), ()), (("nobody",), ("D1",)), ((), ("D1",))):
        assert RULES.showing.case(landing.state, Path(pieces, cells)) is None
    attack = lay("belgian_attack", {"glider-6": "G5", "glider-1": "KS"}, (sally("a", "G7"),))
    assert attack.ask.kind == "attack-target"
    assert RULES.showing.case(attack.state, Cells(())) is None
    guns = lay("belgian_artillery", {"glider-1": "D1", "glider-2": "G7"}, (garrison("a", "BL5"),))
    while guns.ask.kind != "fire-target":
        guns.pick(guns.ask.pieces[0])
    assert RULES.showing.case(guns.state, Cells(())) is None
