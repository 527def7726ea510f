"""Pairs of games on common seeds, and a sequential test that neither dawdles nor jumps."""

from __future__ import annotations

import json
from random import Random
from statistics import pstdev

import pytest
from toy_game import ToyRules

from wardesk.cli.main import main
from wardesk.errors import UserError
from wardesk.services.studies.study_desk import plan_duel, rules_of
from wardesk.studies.duel import (
    LEAST,
    Duel,
    Pair,
    likelihood,
    play_duel,
    play_pair,
    standing_of,
)
from wardesk.studies.run import InThisProcess


def make(scenario, options):
    return ToyRules()


def duel(**more):
    players = {"allies": "policy", "axis": "policy"}
    return Duel(scenario="toy/dash", players=players, side="allies", base="random", **more)


def pair(seed, score, base=0.5, luck=0.0):
    return Pair(seed=seed, score=score, base=base, winner="", base_winner="", seconds=0.0,
                luck=luck)  # fmt: skip


def test_a_player_against_itself_gains_nothing():
    same = Duel(scenario="toy", players={"allies": "policy", "axis": "policy"}, side="allies",
                base="policy")  # fmt: skip

    pairs = [pair for pair, _ in play_duel(make, same, range(6), InThisProcess())]

    assert [each.seed for each in pairs] == list(range(6))
    assert {each.gain for each in pairs} == {0.0}


def test_the_same_pairs_come_out_whoever_plays_them():
    found = [
        [
            (p.seed, p.score, p.base)
            for p, _ in play_duel(make, duel(), range(6), InThisProcess(), window=n)
        ]
        for n in (1, 4)
    ]

    assert found[0] == found[1]


@pytest.mark.slow
def test_several_games_of_the_base_player_are_told_by_their_mean():
    one, many = (
        plan_duel("eben-emael/first-landing", {}, {"belgian": "script"}, "random", n)
        for n in (1, 8)
    )

    alone, told = ([play_pair(rules_of, d, seed) for seed in range(4)] for d in (one, many))

    assert [(p.score, p.base_winner) for p in told] == [(p.score, p.base_winner) for p in alone]
    assert {p.base_luck for p in told} == {0.0}
    assert play_pair(rules_of, many, 3).base == told[3].base
    assert 0.0 < pstdev(p.base for p in told) < pstdev(p.base for p in alone)


def test_the_test_ends_as_soon_as_it_has_decided():
    same = Duel(scenario="toy", players={"allies": "policy", "axis": "policy"}, side="allies",
                base="policy")  # fmt: skip

    *_, (_, last) = play_duel(make, same, range(500), InThisProcess(), sequential=True)

    assert last.verdict == "not better"
    assert last.pairs < 20


@pytest.mark.parametrize(("gain", "verdict"), [(0.08, "better"), (0.0, "not better")])
def test_it_rarely_errs_and_takes_about_as_many_pairs_as_it_should(gain, verdict):
    wrong = taken = 0
    for seed in range(200):
        rng = Random(seed)
        gains: list[float] = []
        while likelihood(gains)[1] == "open":
            gains.append(rng.gauss(gain, 0.2))
        wrong += likelihood(gains)[1] != verdict
        taken += len(gains)

    assert wrong < 200 * 0.09
    assert 15 < taken / 200 < 60


def test_what_the_pairs_say():
    found = standing_of("allies", [pair(1, 0.7), pair(2, 0.5), pair(3, 0.4)])

    assert (found.pairs, found.better, found.equal, found.worse) == (3, 1, 1, 1)
    assert found.low < found.gain < found.high
    assert found.verdict == "open"


def test_luck_is_taken_out_as_far_as_it_shows():
    rng = Random(4)
    lucks = [rng.gauss(0.0, 0.1) for _ in range(30)]
    noise = [rng.gauss(0.0, 0.01) for _ in range(30)]
    showing = [pair(k, 0.55 + luck + e, luck=luck)
               for k, (luck, e) in enumerate(zip(lucks, noise, strict=True))]  # fmt: skip
    hidden = [pair(each.seed, 0.55 + e, luck=each.luck)
              for each, e in zip(showing, noise, strict=True)]  # fmt: skip

    told, other = standing_of("allies", showing), standing_of("allies", hidden)

    assert told.weight == pytest.approx(1.0, abs=0.05)
    assert told.gain == pytest.approx(0.05, abs=0.01)
    assert told.high - told.low < 0.02
    assert told.plain == pytest.approx(sum(lucks) / 30 + 0.05, abs=0.01)
    assert told.verdict == "better"
    assert other.weight == pytest.approx(0.0, abs=0.05)
    assert other.gain == pytest.approx(0.05, abs=0.01)


def test_of_few_pairs_nobody_knows_what_luck_shows():
    few = [pair(k, 0.5 + k / 10, luck=k / 10) for k in range(LEAST - 1)]

    assert standing_of("allies", few).weight == 0.0
    assert standing_of("allies", few).gain == standing_of("allies", few).plain
    assert standing_of("allies", [*few, pair(9, 0.4, luck=-0.1)]).weight == pytest.approx(1.0)


@pytest.mark.slow
def test_games_differ_less_once_their_luck_is_known():
    roof = plan_duel("eben-emael/historical", {}, {"german": "policy"})

    found = [play_pair(rules_of, roof, seed) for seed in range(5)]

    assert all(each.luck for each in found)
    assert pstdev(each.score - each.luck for each in found) < pstdev(e.score for e in found) / 2


def test_nonsense_is_told_with_what_to_say():
    with pytest.raises(UserError, match="no side 'dutch'"):
        plan_duel("eben-emael/historical", {}, {"dutch": "captain"})
    with pytest.raises(UserError, match="'marshal' is no player"):
        plan_duel("eben-emael/historical", {}, {"german": "marshal"})
    with pytest.raises(UserError, match="'captain' is no player"):
        plan_duel("freeform/hannut-table", {}, dict.fromkeys(["blue", "grey"], "captain"))


def test_the_command_tells_who_is_better(capsys):
    words = ["match", "eben-emael/first-landing", "--players", "german=script,belgian=random"]

    assert main([*words, "-n", "2", "--seed", "900", "--jobs", "0", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["duel"]["players"] == {"german": "policy", "belgian": "random"}
    assert (told["duel"]["side"], told["duel"]["base"]) == ("german", "random")
    assert [each["seed"] for each in told["pairs"]] == [900, 901]
    assert told["standing"]["verdict"] == "open"
    assert main([*words, "-n", "1", "--jobs", "0"]) == 0
    assert "has not decided" in capsys.readouterr().out
