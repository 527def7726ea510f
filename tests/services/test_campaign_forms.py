"""Every action as a form: choices, what speaks against it, and doing it."""

from __future__ import annotations

from itertools import count

import pytest
from garden import garden_design
from small_campaign import NOW, small_design

from wardesk.campaign.choices import choices
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.routes import RouteLeft
from wardesk.errors import UserError
from wardesk.services.campaign.actions import actions_of
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.forms import do_form, form_lines, form_of, judge_form
from wardesk.services.campaign.rows import unit_card

_numbers = count(1)


def nonce() -> bytes:
    return next(_numbers).to_bytes(16, "big")


def new_desk(path, design=None, seed=7):
    return CampaignDesk.create(
        path, design or garden_design(), name="Test", campaign="mg", seed=seed, options={},
        now=lambda: NOW, nonce=nonce,
    )  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    with new_desk(tmp_path / "market.wdcamp") as made:
        yield made


def test_every_action_has_a_form_and_every_word_that_is_chosen_has_choices(desk):
    rows = actions_of(desk.design)

    assert {row.id for row in rows} | {"transfer", "place"} == {
        line.id for line in form_lines(desk)
    }
    for row in rows:
        form = form_of(desk, row.id)
        in_the_table = ("rows", "dice") if row.casts is not None else ()
        told = [param.name for param in row.params if param.name not in in_the_table]
        assert [field.name for field in form.fields] == told
        for param in row.params:
            if param.of and param.of not in ("dropped",):
                assert choices(desk.design, desk.state, param.of), (row.id, param.name)


def test_nothing_impossible_is_offered_first(desk):
    lines = form_lines(desk)
    able = [line.possible for line in lines]
    assert able == sorted(able, reverse=True)
    possible = {line.id for line in lines if line.possible}
    assert {"first-drop", "hide-raid", "note"} <= possible
    assert not {"weather", "corps", "drop-rolls", "choose-huber"} & possible
    # of the values of a word, those that can be come first: one bridge is wired
    desk.next()
    do_form(desk, "control", {"bridge": "son", "side": "german"})
    do_form(desk, "wire", {"bridge": "son", "side": "german"})
    assert form_of(desk, "demolish").fields[0].choices[0][0] == "son"


def test_asking_writes_nothing_and_answers_for_every_form(desk):
    head = desk.ledger.head

    for line in form_lines(desk):
        verdict = judge_form(desk, line.id, {})
        assert verdict.refused or verdict.effects or verdict.proposal

    assert desk.ledger.head == head


@pytest.mark.parametrize(
    ("action", "words", "why"),
    [
        ("demolish", {"bridge": "son", "side": "german"}, "not wired"),
        ("demolish", {"bridge": "son"}, "“Side” is not filled in"),
        ("wire", {"bridge": "best-rail", "side": "german"}, "may never be wired"),
        ("weather", {}, "0700"),
        ("corps", {"corps": "xii"}, "1900"),
        ("transfer", {"units": "101.502.a"}, "Say which: to"),
        ("bailey", {"bridge": "nowhere", "unit": "x"}, "no bridge"),
        ("off-map", {"formation": "wal.107", "box": "east-1"}, "not come by the boxes"),
    ],
)
def test_what_cannot_be_done_says_why(desk, action, words, why):
    assert why in judge_form(desk, action, words).refused


def test_a_form_is_done_and_its_choices_follow(desk):
    desk.next()
    do_form(desk, "control", {"bridge": "son", "side": "german"})
    assert judge_form(desk, "wire", {"bridge": "son", "side": "german"}).effects == 1
    do_form(desk, "wire", {"bridge": "son", "side": "german", "fire": ""})
    names = dict(form_of(desk, "demolish").fields[0].choices)
    assert names["son"] == "Son bridge (wired)"

    verdict = judge_form(desk, "demolish", {"bridge": "son", "side": "german"})
    assert verdict.proposal is not None
    assert verdict.proposal.odds[0].ways == 6
    do_form(desk, "demolish", {"bridge": "son", "side": "german"}, roll=0)

    assert desk.state.bridges["son"].state == "blown"


