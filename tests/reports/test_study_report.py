"""The report of a study: what it says, that nothing in it can inject, that it stands alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest
from dice_race import load_race, make_race

from wardesk.reports.page import tokens
from wardesk.reports.study import study_report
from wardesk.services.play import tables
from wardesk.services.studies import study_desk
from wardesk.studies.conduct import Conductor
from wardesk.studies.summary import summarise
from wardesk.studies.words import summary_lines

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


@pytest.fixture
def summary(monkeypatch):
    monkeypatch.setattr(tables, "load_table", load_race)

    def made(n=30, compare=(), play=True, **options):
        record = study_desk.plan_study("race", options, compare, players={}, n=n, seed=1)
        if play:
            record = Conductor(record, make_race, jobs=0).play()
        return summarise(record, study_desk.setting_of(record.study))

    return made


def svgs(html):
    return [ElementTree.fromstring(each) for each in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def test_the_report_says_who_wins_with_intervals_and_what_was_rebuilt(summary):
    html = study_report(summary())

    assert "95 % intervals" in html
    assert "Reds, clear win" in html
    assert "Rebuilt" in html
    assert "Seeds 1 to 30" in html
    assert len(svgs(html)) == 5


def test_options_are_compared_game_by_game(summary):
    found = summary(compare=[{"slow": True}])
    html = study_report(found)

    assert found.comparisons[0].points.value < 0
    assert "What an option changes" in html
    assert "slow True" in html


def test_the_file_stands_alone(summary):
    html = study_report(summary())

    assert not re.findall(r"(?:src|href)\s*=", html)
    assert "<script" not in html
    assert "url(" not in html
    assert "prefers-color-scheme: dark" in html
    assert "#151719" in tokens("dark")
    assert str(tokens("dark")) in html


def test_an_empty_study_has_a_report(summary):
    found = summary(play=False)
    html = study_report(found)

    assert "Nothing to show yet" in html
    assert "0 of 30 games" in next(iter(summary_lines(found)))
    assert "nan" not in html.lower()


def test_broken_games_are_told(summary):
    found = summary(n=60, breaks_at=7)

    assert found.wrong
    assert "the track is torn" in study_report(found)
    assert "… and" in study_report(found)
    assert any("more broke" in line for line in summary_lines(found))


def test_hostile_texts_stay_texts(summary):
    found = summary(compare=[{"slow": True}])
    replace = msgspec.structs.replace
    setting = found.setting
    setting = replace(
        setting,
        title=HOSTILE,
        game_title=HOSTILE,
        reconstruction=(HOSTILE,),
        sides=tuple(replace(side, name=HOSTILE) for side in setting.sides),
    )
    parts = tuple(
        replace(
            part,
            label=HOSTILE,
            levels=tuple(replace(level, level=HOSTILE) for level in part.levels),
            points=tuple(
                replace(
                    p,
                    title=HOSTILE,
                    measure=replace(p.measure, title=HOSTILE, steps=((0, HOSTILE), (9, HOSTILE))),
                )
                for p in part.points
            ),
            series=tuple(
                replace(s, measure=replace(s.measure, title=HOSTILE)) for s in part.series
            ),
            broken=((1, HOSTILE),),
        )
        for part in found.parts
    )
    hostile = replace(
        found, setting=setting, parts=parts, lost=(HOSTILE,), scenario=HOSTILE, rules=HOSTILE,
        comparisons=tuple(replace(c, label=HOSTILE) for c in found.comparisons),
    )  # fmt: skip

    html = study_report(hostile)

    assert html.count("&lt;script&gt;") > 10
    assert not re.search(r"<(?:script|img|b>race|i>)", html)
    assert len(svgs(html)) > 8


def test_the_summary_as_json_keeps_its_shape(summary):
    plain = msgspec.to_builtins(summary(compare=[{"slow": True}]))

    assert plain["schema"] == 1
    assert list(plain) == [
        "schema", "scenario", "setting", "players", "seed", "rules", "games", "wanted", "parts",
        "comparisons", "lost",
    ]  # fmt: skip
    assert list(plain["parts"][0]) == [
        "label", "options", "games", "wanted", "wins", "levels", "points", "decisions", "turns",
        "series", "broken", "running", "fallen",
    ]  # fmt: skip
    assert list(plain["parts"][0]["wins"][0]["share"]) == ["count", "of", "share", "low", "high"]
    assert list(plain["parts"][0]["series"][0]["rows"][0]) == ["turn", "spread"]
    assert list(plain["comparisons"][0]) == ["label", "wins", "points", "other_winner"]
