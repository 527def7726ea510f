"""What is varied in one go, when a study is settled, and what workers with other rules are told."""

from __future__ import annotations

import pytest
from dice_race import load_race, make_race

from wardesk.errors import UserError
from wardesk.services.play import tables
from wardesk.services.studies import study_desk
from wardesk.services.studies.study_desk import Workplace, plan_study, play_study, setting_of, swept
from wardesk.studies.compare import ComparedGames, versus
from wardesk.studies.play import play_range
from wardesk.studies.record import read_record
from wardesk.studies.run import InThisProcess
from wardesk.studies.spec import StudyTask
from wardesk.studies.summary import summarise
from wardesk.words import use_language

HERE = Workplace(jobs=0)


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    monkeypatch.setattr(tables, "load_table", load_race)


def planned(*changes, n=40, seed=1):
    return plan_study("race", {}, changes, players={}, n=n, seed=seed)


def test_options_players_and_seeds_are_varied_in_one_go():
    record = planned({"slow": True}, {"red": "random"}, {"seed": 900}, {"slow": True, "seed": 7})
    labels = [part.label for part in summarise(record, setting_of(record.study)).parts]

    assert labels == ["as printed", "slow True", "red random", "seed 900", "slow True, seed 7"]
    assert record.study.specs[2].players == {"red": "random", "blue": "policy"}
    assert swept("slow", (False, True), {"slow": False}) == ({"slow": True},)
    with pytest.raises(UserError, match="no player for"):
        planned({"red": "human"})
    with pytest.raises(UserError, match="no seed"):
        planned({"seed": "x"})


def test_a_player_is_named_as_at_the_table_and_must_be_able_to_hold_the_side():
    players = {"red": "script", "blue": "random"}
    study = plan_study("race", {}, ({"blue": "script"},), players=players, n=4, seed=1).study
    assert [spec.players["red"] for spec in study.specs] == ["policy", "policy"]
    assert [spec.players["blue"] for spec in study.specs] == ["random", "policy"]
    with pytest.raises(UserError, match="'automaton' is no player for red"):
        planned({"red": "automaton"})


@pytest.mark.parametrize(("code", "stop"), [("en", ": "), ("de", ": "), ("fr", "\u00a0: ")])
def test_a_setting_is_named_as_its_language_puts_a_colon(code, stop):
    record = planned({"slow": True})
    base, slow = record.study.specs
    try:
        use_language(code)
        label = slow.label_beside(base, lambda option, value: ("Points", str(value)))
    finally:
        use_language("en")

    assert label == f"Points{stop}True"


def test_a_figure_of_a_scenario_is_changed_like_an_option(monkeypatch):
    monkeypatch.undo()
    scenario = "eben-emael/historical"
    plain, hard = (tables.load_table(scenario, o) for o in ({}, {"victory.minor": 11}))

    assert plain.rules.digest != hard.rules.digest
    value = {each.id: each.value for each in hard.rules.variables()}
    assert value["victory.minor"] == 11
    with pytest.raises(UserError, match=r"no figure 'victory\.easy'") as refused:
        tables.load_table(scenario, {"victory.easy": 1})
    assert "victory.minor" in refused.value.advice
    with pytest.raises(UserError, match="not from 1 to 99"):
        tables.load_table(scenario, {"victory.minor": "many"})


def test_a_settled_study_is_the_same_for_any_number_of_workers(tmp_path):
    wide = planned({"slow": True}, n=4000)
    setting, file = setting_of(wide.study), tmp_path / "s.json"
    counted = []
    here = play_study(wide, setting, HERE, file=file, settled=0.12, progress=counted.append)
    stops = iter([False] * 3 + [True] * 50)
    half = play_study(wide, setting, HERE, settled=0.12, should_stop=lambda: next(stops))
    again = play_study(half, setting, HERE, settled=0.12)

    assert here.wanted == here.games < 8000
    assert summarise(here, setting).parts[0].widest <= 0.12
    assert read_record(file) == here
    assert half.wanted == 8000
    assert 0 < half.games < here.games
    assert again == here
    assert all(so_far.wanted == 8000 for so_far in counted)


def test_a_worker_with_other_rules_is_refused():
    (spec,) = planned().study.specs

    def other(scenario, options):
        rules = make_race(scenario, options)
        rules.digest = "f" * 64
        return rules

    with pytest.raises(UserError, match="other rules or tables"):
        play_range(other, StudyTask(spec, 0, 1))


def test_bands_narrow_by_seed_and_not_by_who_was_first():
    record = play_study(planned(n=90), setting := setting_of(planned().study), HERE)
    red = summarise(record, setting).parts[0].running[0]

    assert red.side == "red"
    assert [row[0] for row in red.rows][-1] == 90
    assert all(low <= share <= high for _, low, share, high in red.rows)
    first, last = red.rows[0], red.rows[-1]
    assert last[3] - last[1] < first[3] - first[1]


def test_two_studies_are_held_against_each_other():
    record = play_study(planned({"slow": True}, n=60), setting := setting_of(planned().study), HERE)
    a, b = (ComparedGames(s, t) for s, t in zip(record.study.specs, record.tallies, strict=True))
    found = versus(setting, a, b)

    points = next(row for row in found.rows if row.title == "Points")
    assert points.difference.value < 0
    assert not points.difference.may_be_chance
    assert points.difference.pairs == 60
    assert [pair.of for pair in found.pairs] == [60, 60]
    assert [matter.title for matter in found.differs] == ["slow"]
    assert "Points: " in found.said
    assert " less (" in found.said
    alike = versus(setting, a, a)
    assert "chance" in alike.said
    assert not alike.differs


def test_men_are_counted_where_they_fell(monkeypatch):
    monkeypatch.undo()
    record = plan_study("eben-emael/historical", {}, (), players={}, n=2, seed=3)
    done = play_study(record, setting_of(record.study), HERE)
    (tally,) = done.tallies

    assert tally.fallen_of == 2
    assert sum(count for cells in tally.fallen.values() for count in cells.values()) > 5
    assert set(tally.fallen) <= {"german", "belgian"}


def test_a_cluster_without_dask_is_told_of(monkeypatch):
    monkeypatch.setattr("wardesk.studies.cluster.importlib.import_module", _missing)
    record = planned(n=3)
    with pytest.raises(UserError, match="Dask is not installed") as refused:
        play_study(record, setting_of(record.study), Workplace(cluster="tcp://nowhere:1"))
    assert "wardesk[cluster]" in refused.value.advice


def _missing(name):
    raise ImportError(name)


def test_a_pool_of_ones_own_is_used():
    asked = []

    def pool(jobs):
        asked.append(jobs)
        return InThisProcess()

    record = planned(n=5)
    play_study(record, setting_of(record.study), Workplace(jobs=2), pool=pool)
    assert asked == [2]
    assert study_desk.working_file(record.study).parent.name == "studies"
