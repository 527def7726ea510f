"""Units go over to the other game only where they have a counter and the way is open."""

from __future__ import annotations

from itertools import count

import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.routes import RouteLeft
from wardesk.campaign.ledger.kinds.rulings import ProposalJudged
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.forms import do_form, judge_form
from wardesk.services.campaign.moves import place_units, transfer, who_can_stand
from wardesk.services.campaign.rights import Allowed

_numbers = count(1)
TANKS, AIRBORNE = "gds.irish.t1", "101.506.a"
BY_UMPIRE = Allowed(by="umpire", reason="they swam")


def new_desk(tmp_path, **options):
    return CampaignDesk.create(
        tmp_path / "m.wdcamp", garden_design(), name="T", campaign="mg", seed=3, options=options,
        now=lambda: NOW, nonce=lambda: next(_numbers).to_bytes(16, "big"),
    )  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    with new_desk(tmp_path) as made:
        for unit in (TANKS, AIRBORNE):
            place = Place("hex", "61.141", game="WED")
            made.add([EventDraft(payload=UnitArrived(unit=unit, place=place))])
        yield made


def test_a_unit_without_a_counter_there_stays(desk):
    desk.add([EventDraft(payload=RouteLeft(route="club"))])

    with pytest.raises(Impossible, match="no counter in The Devil's Cauldron"):
        transfer(desk, [AIRBORNE], "TDC")

    assert desk.state.units[AIRBORNE].game == "WED"


def test_the_way_is_open_only_while_its_condition_holds(desk):
    with pytest.raises(Refused, match=r"shut.*route\.club\.left"):
        transfer(desk, [TANKS], "TDC")
    desk.add([EventDraft(payload=RouteLeft(route="club"))])

    transfer(desk, [TANKS], "TDC")

    assert desk.state.units[TANKS].place.kind == "transit"


def test_no_way_leads_back(desk):
    desk.add([EventDraft(payload=RouteLeft(route="club"))])
    transfer(desk, [TANKS], "TDC")
    place_units(desk, [TANKS], Place("hex", "14.89", game="TDC"))

    with pytest.raises(Refused, match="No way leads"):
        transfer(desk, [TANKS], "WED")


def test_the_umpire_opens_the_way_and_his_reason_is_kept(desk):
    transfer(desk, [TANKS], "TDC", allowed=BY_UMPIRE)

    ruled = [e.payload for e in desk.ledger.events if isinstance(e.payload, ProposalJudged)]
    assert [(each.decided, each.override) for each in ruled] == [("allowed", "they swam")]
    assert desk.state.units[TANKS].place.kind == "transit"


def test_a_unit_goes_over_on_its_own_day_where_the_schedule_says_so(desk):
    design = desk.design
    row = next(a for a in design.arrivals if a.mode == "transfer" and a.at is not None)
    units = [a.unit for a in design.appearances
             if a.game == "TDC" and a.formation == row.subject]  # fmt: skip
    place = Place("hex", "61.141", game="WED")
    desk.add([EventDraft(payload=UnitArrived(unit=units[0], place=place))])
    desk.add([EventDraft(payload=TurnBegun(ordinal=row.at))])

    transfer(desk, [units[0]], "TDC")


def test_a_form_says_why_a_unit_cannot_go(desk):
    words = {"units": TANKS, "to": "TDC"}

    verdict = judge_form(desk, "transfer", words)
    assert "shut" in verdict.refused
    assert verdict.can_be_allowed
    do_form(desk, "transfer", words, allow="they swam")

    assert desk.state.units[TANKS].place.kind == "transit"


def test_where_one_game_is_played_nobody_is_put_into_the_other(tmp_path):
    with new_desk(tmp_path, both_games=False) as desk:
        desk.add(
            [EventDraft(payload=UnitArrived(unit=TANKS, place=Place("hex", "1.1", game="WED")))]
        )
        desk.add([EventDraft(payload=RouteLeft(route="club"))])
        for act in (
            lambda: transfer(desk, [TANKS], "TDC"),
            lambda: place_units(desk, ["82.ind.recon"], Place("hex", "1.1", game="TDC")),
        ):
            with pytest.raises(Refused, match="not played"):
                act()


# ---- into a hex ---------------------------------------------------------------------------------

THERE, GERMANS = Place("hex", "46.217", game="WED"), ["59.dew.i1", "59.dew.i2", "59.dew.i3"]


def stand(desk, units, label="46.217", sheet="", reason=""):
    allowed = Allowed(by="umpire", reason=reason) if reason else None
    return place_units(desk, units, Place("hex", label, sheet, "WED"), allowed=allowed)


@pytest.mark.parametrize("label", ["ZZZ", "46217", "999.999"])
def test_nobody_is_put_where_there_can_be_no_hex(desk, label):
    with pytest.raises(Refused, match="hex"):
        stand(desk, ["101.502.a"], label)
    stand(desk, ["101.502.a"], label, reason="our own map")
    assert desk.state.units["101.502.a"].place.at == label


@pytest.mark.parametrize("sheet", ["", "wed-valkenswaard"])
def test_nobody_is_put_on_top_of_the_enemy_without_a_reason(desk, sheet):
    stand(desk, GERMANS[:1])
    with pytest.raises(Refused, match=r"Both sides stand in 46\.217"):
        stand(desk, ["101.502.a"], sheet=sheet)
    verdict = judge_form(desk, "place", {"units": "101.502.a", "game": "WED", "hex": "46.217"})
    assert "Both sides stand in 46.217" in verdict.refused
    assert verdict.can_be_allowed
    assert desk.state.units["101.502.a"].place.kind == "not-yet"
    stand(desk, ["101.502.a"], sheet=sheet, reason="an assault goes on")
    assert any(isinstance(each.payload, ProposalJudged) for each in desk.ledger.events[-2:])


def test_more_than_may_stand_together_need_a_reason(desk):
    units = desk.design.members["101.502"]
    with pytest.raises(Refused, match=r"units of one side stand in 46\.217"):
        stand(desk, units)


def test_a_form_says_who_cannot_come_before_it_is_done(desk):
    words = {"units": "chi.huber.i1", "game": "WED", "hex": "46.217"}
    unit = desk.design.members["chi.huber"][0]
    verdict = judge_form(desk, "place", words | {"units": unit})
    assert "must be chosen before" in verdict.refused
    assert "kg_huber" not in verdict.refused


def test_of_a_formation_those_come_who_can_and_the_others_are_named(desk):
    stood = who_can_stand(desk, ["chi"], THERE)
    huber = set(desk.design.members["chi.huber"])
    assert stood.units
    assert not huber & set(stood.units)
    assert any("must be chosen before" in each for each in stood.left)
    (first, *_) = sorted(huber)
    with pytest.raises(UserError, match="must be chosen before"):
        who_can_stand(desk, [first], THERE)
