"""A seat's own design says everything that the seat was told as the whole design says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from small_campaign import small_design

from wardesk.campaign.ledger.kind import tell
from wardesk.campaign.ledger.seat_design import seat_design, told_names
from wardesk.campaign.ledger.seat_facts import Learner
from wardesk.campaign.operation.design import decode_design, encode_design
from wardesk.services.campaign.files import open_store

MUSEUM = Path(__file__).parents[1] / "museum"


@pytest.mark.parametrize("file", sorted(each.name for each in MUSEUM.glob("*.wdcamp")))
def test_every_fact_of_a_campaign_is_said_alike(tmp_path, file):
    copy = tmp_path / file
    copy.write_bytes((MUSEUM / file).read_bytes())
    with open_store(copy, write=False) as store:
        design, events = store.design(), store.events()
    opened = events[0].payload
    told = 0
    for seat in opened.seats:
        if seat.role == "umpire":
            continue
        learner = Learner(design, seat)
        learner.follow(events)
        mine = seat_design(design, seat, told_names(design, learner.facts))
        assert decode_design(encode_design(mine)) == mine
        for fact in learner.facts:
            assert tell(mine, fact.payload) == tell(design, fact.payload)
            told += 1
        side = {each.id: each.side for each in design.formations}
        for unit in mine.units:
            if side[unit.formation] != seat.side:
                assert (unit.steps_full, unit.type, unit.ratings) == (0, "", {})
        assert len(encode_design(mine)) < len(encode_design(design))
    assert told


def test_what_the_other_side_brings_when_and_by_what_table_is_in_no_seats_design():
    design = small_design()
    side = {each.id: each.side for each in design.formations}
    for seat in design.seats:
        if seat.role == "umpire":
            continue
        others = tuple(
            replace(unit, steps_full=9 - unit.steps_full, ratings={"fire": 9}, note="secret")
            if side[unit.formation] != seat.side
            else unit
            for unit in design.units
        )
        other = replace(
            design, units=others, arrivals=(), appearances=(), tables=(), links=(), pools=(),
            attachments=(), identity_groups=(), points=(), options={},
        )  # fmt: skip
        named = {each.id for each in (*design.units, *design.formations)}
        for told in (set(), named):
            one = encode_design(seat_design(design, seat, told))
            assert one == encode_design(seat_design(other, seat, told))
