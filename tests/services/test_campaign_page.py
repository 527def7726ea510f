"""A campaign on one page, for the umpire and for a seat that may not know everything."""

from __future__ import annotations

from itertools import count

import msgspec
import pytest
from garden import clear_road, garden_design
from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.messages import OrderGiven
from wardesk.campaign.ledger.kinds.rulings import QueryOpened
from wardesk.campaign.ledger.kinds.secrets import commit
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.ledger.rulings import Query
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.sheets import ResultRow, ResultsSheet
from wardesk.errors import UserError
from wardesk.reports.packet import newly_told, paper_of
from wardesk.services.campaign.asks import answer, outcomes, overrule, proceed, step_ask
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.packets import view_for
from wardesk.services.campaign.page import PageMaker
from wardesk.services.campaign.shelf import (
    keep_draft,
    kept_draft,
    recent_campaigns,
    remember,
    shipped_campaigns,
)
from wardesk.words import encode


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def make(path, *, seed=7, **options):
    numbers = count(1)
    return CampaignDesk.create(
        path, garden_design(), name="Test", campaign="mg", seed=seed, options=options,
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
        seat_names={"german": "Erika", "101": " "},
    )  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    with make(tmp_path / "a.wdcamp") as made:
        yield made


def go(desk, turn, *, stop_at=""):
    """Answer whatever is asked until a turn has come, or a line of it."""
    goal = desk.design.calendar.ordinal(turn)
    while desk.state.ordinal < goal or (stop_at and desk.pending()[0].id != stop_at):
        ask = step_ask(desk)
        if ask is None:
            proceed(desk)
        elif ask.choices:
            answer(desk, ask, words={ask.choice: ask.choices[0][0]})
        elif ask.proposal.missing:
            overrule(desk, ask, outcomes(desk, ask)[0], "No number is known")
        else:
            answer(desk, ask, roll=5)


# ---- what a line asks ---------------------------------------------------------------------------


def test_a_line_that_asks_nothing_is_simply_done(desk):
    assert step_ask(desk) is None


def test_the_marker_asks_for_a_word_that_it_stays_while_germans_bar_the_road(desk):
    go(desk, "17 Sep 1900")
    ask = step_ask(desk)
    assert ask is not None
    assert (ask.choice, ask.choices) == ("stop", (("stays", "It stays"),))
    assert "fire zone lies before Dutch border" in ask.question
    answer(desk, ask, words={"stop": "stays"})
    assert "marker" in desk.state.closed_steps
    assert desk.state.routes["club"].moved_at != desk.state.ordinal


def test_the_marker_asks_for_a_stop_and_the_answer_closes_the_line(desk):
    go(desk, "17 Sep 1900")
    clear_road(desk, "border")
    ask = step_ask(desk)
    assert ask is not None
    assert (ask.choice, ask.choices) == ("stop", (("border", "Dutch border"),))
    answer(desk, ask, words={"stop": "border"})
    assert "marker" in desk.state.closed_steps


def test_a_typed_die_decides_the_weather_and_closes_its_line(desk):
    go(desk, "18 Sep 0700")
    ask = step_ask(desk)
    assert ask is not None
    assert ask.proposal is not None
    assert sum(chance.ways for chance in ask.proposal.odds) == 10
    answer(desk, ask, roll=0)
    assert desk.state.weather.kind == desk.design.table("weather").row(0).result
    assert "weather" in desk.state.closed_steps


def test_the_umpire_may_decide_instead_of_the_die_and_only_with_a_reason(desk):
    go(desk, "18 Sep 0700")
    ask = step_ask(desk)
    assert ask is not None
    assert set(outcomes(desk, ask)) == {"clear", "fog", "overcast", "rain"}
    before = desk.ledger.head
    with pytest.raises(UserError, match="needs a reason"):
        overrule(desk, ask, "rain", "  ")
    with pytest.raises(UserError, match="cannot come out"):
        overrule(desk, ask, "snow", "It is cold")
    assert desk.ledger.head == before
    events = overrule(desk, ask, "rain", "The players agreed")
    assert desk.state.weather.kind == "rain"
    assert "weather" in desk.state.closed_steps
    assert events[0].payload.override == "The players agreed"
    assert "draw.made" not in {event.kind for event in events}


