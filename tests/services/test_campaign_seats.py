"""Seats at will: offered ones taken, own ones made, a command divided in the middle of it."""

from __future__ import annotations

import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.general_actions import set_seat
from wardesk.campaign.ledger.kinds.seats import SeatSet
from wardesk.campaign.operation.forces import Seat
from wardesk.errors import UserError
from wardesk.reports.packet import newly_told
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.packets import player_seats, view_for
from wardesk.services.campaign.page import PageMaker
from wardesk.services.campaign.rights import NotYours
from wardesk.services.campaign.seats import seat_choices, wanted_seats

IRISH = Seat(id="irish", name="Irish Group", role="commander", side="allied",
             formations=("gds.hot",))  # fmt: skip


def write_seat(desk, seat):
    return desk.add(set_seat(desk.state, seat))


@pytest.fixture
def garden(tmp_path):
    design = garden_design()
    with CampaignDesk.create(
        tmp_path / "c.wdcamp", design, name="Test", campaign="c", seed=1, options={},
        seats=wanted_seats(design, ["82", "59", "Frost=1ab.1p"]), seat_names={"82": "Gavin"},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as made:  # fmt: skip
        yield made


def test_offered_seats_and_own_ones_are_there_from_the_start(garden):
    found = {seat.id: seat.name for seat in player_seats(garden)}
    assert (found["82"], found["frost"]) == ("82nd Airborne Division (Gavin)", "Frost")
    assert "iiss" not in found
    assert garden.state.seats["frost"].formations == ("1ab.1p",)


def test_a_command_is_divided_while_the_campaign_goes_on(garden):
    write_seat(garden, IRISH)
    assert [each.id for each in player_seats(garden)][-1] == "irish"
    view = view_for(garden, "irish")
    assert view.seat == IRISH
    told = [words for _turn, words in newly_told(garden.design, view.facts, view)]
    assert any("Irish Group" in str(words) for words in told)
    page = PageMaker(garden).page("irish")
    assert dict(page.seats)["irish"] == "Irish Group"


def test_it_is_told_under_the_name_of_who_did_it(garden):
    write_seat(garden, IRISH)
    garden.act("note", {"words": "x", "told": "yes"})
    garden.add([_order()], seat="irish")
    page = PageMaker(garden).page("umpire")
    assert page.log[-1].actor == "Irish Group"


def _order():
    from wardesk.campaign.ledger.events import EventDraft
    from wardesk.campaign.ledger.kinds.messages import OrderGiven

    return EventDraft(
        payload=OrderGiven(seat="irish", text="Go", subject="gds.hot"), seen_by=("irish",)
    )


def test_it_is_taken_back_like_anything_else(garden):
    (event,) = write_seat(garden, IRISH)
    garden.take_back([event.seq], reason="not yet")
    assert "irish" not in garden.state.seats
    with pytest.raises(UserError, match="no seat"):
        view_for(garden, "irish")


def test_another_name_or_command_is_known_at_once(garden):
    before = view_for(garden, "82")
    write_seat(garden, Seat(id="82", name="Gavin", role="commander", side="allied",
                            formations=("82.504",)))  # fmt: skip
    assert view_for(garden, "82").seat.formations == ("82.504",) != before.seat.formations


def test_the_other_side_is_not_told_what_a_seat_commands(garden):
    write_seat(garden, IRISH)
    found = [f.payload for f in view_for(garden, "german").facts if isinstance(f.payload, SeatSet)]
    assert [each.seat.formations for each in found] == [()]


@pytest.mark.parametrize(
    "wrong",
    [
        {"side": "german"},
        {"formations": ("chi",)},
        {"formations": ("nobody",)},
        {"name": " "},
        {"role": "umpire"},
    ],
)
def test_what_nobody_can_have_is_refused(garden, wrong):
    from msgspec.structs import replace

    with pytest.raises(UserError):
        write_seat(garden, replace(IRISH, **wrong))
    assert "irish" not in garden.state.seats


def test_a_player_makes_no_seats(garden):
    with pytest.raises(NotYours):
        garden.act("seat", {"seat": "x", "formations": "gds.hot"}, seat="guards")


def test_the_action_of_the_command_line_finds_side_and_role(garden):
    garden.act("seat", {"seat": "cold", "name": "Group Cold", "formations": "gds.cold"})
    seat = garden.state.seats["cold"]
    assert (seat.side, seat.role) == ("allied", "commander")


def test_a_seat_made_in_a_side_that_plays_by_fog_plays_by_fog(garden):
    garden.act("fog-of-war", {"seat": "german", "hexes": "2"})
    write_seat(garden, Seat(id="wal", name="Walther", role="commander", side="german",
                            formations=("wal",)))  # fmt: skip
    assert garden.state.fog["wal"] == 2


def test_what_may_be_commanded_is_shown_as_it_stands(garden):
    lines = seat_choices(garden.design, tuple(garden.state.seats.values())).commands
    names = [each.id for each in lines]
    assert names.index("gds") < names.index("gds.hot")
    depth = {each.id: each.depth for each in lines}
    assert depth["gds.hot"] == depth["gds"] + 1
