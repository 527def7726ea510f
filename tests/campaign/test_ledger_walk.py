"""Random campaigns: what is refused changes nothing, what counts adds up again, undo comes back."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from small_campaign import NAMES, NOW, Desk

from wardesk.campaign.ledger.chain import standing
from wardesk.campaign.ledger.doctor import examine
from wardesk.campaign.ledger.events import LedgerEvent, first_break
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.forces import IdentityChosen, PoolChanged
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced, Released
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.units import (
    StepsLost,
    StepsRecovered,
    UnitArrived,
    UnitEliminated,
    UnitMoved,
    UnitRemoved,
    UnitTransferred,
)
from wardesk.campaign.market_garden.kinds import SpurChosen
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError

units = st.sampled_from(NAMES)
games = st.sampled_from(["ONE", "TWO"])
places = st.builds(Place, st.just("hex"), st.sampled_from(["1.1", "2.1"]), st.just("S"), games)
payloads = st.one_of(
    st.builds(UnitArrived, unit=units, place=places),
    st.builds(UnitMoved, unit=units, place=places),
    st.builds(UnitTransferred, unit=units, from_game=games, to_game=games),
    st.builds(StepsLost, unit=units, steps=st.integers(1, 3)),
    st.builds(StepsRecovered, unit=units, steps=st.integers(1, 3), place=st.none() | places),
    st.builds(UnitEliminated, unit=units),
    st.builds(UnitRemoved, unit=units),
    st.builds(IdentityChosen, group=st.just("huber"), option=st.sampled_from(["a", "b"])),
    st.builds(MarkerAdvanced, route=st.just("road"), stop=st.sampled_from(["town", "son", "gate"])),
    st.builds(SpurChosen, route=st.just("road"), spur=st.sampled_from(["Son", "Best"])),
    st.builds(Released, entry=st.sampled_from(["hot", "cold"]), how=st.just("roll")),
    st.builds(
        BridgeChanged,
        bridge=st.sampled_from(["weir", "brook"]),
        state=st.sampled_from(["wired", "blown", "bailey-placed", "stable", "unstable"]),
        by=st.sampled_from(["red", "blue"]),
    ),
    st.builds(PoolChanged, pool=st.just("trucks"), change=st.integers(-2, 2)),
    st.builds(Points, side=st.sampled_from(["red", "blue"]), points=st.integers(-3, 3),
              cause=st.just("a town")),
    st.builds(TurnBegun, ordinal=st.integers(0, 8)),
)  # fmt: skip


def played(some) -> Desk:
    desk = Desk()
    for payload in some:
        before = msgspec.json.encode(desk.state)
        try:
            desk.do(payload)
        except Broken:
            assert msgspec.json.encode(desk.state) == before
    return desk


@given(st.lists(payloads, max_size=25))
def test_every_ledger_adds_up_to_its_state_and_is_healthy(some):
    desk = played(some)
    copies = [
        msgspec.json.decode(msgspec.json.encode(event), type=LedgerEvent)
        for event in desk.ledger.events
    ]

    assert first_break(copies) is None
    assert standing(desk.design, copies) == desk.state
    findings, _ = examine(desk.design, copies)
    assert [f for f in findings if f.level == "error"] == []


@given(st.lists(payloads, min_size=3, max_size=20), st.data())
def test_taking_back_and_again_back_changes_nothing(some, data):
    desk = played(some)
    if desk.ledger.head < 2:
        return
    seq = data.draw(st.integers(2, desk.ledger.head))
    before = msgspec.structs.asdict(desk.state)

    (undo,) = desk.ledger.take_back(
        [seq], actor="umpire", reason="a try", now=NOW, with_dependants=True
    )
    findings, _ = examine(desk.design, desk.ledger.events)
    assert [f for f in findings if f.level == "error"] == []
    desk.ledger.take_back([undo.seq], actor="umpire", reason="back", now=NOW)

    after = msgspec.structs.asdict(desk.state)
    assert {k: v for k, v in after.items() if k != "seq"} == {
        k: v for k, v in before.items() if k != "seq"
    }


@given(st.lists(payloads, min_size=3, max_size=15))
def test_a_reversal_that_is_not_asked_for_says_what_hangs_on_it(some):
    desk = played(some)
    for seq in range(2, desk.ledger.head + 1):
        found = desk.ledger.reversal([seq], "umpire")
        if found.also:
            head = desk.ledger.head
            try:
                desk.ledger.take_back([seq], actor="umpire", reason="a try", now=NOW)
            except UserError:
                assert desk.ledger.head == head
            else:
                raise AssertionError("taken back although later events hang on it")