def test_a_release_is_shown_before_it_is_rolled_and_points_paid_change_its_odds(desk):
    go(desk, "18 Sep 1900", stop_at="release")
    assert step_ask(desk) is None
    dice = desk.state.draws
    proceed(desk)
    assert desk.state.draws == dice
    assert "release" not in desk.state.closed_steps
    free, head = step_ask(desk), desk.ledger.head
    assert free is not None
    assert free.paid == "dispatch"
    paid = step_ask(desk, {"dispatch": "2"})
    assert free.proposal is not None
    assert paid is not None
    assert paid.proposal is not None
    assert paid.proposal.modifier == free.proposal.modifier - 2
    assert paid.proposal.odds[0].ways == min(10, free.proposal.odds[0].ways + 2)
    assert desk.ledger.head == head


def test_a_release_without_a_number_is_decided_by_the_umpire(tmp_path):
    with make(tmp_path / "b.wdcamp", proposals=False) as desk:
        go(desk, "18 Sep 1900", stop_at="release")
        proceed(desk)
        ask = step_ask(desk)
        assert ask is not None
        assert ask.proposal is not None
        assert ask.proposal.missing
        page = PageMaker(desk).page()
        assert line_of(page).verb == "decide"
        events = overrule(desk, ask, "released", "As the rules at hand say")
        assert next(e for e in events if e.kind == "release.released").payload.how == "ruling"


def line_of(page):
    """The row of the checklist's line; what is due and was left alone by `go` stands before it."""
    return next(row for row in page.attention if row.key == "step")


# ---- the page -----------------------------------------------------------------------------------


def test_the_umpires_page_shows_every_event_once_and_the_line_for_now(desk):
    go(desk, "18 Sep 0700")
    maker = PageMaker(desk)
    page = maker.page()
    assert [line.number for line in page.log] == list(range(1, desk.ledger.head + 1))
    assert [row.state for row in page.checks][:2] == ["now", "ahead"]
    assert line_of(page).verb == "roll"
    desk.next(roll=0)
    again = maker.page()
    assert again.log[: len(page.log)] == page.log
    assert again.checks[0].state == "done"
    assert dict(again.seats)["german"] == "German commander (Erika)"
    assert dict(again.seats)["101"] == "101st Airborne Division"


def test_no_event_of_a_long_walk_is_told_by_its_kind_alone(desk):
    go(desk, "19 Sep 0700")
    kinds = {event.kind for event in desk.ledger.events}
    assert len(kinds) > 8
    assert not {line.words for line in PageMaker(desk).page().log} & kinds


def test_losses_show_in_the_formation_and_what_is_taken_back_is_struck_out(desk):
    go(desk, "17 Sep 1500")
    row = desk.sheet("WED").rows[0]
    formation = desk.design.unit[row.unit].formation

    def steps():
        page = PageMaker(desk).page()
        return next(each.steps for each in page.formations if each.id == formation)

    before = steps()
    sheet = ResultsSheet(rows=(ResultRow(unit=row.unit, steps=row.steps - 1),), game="WED")
    (event,) = desk.enter_results(sheet)
    assert steps() == before - 1
    desk.take_back([event.seq], reason="typed wrong")
    assert steps() == before
    assert PageMaker(desk).page().log[event.seq - 1].undone


def test_an_earlier_ruling_under_the_same_rule_is_shown_to_whoever_decides(desk):
    first, second = (q for q in desk.design.queries if q.cite == "3.3")
    desk.rule(first.id, first.options[0], reason="It fits", author="umpire")
    rows = {row.id: row for row in PageMaker(desk).page().queries}
    assert rows[first.id].ruled_by == "umpire"
    assert [each.id for each in rows[second.id].earlier] == [first.id]


# ---- what a seat sees ---------------------------------------------------------------------------


