"""The after-action report of a campaign: days, plots, losses, rulings, dice, corrections."""

from __future__ import annotations

import re

import pytest
from small_campaign import NOW, Desk

from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.rulings import ChanceDrawn, Points, ProposalJudged, RulingMade
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitEliminated
from wardesk.reports.campaign_report import campaign_report
from wardesk.reports.campaign_story import campaign_story


@pytest.fixture
def desk():
    made = Desk()
    made.arrive("r1", "r2", "b1", "b2")
    made.do(StepsLost(unit="r1", steps=1, cause="<fire>"))
    made.do(TurnBegun(ordinal=1))
    made.do(ChanceDrawn(what="x", faces=(10,), results=(0,), how="typed"))
    made.do(ProposalJudged(title="x", cite="1", needed=3, roll=0,
                           modifiers=(("m", 1),), decided="yes",
                     proposed="yes"))  # fmt: skip
    made.do(
        ProposalJudged(title="Odd", cite="2", decided="no", override="They agreed", odds="yes 40 %")
    )
    made.do(Points(side="red", points=3, cause="a hill"), Points(side="red", points=2, cause="b"))
    made.do(RulingMade(id="r1", query="reset", decision="no", scope="campaign", author="Umpire",
                         reason="So it stands"))  # fmt: skip
    made.do(TurnBegun(ordinal=3))
    made.do(UnitEliminated(unit="b1", cause="air raid"))
    (wrong,) = made.do(Points(side="blue", points=9, cause="nothing"))
    made.ledger.take_back([wrong.seq], actor="umpire", reason="Miscounted", now=NOW)
    return made


def told(desk, paint=None):
    return campaign_story(desk.design, desk.ledger, paint)


def test_each_day_that_was_played_is_told_with_its_figures(desk):
    days = told(desk).days
    assert [day.title for day in days] == [
        "Sunday 17 September 1944", "Monday 18 September 1944",
    ]  # fmt: skip
    assert [day.points for day in days] == [(5, 0), (5, 0)]
    assert [day.steps for day in days] == [(4, 4), (4, 2)]
    last = [line for turn in days[1].turns for line in turn.lines]
    assert [line.undone for line in last if "nothing" in line.words] == [True]


def test_losses_are_those_that_count_by_formation(desk):
    rows = {row.name: (row.lost, row.gone, row.left) for row in told(desk).losses}
    assert rows == {"First": (1, 0, 5), "Second": (2, 1, 2)}


def test_points_stand_by_cause_and_what_was_taken_back_does_not(desk):
    assert told(desk).causes == (("Red", "a hill", 3), ("Red", "b", 2))


def test_rulings_overrides_and_corrections_are_told_with_their_reasons(desk):
    story = told(desk)
    assert [(r.decision, r.reason) for r in story.rulings] == [("no", "So it stands")]
    assert [(r.what, r.reason) for r in story.overrides] == [("Odd", "They agreed")]
    (correction,) = story.corrections
    assert correction.reason == "Miscounted"
    assert "nothing" in correction.of[0]


def test_dice_stand_against_what_the_odds_promised(desk):
    story = told(desk)
    assert [(r.faces, r.counts, r.sources) for r in story.rolls] == [(10, {0: 1}, {"typed": 1})]
    assert story.chances == (1, 0.3, 1)


def test_the_map_is_painted_at_the_end_of_each_day(desk):
    seen = []

    def paint(state):
        seen.append(state.units["b1"].place.kind)
        return b"\x89PNG"

    assert [day.picture for day in told(desk, paint).days] == [b"\x89PNG"] * 2
    assert seen == ["hex", "eliminated"]


def test_the_report_is_one_escaped_file_with_its_plots(desk):
    html = campaign_report(desk.design, desk.ledger, lambda *_: b"\x89PNG")
    assert html.count("<svg") >= 5
    assert html.count("data:image/png") == 2
    assert "&lt;fire&gt;" in html
    assert "<fire>" not in html
    assert "Miscounted" in html
    assert desk.ledger.head_hash in html
    assert not re.search(r"https?://(?!www\.w3\.org)", html)


def test_a_campaign_that_has_just_begun_has_a_report_too():
    fresh = Desk()
    html = campaign_report(fresh.design, fresh.ledger, None)
    assert "Nobody lost a step" in html
    assert "Not over yet" in html