def test_units_are_put_and_sent_over_by_forms(desk):
    do_form(desk, "place", {"units": "gds.ind.hhca, gds.ind.hhcb", "game": "WED", "hex": "46.217"})
    desk.add([EventDraft(payload=RouteLeft(route="club"))])
    do_form(desk, "transfer", {"units": "gds.ind.hhca", "to": "TDC"})

    assert desk.state.units["gds.ind.hhcb"].place.at == "46.217"
    assert desk.state.units["gds.ind.hhca"].place.kind == "transit"
    with pytest.raises(UserError, match="Say which: hex"):
        do_form(desk, "place", {"units": "gds.ind.hhca", "game": "TDC"})


def test_a_design_without_rules_has_the_moves_of_units_and_what_every_campaign_has(tmp_path):
    with new_desk(tmp_path / "s.wdcamp", small_design(), seed=None) as desk:
        names = {"begin-scenario", "move-box", "set-weather", "points", "pool", "note",
                 "fog-of-war", "sighting", "seat", "bridge", "advance"}  # fmt: skip
        assert {line.id for line in form_lines(desk)} == {"transfer", "place", *names}
        with pytest.raises(UserError, match="no action called"):
            form_of(desk, "weather")


def begin(desk, ordinal):
    """Begin a 1900 turn, with the lines before the corps closed by hand."""
    desk.add([EventDraft(payload=TurnBegun(ordinal=ordinal))])
    while desk.pending()[0].id != "corps":
        desk.next(skip="by hand")


def test_a_switched_off_modifier_needs_a_reason_before_a_die_falls(tmp_path):
    with new_desk(tmp_path / "t.wdcamp", seed=None) as desk:
        ordinal = desk.design.calendar.ordinal
        begin(desk, ordinal("18 Sep 1900"))
        desk.act("corps", {"corps": "xii"}, roll=9)
        begin(desk, ordinal("19 Sep 1900"))
        head = desk.ledger.head
        words = {"corps": "xii", "without": "failed attempts"}
        assert "needs a reason" in judge_form(desk, "corps", words).refused

        with pytest.raises(UserError, match="needs a reason"):
            desk.act("corps", words, roll=6)
        assert desk.ledger.head == head
        done = desk.act("corps", words | {"reason": "for another box"}, roll=6)

        judged = done.events[1].payload
        assert (judged.proposed, judged.decided) == ("advances", "stays")


def test_a_card_of_a_unit_tells_quality_and_counters(desk):
    desk.act("supply", {"division": "101", "enemy_in_zone": "yes"})

    card = unit_card(desk.design, desk.state, "101.501.a")

    assert (card.steps, card.quality, card.quality_change) == (2, 6, -1)
    assert card.why == ("-1 by S6.1.1",)
    assert card.counters == (("WED", "A/501"),)
    with pytest.raises(UserError, match="no unit"):
        unit_card(desk.design, desk.state, "nobody")


@pytest.mark.parametrize(
    ("action", "words", "readers"),
    [
        ("note", {"words": "the Germans sleep"}, set()),
        ("note", {"words": "the Germans sleep", "told": "yes"},
         {"Allied commander", "German commander", "101st Airborne Division",
          "Guards Armoured Division", "KG Chill"}),
        ("sighting", {"seat": "101", "where": "Son", "what": "tanks", "how": "a nun"},
         {"101st Airborne Division"}),
        ("set-number", {"key": "points.release", "value": "3", "reason": "the box"},
         {"Allied commander", "German commander", "101st Airborne Division",
          "Guards Armoured Division", "KG Chill"}),
        ("control", {"bridge": "son", "side": "german"}, set()),
    ],
)  # fmt: skip
def test_a_form_says_who_else_will_read_what_was_typed(desk, action, words, readers):
    verdict = judge_form(desk, action, words)
    assert verdict.refused == ""
    assert set(verdict.readers) == readers


def test_in_fog_the_cause_of_an_attack_is_read_by_those_who_see(desk):
    desk.act("fog-of-war", {"seat": "101"})
    words = {"attacked": "yes", "cause": "guns at Koevering"}
    readers = judge_form(desk, "attack-route", words).readers
    assert "101st Airborne Division" not in readers
    assert "Guards Armoured Division" in readers