def test_two_campaigns_that_differ_in_hidden_things_give_a_seat_the_same_page(tmp_path):
    pages, german, quiet = [], [], ""
    for name, order in (("c", ""), ("d", "Attack at dawn")):
        with make(tmp_path / f"{name}.wdcamp") as desk:
            if order:
                unit = quiet
                place = Place("box", desk.design.boxes[0].id, game="WED")
                hidden = (
                    OrderGiven(seat="german", text=order),
                    UnitArrived(unit=unit, place=place),
                )
                desk.add([EventDraft(payload=p, seen_by=("german",)) for p in hidden], "german")
            go(desk, "17 Sep 1500")
            quiet = next(  # it would not have come by now anyhow
                key
                for key, unit in desk.state.units.items()
                if unit.place.kind == "not-yet" and desk.design.side_of(key) == "german"
            )
            desk.rule("zone-c", "as printed", reason="It is", author="umpire")
            desk.take_back([desk.ledger.head], reason="Too early")
            maker = PageMaker(desk)
            pages.append(msgspec.structs.replace(maker.page("101"), path=""))
            german.append(maker.page("german"))
    for field in pages[0].__struct_fields__:
        assert getattr(pages[0], field) == getattr(pages[1], field), field
    assert {row.side for row in pages[0].formations} == {"allied"}
    assert pages[0].head_hash == ""
    assert len(german[1].log) == len(german[0].log) + 2


def test_what_a_seat_bound_itself_to_is_on_no_other_page(desk):
    desk.add(commit("plan", "german", "a plan", "through the wood", bytes(16)), "german")
    told = encode(PageMaker(desk).page("101"))
    assert b"through the wood" not in told
    assert b"00000000000000000000000000000000" not in told


def test_a_seat_is_told_nothing_by_numbers_that_are_missing(desk):
    desk.add(
        [EventDraft(payload=OrderGiven(seat="german", text="Wait"), seen_by=("german",))], "german"
    )
    go(desk, "17 Sep 1500")
    page = PageMaker(desk).page("101")
    assert [line.number for line in page.log] == list(range(1, len(page.log) + 1))
    assert len(page.log) == desk.ledger.head - sum(
        not e.visible_to("101") for e in desk.ledger.events
    )
    assert (page.ask, page.attention) == (None, ())


# ---- the shelf ----------------------------------------------------------------------------------


def test_campaigns_that_ship_and_those_open_lately_are_listed(tmp_path):
    assert [one.days for one in shipped_campaigns() if one.id == "market-garden"] == [10]
    path = tmp_path / "e.wdcamp"
    with make(path) as desk:
        remember(path)
        remember(path)
        head = desk.ledger.head
    (found,) = recent_campaigns()
    assert (found.name, found.events, found.trouble) == ("Test", head, "")
    path.write_bytes(b"this is no database at all" * 100)
    assert recent_campaigns()[0].damaged
    path.unlink()
    assert recent_campaigns() == []


def test_a_sheet_that_was_begun_is_kept_for_its_game_until_it_is_empty():
    sheet = ResultsSheet(rows=(ResultRow(unit="u", steps=1, note="why"),), game="WED")
    assert kept_draft("mg", "WED", "") is None
    keep_draft("mg", sheet)
    keep_draft("mg", ResultsSheet(rows=(), game="TDC"))
    assert kept_draft("mg", "WED", "") == sheet
    assert kept_draft("mg", "", "WED") is None
    keep_draft("mg", ResultsSheet(rows=(), game="WED"))
    assert kept_draft("mg", "WED", "") is None


def asked(desk):
    """A question asked in play and ruled on."""
    question = Query(
        id="own-1", cite="", question="May the ferry be used at night?", options=(), proposed="",
        why="asked at the table",
    )  # fmt: skip
    desk.ask(question)
    desk.rule("own-1", "yes", reason="it was", author="Ann")


@pytest.mark.parametrize("seat", ["umpire", "german"])
def test_a_question_that_was_asked_in_play_is_named_by_its_words(desk, seat):
    pages = PageMaker(desk)
    pages.page(seat)
    asked(desk)
    told = str(pages.page(seat).log[-1].words)
    assert told == "Ruled on “May the ferry be used at night?”: yes (it was)"
    if seat == "german":
        view = view_for(desk, seat)
        assert str(newly_told(desk.design, view.news, view)[-1][1]) == told
        assert told in paper_of(desk.design, view)


def test_who_was_not_told_of_a_question_is_not_told_its_words(desk):
    question = Query(id="own-1", cite="", question="In secret?", options=(), proposed="", why="")
    desk.add([EventDraft(payload=QueryOpened(query=question), seen_by=("allied",))])
    desk.rule("own-1", "yes", reason="so", author="Ann")
    pages = PageMaker(desk)
    told = {seat: "\n".join(str(line.words) for line in pages.page(seat).log)
            for seat in ("umpire", "allied", "german")}  # fmt: skip
    assert "In secret?" in told["umpire"]
    assert "In secret?" in told["allied"]
    assert "In secret?" not in told["german"]
