"""A campaign as of any moment: the states that folding gives, also after corrections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from small_campaign import NOW, SEATS, small_design

from wardesk.campaign.ledger.chain import Ledger, standing
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.history import History, copy_of
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened, TurnBegun
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.units import StepsLost, StepsRecovered, UnitArrived
from wardesk.campaign.ledger.seat_view import believe
from wardesk.campaign.operation.design import design_hash
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import State, first_state

DESIGN = small_design()
PLACE = Place("hex", "42.228", "S", "ONE")


def begun() -> Ledger:
    ledger = Ledger(DESIGN, "c")
    opened = CampaignOpened(name="H", design="small", design_hash=design_hash(DESIGN), seats=SEATS)
    add(ledger, opened, UnitArrived(unit="r2", place=PLACE))
    return ledger


def add(ledger: Ledger, *payloads) -> None:
    ledger.append([EventDraft(payload=each) for each in payloads], actor="umpire", now=NOW)


def long_ledger(count: int = 40) -> Ledger:
    ledger = begun()
    for number in range(count):
        add(ledger, StepsLost(unit="r2", steps=1), StepsRecovered(unit="r2", steps=1))
        add(ledger, Points(side="red", points=number, cause="a town"))
    return ledger


def same(one: State, other: State) -> bool:
    return one == other


@given(every=st.integers(1, 40), count=st.integers(0, 122))
def test_any_moment_is_what_folding_up_to_it_gives(every, count):
    ledger = long_ledger()
    history = History(DESIGN, every=every)
    history.follow(ledger.events)

    assert same(history.at(count), standing(DESIGN, ledger.events[:count]))


def test_what_was_taken_back_later_never_counts():
    ledger = long_ledger(6)
    lost = next(e.seq for e in ledger.events if e.kind == "unit.step_lost")
    history = History(DESIGN, every=4)
    history.follow(ledger.events)
    before = history.at(lost)
    ledger.take_back([lost], actor="umpire", reason="mistyped", now=NOW, with_dependants=True)

    history.follow(ledger.events)

    assert before.units["r2"].steps == 2
    assert history.at(lost).units["r2"].steps == 3
    assert same(history.at(len(ledger.events)), ledger.state)


def test_new_events_leave_the_kept_states_alone():
    ledger = long_ledger(8)
    history = History(DESIGN, every=5)
    history.follow(list(ledger.events))
    first = history.at(10)
    add(ledger, TurnBegun(ordinal=1))

    kept = history.follow(list(ledger.events))

    assert kept == len(ledger.events) - 1
    assert same(history.at(10), first)
    assert history.at(len(ledger.events)).ordinal == 1


def test_a_state_that_was_handed_out_can_be_changed_without_harm():
    ledger = long_ledger(4)
    history = History(DESIGN, every=4)
    history.follow(ledger.events)
    mine = history.at(8)
    mine.units.clear()
    mine.scores.clear()

    assert history.at(8).units


def test_every_table_of_a_state_is_copied():
    state = first_state(DESIGN)
    made = copy_of(state)

    assert made == state
    for name in state.__struct_fields__:
        value = getattr(state, name)
        if isinstance(value, dict | set | list):
            assert getattr(made, name) is not value, name


def test_a_moment_outside_the_events_is_the_nearest_one():
    ledger = long_ledger(2)
    history = History(DESIGN)
    history.follow(ledger.events)

    assert history.at(-3).seq == 0
    assert same(history.at(10_000), ledger.state)


def test_an_event_without_its_cause_is_refused_or_taken_as_told():
    ledger = long_ledger(2)
    orphan = [e for e in ledger.events if e.kind == "unit.step_lost"][:1]
    strict, lenient = History(DESIGN), History(DESIGN, count_one=believe)
    strict.follow([*orphan, *orphan, *orphan, *orphan])
    lenient.follow([*orphan, *orphan, *orphan, *orphan])

    with pytest.raises(Broken):
        strict.at(4)
    assert lenient.at(4).units["r2"].steps == 0


def test_facts_that_have_no_hashes_are_the_same_only_if_they_are_the_same_objects():
    one, other = begun(), begun()
    add(one, StepsLost(unit="r2", steps=1))
    add(other, StepsLost(unit="r2", steps=2))
    first, second = ([replace(e, hash="") for e in each.events] for each in (one, other))
    history = History(DESIGN)
    history.follow([*first, first[-1]])
    history.at(3)

    assert history.follow([*first[:2], *second[2:], *second[2:]]) == 2
    assert history.at(3).units["r2"].steps == 1
